/** The builder's edits, the affected variables, and undoing both. */
import * as fc from '../../support/property.js';
import { Screen } from '../support.js';

const query = 'query A($id: ID!) {\n  hello\n  user(id: $id) { id }\n}\n';
const variables = '{ "id":  "42" } ';

test('a value typed for a variable is restored with its unticked row', () => {
  const screen = new Screen({ query, variables }).row('user').press('space');
  expect(screen.variables).toBe('');
  screen.press('space');
  expect([screen.query, screen.variables]).toEqual([query, variables]);
});

test('the value is restored by a later tick of that row, next to values typed since', () => {
  const screen = new Screen({ query, variables }).row('user').press('space').row('old').press('space');
  screen.press('3', 'i').type('{ "mine": 1 }').press('escape', '1');
  screen.row('user').press('space');
  expect(JSON.parse(screen.variables)).toEqual({ id: '42', mine: 1 });
});

test('undo and redo of a tick include the variables', () => {
  const screen = new Screen({ query, variables }).row('user').press('space', 'u');
  expect([screen.query, screen.variables]).toEqual([query, variables]);
  screen.press('U');
  expect(screen.variables).toBe('');
  screen.press('u');
  expect(screen.variables).toBe(variables);
});

test('undo of a promoted literal restores the value it replaced', () => {
  const text = '{ node(id: "x") { id } }';
  const screen = new Screen({ query: text, variables: '{ "id": 5, "z": 1 }' });
  screen.row('node').press('l').row('id').press('v');
  expect(screen.variables).toBe('{ "id": "x", "z": 1 }');
  screen.press('u');
  expect([screen.query, screen.variables]).toEqual([text, '{ "id": 5, "z": 1 }']);
});

test('undo preserves text typed into the variables after the edit', () => {
  const screen = new Screen({ query: '{ node(id: "x") { id } }', variables: '{}' });
  screen.row('node').press('l').row('id').press('v');
  screen.do({ type: 'variables/edited', text: '{ "id": "mine" }' }).press('u');
  expect(screen.variables).toBe('{ "id": "mine" }');
});

test('a literal is not lost if the variables are not valid JSON', () => {
  const text = '{ node(id: "x") { id } }';
  const screen = new Screen({ query: text, variables: '{ "a": ' });
  screen.row('node').press('l').row('id').press('v');
  expect(screen.query).toBe(text);
  expect(screen.notice).toContain('not a JSON object');
});

test('the cursor moves to a sibling of a removed row, so that a second Space does not remove the parent', () => {
  const screen = new Screen({ query: '{ user(id: 1) { id lost other } hello }' }).row('user').press('l');
  screen.row('lost').press('space', 'space');
  expect(screen.query).toBe('{ user(id: 1) { id } hello }');
});

test('text added to variables with CRLF uses CRLF', () => {
  const screen = new Screen({ query: '{ node(id: "x") { id } }', variables: '{\r\n  "a": 1\r\n}\r\n' });
  screen.row('node').press('l').row('id').press('v');
  expect(screen.variables).toBe('{\r\n  "a": 1,\r\n  "id": "x"\r\n}\r\n');
});

test('u after opening a file restores both texts, and values of unticked rows are not carried over to the new ones', () => {
  const screen = new Screen({ query, variables }).row('user').press('space');
  const [old, oldVariables] = [screen.query, screen.variables];
  const other = 'query A { hello }\n';
  screen.do({ type: 'files/opened', tab: 0, path: 'b.graphql', query: other, variables: '{"z": 1}' });
  expect([screen.query, screen.variables]).toEqual([other, '{"z": 1}']);
  screen.press('u');
  expect([screen.query, screen.variables]).toEqual([old, oldVariables]);
  screen.press('U').row('user').press('space');
  expect(screen.query).toBe('query A($id: ID!) { hello user(id: $id) { id } }\n');
  expect(screen.variables).toBe('{"z": 1}');
});

test('choosing the existing value is not an undo step', () => {
  const text = '{ search(text: "a", kinds: []) { __typename } }';
  const screen = new Screen({ query: text }).row('search').press('l').row('text');
  screen.press('enter', 'end', 'b', 'enter', 'enter', 'enter');
  expect(screen.query).toContain('"ab"');
  expect(screen.press('u').query).toBe(text);
});

test('whatever the builder did, undoing all of it restores both texts, and redoing all of it the last ones', () => {
  const key = fc.constantFrom(...'jjklhxa0+-vvf=@'.split(''), 'space', 'space', 'enter', 'escape');
  fc.assert(
    fc.property(
      fc.array(key, { minLength: 4, maxLength: 25 }),
      fc.constantFrom(variables, '{"id": ', ''),
      (keys, json) => {
        const screen = new Screen({ query, variables: json }).press('l', ...keys);
        while (screen.state.overlays.length > 0) screen.press('escape');
        const last = [screen.query, screen.variables];
        for (let count = 0; count < keys.length; count++) screen.press('u');
        expect([screen.query, screen.variables]).toEqual([query, json]);
        for (let count = 0; count < keys.length; count++) screen.press('U');
        expect([screen.query, screen.variables]).toEqual(last);
      },
    ),
    { numRuns: 100 },
  );
});

test('Space on one leaf and then on another preserves the argument, its variable and its value', () => {
  const text = 'query A($id: ID!) {\n  user(id: $id) {\n    name # mine\n  }\n  hello\n}\n';
  const screen = new Screen({ query: text, variables }).row('user').press('l');
  screen.row('name').press('space').row('kind').press('space');
  expect([screen.query, screen.variables]).toEqual([text.replace('name', 'kind'), variables]);
});

test('a value is restored with a leaf below the unticked row', () => {
  const screen = new Screen({ query, variables }).row('user').press('l', 'space').row('old').press('space');
  screen.row('kind').press('space');
  expect(screen.query).toBe('query A($id: ID!) {\n  hello\n  old\n  user(id: $id) {\n    kind\n  }\n}\n');
  expect(JSON.parse(screen.variables)).toEqual({ id: '42' });
});

test('names changed because of a second operation are reported', () => {
  const screen = new Screen({ query: '{ hello }' }).row('Mutation').press('l').row('rename').press('space');
  expect(screen.query).toContain('query Hello { hello }');
  expect(screen.notice).toBe('Two operations need different names: Hello and Rename.');
});
