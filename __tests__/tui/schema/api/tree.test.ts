/** The tree of a description: operations by tag or by path, and uses of a schema. */
import { usesOf } from '../../../../source/core/openapi/uses.js';
import { renderLine } from '../../../../source/tui/components/line.js';
import { rowLine } from '../../../../source/tui/schema/tree/row-line.js';
import { describeText } from '../../../support/fixtures/descriptions.js';
import { Screen } from '../../support.js';
import { forDescription } from './support.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'http://api.test' }],
  paths: {
    '/v1/orders/{id}': {
      get: {
        tags: ['sales'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: ref('Id') }],
        responses: { 200: { description: '', ...json(ref('Order')) } },
      },
      put: {
        tags: ['sales', 'admin'],
        requestBody: json({ type: 'array', items: ref('Order') }),
        responses: { default: { description: '', ...json(ref('Problem')) } },
      },
    },
    '/v1/books': {
      get: {
        tags: ['books'],
        responses: {
          200: { description: '', ...json({ properties: { all: { type: 'array', items: ref('Book') } } }) },
        },
      },
    },
    '/v1/orders': { get: { tags: ['admin'], responses: { 204: { description: 'none' } } } },
  },
  components: {
    schemas: {
      Id: { type: 'integer' },
      Book: { type: 'object', properties: { title: { type: 'string', example: ref('Problem') }, next: ref('Book') } },
      Order: { type: 'object', properties: { book: ref('Book'), id: ref('Id') } },
      Problem: { type: 'object', properties: { text: { type: 'string' } } },
      Alone: { type: 'object', properties: { order: ref('Order') } },
    },
  },
};

function open(): Screen {
  const url = 'http://api.test';
  const screen = new Screen({ kind: 'http', url, sdl: null });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const description = describeText(JSON.stringify(shop), `${url}/openapi.json`);
  return screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description }).press('1');
}

const shown = (screen: Screen): string[] =>
  screen.state.schema.rows.filter(({ depth }) => depth < 2).map(({ name, depth }) => `${'  '.repeat(depth)}${name}`);

test('t groups the operations by path, in order of their paths, and by tag again', () => {
  const screen = open();
  const byTag = shown(screen);
  expect(byTag.slice(0, 3)).toEqual(['sales', '  GET /v1/orders/{id}', '  PUT /v1/orders/{id}']);
  screen.press('t');
  expect(shown(screen)).toEqual([
    '/v1/books',
    '  GET /v1/books',
    '/v1/orders',
    '  GET /v1/orders',
    '  GET /v1/orders/{id}',
    '  PUT /v1/orders/{id}',
  ]);
  expect(screen.notice).toBe('Operations by path.');
  expect(shown(screen.press('t'))).toEqual(byTag);
});

test.each(['GET /v1/books', 'PUT /v1/orders/{id}', 'response 200'])(
  'the cursor stays on %s, and expanded rows stay expanded',
  name => {
    const screen = open().row('GET /v1/orders/{id}').press('l').row(name);
    screen.press('t');
    expect(screen.cursor?.name).toBe(name);
    expect(screen.names).toContain('response 200');
    expect(screen.press('t').cursor?.name).toBe(name);
  },
);

test("with the cursor on a group, it moves to the group of that group's first operation", () => {
  expect(open().row('books').press('t').cursor?.name).toBe('/v1/books');
});

test('ticks, search and undo work by path as well as by tag', () => {
  const screen = forDescription().press('1', 't').row('GET /pets/{petId}').press('space');
  expect(screen.query).toContain('GET http://api.test/v1/pets/{{petId}}');
  expect(screen.cursor).toMatchObject({ name: 'GET /pets/{petId}', mark: 'ticked' });
});

test('the grouping is stored for the server and restored the next time; another server has its own', () => {
  const screen = open().press('t');
  const place = 'http://api.test';
  expect(screen.state.settings.remembered.get(place)).toMatchObject({ grouping: 'path' });
  expect(screen.effects).toContainEqual(expect.objectContaining({ kind: 'remember', place }));
  screen.do({ type: 'connect/open', url: 'http://other.test', keep: false });
  expect(screen.state.grouping).toBe('tag');
  screen.do({ type: 'connect/open', url: place, keep: false });
  expect(screen.state.grouping).toBe('path');
});

test('the uses of a schema are the parts that contain it at any depth, except examples', () => {
  const description = describeText(JSON.stringify(shop), 'http://api.test/openapi.json');
  const uses = (name: string) =>
    usesOf(description, name).map(({ operation, kind }) => `${operation.method} ${operation.path} ${kind}`);
  expect(uses('Book')).toEqual(['GET /v1/orders/{id} response', 'PUT /v1/orders/{id} body', 'GET /v1/books response']);
  expect(uses('Id')).toEqual([
    'GET /v1/orders/{id} parameter',
    'GET /v1/orders/{id} response',
    'PUT /v1/orders/{id} body',
  ]);
  expect(uses('Problem')).toEqual(['PUT /v1/orders/{id} response']);
  expect([uses('Alone'), uses('Nothing')]).toEqual([[], []]);
});

test.each([[false], [true]])("W lists the uses of the row's schema, and Enter goes to one (by path: %s)", isByPath => {
  const screen = open().row('GET /v1/orders/{id}').press('l').row('id').press('W');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    title: 'Where Id is used (3)',
    options: [
      { label: 'GET /v1/orders/{id}', detail: 'path id' },
      { label: 'GET /v1/orders/{id}', detail: 'response 200' },
      { label: 'PUT /v1/orders/{id}', detail: 'body  application/json' },
    ],
  });
  if (isByPath) screen.press('escape', 't', 'W');
  screen.press('down', 'down', 'enter');
  expect(screen.cursor).toMatchObject({ name: 'body', typeName: 'Order' });
  expect(screen.press('backspace').cursor?.name).toBe('id');
  expect(screen.row('GET /v1/books').press('W').notice).toBe('This row has no named schema.');
});

test('Space on an operation or parameter whose schema requires a billion items marks the example as incomplete', () => {
  const schema = { type: 'array', minItems: 1e9, items: { type: 'integer' } };
  const parameters = [true, false].map(required => ({ name: `in${required}`, in: 'query', required, schema }));
  const large = {
    openapi: '3.1.0',
    servers: [{ url: 'http://api.test/v1' }],
    paths: { '/a': { get: { tags: ['large'], parameters, responses: {} } } },
  };
  const screen = forDescription({}, large).press('1').row('GET /a').press('space');
  expect(screen.query).toContain('\n# This example is incomplete because its schema is too large.\n');
  screen.press('l').row('infalse').press('space');
  expect(screen.query).toContain('&infalse=1&');
  expect(screen.notice).toBe('This example is incomplete because its schema is too large.');
});

test('m marks a value as incomplete if its schema requires a billion items', () => {
  const schema = { type: 'array', minItems: 1e9, items: { type: 'integer' } };
  const large = {
    openapi: '3.1.0',
    servers: [{ url: 'http://api.test/v1' }],
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
  };
  const query = 'POST http://api.test/v1/a\nContent-Type: application/json\n\n{{all}}\n';
  const screen = forDescription({ query }, large).press('3').press('m');
  expect(screen.notice).toBe('Added all. This example is incomplete because its schema is too large.');
});

test('p lists the problems of the description, and is unavailable without any', () => {
  const screen = forDescription({}, { ...shop, paths: { '/broken': 5 } }).press('1', 'p');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    title: 'Problems of the description (1)',
    text: '#/paths/~1broken\n  This is not a path item.',
  });
  expect(forDescription().press('1', 'p').notice).toContain('The description has no problems.');
});

test('the detail of a row fills the width instead of ending in a bare ellipsis', () => {
  const { theme } = forDescription().state.settings;
  const row = {
    key: 'a',
    kind: 'group',
    depth: 0,
    name: 'Organization exports',
    mark: 'none',
    detail: '2 operations',
  } as const;
  expect(renderLine(rowLine(row, false, theme), 33, theme).replace(/\u001b\[[\d;]*m/g, '')).toMatch(/ {2}2 opera…$/);
});
