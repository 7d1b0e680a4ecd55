/** `/` on the tree of a description: the same search as in a GraphQL schema. */
import { warmDescription } from '../../../../source/tui/schema/search/prepare.js';
import { describeText, descriptionText } from '../../../support/fixtures/descriptions.js';
import { plain, Screen, theme } from '../../support.js';
import { forDescription, forFile, showing, treeLines } from './support.js';

/** The description that most tests share, with its caches. */
const description = describeText(descriptionText('petstore.yaml'), 'http://api.test/openapi.json');
const petstore = (): Screen => showing(description, 'http://api.test').press('1');

const lines = (screen: Screen): string[] => plain(treeLines(screen, 70, 20));

test('the tree shows the matches below their tags, best first, with the cursor on the best', () => {
  const screen = petstore().press('/').type('delete order');
  expect(screen.names.slice(0, 3)).toEqual(['store', 'DELETE /store/order/{orderId}', 'POST /store/order']);
  expect(screen.cursor?.name).toBe('DELETE /store/order/{orderId}');
  expect(lines(screen)[1]).toMatch(/ \/ delete order\s+1 of 7/);
  expect(lines(screen)[2]).toContain('store › DELETE /store/order/{orderId}');
});

test('Enter goes to the row in the full tree, n to the next match, and Esc ends the search', () => {
  const screen = petstore();
  const before = screen.names;
  screen.press('/').type('by status').press('enter');
  expect(screen.cursor?.name).toBe('GET /pet/findByStatus');
  expect(screen.names.length).toBeGreaterThan(before.length - 1);
  screen.press('/').type('user').press('enter', 'n');
  expect(screen.state.schema.search?.at).not.toBe(0);
  screen.press('escape');
  expect(screen.state.schema.search).toBeUndefined();
  expect(screen.cursor?.name).toMatch(/user/);
});

test('Esc while typing restores the tree, and Space ticks a match', () => {
  const screen = petstore();
  const [before, cursor] = [screen.names, screen.cursor?.name];
  screen.press('/').type('inventory').press('escape');
  expect([screen.names, screen.cursor?.name]).toEqual([before, cursor]);
  screen.press('/').type('inventroy').press('enter', 'space');
  expect(screen.query).toContain('/store/inventory');
});

test('operations are found by the properties of their bodies, and the line below names the operation', () => {
  const screen = petstore().press('/').type('photo urls');
  expect(screen.names).toContain('POST /pet');
  expect(lines(screen)[2]).toContain('pet › POST /pet');
});

test('words found only in a description are marked as such, and without a match the tree is unchanged', () => {
  const screen = petstore().press('/').type('zzzzzz');
  expect(lines(screen)[2]).toContain('No matching names or descriptions');
  expect(screen.names.length).toBeGreaterThan(1);
  screen.press('enter');
  expect(screen.notice).toBe('No match for zzzzzz in the description.');
});

test('letters typed before the description is loaded are searched for afterwards', () => {
  const screen = new Screen({ kind: 'http', url: 'http://api.test', sdl: null });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://api.test' } });
  screen.press('1', '/').type('inventory');
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description });
  expect(screen.cursor?.name).toBe('GET /store/inventory');
});

test('a parameter is found by its name: Enter expands its operation with the cursor on it', () => {
  const screen = petstore().press('/').type('petId');
  expect(screen.cursor).toMatchObject({ name: 'petId', depth: 2 });
  expect(screen.names.slice(0, 3)).toEqual(['pet', expect.stringContaining('{petId}'), 'petId']);
  screen.press('enter');
  expect(screen.cursor?.name).toBe('petId');
  const above = screen.state.schema.rows[screen.state.schema.cursor - 1];
  expect(above?.name).toContain('{petId}');
});

test('a single word finds the operations first, each with its matching parameter or property below it', () => {
  const screen = petstore().press('/').type('status');
  const at = screen.names.indexOf('GET /pet/findByStatus');
  expect(screen.cursor?.name).toBe('GET /pet/findByStatus');
  expect(screen.names[at + 1]).toBe('status');
  expect(lines(screen.press('down'))[2]).toContain('GET /pet/findByStatus › status');
  screen.press('enter');
  expect(screen.cursor).toMatchObject({ name: 'status', mark: 'absent' });
  screen.press('space');
  expect(screen.query).toContain('/pet/findByStatus?status=');
});

test('a nested property is found in either grouping, and by a prefix of its name', () => {
  for (const keys of [[], ['t']]) {
    const screen = petstore()
      .press(...keys, '/')
      .type('photoUrls')
      .press('enter');
    expect(screen.cursor?.name).toBe('photoUrls');
    screen.press('space');
    expect(screen.query).toMatch(/"photoUrls"/);
  }
  expect(forDescription().press('1', '/').type('x-tra').names).toEqual(['pets', 'GET /pets/{petId}', 'X-Trace']);
});

test('the row of a parameter shows its value in the text during a search', () => {
  const screen = forDescription().press('1').row('GET /pets/{petId}').press('space', 'l').row('kind').press('space');
  screen.press('/').type('kind');
  expect(screen.state.schema.rows.find(({ name }) => name === 'kind')).toMatchObject({ mark: 'ticked', value: 'dog' });
});

test('the rows of an operation that is not in the text are created once for all letters', () => {
  const screen = petstore().press('/').type('status');
  const parameter = (): unknown => screen.state.schema.rows.find(({ name }) => name === 'status');
  const before = parameter();
  screen.press('backspace').type('s');
  expect([before, parameter() === before]).toEqual([expect.objectContaining({ name: 'status' }), true]);
});

test('many properties, and infinitely nested ones, are found in one search', () => {
  const self = { $ref: '#/components/schemas/Self' };
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p_${at}`, { allOf: [self] }]));
  let chain: object = { properties: { deep_one: {} } };
  for (let at = 0; at < 400; at++) chain = { allOf: [chain] };
  const operation = (schema: object) => ({
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/a': { post: operation(self), put: operation(chain) } },
    components: { schemas: { Self: { properties: { own_name: self, ...wide } } } },
  };
  const screen = forDescription({}, document).press('1', '/');
  screen.send({ kind: 'paste', text: 'own_name' });
  expect(screen.cursor?.name).toBe('own_name');
});

test('matches are listed below their paths if the tree is grouped by path', () => {
  const screen = petstore().press('t', '/').type('delete order');
  expect(screen.names.slice(0, 2)).toEqual(['/store', 'DELETE /store/order/{orderId}']);
});

test('the results are the same with and without preparation', () => {
  const [cold, warm] = [forFile('petstore.yaml'), forFile('petstore.yaml')];
  const prepared = warm.state.connect.description;
  if (prepared === undefined) throw new Error('No description.');
  for (const _ of warmDescription(prepared, theme));
  for (const screen of [cold, warm]) screen.press('1', '/').type('user by name');
  expect(warm.names).toEqual(cold.names);
  expect(cold.names).toContain('GET /user/{username}');
});

test('without a description or a request, the key reports that', () => {
  const screen = new Screen({ kind: 'http', url: '', sdl: null }).do({ type: 'connect/without' });
  screen.press('1', '/');
  expect([screen.notice, screen.state.schema.search]).toEqual(['Nothing to search yet.', undefined]);
  expect(forDescription().press('1', '/').state.schema.search).toBeDefined();
});

const sent = (screen: Screen): number => screen.asked.filter(({ kind }) => kind === 'run-http').length;

test.each([
  ['POST /store/order', (screen: Screen) => screen.press('/').type('place order').press('enter', 'space')],
  [
    'DELETE /store/order/{orderId}',
    (screen: Screen) => screen.press('/').type('delete order').press('enter', 'escape', 'space'),
  ],
  ['POST /store/order', (screen: Screen) => screen.press('/').type('shipDate').press('enter', 'space')],
])('%s that a search added needs confirmation before it is first sent', (title, bring) => {
  const screen = bring(petstore());
  expect(screen.query).toContain(title.split(' ')[0]);
  screen.press('ctrl+r');
  expect(screen.state.overlays.at(-1)).toMatchObject({ title: `Send ${title}? It was added by a search.` });
  screen.press('enter');
  expect(sent(screen)).toBe(0);
  screen.press('ctrl+r', 'down', 'enter');
  expect(sent(screen)).toBe(1);
  screen.press('ctrl+r', 'ctrl+r');
  expect([sent(screen), screen.state.overlays]).toEqual([2, []]);
});

test.each([
  ['reads', (screen: Screen) => screen.press('/').type('inventory').press('enter', 'space')],
  ['was ticked row by row', (screen: Screen) => screen.row('store').row('POST /store/order').press('space')],
  [
    'was ticked row by row while a search goes on',
    (screen: Screen) => screen.press('/').type('get inventory').press('enter').row('POST /store/order').press('space'),
  ],
  [
    'was ticked before the search',
    (screen: Screen) =>
      screen.row('POST /store/order').press('space').press('/').type('shipDate').press('enter', 'space'),
  ],
])('an operation that %s is sent immediately', (_, bring) => {
  const screen = bring(petstore()).press('ctrl+r');
  expect([screen.state.overlays, sent(screen)]).toEqual([[], 1]);
});

test('Ctrl-F leaves a pending login open, as in a GraphQL tab', () => {
  const screen = forDescription().do({ type: 'login/show', lines: ['open https://a.example/x'], pastes: false });
  screen.press('ctrl+f');
  expect(screen.notice).toBe('Log in first, or press Esc to cancel.');
  expect(screen.state.overlays).toHaveLength(1);
});
