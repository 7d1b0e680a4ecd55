import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { searchIndexOf } from '../../../../source/core/graphql/search/index.js';
import { cellWidth } from '../../../../source/core/text/cells.js';
import { cursorPlace } from '../../../../source/tui/app/cursor.js';
import { announce } from '../../../../source/tui/linear/announce.js';
import type { State } from '../../../../source/tui/model/state.js';
import { treePlaces } from '../../../../source/tui/schema/search/found.js';
import { rowTitle } from '../../../../source/tui/schema/tree/row.js';
import { schemaLines } from '../../../../source/tui/schema/view.js';
import { schemaText, triedSchemas } from '../../../support/schemas.js';
import { loaded, plain, Screen, theme } from '../../support.js';

const here = (screen: Screen): string => (screen.cursor === undefined ? '' : rowTitle(screen.cursor));
const found = (screen: Screen): string => {
  const search = screen.state.schema.search;
  return search?.results === undefined ? '' : `${search.at + 1} of ${search.results.total}`;
};
const drawn = (screen: Screen, width = 44, height = 20): string[] =>
  plain(
    schemaLines({
      schema: screen.state.schema,
      phase: 'ready',
      progress: '',
      ticked: 0,
      stale: false,
      rect: { x: 0, y: 0, width, height },
      focused: true,
      theme,
    }),
  );

test('/ opens the search line, each key goes to the best result, and its ancestors expand automatically', () => {
  const screen = new Screen().press('/').type('frie');
  expect(here(screen)).toBe('User.friends: [User!]!');
  expect(found(screen)).toBe('1 of 1');
  expect(screen.state.schema.search?.path).toEqual(['Query', 'user', 'friends']);
  const lines = drawn(screen);
  expect(lines[1]).toMatch(/^[│┃] \/ frie +1 of 1 ▲▼ [│┃]$/);
  expect(lines[2]).toMatch(/^[│┃] Query › user › friends +[│┃]$/);
  expect(lines.some(line => line.includes('friends: [User!]!'))).toBe(true);
});

test('the terminal’s cursor is after the typed text', () => {
  const screen = new Screen().press('/').type('us');
  expect(cursorPlace(screen.state)).toMatchObject({ column: 1 + 3 + 2, row: 2 });
  expect(cursorPlace(screen.press('enter').state)).toBeUndefined();
});

test('Esc in the line restores expanded rows, cursor and scroll position', () => {
  const screen = new Screen({ rows: 14 }).row('Types').press('l').row('hello');
  const view = ({ schema: { open, rows, cursor, top, search, trail } }: State) => {
    return { open, rows: rows.map(row => row.key), cursor, top, search, trail };
  };
  const before = view(screen.state);
  screen.press('/').type('author');
  expect(here(screen)).toBe('Post.author: User!');
  screen.press('escape');
  expect(view(screen.state)).toEqual(before);
});

test('each letter collapses what the previous one expanded, and deleting letters expands it again', () => {
  const screen = new Screen().press('/').type('id');
  const names = screen.names;
  screen.type('zz');
  expect(screen.names).toEqual(new Screen().names);
  expect(found(screen)).toBe('1 of 0');
  screen.press('backspace', 'backspace');
  expect(screen.names).toEqual(names);
});

test('Enter goes to the row and leaves its ancestors expanded; Backspace returns to where the search started', () => {
  const screen = new Screen().row('hello').press('/').type('friends').press('enter');
  expect(here(screen)).toBe('User.friends: [User!]!');
  screen.press('escape');
  expect(screen.state.schema.search).toBeUndefined();
  expect(here(screen)).toBe('User.friends: [User!]!');
  screen.press('backspace');
  expect(here(screen)).toBe('Query.hello: String');
  expect(screen.names).toContain('friends');
});

test('n and N step forwards and backwards and wrap around, and leave only the last path expanded', () => {
  const screen = new Screen().press('/').type('id').press('enter');
  const total = screen.state.schema.search?.results?.total ?? 0;
  const first = here(screen);
  const places = new Set([first]);
  for (let at = 1; at < total; at++) places.add(here(screen.press('n')));
  expect(places.size).toBeGreaterThan(4);
  expect(here(screen.press('n'))).toBe(first);
  const last = here(screen.press('N'));
  expect(drawn(screen)[1]).toContain(`${total} of ${total}`);
  screen.press('escape');
  expect(here(screen)).toBe(last);
  const opened = [...screen.state.schema.open].filter(key => key !== 'query/');
  expect(opened.every(key => screen.cursor?.key.startsWith(key))).toBe(true);
});

test('arrows, Ctrl-N and Ctrl-P step through the results while typing', () => {
  const screen = new Screen().press('/').type('name');
  const first = here(screen);
  const second = here(screen.press('down'));
  expect(second).not.toBe(first);
  expect(here(screen.press('up'))).toBe(first);
  expect(here(screen.press('ctrl+n'))).toBe(second);
  expect(here(screen.press('ctrl+p'))).toBe(first);
});

test('a ticked result stays visible when the search continues', () => {
  const screen = new Screen().press('/').type('friends').press('enter', 'space', 'n', 'escape');
  expect(screen.query).toContain('friends');
  screen.press('/').type('Kind.').press('enter', 'escape');
  expect(screen.names).toContain('friends');
});

test.each<[typed: string, title: string, way: string]>([
  ['first', 'User.friends(first:): Int', 'Query › user › friends › (first:)'],
  ['GUEST', 'Kind.GUEST', 'Types › Kind › GUEST'],
  ['Filter.not', 'Filter.not: Filter', 'Query › search › (filter:) › not'],
  ['Result', 'Result', 'Types › Result'],
  ['@stream', '@stream', 'Directives › stream'],
  ['no rights', 'Kind.GUEST', 'Types › Kind › GUEST'],
  ['title', 'Post.title: String!', 'Query › search › … on Post › title'],
  ['ticks', 'Subscription.ticks: Int', 'Subscription › ticks'],
])('%s finds %s by %s', (typed, title, way) => {
  const screen = new Screen().press('/').type(typed);
  expect(here(screen).replace(/^(?=GUEST)/, 'Kind.')).toBe(title);
  expect(screen.state.schema.search?.path.join(' › ')).toBe(way);
});

test('without a result: it is reported, nothing moves, and Enter repeats the message', () => {
  const screen = new Screen().row('hello').press('/').type('qqq');
  expect(here(screen)).toBe('Query.hello: String');
  const lines = drawn(screen);
  expect(lines[1]).toMatch(/ \/ qqq +no match /);
  expect(lines[2]).toContain('No matching names or descriptions');
  screen.press('enter');
  expect(screen.notice).toBe('No match for qqq in the schema.');
  expect(screen.state.schema.search).toBeUndefined();
});

test('K on a result shows the full path', () => {
  const screen = new Screen().press('/').type('first').press('enter', 'K');
  const overlay = screen.state.overlays.at(-1);
  expect(overlay?.kind === 'text' ? overlay.text : '').toContain('Path: Query › user › friends › (first:)');
});

test('a description is found after names, and the line marks it as a description', () => {
  const screen = new Screen({ sdl: 'type Query { clerk: Clerk } "Sells tickets." type Clerk { id: ID }' });
  screen.press('/').type('sells');
  expect(here(screen)).toBe('Clerk');
  expect(drawn(screen)[2]).toContain('described: Types › Clerk');
});

test('a deprecated field is found and shown while deprecated ones are hidden; d starts again', () => {
  const screen = new Screen().press('d');
  expect(screen.names).not.toContain('old');
  screen.press('/').type('old');
  expect(here(screen)).toBe('Query.old: Int');
  screen.press('enter', 'escape');
  expect(screen.names).toContain('old');
  screen.press('d', 'd');
  expect(screen.names).not.toContain('old');
});

test('while only ticked rows are shown, others are found anyway', () => {
  const screen = new Screen({ query: '{ hello }' }).press('c');
  expect(screen.names).toEqual(['Query', 'hello']);
  screen.press('/').type('friends');
  expect(screen.names).toEqual(['Query', 'user', 'friends']);
  expect(screen.press('tab').names).toEqual(['Query', 'user', 'friends', 'hello']);
  expect(here(screen)).toBe('User.friends: [User!]!');
  screen.press('escape');
  expect(screen.names).toEqual(['Query', 'hello']);
  screen.press('/').type('GUEST').press('enter', 'escape');
  expect(here(screen)).toBe('Kind.GUEST');
  expect(screen.names.slice(0, 3)).toEqual(['Query', 'hello', 'Types']);
});

test('a syntax error in the query does not prevent searching', () => {
  const screen = new Screen({ query: '{ hello ' }).press('/').type('friends').press('enter');
  expect(here(screen)).toBe('User.friends: [User!]!');
});

test('an input field is found below the argument, even if that is a variable', () => {
  const screen = new Screen({ query: 'query Q($f: Filter) { search(filter: $f) { __typename } }' });
  screen.press('/').type('Filter.text');
  expect(screen.cursor?.key).toBe('query/search#0/(filter/{text');
  expect(screen.state.schema.search?.path).toEqual(['Query', 'search', '(filter:)', 'text']);
});

test('a click on a row ends typing and selects the row', () => {
  const screen = new Screen().press('/').type('name');
  const at = screen.names.indexOf('rename') - screen.state.schema.top;
  screen.do({ type: 'schema/click', column: 20, row: 1 });
  expect(here(screen)).toBe('User.name: String!');
  screen.do({ type: 'schema/click', column: 20, row: at + 2 });
  expect(here(screen)).toBe('Mutation.rename: User');
  screen.press('escape');
  expect(here(screen)).toBe('Mutation.rename: User');
  expect(screen.names).toContain('rename');
  expect(screen.names).toContain('hello');
});

test('a new schema during a search is searched too; after Enter, the cursor does not move', () => {
  const screen = new Screen().press('/').type('hello').press('enter');
  const next = loaded('type Query { hello: Int  helloAgain: Int  other: Int }');
  screen.do({ type: 'connect/retry' });
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index: next.index });
  expect(found(screen)).toBe('1 of 2');
  expect(here(screen)).toBe('Query.hello: Int');
  expect(here(screen.press('n'))).toBe('Query.helloAgain: Int');
});

test('a paste of several lines becomes one line; Enter on an empty line ends the search', () => {
  const screen = new Screen().press('/').send({ kind: 'paste', text: ' user\r\n friends\n' });
  expect(here(screen)).toBe('User.friends: [User!]!');
  screen.press('escape', '/', 'enter');
  expect(screen.state.schema.search).toBeUndefined();
});

test('without a search, n explains how to start one; without a schema, / reports that', () => {
  expect(new Screen().press('n').notice).toBe('No search yet. Press / to search.');
  const without = new Screen({ sdl: null }).do({ type: 'connect/without' }).press('1', '/');
  expect(without.notice).toBe('No schema to search yet.');
});

test('names with cursor sequences, and names of five thousand letters, stay inside the pane', () => {
  const long = `a${'b'.repeat(4999)}`;
  const names = ['\u001b[2Jevil', 'e\u0301vil日本\u202e', '__proto__', 'constructor', long];
  const type = { kind: 'SCALAR', name: 'String' };
  const fields = names.map(name => ({ name, description: `about ${name}`, args: [{ name, type }], type }));
  const raw = { queryType: { name: '__proto__' }, types: [{ kind: 'OBJECT', name: '__proto__', fields }] };
  const index = indexSchema(JSON.parse(JSON.stringify(raw)));
  const screen = new Screen({ sdl: null }).do({ type: 'connect/load', source: { from: 'file', path: 'x' } });
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index });
  for (const [typed, name] of [
    ['evil', names[0]],
    ['日本', names[1]],
    ['__pro', '__proto__'],
    ['constr', 'constructor'],
    ['abbb', long],
    ['\u001b[2J', names[0]],
  ] as const) {
    screen.press('/').send({ kind: 'paste', text: typed });
    expect([typed, screen.cursor?.name]).toEqual([typed, name]);
    for (const [width, height] of [
      [44, 20],
      [24, 8],
    ] as const) {
      const lines = drawn(screen, width, height);
      expect(lines).toHaveLength(height);
      for (const line of lines) {
        expect(cellWidth(line)).toBe(width);
        expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
      }
    }
    screen.press('escape');
  }
});

describe.each(triedSchemas)('%s', name => {
  test('every searchable element has a row at the path of its result, to which the cursor moves', () => {
    const screen = new Screen({ sdl: schemaText(name) });
    const view = screen.state.connect.index;
    if (view === undefined) throw new Error('No schema.');
    const index = searchIndexOf(view);
    const stride = Math.ceil(index.entries.length / 60);
    for (let at = 0; at < index.entries.length; at += stride) {
      const entry = index.entries[at];
      if (entry === undefined) continue;
      const place = treePlaces(index, entry)[0];
      screen.do({ type: 'schema/reveal', key: place?.key ?? '', open: place?.above ?? [] });
      expect(screen.cursor?.key).toBe(place?.key);
      expect(screen.cursor?.name.replace(/^@/, '')).toBe(entry.name);
    }
  });
});

describe('while letters are typed', () => {
  const rows = (screen: Screen): string[] =>
    drawn(screen, 60, 30)
      .slice(3, -1)
      .map(line => line.slice(1, -1).trimEnd());

  test('the tree shows every match with its ancestors, and nothing else, ordered by best match', () => {
    const screen = new Screen().press('/').type('kind');
    expect(rows(screen).slice(0, 9)).toEqual([
      ' ▾ Types  15',
      '   ▸ Kind  enum',
      ' ▾ Query  6 fields',
      '   ▾ [ ] user: User',
      '       [ ] kind: Kind                          User field',
      '   ▾ [ ] search: [Result!]!  union',
      '     ▾ ○ filter: Filter',
      '         ○ kind: Kind  enum                  Filter input',
      '       ○ kinds: [Kind!]                  Query.search arg',
    ]);
    expect(here(screen)).toBe('Kind');
  });

  test('all matches are marked, the cursor is on the best, and arrows step through them', () => {
    const screen = new Screen().press('/').type('kind');
    const lines = schemaLines({
      schema: screen.state.schema,
      phase: 'ready',
      progress: '',
      ticked: 0,
      stale: false,
      rect: { x: 0, y: 0, width: 60, height: 30 },
      focused: true,
      theme,
    });
    expect(lines.filter(line => /\u001b\[(1;)?30;43m(kind|Kind)/.test(line))).toHaveLength(4);
    const names = [here(screen)];
    for (let at = 0; at < 3; at++) names.push(here(screen.press('down')));
    expect(names).toEqual(['Kind', 'User.kind: Kind', 'Filter.kind: Kind', 'Query.search(kinds:): [Kind!]']);
    expect(drawn(screen)[1]).toContain('4 of 4');
    expect(here(screen.press('down'))).toBe('Kind');
  });

  test('Tab shows the full tree around the match, and Tab again only the matches; Esc restores the expanded rows', () => {
    const screen = new Screen().row('Types').press('l').row('hello');
    const before = screen.names;
    screen.press('/').type('friends');
    expect(screen.names).toEqual(['Query', 'user', 'friends']);
    screen.press('tab');
    expect(screen.names).toEqual(expect.arrayContaining(['friends', 'hello', 'Types', 'Filter']));
    expect(here(screen)).toBe('User.friends: [User!]!');
    expect(screen.press('tab').names).toEqual(['Query', 'user', 'friends']);
    expect(screen.press('escape').names).toEqual(before);
  });

  test('two hundred matches are shown, the rest is counted', () => {
    const fields = Array.from({ length: 1540 }, (_, at) => `item${at}: Int`).join(' ');
    const screen = new Screen({ sdl: `type Query { ${fields} }` }).press('/').type('item');
    expect(screen.names).toHaveLength(202);
    expect(screen.names.at(-1)).toBe('and 1,340 more');
    screen.press('up');
    expect(screen.cursor?.name).toBe('item199');
    // In the full tree, n continues to hidden results.
    screen.press('enter', 'n');
    expect(screen.cursor?.name).toBe('item200');
  });

  test('a typo is marked at the intended letters', () => {
    const screen = new Screen().press('/').type('frineds');
    expect(here(screen)).toBe('User.friends: [User!]!');
    expect(rows(screen)[2]).toBe('     ▸ [ ] friends: [User!]! ↻                 User field');
  });

  test('a search for one kind only', () => {
    expect(new Screen().press('/').type('enum:g').names).toEqual(['Types', 'Kind', 'GUEST']);
    expect(new Screen().press('/').type('arg:fi').names.at(-1)).toBe('first');
  });

  test('a click on the box of a match ticks it and does not move the matches', () => {
    const screen = new Screen().press('/').type('friends');
    const row = screen.names.indexOf('friends') + 2;
    screen.do({ type: 'schema/click', column: 1 + 2 * 2 + 2, row });
    expect(screen.query).toContain('friends');
    expect(screen.names).toEqual(['Query', 'user', 'friends']);
    screen.press('escape');
    expect(screen.names).toEqual(expect.arrayContaining(['friends', 'hello']));
  });

  test('expanding a match shows the full tree', () => {
    const screen = new Screen().press('/').type('friends').do({ type: 'schema/click', column: 20, row: 4 });
    screen.press('l');
    expect(screen.names).toEqual(expect.arrayContaining(['first', 'hello']));
  });
});

describe('while the schema loads', () => {
  const load = (screen: Screen): Screen => {
    const { index, schema } = loaded();
    const id = screen.state.connect.loadId ?? 0;
    return screen.do({ type: 'connect/loaded', id, index }, { type: 'connect/built', id, schema });
  };
  const loading = (): Screen =>
    new Screen({ sdl: null }).do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://localhost/' } });

  test('typed text is searched as soon as it is loaded', () => {
    const screen = loading().press('/').type('friends');
    expect(drawn(screen)[2]).toContain('Search starts when the schema is loaded.');
    expect(here(load(screen))).toBe('User.friends: [User!]!');
    expect(screen.names).toEqual(['Query', 'user', 'friends']);
    expect(screen.press('escape').names).toEqual(new Screen().names);
  });

  test('and Enter is applied', () => {
    const screen = load(loading().press('/').type('friends').press('enter'));
    expect(here(screen)).toBe('User.friends: [User!]!');
    expect(screen.names).toContain('hello');
    expect(screen.press('space').query).toContain('friends');
  });
});

const shelf = `
  type Query { shelf: Shelf } type Shelf { boxes: [Box] } type Box { things: [Thing] } type Thing { weightInGrams: Int }
  type Mutation { purgeAll(older: Int = 0): Purged } type Purged { thing: Thing, purgedCount: Int }
`;

test.each([
  ['Enter and Space', ['/'], ['enter', 'space']],
  ['Space among the matches', ['/'], ['tab', 'tab', 'enter', 'space']],
  ['Ctrl-F from another pane', ['2', 'ctrl+f'], ['enter', 'space']],
])('%s on a result adds a query to the text if a query contains it', (_, before, after) => {
  const screen = new Screen({ sdl: shelf }).press(...before).type('weightInGrams');
  expect(screen.state.schema.search?.path.join(' › ')).toBe('Query › shelf › boxes › things › weightInGrams');
  screen.press(...after);
  expect(screen.query).toContain('weightInGrams');
  expect(screen.query).not.toContain('mutation');
});

test('elements that only a mutation has are marked: in the row, however narrow, and in the line with the path', () => {
  const screen = new Screen({ sdl: shelf }).press('/').type('purgedCount');
  const lines = drawn(screen, 60);
  expect(lines[2]).toMatch(/^[│┃] Mutation › purgeAll › purgedCount {2}writes +[│┃]$/);
  expect(lines.filter(line => line.includes('Purged writes '))).toHaveLength(1);
  const narrow = drawn(screen, 36).filter(line => line.includes('purgedCount') && !line.includes('/'));
  expect(narrow.some(line => / writes [│┃]/.test(line))).toBe(true);
  const reading = new Screen({ sdl: shelf }).press('/').type('weightInGrams');
  expect(drawn(reading, 60).join('\n')).not.toContain('writes');
});

test('in line mode, a match in a mutation is marked', () => {
  const before = new Screen({ sdl: shelf }).press('/');
  const said = (typed: string): string =>
    announce(before.state, new Screen({ sdl: shelf }).press('/').type(typed).state)
      .map(({ text }) => text)
      .join(' ');
  expect(said('purgedCount')).toContain('Mutation, purgeAll, purgedCount, which writes.');
  expect(said('weightInGrams')).toContain('Query, shelf, boxes, things, weightInGrams.');
  expect(said('weightInGrams')).not.toContain('writes');
});

test('several words find the field whose path contains them, and a typo is reported', () => {
  const museum = `type Query { museum: Museum other: Person } type Museum { director: Person guard: Person }
    type Person { email: String salary: Int }`;
  const screen = new Screen({ sdl: museum }).press('/').type('guard email');
  expect(screen.state.schema.search?.path).toEqual(['Query', 'museum', 'guard', 'email']);
  expect(here(screen)).toBe('Person.email: String');
  expect(drawn(screen)[2]).toMatch(/^[│┃] Query › museum › guard › email +[│┃]$/);
  expect(screen.press('enter').state.schema.search?.path).toEqual(['Query', 'museum', 'guard', 'email']);
  expect(here(screen)).toBe('Person.email: String');
  const guess = new Screen({ sdl: museum }).press('/').type('guard emial');
  expect(drawn(guess, 60)[2]).toMatch(/^[│┃] closest: Query › museum › guard › email/);
  const less = new Screen({ sdl: museum }).press('/').type('guard zzqq email');
  expect(drawn(less, 60)[2]).toMatch(/^[│┃] without zzqq: Query › museum › guard › email/);
});
