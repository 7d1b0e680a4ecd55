/** Live validation in the query pane: gutter, underline, bottom line, list, navigation; and formatting. */
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { inner } from '../../../source/tui/components/frame.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { overlayRect } from '../../../source/tui/overlays/layout.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { queryLines } from '../../../source/tui/query/view.js';
import { plain, Screen, theme } from '../support.js';

const open = (query: string, options: Parameters<typeof screenOf>[1] = {}): Screen => screenOf(query, options);
function screenOf(query: string, options: ConstructorParameters<typeof Screen>[0] = {}): Screen {
  const screen = new Screen({ query, ...options }).do({ type: 'app/focus', pane: 'query' });
  return rest(screen);
}

/** Simulates a pause in typing, so that waiting work is done. */
function rest(screen: Screen): Screen {
  const later = screen.effects.splice(0).flatMap(effect => (effect.kind === 'later' ? [effect.action] : []));
  // The check of the initial text is scheduled while the schema is built, before the effects are recorded.
  const { checkId } = screen.state.query;
  if (checkId !== undefined) screen.do({ type: 'query/check', id: checkId });
  return screen.do(...later);
}

const lines = ({ state }: Screen, width = 80): string[] =>
  queryLines({
    query: state.query,
    bindings: state.settings.bindings.graphql,
    rect: { x: 0, y: 0, width, height: 12 },
    focused: true,
    status: state.editing ? 'editing' : '',
    theme,
    wrap: state.wrap,
    checks: state.connect.schema !== undefined,
  });
const shown = (screen: Screen, width?: number): string[] => plain(lines(screen, width));
const bottom = (screen: Screen, width?: number): string => shown(screen, width).at(-1) ?? '';

test('a query without problems is called valid', () => {
  const screen = open('{ hello }');
  expect(bottom(screen)).toMatch(/[─━] line 1 of 1 · valid [─━]/);
  // Not before it was checked.
  expect(bottom(screen.press('i', 'right', 'right').type('x'))).toMatch(/[─━] line 1 of 1 [─━]+[┘┛]$/);
});

test('an unknown field is marked in the gutter, underlined, and reported in the bottom line', () => {
  const screen = open('{\n  hello\n  helo\n}');
  expect(bottom(screen)).toContain('1 problem: Cannot query field "helo" on type "Query".');
  expect(shown(screen)[3]?.[0]).toBe('✗');
  expect(shown(screen)[2]?.[0]).toMatch(/[│┃]/);
  expect(lines(screen)[3]).toContain('\u001b[4;91mhelo\u001b[0m');
});

test('deprecated or unused elements are warnings, not problems', () => {
  const screen = open('{ old }');
  expect(bottom(screen)).toContain('1 warning: The field Query.old is deprecated. Use hello.');
  expect(shown(screen)[1]?.[0]).toBe('!');
  expect(bottom(open('{ hello } fragment F on User { id }'))).toContain('1 warning: Fragment "F" is never used.');
});

test('a syntax error is reported immediately with its position, even without a schema', () => {
  const screen = open('{ hello', { sdl: null });
  expect(bottom(screen)).toContain('1 problem: Expected Name, found the end of the text.');
  screen.press('i', 'end').type(' }');
  expect(bottom(screen)).not.toContain('problem');
  expect(bottom(screen)).not.toContain('valid');
});

test('marks move with the text until it is checked again, and disappear where it changed', () => {
  const screen = open('{\n  helo\n}');
  screen.press('i', 'enter');
  expect(shown(screen)[3]?.[0]).toBe('✗');
  expect(lines(screen)[3]).toContain('\u001b[4;91mhelo');
  screen.press('down', 'end').type('x');
  expect(bottom(screen)).not.toContain('problem');
  rest(screen);
  expect(bottom(screen)).toContain('Cannot query field "helox"');
});

test('the result of an outdated check is ignored', () => {
  const screen = open('{ hello }').press('i', 'right', 'right').type('x');
  const stale = screen.effects.find(each => each.kind === 'later');
  screen.type('y');
  if (stale === undefined) throw new Error('No check was ordered.');
  screen.do(stale.action);
  expect(screen.state.query.problems).toEqual([]);
  rest(screen);
  expect(bottom(screen)).toContain('Cannot query field "xyhello"');
});

test('ticks are checked like typing', () => {
  const screen = open('').do({ type: 'app/focus', pane: 'schema' }).row('hello').press('space');
  expect(screen.query).toContain('hello');
  rest(screen);
  expect(bottom(screen)).toContain('valid');
});

test('] and [ step through the problems and wrap around; p lists them and Enter goes to one', () => {
  const screen = open('{\n  a\n  hello\n  b\n}');
  const at = (): string | undefined =>
    screen.state.query.editor.doc.lineAt(screen.state.query.editor.selection.main.head).text.trim();
  screen.press(']');
  expect(at()).toBe('a');
  screen.press(']');
  expect(at()).toBe('b');
  screen.press(']');
  expect(at()).toBe('a');
  screen.press('[');
  expect(at()).toBe('b');
  screen.press('p');
  const list = screen.state.overlays.at(-1);
  if (list?.kind !== 'choice') throw new Error('No list opened.');
  expect(list.title).toBe('2 problems');
  expect(list.options.map(each => each.label)).toEqual(['2:3', '4:3']);
  expect(list.selected).toBe(1);
  screen.press('up', 'enter');
  expect(at()).toBe('a');
  expect(screen.state.overlays).toEqual([]);
});

test('a problem truncated in a narrow list is shown in full below it; the title includes the name', () => {
  const screen = open('query Broken { user(id: 1) { nam } helo }').do({ type: 'app/resize', columns: 60, rows: 20 });
  screen.press('p');
  const { state } = screen;
  const top = topOverlay(state);
  if (top === undefined) throw new Error('No list opened.');
  const rect = overlayRect(state, top, overlayKinds);
  const drawn = kindOf(overlayKinds, top).draw(top, state, inner(rect));
  const rows = plain(drawn.lines).map(each => each.trim());
  expect(rows[0]).toMatch(/^1:\d+ .*…$/);
  expect(rows.slice(2).join(' ')).toContain('Cannot query field "nam" on type "User". Did you mean "name"?');
  expect(rows.length).toBeLessThanOrEqual(rect.height - 2);
  screen.press('escape', 'i');
  expect(shown(screen, 35)[0]).toMatch(/2 Query {2}Broken ━+ editing ━/);
});

test('] does not wait for a pause in typing', () => {
  const screen = open('{\n  a\n}').press('i', 'down', 'end').type('b').press('escape', ']');
  expect(screen.state.query.problems).toMatchObject([{ message: 'Cannot query field "ab" on type "Query".' }]);
  expect(screen.notice).toBeUndefined();
});

test('without problems, ] and p report that', () => {
  const screen = open('{ hello }').press(']');
  expect(screen.notice).toBe('No problems.');
  expect(screen.press('p').state.overlays).toEqual([]);
});

test('= formats as one undo step, and refuses a text that does not parse', () => {
  const screen = open('{hello,user(id:1){name}}').press('=');
  expect(screen.query).toBe('{\n  hello\n  user(id: 1) {\n    name\n  }\n}\n');
  expect(screen.press('u').query).toBe('{hello,user(id:1){name}}');
  expect(screen.press('U').press('=').notice).toBe('Already formatted.');
  const broken = open('{\n  hello(\n}').press('=');
  expect(broken.query).toBe('{\n  hello(\n}');
  expect(broken.notice).toBe('Not formatted: line 3 has a syntax error.');
});

test('a message with control characters cannot break the border', () => {
  const screen = open('{ hello }');
  const { query } = screen.state;
  screen.state = {
    ...screen.state,
    query: { ...query, problems: [{ from: 2, to: 7, severity: 'error', message: 'a\n\u001b[2J\u202eb' }] },
  };
  for (const line of shown(screen, 40)) expect(line).toHaveLength(40);
  expect(lines(screen, 40).join('')).not.toContain('\u001b[2J');
});

test('a long unwrapped line is truncated with a mark, with and without a problem in it', () => {
  const long = (field: string): Screen => open(`{ ${field} ${'hello '.repeat(30)}}`).press('2', 'W');
  expect(shown(long('hello'), 40)[1]).toMatch(/…[│┃]$/);
  expect(shown(long('nope'), 40)[1]).toMatch(/…[│┃]$/);
});

test('an empty focused pane shows hints until text is typed', () => {
  const screen = new Screen().press('2');
  expect(shown(screen)[1]).toContain('Press i to type a query');
  expect(shown(screen.press('i'))[1]).toMatch(/^[│┃] +[│┃]$/);
});
