import { tickedCount } from '../../../source/tui/schema/tree/schema-tree.js';
import { schemaLines } from '../../../source/tui/schema/view.js';
import { plain, Screen, theme } from '../support.js';

test('the tree opens with the fields of Query, and the other roots below', () => {
  expect(new Screen().names).toEqual([
    'Query',
    'user',
    'search',
    'node',
    'pick',
    'hello',
    'old',
    'Mutation',
    'Subscription',
    'Types',
    'Directives',
  ]);
});

test('expanding and ticking are different keys', () => {
  const screen = new Screen().row('user').press('l');
  expect(screen.query).toBe('');
  expect(screen.names.slice(1, 7)).toEqual(['user', 'id', 'id', 'name', 'friends', 'kind']);
  expect(screen.press('h').names[2]).toBe('search');
});

test('l on an expanded row goes to its first child, h on the child goes back', () => {
  const screen = new Screen().row('user').press('l', 'l');
  expect(screen.cursor?.kind).toBe('argument');
  expect(screen.press('h').cursor?.name).toBe('user');
});

test('Space on an object adds it to the query with id and a variable for its required argument', () => {
  const screen = new Screen().row('user').press('space');
  expect(screen.query.replace(/\s+/g, ' ').trim()).toBe('query ($id: ID!) { user(id: $id) { id } }');
  expect(screen.cursor).toMatchObject({ name: 'user', mark: 'ticked' });
});

test('Space twice restores the old text, and u undoes a tick', () => {
  const screen = new Screen({ query: '# mine\nquery { hello }\n' });
  screen.row('user').press('space', 'space');
  expect(screen.query).toBe('# mine\nquery { hello }\n');
  screen.press('space');
  expect(screen.query).not.toBe('# mine\nquery { hello }\n');
  screen.press('u');
  expect(screen.query).toBe('# mine\nquery { hello }\n');
  expect(screen.press('U').query).toContain('user');
});

test('typing in the query moves the ticks of the tree', () => {
  const screen = new Screen().press('2', 'i').type('{ hello }');
  expect(screen.query).toBe('{ hello }');
  expect(screen.state.schema.rows.find(row => row.name === 'hello')?.mark).toBe('ticked');
});

test('while the text has a syntax error, the tree shows its ticks and refuses more, with the reason', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', 'i', 'ctrl+end').type(' }').press('escape', '1');
  expect(screen.state.schema.rows.find(row => row.name === 'hello')?.mark).toBe('ticked');
  screen.row('user').press('space');
  expect(screen.notice).toMatch(/line 1 .*syntax error/i);
});

test('a cycle of types is marked where it closes, and can still be expanded', () => {
  const screen = new Screen().row('user').press('l').row('friends').press('l').row('friends');
  const inner = screen.state.schema.rows.filter(row => row.name === 'friends');
  expect(inner.map(row => row.cyclic ?? false)).toEqual([true, true]);
});

test('a union has a row for each of its types, an interface lists its fields first', () => {
  const screen = new Screen().row('search').press('l');
  expect(screen.state.schema.rows.filter(row => row.kind === 'on').map(row => row.name)).toEqual(['User', 'Post']);
  expect(screen.names).toContain('__typename');
});

test('arguments show default, type and, once ticked, their value', () => {
  const screen = new Screen({ query: '{ search(text: "x", kinds: [ADMIN, GUEST]) { __typename } }' })
    .row('search')
    .press('l');
  const rows = screen.state.schema.rows.filter(row => row.kind === 'argument');
  expect(rows.map(row => [row.name, row.value, row.defaultValue, row.required])).toEqual([
    ['text', '"x"', '"all"', false],
    ['filter', undefined, undefined, false],
    ['kinds', '[ADMIN, GUEST]', undefined, false],
  ]);
  screen.row('kinds').press('l');
  expect(screen.state.schema.rows.filter(row => row.kind === 'item').map(row => row.value)).toEqual(['ADMIN', 'GUEST']);
  screen.row('filter').press('l');
  expect(screen.names).toEqual(expect.arrayContaining(['not', 'ids']));
});

test('a recursive input can be expanded to any depth', () => {
  const screen = new Screen().row('search').press('l').row('filter').press('l');
  for (let depth = 0; depth < 5; depth++) {
    const last = screen.state.schema.rows.map(row => row.name).lastIndexOf('not');
    screen.do({ type: 'schema/move', by: last - screen.state.schema.cursor }).press('l');
  }
  expect(screen.names.filter(name => name === 'not')).toHaveLength(6);
});

test('aliases, directives and fragments of the text are rows', () => {
  const screen = new Screen({
    query: 'query { mine: user(id: 1) @include(if: true) { ...Names } }\nfragment Names on User { name }',
  })
    .row('user')
    .press('l');
  expect(screen.cursor).toMatchObject({ alias: 'mine' });
  expect(screen.names).toEqual(expect.arrayContaining(['@include', '...Names']));
  screen.row('...Names').press('l');
  expect(screen.state.schema.rows.find(row => row.name === '...Names')?.detail).toContain('used once');
  expect(screen.state.schema.rows.filter(row => row.name === 'name' && row.mark === 'ticked')).toHaveLength(1);
});

test('c shows only ticked rows, with their ancestors expanded', () => {
  const screen = new Screen({ query: '{ user(id: 1) { friends { name } } }' }).press('c');
  expect(screen.names).toEqual(['Query', 'user', 'id', 'friends', 'name']);
  expect(screen.press('c').names).toContain('Types');
});

test('d hides deprecated fields that are not in the query', () => {
  expect(new Screen().press('d').names).not.toContain('old');
  expect(new Screen({ query: '{ old }' }).press('d').names).toContain('old');
});

test('T goes to the row’s type, and Backspace returns', () => {
  const screen = new Screen().row('user').press('T');
  expect(screen.cursor).toMatchObject({ kind: 'type', name: 'User' });
  expect(screen.names).toEqual(expect.arrayContaining(['implements Node']));
  expect(screen.press('backspace').cursor).toMatchObject({ kind: 'field', name: 'user' });
});

test('W lists the uses of a type, and Enter goes to one', () => {
  const screen = new Screen().row('user').press('W');
  const overlay = screen.state.overlays.at(-1);
  expect(overlay?.kind === 'choice' && overlay.options.map(option => option.label)).toEqual(
    expect.arrayContaining(['Query.user', 'User.friends', 'Post.author']),
  );
  screen.press('down', 'enter');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.cursor?.kind).toBe('entry');
});

test('K shows the full documentation, and Esc closes it', () => {
  const screen = new Screen().row('old').press('K');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'text', text: expect.stringContaining('Use hello.') });
  expect(screen.press('escape').state.overlays).toEqual([]);
});

test('Types can be read but not ticked', () => {
  const screen = new Screen().row('Types').press('l').row('Kind').press('l');
  expect(screen.names).toContain('GUEST');
  expect(screen.press('space').notice).toContain('Types cannot be ticked');
});

test('another root type starts another operation, which the tree shows', () => {
  const screen = new Screen({ query: '{ hello }' }).row('Mutation').press('l').row('rename').press('space');
  expect(screen.query).toContain('mutation');
  expect(screen.state.schema.rows.find(row => row.name === 'rename')?.mark).toBe('ticked');
  screen.press('2', 'g', 'g');
  expect(screen.state.schema.rows.find(row => row.name === 'hello')?.mark).toBe('ticked');
});

test('g g and G go to the first and the last row', () => {
  const screen = new Screen().press('G');
  expect(screen.cursor?.name).toBe('Directives');
  expect(screen.press('g', 'g').cursor?.name).toBe('Query');
});

test('with a hundred thousand expanded rows, the cursor stays on its row when the text changes', () => {
  const wide = `type Query { ${Array.from({ length: 20_000 }, (_, i) => `f${i}: Int`).join(' ')} hello: String }`;
  const screen = new Screen({ sdl: wide }).press('G').row('hello').press('space');
  expect(screen.query).toContain('hello');
  expect(screen.cursor?.name).toBe('hello');
  expect(screen.state.schema.top).toBeGreaterThan(19_000);
});

test('hostile names and descriptions cannot leave their cells or break the border', () => {
  const screen = new Screen();
  const row = { ...screen.state.schema.rows[1], name: '\u001b[2J\u001b]52;c;eA==\u0007日本\u202eabc\r\nx', depth: 1 };
  const schema = { ...screen.state.schema, rows: [row] } as typeof screen.state.schema;
  const rect = { x: 0, y: 0, width: 30, height: 5 };
  const lines = schemaLines({
    schema,
    phase: 'ready',
    progress: '',
    ticked: 0,
    stale: false,
    rect,
    focused: false,
    theme,
  });
  expect(lines.join('')).not.toMatch(/\u001b(?!\[[\d;]*m)|\u0007|\r|\u202e/);
  expect(plain(lines)[1]).toMatch(/^[│┃].*[│┃]$/);
});

test('moving creates no rows, however many are expanded', () => {
  const screen = new Screen().row('Types').press('l');
  const { rows } = screen.state.schema;
  expect(screen.press('j', 'j', 'pagedown', 'G', 'g', 'g').state.schema.rows).toBe(rows);
});

test.each([
  ['{ hello old }', 2],
  ['{ user(id: 1) { ...F id } } fragment F on User { name kind }', 3],
  ['{ user(id: 1) { ...F friends { ...F } } } fragment F on User { name ...G } fragment G on User { kind }', 4],
  ['{ user(id: 1) { ...F id } } fragment F on User { name ...G } fragment G on User { kind ...F }', 3],
  ['{ user(id: 1) { ...Gone id } }', 1],
])('of %s, %i fields are counted as ticked, including those in fragments', (query, count) => {
  expect(tickedCount(new Screen({ query }).state)).toBe(count);
});
