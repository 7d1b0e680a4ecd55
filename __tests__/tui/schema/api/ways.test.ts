/** `F` on the tree of a description: the same keys as in a GraphQL schema. */
import { describeText, descriptionText } from '../../../support/fixtures/descriptions.js';
import { Screen } from '../../support.js';

const open = (name: string): Screen => {
  const screen = new Screen({ kind: 'http', url: 'http://api.test', sdl: null });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://api.test' } });
  const description = describeText(descriptionText(name), 'http://api.test/openapi.json');
  return screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description }).press('1');
};
const ways = () => open('petstore.yaml').row('GET /pet/findByStatus').press('F').row('GET /pet/{petId}').press('F');

test('F on two operations shows the ways from one to the other, with the cursor on the last call', () => {
  const screen = ways();
  expect(screen.state.schema.search?.field.doc.toString()).toBe('GET /pet/findByStatus to GET /pet/{petId}');
  expect(screen.names.slice(0, 3)).toEqual(['Way 1', 'GET /pet/findByStatus', 'GET /pet/{petId}']);
  expect(screen.cursor).toMatchObject({ name: 'GET /pet/{petId}', detail: 'petId = id', mark: 'absent' });
});

test('Space adds the requests of all calls of the way, and removes only the last one', () => {
  const screen = ways().press('space');
  const requests = () => screen.query.match(/^[A-Z]+ http\S+/gm)?.map(line => line.replace(/^(\w+) .*test/, '$1 '));
  expect(requests()).toEqual([expect.stringMatching(/^GET .*findByStatus/), expect.stringMatching(/^GET .*petId/)]);
  expect(screen.state.schema.rows.slice(1, 3).map(({ mark }) => mark)).toEqual(['ticked', 'ticked']);
  screen.press('space');
  expect(requests()).toEqual([expect.stringMatching(/^GET .*findByStatus/)]);
});

test('Esc ends the ways with the cursor on the operation', () => {
  const screen = ways().press('escape');
  expect(screen.state.schema.search).toBeUndefined();
  expect(screen.cursor?.name).toBe('GET /pet/{petId}');
  expect(screen.names).not.toContain('Way 1');
});

test('a group is a resource, and n goes to the next call', () => {
  const screen = open('petstore.yaml').row('GET /store/order/{orderId}').press('F').row('pet').press('F');
  expect(screen.names[0]).toBe('Way 1');
  const before = screen.cursor?.key;
  screen.press('n');
  expect(screen.cursor?.key).not.toBe(before);
});

test('two rows that no ID connects are reported', () => {
  const screen = open('petstore.yaml').row('GET /user/logout').press('F').row('GET /store/inventory').press('F');
  expect(screen.state.notice?.text).toBe('No way leads from GET /user/logout to GET /store/inventory.');
  expect(screen.state.schema.search).toBeUndefined();
});
