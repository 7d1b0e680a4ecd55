/** Requests of a description that send files: multipart parts and binary bodies. */
import { describeText } from '../../../support/fixtures/descriptions.js';
import { Screen } from '../../support.js';

const binary = { type: 'string', format: 'binary' };
const form = { type: 'object', required: ['image', 'note'], properties: { image: binary, note: { type: 'string' } } };
const operation = (type: string, schema: object) => ({
  requestBody: { required: true, content: { [type]: { schema } } },
  responses: { 200: { description: 'stored' } },
});

const description = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  servers: [{ url: 'http://api.test' }],
  paths: {
    '/form': { post: operation('multipart/form-data', form) },
    '/raw': { put: operation('application/octet-stream', binary) },
    '/png': { put: operation('image/png', {}) },
    '/pairs': {
      post: operation('application/x-www-form-urlencoded', {
        type: 'object',
        properties: { nested: { type: 'object', properties: { inner: { type: 'string' } } } },
      }),
    },
    '/json': { post: operation('application/json', { type: 'object', properties: { name: { type: 'string' } } }) },
  },
};

function screenFor(options: { readonly query?: string; readonly variables?: string } = {}): Screen {
  const url = 'http://api.test';
  const screen = new Screen({ kind: 'http', url, sdl: null, ...options });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const described = describeText(JSON.stringify(description), `${url}/openapi.json`);
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description: described });
  screen.effects.length = 0;
  return screen;
}

/** The row of a body property of an operation, with the cursor on it. */
const onProperty = (screen: Screen, title: string, ...names: readonly string[]): Screen => {
  screen.row(title).press('l').row('body').press('l');
  for (const [at, name] of names.entries()) screen.row(name).press(...(at < names.length - 1 ? ['l'] : []));
  return screen;
};

test('a file part of a multipart request is a placeholder for a path, never an example text', () => {
  const screen = screenFor().row('POST /form').press('space');
  const part = 'Content-Disposition: form-data; name="image"; filename="image"\n\n< {{image}}\n--';
  expect(screen.query).toContain(part);
  expect(screen.query).toContain('Content-Disposition: form-data; name="note"\n\ntext\n--');
});

test.each(['PUT /raw', 'PUT /png'])('the body of %s is a placeholder for a path', title => {
  const screen = screenFor().row(title).press('space');
  expect(screen.query).toMatch(/\n\n< \{\{body\}\}\n$/);
});

test('Space removes a request with a file', () => {
  expect(screenFor().row('POST /form').press('space', 'space').query).toBe('');
});

test('Enter on a file part asks for its path, which sets the file name and the content type', () => {
  const screen = onProperty(screenFor().row('POST /form').press('space'), 'POST /form', 'image').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', isPath: true });
  screen.type('photos/cat one.png').press('enter');
  expect(screen.query).toContain(
    'Content-Disposition: form-data; name="image"; filename="cat one.png"\nContent-Type: image/png\n\n< ./photos/cat one.png\n--part',
  );
  expect(screen.cursor).toMatchObject({ name: 'image', mark: 'ticked', value: './photos/cat one.png' });
});

test('a part is removed and added again', () => {
  const screen = onProperty(screenFor().row('POST /form').press('space'), 'POST /form', 'note').press('space');
  expect(screen.query).not.toContain('note');
  expect(screen.press('space').query).toContain(
    'Content-Disposition: form-data; name="note"\n\ntext\n--part-of-this-form--',
  );
  screen.press('enter').type('a cat').press('enter');
  expect(screen.query).toContain('name="note"\n\na cat\n--part');
});

test.each(['PUT /raw', 'PUT /png'])('Enter on the body of %s asks for the path of its file', title => {
  const screen = onProperty(screenFor().row(title).press('space'), title).press('enter');
  screen.type('/tmp/cat.png').press('enter');
  expect(screen.query).toMatch(/\n\n< \/tmp\/cat\.png\n$/);
});

test('Enter on a nested form field opens no prompt', () => {
  const screen = onProperty(screenFor(), 'POST /pairs', 'nested', 'inner').press('enter');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.notice).toBe('A form cannot have nested fields. Edit the body in the text.');
});

test('Enter on a property of a body that is not valid JSON opens no prompt', () => {
  const screen = screenFor({ query: 'POST http://api.test/json\nContent-Type: application/json\n\n{"name": \n' });
  onProperty(screen, 'POST /json', 'name').press('enter');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.notice).toBe('The body is not valid JSON. Edit it in the text.');
});

test('Enter on a placeholder whose value cannot be stored in Variables opens no prompt', () => {
  const query = 'POST http://api.test/json\nContent-Type: application/json\n\n{"name": "{{who}}"}\n';
  const screen = onProperty(screenFor({ query, variables: '[1]' }), 'POST /json', 'name').press('enter');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.notice).toBe('The variables are not a JSON object. Correct them first.');
});
