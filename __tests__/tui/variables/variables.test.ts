/** The variables pane: checked against the operation at the cursor, filled in, formatted, completed. */
import { completeQuery } from '../../../source/core/graphql/intelligence/complete-query.js';
import { completeVariables } from '../../../source/core/graphql/intelligence/variables-at-cursor.js';
import { variablesLines } from '../../../source/tui/variables/view.js';
import { plain, Screen, theme } from '../support.js';

const engine = { query: completeQuery, variables: completeVariables };
const query = 'query A($id: ID!, $kinds: [Kind!]) { user(id: $id) { id } search(kinds: $kinds) { __typename } }';

function screenOf(variables: string, options: ConstructorParameters<typeof Screen>[0] = {}): Screen {
  return rest(new Screen({ query, variables, ...options }).do({ type: 'app/focus', pane: 'variables' }));
}

/** Simulates a pause in typing. */
function rest(screen: Screen): Screen {
  const { checkId } = screen.state.variablesCheck;
  return checkId === undefined ? screen : screen.do({ type: 'variables/check', id: checkId });
}

const lines = ({ state }: Screen, width = 90): string[] =>
  variablesLines({
    variables: state.variables,
    check: state.variablesCheck,
    bindings: state.settings.bindings.graphql,
    bare: state.connect.phase === 'without',
    rect: { x: 0, y: 0, width, height: 8 },
    focused: true,
    status: state.editing ? 'editing' : '',
    theme,
    wrap: state.wrap,
  });
const shown = (screen: Screen, width?: number): string[] => plain(lines(screen, width));
const bottom = (screen: Screen, width?: number): string => shown(screen, width).at(-1) ?? '';

test('matching variables are ticked, missing and unknown ones are named', () => {
  expect(bottom(screenOf('{"id": "1"}'))).toContain('id: ID! ✓');
  expect(bottom(screenOf('{"kinds": [], "zz": 1}'))).toContain('required: id: ID! · unknown: zz · kinds: [Kind!] ✓');
});

test('variables that another operation of the text defines are neither unknown nor missing', () => {
  const two = `${query} query B { hello }`;
  const screen = rest(
    screenOf('{"id": "1", "zz": 1}', { query: two }).do({ type: 'query/go', offset: two.length - 3 }),
  );
  expect(bottom(screen)).toContain('unknown: zz');
  expect(bottom(screen)).not.toContain('id');
});

test('a wrong value is underlined, marked in the gutter, and reported', () => {
  const screen = screenOf('{\n  "id": 1,\n  "kinds": ["ADMIN", "NOBODY"]\n}');
  expect(bottom(screen)).toContain('1 problem: $kinds[1] must be one of Kind: ADMIN, GUEST. · id: ID! ✓');
  expect(shown(screen)[3]?.[0]).toBe('✗');
  expect(lines(screen)[3]).toContain('\u001b[4;91m"NOBODY"');
});

test('invalid JSON is marked at its position', () => {
  const screen = screenOf('{\n  "id": tru\n}');
  expect(bottom(screen)).toContain('1 problem: A value is expected here.');
  expect(lines(screen)[2]).toContain('\u001b[4;91mtru');
});

test('an empty pane describes possible content', () => {
  expect(shown(screenOf(''))[1]).toContain('Press m to fill in required values');
  const optional = screenOf('', { query: 'query($k: Kind) { search { __typename } }' });
  expect(shown(optional)[1]).toContain('Optional: k: Kind. Press i to edit.');
  expect(shown(screenOf('', { query: '{ hello }' }))[1]).toContain('Press v on an argument in the schema to add one.');
  const bare = new Screen({ sdl: null }).do({ type: 'connect/without' });
  expect(shown(bare)[1]).toMatch(/No variables\. +[│┃]/);
});

test('the operation at the cursor counts', () => {
  const screen = screenOf('{"id": "1"}', { query: `${query}\nquery B($x: Int!) { old }` });
  expect(bottom(screen)).toContain('id: ID! ✓');
  rest(screen.do({ type: 'query/go', offset: query.length + 10 }));
  expect(bottom(screen)).toContain('required: x: Int!');
  expect(bottom(screen)).not.toContain('id');
});

test('the result of an outdated check is ignored', () => {
  const screen = screenOf('{"id": 1.5}').do({ type: 'app/edit' });
  const before = screen.state.variablesCheck.checkId;
  expect(before).toBeUndefined();
  screen.press('end', 'left').type(' ');
  const stale = screen.state.variablesCheck.checkId;
  screen.type(' ');
  screen.do({ type: 'variables/check', id: stale ?? -1 });
  expect(screen.state.variablesCheck.checkId).not.toBeUndefined();
});

test('m fills in missing values as one undo step, and moves the cursor to them', () => {
  const screen = screenOf('').press('m');
  expect(screen.variables).toBe('{\n  "id": ""\n}');
  expect(screen.notice).toBe('Added id.');
  screen.do({ type: 'app/edit' }).type('7');
  expect(screen.variables).toBe('{\n  "id": "7"\n}');
  expect(screen.press('escape', 'm').variables).toBe('{\n  "id": "7",\n  "kinds": ["ADMIN"]\n}');
  expect(screen.press('m').notice).toBe('Nothing is missing.');
  expect(screen.press('u').variables).toBe('{\n  "id": "7"\n}');
});

test('m gives the reason if it cannot fill in values', () => {
  expect(screenOf('[1').press('m').notice).toBe('Not filled: the variables are not a JSON object.');
  expect(screenOf('', { sdl: null }).press('m').notice).toBe('No schema to take values from.');
  expect(screenOf('', { query: 'fragment F on User { id }' }).press('m').notice).toContain('No operation');
});

test('= formats and preserves numbers as typed', () => {
  const screen = screenOf('{"id":12345678901234567890,"x":1.0}').press('=');
  expect(screen.variables).toBe('{\n  "id": 12345678901234567890,\n  "x": 1.0\n}');
  expect(screen.press('u').variables).toBe('{"id":12345678901234567890,"x":1.0}');
  expect(screenOf('{\n"a": }').press('=').notice).toBe('Not formatted: line 2 is not valid JSON.');
});

test('] steps through the problems, p lists them', () => {
  const screen = screenOf('{\n  "zz": 1,\n  "id": 1.5\n}').press(']');
  expect(screen.state.variables.editor.selection.main.head).toBe(4);
  screen.press(']');
  expect(screen.state.variables.editor.selection.main.head).toBe(21);
  screen.press('p');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'choice', title: '2 problems', selected: 1 });
  screen.press('up', 'enter');
  expect(screen.state.variables.editor.selection.main.head).toBe(4);
});

test('names and values are completed while typing', () => {
  const screen = screenOf('').do({ type: 'completion/ready', engine }, { type: 'app/edit' });
  screen.type('{ "k');
  expect(screen.state.completion.list?.shown.map(each => each.label)).toEqual(['kinds']);
  screen.press('tab');
  expect(screen.variables).toBe('{ "kinds": }');
  expect(screen.state.completion.list?.shown.map(each => each.label)).toEqual(['ADMIN', 'GUEST', 'null']);
  screen.type('["G');
  screen.press('tab');
  expect(screen.variables).toBe('{ "kinds": ["GUEST"]}');
});

test('a comment has the colour of comments', () => {
  expect(lines(screenOf('{\n  // mine\n  "id": 1\n}'))[2]).toContain('// mine');
  expect(lines(screenOf('{\n  // mine\n  "id": 1\n}'))[2]).toContain(`\u001b[${theme.styles.comment}m// mine`);
});

test('moving a value here with the builder leaves the rest as typed', () => {
  const screen = new Screen({
    query: '{ user(id: "7") { id } }',
    variables: '{\n  // mine\n  "n": 12345678901234567890, // big\n}',
  });
  screen.row('user').press('l', 'j').row('id').press('v');
  expect(screen.query).toContain('$id: ID!');
  expect(screen.variables).toBe('{\n  // mine\n  "n": 12345678901234567890, // big\n  "id": "7",\n}');
});
