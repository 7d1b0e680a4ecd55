/** `D`: the tree shows only the changes found by a refresh, each row marked. Esc restores the expanded rows. */
import { diffSchemas } from '../../../../source/core/graphql/schema-diff/diff.js';
import { announce } from '../../../../source/tui/linear/announce.js';
import type { State } from '../../../../source/tui/model/state.js';
import { schemaLines } from '../../../../source/tui/schema/view.js';
import { expectTimeRatioBelow } from '../../../support/run/time-ratio.js';
import { loaded, plain, Screen, sdl, shared, theme } from '../../support.js';

/** The server's previous schema. */
const before = sdl
  .replace('hello: String\n', 'hello: String gone: Int\n')
  .replace('friends(first: Int = 10)', 'friends(first: Int = 10, after: ID)')
  .replace('title: String!', 'title: String')
  .replace('User | Post', 'User | Post | Lost')
  .replace('enum Kind { ADMIN "No rights at all." GUEST }', 'enum Kind { ADMIN "No rights at all." GUEST ROOT }')
  .replace('enum Kind', 'type Lost { id: ID! } enum Kind')
  .replace('input Choice @oneOf { a: Int, b: String }', 'input Choice @oneOf { a: Int }')
  .replace('"A person."', '"Somebody."');

/** A screen whose refresh has found changes. */
function changedScreen(options: { readonly sdl?: string; readonly rows?: number } = {}): Screen {
  const screen = new Screen(options);
  return changed(screen, options.sdl ?? before, sdl);
}

function changed(screen: Screen, old: string, now: string): Screen {
  screen.press('R');
  const id = screen.state.connect.loadId ?? 0;
  const { index, schema } = loaded(now);
  screen.do({ type: 'connect/loaded', id, index }, { type: 'connect/built', id, schema });
  const changes = diffSchemas(shared(old).schema, schema);
  return changes.length === 0 ? screen : screen.do({ type: 'connect/changed', id, changes });
}

const drawn = (screen: Screen, width = 50, height = 30): string[] =>
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
  )
    .slice(1, -1)
    .map(line => line.slice(1, -1).trimEnd());

const view = ({ schema: { open, rows, cursor, top, search } }: State) => {
  return { open, rows: rows.map(row => row.key), cursor, top, search };
};

test('D shows the changes with their ancestors, most severe first, and removed elements in their former position', () => {
  const screen = changedScreen();
  expect(screen.state.notice?.text).toMatch(
    /^The schema has changed: 5 breaking, .* Press D in the tree to see only changes\.$/,
  );
  const lines = drawn(screen.press('D')).filter(line => line !== '');
  expect(lines).toEqual([
    expect.stringMatching(/^ D changes, 5 breaking +1 of 8 n N$/),
    ' ! Lost was removed.',
    ' ▾ Types  15',
    '!    Lost  gone',
    '   ▾ Result  union',
    expect.stringMatching(/^! {6}\| Lost {2}gone +Result$/),
    '   ▾ Kind  enum',
    expect.stringMatching(/^! {6}ROOT {2}gone +Kind enum$/),
    '~  ▸ User  type',
    ' ▾ Query  6 fields',
    expect.stringMatching(/^! {4}gone {2}gone +Query field$/),
    '   ▾ [ ] user: User',
    '     ▾ [ ] friends: [User!]! ↻',
    expect.stringMatching(/^! {8}after {2}gone +User.friends arg$/),
    '   ▾ [ ] pick: String',
    '     ▾ ○ choice: Choice!  one of',
    expect.stringMatching(/^\+ {8}\( \) b: String +Choice input$/),
    '   ▾ [ ] search: [Result!]!  union',
    '     ▾ [ ] … on Post',
    expect.stringMatching(/^~ {8}\[ \] title: String! +Post field$/),
  ]);
});

test.each(['escape', 'D'])('%s restores expanded rows, cursor and scroll position', key => {
  const screen = changedScreen({ rows: 14 }).row('Types').press('l').row('hello');
  const was = view(screen.state);
  screen.press('D', 'n', 'n', 'j', 'n');
  expect(view(screen.state)).not.toEqual(was);
  expect(view(screen.press(key).state)).toEqual(was);
  expect(view(screen.press('D', key).state)).toEqual(was);
});

test('n and N step through the changes, each with its description', () => {
  const screen = changedScreen().press('D');
  const told: string[] = [];
  for (let at = 0; at < 8; at++) {
    told.push(drawn(screen, 70)[1] ?? '');
    screen.press('n');
  }
  expect(told).toEqual([
    ' ! Lost was removed.',
    ' ! Lost was removed from union type Result.',
    ' ! ROOT was removed from enum type Kind.',
    ' ~ User is described otherwise.',
    ' ! Query.gone was removed.',
    ' ! User.friends arg after was removed.',
    ' + An optional field b on input type Choice was added.',
    ' ~ Post.title changed type from String to String!.',
  ]);
  expect(drawn(screen, 70)[1]).toBe(told[0]);
  expect(drawn(screen.press('N'), 70)[1]).toBe(told[7]);
});

test('an action on a row applies to the full tree, where the marks stay until Esc', () => {
  const screen = changedScreen().press('D');
  screen.row('title').press('space');
  expect(screen.query).toContain('title');
  expect(screen.row('user').press('enter').names).toContain('hello');
  expect(drawn(screen).filter(line => /^[!+~]/.test(line))).toEqual([
    expect.stringMatching(/^~ {8}\[x\] title: String!/),
  ]);
  expect(drawn(screen.press('escape')).some(line => /^[!+~]/.test(line))).toBe(false);
  expect(screen.cursor?.name).toBe('user');
});

test.each(['space', 'enter', 'l', 'h', 'a', 'A', 'v', '='])(
  'for a removed element, %s reports that it was removed',
  key => {
    const screen = changedScreen().press('D').row('gone');
    const { schema, query } = screen.state;
    screen.press(key);
    expect(screen.state.notice?.text).toBe('Query.gone was removed.');
    expect([screen.state.schema, screen.state.query, screen.state.overlays]).toEqual([schema, query, []]);
  },
);

test('in the full tree, n goes to the former position of a removed element', () => {
  const screen = changedScreen().press('D').row('user').press('enter', 'n');
  expect(screen.state.schema.search?.showsFullTree).toBe(true);
  const names = new Set<string>();
  for (let at = 0; at < 8; at++) names.add(screen.press('n').cursor?.name ?? '');
  expect([...names].sort()).toEqual(['Kind', 'Query', 'Result', 'Types', 'User', 'b', 'friends', 'title']);
});

test('before a refresh has found changes there is nothing to show, and another server resets them', () => {
  const screen = new Screen().press('D');
  expect(screen.state.notice?.text).toBe('No changes found yet. Press R to reload the schema.');
  expect(screen.state.schema.search).toBeUndefined();
  const other = changedScreen().do({ type: 'connect/open', url: 'http://localhost/other', keep: true });
  expect(other.state.connect.changes).toEqual([]);
});

test('a refresh without changes leaves the list unchanged; the next one with changes replaces it', () => {
  const screen = changedScreen().press('D', 'n');
  const lines = drawn(screen);
  changed(screen, sdl, sdl);
  expect(drawn(screen)).toEqual(lines);
  changed(screen, sdl, sdl.replace('hello: String', 'hello: String fresh: Int'));
  expect(drawn(screen).filter(line => line !== '')).toEqual([
    expect.stringMatching(/^ D changes +1 of 1 n N$/),
    ' + Query.fresh was added.',
    ' ▾ Query  7 fields',
    expect.stringMatching(/^\+ {4}\[ \] fresh: Int +Query field$/),
  ]);
});

test('a search can start and end while the changes are shown', () => {
  const screen = changedScreen();
  const was = view(screen.state);
  screen.press('D', '/').type('hel');
  expect(screen.state.schema.search?.changes).toBeUndefined();
  expect(screen.names).toContain('hello');
  expect(screen.press('escape', 'D').names).toContain('ROOT');
  expect(view(screen.press('escape').state).rows).toEqual(was.rows);
});

test('thousands of changes are all shown, in linear time', () => {
  const fields = (prefix: string, length: number): string =>
    Array.from({ length }, (_, at) => `${prefix}${at}: Int`).join(' ');
  const changes = (length: number) =>
    changed(
      new Screen({ sdl: `type Query { ${fields('a', length)} }` }),
      `type Query { ${fields('a', length)} }`,
      `type Query { ${fields('b', length)} }`,
    );
  const screen = changes(4000);
  const few = changes(400);
  expectTimeRatioBelow(
    50,
    () => screen.press('escape', 'D'),
    () => few.press('escape', 'D'),
  );
  // Each removed and each added element, and Query: as many as a search can reach.
  expect(screen.state.schema.rows.length).toBe(5002);
  expect(screen.names.at(-1)).toBe('and 3,000 more');
});

test('in line mode, each change is announced', () => {
  const screen = changedScreen();
  const first = screen.state;
  const second = screen.press('D').state;
  const third = screen.press('n').state;
  expect(
    announce(first, second)
      .map(({ text }) => text)
      .join('\n'),
  ).toContain('Change 1 of 8, Types, Lost: Lost was removed.');
  expect(
    announce(second, third)
      .map(({ text }) => text)
      .join('\n'),
  ).toContain('Change 2 of 8, Types, Result, | Lost: Lost was removed from union type Result.');
});
