/** The screen on a description, and its tree. */
import type { Description } from '../../../../source/core/openapi/document/types.js';
import type { StartOptions } from '../../../../source/tui/app/start.js';
import { schemaLines } from '../../../../source/tui/schema/view.js';
import { describeText, descriptionText } from '../../../support/fixtures/descriptions.js';
import { Screen, theme } from '../../support.js';

const id = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const pet = { $ref: '#/components/schemas/Pet' };

export const petstore = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'http://api.test/v1' }],
  paths: {
    '/pets': {
      post: {
        operationId: 'addPet',
        tags: ['pets'],
        requestBody: { required: true, ...json(pet) },
        responses: { 201: { description: 'made', ...json(pet) } },
      },
    },
    '/pets/{petId}': {
      parameters: [id],
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        summary: 'One pet',
        parameters: [
          { name: 'verbose', in: 'query', schema: { type: 'boolean' } },
          { name: 'kind', in: 'query', schema: { enum: ['dog', 'cat'] } },
          { name: 'born', in: 'query', schema: { type: 'string', format: 'date' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'it', ...json(pet) } },
      },
      delete: {
        operationId: 'removePet',
        tags: ['pets'],
        responses: { 204: { description: 'gone' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, parent: pet } },
    },
  },
};

/** @param options start options; the description is loaded */
export const forDescription = (options: Partial<StartOptions> = {}, document: object = petstore): Screen =>
  described(JSON.stringify(document), 'http://api.test/v1', options);

/** @param name file of a real description */
export const forFile = (name: string): Screen => described(descriptionText(name), 'http://api.test', {});

function described(text: string, url: string, options: Partial<StartOptions>): Screen {
  return showing(describeText(text, `${url}/openapi.json`), url, options);
}

/** The screen on a description. */
export function showing(description: Description, url: string, options: Partial<StartOptions> = {}): Screen {
  const screen = new Screen({ kind: 'http', url, sdl: null, ...options });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description });
  screen.effects.length = 0;
  return screen;
}

/** Lines of the tree, with colours. */
export const treeLines = ({ state: { schema } }: Screen, width: number, height: number): string[] =>
  schemaLines({
    schema,
    phase: 'ready',
    progress: '',
    kind: 'http',
    ticked: 0,
    stale: false,
    rect: { x: 0, y: 0, width, height },
    focused: true,
    theme,
  });
