/** With the cursor in a fragment, everything refers to the operation that Ctrl-R runs. */
import { Screen } from '../support.js';

const fragment = 'fragment U on User { id friends(first: $n) { name } }';
const operation = 'query A($id: ID!, $n: Int = 3) { user(id: $id) { ...U } }';
const query = `${operation}\n${fragment}\n`;

/** The cursor is in the fragment. */
const inFragment = (text = query, variables = ''): Screen => {
  const screen = new Screen({ query: text, variables });
  return screen.do({ type: 'query/go', offset: text.indexOf('fragment') + 12 });
};

test('Ctrl-R runs the only operation', () => {
  const screen = inFragment(query, '{"id": "1"}').press('ctrl+r');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { operationName: 'A' } });
});

test('m fills in the variables of the operation', () => {
  const screen = inFragment().press('3', 'm');
  expect(JSON.parse(screen.variables)).toEqual({ id: expect.any(String) });
});

test('Variables are checked against the operation', () => {
  const screen = inFragment(query, '{"id": null}');
  screen.do({ type: 'variables/check', id: screen.state.variablesCheck.checkId ?? -1 });
  expect(screen.state.variablesCheck.report.definitions.map(({ name }) => name)).toEqual(['id', 'n']);
});

test('the tree shows the ticks of the operation next to the ticks of the fragment', () => {
  const screen = inFragment();
  expect(screen.names[0]).toBe('fragment U on User');
  expect(screen.row('user').cursor?.mark).toBe('ticked');
});

test('Space on a field of Query edits the operation', () => {
  const screen = inFragment().row('hello').press('space');
  expect(screen.query).toContain('query A(');
  expect(screen.query.match(/\bquery\b/g)).toHaveLength(1);
  expect(screen.query).toMatch(/\{ user\(id: \$id\) \{ \.\.\.U \}\s+hello\s*\}/);
  expect(screen.query).toContain(fragment);
});

test('Space on a field of the fragment edits the fragment', () => {
  const screen = inFragment();
  const at = screen.state.schema.rows.findIndex(({ kind }) => kind === 'root');
  screen
    .do({ type: 'schema/move', by: at - screen.state.schema.cursor })
    .press('l')
    .row('kind')
    .press('space');
  expect(screen.query).toContain(operation);
  expect(screen.query).toMatch(/name \}\s+kind/);
});

test('with several operations, a fragment belongs to none of them', () => {
  const screen = inFragment(`${query}\nquery B { hello }\n`).press('ctrl+r');
  expect(screen.asked).toEqual([]);
  expect(screen.row('user').cursor?.mark).toBe('absent');
});
