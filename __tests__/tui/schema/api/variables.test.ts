/** Values of `{{name}}` placeholders: filled in from the description, and checked against it. */
import { entryAtCursor } from '../../../../source/tui/query/http-text.js';
import { variablesLines } from '../../../../source/tui/variables/view.js';
import { plain, Screen, theme } from '../../support.js';
import { forDescription, petstore } from './support.js';

const text = [
  '@base = http://api.test/v1',
  '### one',
  'GET {{base}}/pets/{{petId}}?kind={{kind}}&born={{ born }}&verbose={{flag}}',
  'X-Trace: {{trace}}-{{petId}}',
  '',
  '### two',
  'POST http://api.test/v1/pets',
  'Content-Type: application/json',
  '',
  '{"name": "{{name}}", "parent": {"name": "{{parent}}", "parent": {{grand}}}}',
  '',
].join('\n');

/** The variables pane has the focus, and its check is done. */
const open = (variables: string, at = 'one'): Screen =>
  forDescription({ query: text, variables })
    .do({ type: 'query/go', offset: text.indexOf(`### ${at}`) })
    .press('3');

const report = (screen: Screen) => {
  screen.do({ type: 'variables/check', id: screen.state.variablesCheck.checkId ?? -1 });
  return screen.state.variablesCheck.report;
};

test('m fills in each placeholder without a value, by the schema of its position; u reverts it', () => {
  const screen = open('{"kind": "cat"}').press('m');
  expect(JSON.parse(screen.variables)).toEqual({ kind: 'cat', petId: 1, flag: true, born: '2024-01-31' });
  expect(screen.notice).toBe('Added petId, flag, born. Not described: {{trace}}. Type a value.');
  expect(report(screen)).toMatchObject({ problems: [], missing: [] });
  expect(screen.press('u').variables).toBe('{"kind": "cat"}');
});

test('placeholders within a body have the schema of their property, even nested and without quotes', () => {
  const screen = open('', 'two').press('m');
  expect(JSON.parse(screen.variables)).toEqual({ name: 'text', parent: 'text', grand: { name: 'text' } });
});

test('a placeholder with a value from the text or a response is not filled in', () => {
  const screen = open('').do({ type: 'values/keep', name: 'petId', value: '5' }).press('m');
  expect(Object.keys(JSON.parse(screen.variables))).toEqual(['flag', 'kind', 'born']);
  expect(screen.press('m').notice).toContain('Not described: {{trace}}');
});

test.each([
  ['{"petId": "x", "kind": "cat"}', '"x"', '{{petId}} is a string, not an integer.'],
  ['{"petId": 1.5}', '1.5', /^\{\{petId\}\} is a number, not an integer\.$/],
  ['{"kind": "cow"}', '"cow"', '{{kind}} is not one of "dog", "cat".'],
  ['{"born": "never"}', '"never"', '{{born}} is not a valid date.'],
])('%s: a problem at its position', (variables, place, message) => {
  const screen = open(variables);
  const { problems } = report(screen);
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  expect(variables.slice(problem?.from, problem?.to)).toBe(place);
  expect(problem?.message).toMatch(message);
  screen.press(']');
  expect(screen.state.variables.editor.selection.main.head).toBe(variables.indexOf(place));
});

test.each(['{"petId": "7"}', '{"petId": 7, "kind": "dog"}', '{"petId": "{{id}}"}', '{"other": true}', ''])(
  '%s is sent as in the description, without a type problem',
  variables => {
    expect(report(open(variables)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);

test('the check follows the cursor from one request to the next', () => {
  const screen = open('{"name": 5, "kind": "cow"}');
  expect(report(screen).problems).toHaveLength(1);
  screen.do({ type: 'query/go', offset: text.indexOf('### two') });
  expect(report(screen)).toMatchObject({ problems: [], missing: ['parent', 'grand'] });
});

test('the bottom line names missing values with their types', () => {
  const screen = open('{"petId": 1}');
  report(screen);
  const { state } = screen;
  const lines = variablesLines({
    kind: 'http',
    variables: state.variables,
    check: state.variablesCheck,
    bindings: state.settings.bindings.http,
    rect: { x: 0, y: 0, width: 100, height: 6 },
    focused: true,
    status: '',
    theme,
    wrap: true,
  });
  expect(plain(lines).join('\n')).toContain('required: flag: boolean, kind: "dog" | "cat", born: string (date)');
});

test('without a description, or in a request that it does not contain, m reports that', () => {
  expect(new Screen({ kind: 'http', sdl: null, query: text }).press('3', 'm').notice).toBe(
    'No description to take values from.',
  );
  const other = forDescription({ query: 'GET http://other.test/{{x}}\n' }).press('3', 'm');
  expect(other.notice).toContain('not in a described request');
});

test('} and { go from operation to operation, also past the heading of a group', () => {
  const operation = (tag: string) => ({ get: { tags: [tag], responses: {} } });
  const paths = { '/a': operation('one'), '/b': operation('two') };
  const screen = forDescription({ query: '' }, { ...petstore, paths }).row('GET /a');
  expect(screen.press('}').cursor?.name).toBe('GET /b');
  expect(screen.press('{').cursor?.name).toBe('GET /a');
});

test('the prompt of a required value does not offer to omit it', () => {
  const hint = (row: string): unknown => {
    const top = forDescription({ query: '' })
      .row('GET /pets/{petId}')
      .press('l')
      .row(row)
      .press('enter')
      .state.overlays.at(-1);
    return top?.kind === 'prompt' ? top.hint : top;
  };
  expect(hint('petId')).toBe('a whole number');
  expect(hint('X-Trace')).toBe('text, without quotes; leave empty to omit it');
});

test('a value set in the tree selects its request, so Ctrl-R in the prompt sends that request', () => {
  const screen = forDescription().press('1');
  const method = () => entryAtCursor(screen.state.query.editor)?.entry.method;
  screen.row('GET /pets/{petId}').press('space').row('POST /pets').press('space');
  expect(method()).toBe('POST');
  screen.row('GET /pets/{petId}').press('m').type('7').press('enter');
  expect(JSON.parse(screen.variables)).toMatchObject({ petId: 7 });
  expect(method()).toBe('GET');
});
