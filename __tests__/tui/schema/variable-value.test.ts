/** An input object in a variable expands in the tree, and changes in the tree modify the variables' JSON. */
import { Screen } from '../support.js';

const query = 'query A($f: Filter) { search(filter: $f) { __typename } }';
const opened = (variables: string, text = query): Screen => {
  const screen = new Screen({ query: text, variables }).row('search').press('l').row('filter').press('l');
  return screen;
};
/** The cursor on a row of the input object. `search` has an argument of the same name. */
function on(screen: Screen, name: string): Screen {
  const { rows, cursor } = screen.state.schema;
  const at = rows.findIndex(row => row.key.endsWith(`(filter/{${name}`));
  return screen.do({ type: 'schema/move', by: at - cursor });
}
const rowsBelow = (screen: Screen): string[] =>
  screen.state.schema.rows
    .filter(row => row.key.includes('(filter/'))
    .map(row => `${row.mark === 'ticked' ? 'x' : ' '} ${row.name}${row.value === undefined ? '' : ` = ${row.value}`}`);

test('rows of an input object show the values of the variables', () => {
  const screen = opened('{ "f": { "text": "a",  "ids": [1, "b"], "not": {\n "text": null } } }');
  expect(rowsBelow(screen)).toEqual(['x text = "a"', '  kind', 'x not = { "text": null }', 'x ids = [1, "b"]']);
  screen.row('ids').press('l').row('not').press('l');
  expect(rowsBelow(screen)).toContain('x 1 = "b"');
  expect(rowsBelow(screen)).toContain('x text = null');
  screen.do({ type: 'variables/edited', text: '{ "f": { "kind": "GUEST" } }' });
  expect(rowsBelow(screen).slice(0, 2)).toEqual(['  text', 'x kind = "GUEST"']);
});

test('a value that was only viewed is unchanged, with its spaces and comments', () => {
  const variables = '{ "f": { "text": "a  b", "ids": [1, // mine\n 2] } }';
  const screen = opened(variables);
  expect(rowsBelow(screen)).toContain('x text = "a  b"');
  expect(rowsBelow(screen)).toContain('x ids = [1, 2]');
  on(screen, 'text').press('enter');
  expect(screen.state.overlays).toMatchObject([{ kind: 'prompt' }]);
  expect(screen.press('enter').variables).toBe(variables);
});

test.each([
  [
    'Space adds an initial value',
    '{ "f": { } } // mine',
    'kind',
    ['space'],
    '{ "f": {\n  "kind": "ADMIN"\n} } // mine',
  ],
  [
    'Space removes the value, and leaves the other values unchanged',
    '{ "f": { "text": "a", "kind": "ADMIN" } }',
    'kind',
    ['space'],
    '{ "f": { "text": "a" } }',
  ],
  ['Space adds a value to a variable without one', '', 'text', ['space'], '{\n  "f": {\n    "text": ""\n  }\n}'],
  ['Space replaces null', '{"f": null}', 'text', ['space'], '{"f": {\n  "text": ""\n}}'],
  ['0 sets null', '{ "f": {} }', 'text', ['0'], '{ "f": {\n  "text": null\n} }'],
  ['0 replaces null by a value', '{ "f": { "text": null } }', 'text', ['0'], '{ "f": { "text": "" } }'],
  ['0 removes a value', '{ "f": { "text": "a", "ids": [] } }', 'text', ['0'], '{ "f": { "ids": [] } }'],
  ['+ adds an item', '{ "f": { "ids": [1] } }', 'ids', ['+', 'escape'], '{ "f": { "ids": [1, ""] } }'],
  ['+ creates a list', '{ "f": {} }', 'ids', ['+', 'escape'], '{ "f": {\n  "ids": [""]\n} }'],
  ['- removes the last item', '{ "f": { "ids": [1, 2] } }', 'ids', ['-'], '{ "f": { "ids": [1] } }'],
] as const)('%s', (_, before, row, keys, after) => {
  const screen = on(opened(before), row).press(...keys);
  expect(screen.variables).toBe(after);
  expect(screen.query).toBe(query);
  screen.press('u');
  expect(screen.variables).toBe(before);
  screen.press('U');
  expect(screen.variables).toBe(after);
});

test('Enter edits a value, as JSON or as a literal; a choice accepts its name', () => {
  const screen = on(opened('{ "f": { "text": "a" } }'), 'text').press('enter');
  screen.press('backspace').type('b"c').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ f: { text: 'b"c' } });
  on(screen, 'not');
  screen.do({ type: 'schema/set-value', key: screen.cursor?.key ?? '', literal: '{ kind: GUEST }' });
  expect(JSON.parse(screen.variables)).toEqual({ f: { text: 'b"c', not: { kind: 'GUEST' } } });
  screen.do({ type: 'schema/set-value', key: screen.cursor?.key ?? '', literal: '{ kind: $x }' });
  expect(screen.notice).toContain('without variables');
});

test('ticking another member of a @oneOf moves the choice', () => {
  const screen = new Screen({
    query: 'query A($c: Choice!) { pick(choice: $c) }',
    variables: '{ "c": { "a": 1 } }',
  });
  screen.row('pick').press('l').row('choice').press('l').row('b').press('space');
  expect(JSON.parse(screen.variables)).toEqual({ c: { b: '' } });
});

test('variables that are not valid JSON are left unchanged, with a notice', () => {
  const screen = on(opened('{ "f": '), 'text').press('space');
  expect(screen.variables).toBe('{ "f": ');
  expect(screen.notice).toContain('not a JSON object');
});

test('Enter on a value opens no prompt while the variables are not a JSON object', () => {
  const screen = on(opened('{ "f": { "text": "a" } }'), 'text').do({ type: 'variables/edited', text: '[1]' });
  on(screen, 'text').press('enter');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.notice).toBe('The variables are not a JSON object. Correct them first.');
});

test('a prompt does not discard an unusable value, and shows the reason', () => {
  const screen = on(opened('{ "f": { "text": "a" } }'), 'not').press('=');
  screen.do({ type: 'overlay/text', command: { do: 'insert', text: '{ kind: $x }' } }).press('enter');
  expect(screen.state.overlays).toMatchObject([
    { kind: 'prompt', problem: 'Enter JSON, or a GraphQL literal without variables.' },
  ]);
});
