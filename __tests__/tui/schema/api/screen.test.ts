/** The screen of a description without a terminal: ticks, texts, variables, runs, and features that only GraphQL has. */
import { usageError } from '../../../../source/core/failure.js';
import { textOf } from '../../../../source/core/text/editor.js';
import { highlight } from '../../../../source/core/text/highlight.js';
import { keyEntries } from '../../../../source/tui/overlays/key-entries.js';
import { rowTitle } from '../../../../source/tui/schema/tree/row.js';
import { Screen } from '../../support.js';
import { forDescription } from './support.js';

test('Space adds the request of an operation, with its values in the variables, and removes both again', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space');
  expect(screen.query).toBe('### getPet\nGET http://api.test/v1/pets/{{petId}}\nAccept: application/json\n');
  expect(JSON.parse(screen.variables)).toEqual({ petId: 1 });
  expect(screen.cursor?.mark).toBe('ticked');
  screen.press('space');
  expect([screen.query, screen.cursor?.mark]).toEqual(['', 'absent']);
  expect(JSON.parse(screen.variables || '{}')).toEqual({});
});

test.each(['# mine\n', '# mine', '# mine\n\n', 'GET http://other.test/x\n'])(
  'a tick after %j restores the old text when unticked, and so does undo',
  before => {
    const screen = forDescription({ query: before });
    screen.row('POST /pets').press('space');
    expect(screen.query.startsWith(before)).toBe(true);
    expect(screen.query).toContain('POST http://api.test/v1/pets');
    expect(screen.press('space').query).toBe(before);
    expect(screen.press('space', 'u').query).toBe(before);
  },
);

test('of two requests, the first is removed, and the second is unchanged', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').row('POST /pets').press('space');
  const second = screen.query.slice(screen.query.indexOf('### addPet'));
  screen.row('GET /pets/{petId}').press('space');
  expect(screen.query).toBe(second);
  expect(screen.row('POST /pets').cursor?.mark).toBe('ticked');
});

test('a value that was changed, or that another request uses, is not removed', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').row('DELETE /pets/{petId}').press('space');
  screen.press('space');
  expect(JSON.parse(screen.variables)).toEqual({ petId: 1 });
  screen.do({ type: 'variables/edited', text: '{"petId": 7}' }).row('GET /pets/{petId}').press('space');
  expect([screen.query, screen.variables]).toEqual(['', '{"petId": 7}']);
});

test("a request with the user's edits is not removed by a tick", () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space');
  screen.do({ type: 'query/edited', text: `${screen.query}# mine\n` }).press('space');
  expect(screen.query).toContain('# mine');
  expect(screen.state.notice?.text).toBe('getPet was edited. Delete it in the text instead.');
});

test('Ctrl-R sends the request at the cursor', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').row('POST /pets').press('space');
  screen.effects.length = 0;
  screen.press('ctrl+r');
  expect(screen.asked).toMatchObject([
    {
      kind: 'run-http',
      request: {
        url: 'http://api.test/v1',
        text: screen.query,
        isAll: false,
        entries: [{ at: 1, title: 'addPet', operation: { id: 'addPet' } }],
      },
    },
  ]);
});

test.each([
  ['the row of another request', 'GET /pets/{petId}', 0],
  ['the row of a part of another request', 'petId', 0],
  ['a row without a request', 'DELETE /pets/{petId}', 1],
])('Ctrl-R on %s sends the request of the row, if it has one', (_, name, at) => {
  const screen = forDescription().row('GET /pets/{petId}').press('space', 'l').row('POST /pets').press('space');
  screen.effects.length = 0;
  screen.row(name).press('ctrl+r');
  expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ at }] } }]);
});

test('Ctrl-R in the list of operations sends its selected request, whatever row is selected in the tree', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').row('POST /pets').press('space');
  screen.row('GET /pets/{petId}').press('o', 'down');
  screen.effects.length = 0;
  screen.press('ctrl+r');
  expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ at: 1 }] } }]);
});

test('after a parameter is ticked or unticked, Ctrl-R sends its request', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space', 'l').row('POST /pets').press('space');
  screen.row('verbose').press('space');
  for (const keys of [[], ['2', 'G', '1', 'space']]) {
    screen.press(...keys);
    screen.effects.length = 0;
    screen.press('ctrl+r', 'ctrl+r');
    expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ at: 0 }] } }, { kind: 'cancel' }]);
  }
});

test('Ctrl-R outside the tree sends the request at the text cursor', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').row('POST /pets').press('space');
  screen.effects.length = 0;
  screen.row('GET /pets/{petId}').press('2', 'ctrl+r');
  expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ at: 1 }] } }]);
});

test('an empty text is not sent, and a syntax error is reported with its line', () => {
  const screen = forDescription().press('ctrl+r');
  expect(screen.state.notice?.text).toBe('No request to send. Tick an operation or type a request.');
  screen.do({ type: 'query/edited', text: 'what is this\n' }).press('ctrl+r');
  expect(screen.state.notice?.text).toMatch(/^Line 1: This is not a request line/);
  expect(screen.asked).toEqual([]);
});

test('a file opens at its first request; above it, no request is sent', () => {
  const query = '@base = http://api.test\n\n### list\nGET {{base}}/pets\n\n### gone\nDELETE {{base}}/pets/1\n';
  const screen = forDescription().do({ type: 'files/opened', tab: 0, path: 'a.http', query });
  screen.press('2', 'g', 'g').press('ctrl+r');
  expect(screen.state.notice?.text).toBe('The cursor is above the first request. Move it to the request to send.');
  expect(screen.asked).toEqual([]);
  screen.do({ type: 'files/opened', tab: 0, path: 'a.http', query }).press('ctrl+r');
  expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ title: 'list' }] } }]);
});

test('a response is retained under the name of its request', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').press('ctrl+r');
  const id = screen.state.response.runId ?? 0;
  const failure = usageError('It failed.', '');
  screen.do({ type: 'response/failed', id, failure, at: 0, raw: '', bytes: 0, tookMs: 1, timing: {} });
  expect(screen.state.past).toMatchObject([{ name: 'getPet' }]);
});

test('the documentation strip shows the type of a parameter and of a property', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('l').row('petId');
  expect(screen.cursor && rowTitle(screen.cursor)).toBe('petId: integer  path  required');
  screen.row('POST /pets').press('l').row('body').press('l').row('name');
  expect(screen.cursor && rowTitle(screen.cursor)).toBe('name: string  required');
});

test('a guarded profile needs confirmation before an unsafe request', () => {
  const screen = forDescription({ profile: { name: 'live', confirm: true } });
  screen.row('POST /pets').press('space');
  screen.effects.length = 0;
  screen.press('ctrl+r');
  expect(screen.state.overlays).toMatchObject([{ kind: 'choice', title: 'Send this POST to @live?' }]);
  screen.press('down', 'enter');
  expect(screen.asked).toMatchObject([{ kind: 'run-http' }]);
});

test('/ lists the operations, typing narrows them, and Enter goes to the row', () => {
  const screen = forDescription().press('/').type('remove').press('enter');
  expect([screen.cursor?.name, screen.state.overlays]).toEqual(['DELETE /pets/{petId}', []]);
});

test('K shows the documentation of an operation, and its responses are read-only', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('K');
  expect(screen.state.overlays).toMatchObject([
    { kind: 'text', text: expect.stringContaining('path     petId: integer') },
  ]);
  screen.press('escape').press('l').row('response 200').press('space');
  expect([screen.query, screen.state.notice?.text]).toEqual(['', expect.stringContaining('This row cannot be ticked')]);
});

test('a recursive schema can be expanded to any depth', () => {
  const screen = forDescription().row('POST /pets').press('l').row('body').press('l').row('parent');
  expect(screen.cursor).toMatchObject({ cyclic: true });
  expect(screen.cursor?.children).toBeUndefined();
});

test('keys that only GraphQL has do nothing, and no label mentions a schema or a query', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('a', 'v', 'f', '@', 'x');
  expect([screen.query, screen.state.overlays]).toEqual(['', []]);
  // A description has schemas as well, so its command may use the word.
  const bindings = screen.state.settings.bindings.http.filter(({ id }) => id !== 'schema.used');
  const words = bindings.map(({ label, help }) => `${label} ${help}`);
  expect(words.filter(text => /schema|query|GraphQL|operation the/i.test(text))).toEqual([]);
});

test('the text has the colours of a request', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('space').row('POST /pets').press('space');
  const { editor } = screen.state.query;
  const text = textOf(editor);
  const coloured = highlight(editor, 0, text.length).map(({ from, to, role }) => `${role} ${text.slice(from, to)}`);
  expect(coloured).toEqual(
    expect.arrayContaining([
      'comment ### getPet',
      'methodRead GET',
      'variable {{petId}}',
      'property Accept',
      'methodCreate POST',
      'property "name"',
      expect.stringMatching(/^string "(?!name)/),
    ]),
  );
});

test('Space on a property edits the body, Space again restores the old text, and u undoes it', () => {
  const screen = forDescription().row('POST /pets').press('l', 'space');
  const before = screen.query;
  screen.row('body').press('l').row('name');
  expect(screen.cursor).toMatchObject({ mark: 'ticked', value: '"text"' });
  screen.press('space');
  expect(screen.query).not.toContain('"name"');
  expect(screen.cursor?.mark).toBe('absent');
  expect(screen.press('u').query).toBe(before);
});

test('a parameter adds its request, and a request edited by ticks is removed with its operation', () => {
  const screen = forDescription();
  screen.row('GET /pets/{petId}').press('l').row('verbose').press('space');
  expect(screen.query).toContain('GET http://api.test/v1/pets/{{petId}}?verbose=true\n');
  screen.row('X-Trace').press('space');
  expect(screen.query).toContain('\nX-Trace: text\n');
  screen.row('GET /pets/{petId}').press('space');
  expect([screen.query, screen.notice]).toEqual(['', undefined]);
});

test('Enter edits a value: a picker for booleans, enums and dates, a prompt for the rest; {{name}} in Variables', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('l', 'space');
  screen.row('verbose').press('enter');
  expect(screen.state.overlays).toMatchObject([{ kind: 'choice', options: [{ label: 'true' }, { label: 'false' }] }]);
  screen.press('down', 'enter');
  expect(screen.query).toContain('?verbose=false');
  screen.row('kind').press('enter', 'down', 'enter');
  expect(screen.query).toContain('?verbose=false&kind=cat');
  screen.row('born').press('enter').press('enter');
  expect(screen.query).toMatch(/&born=\d{4}-\d\d-\d\d\n/);
  screen.row('petId').press('enter').type('x').press('enter');
  expect(screen.state.overlays).toHaveLength(1);
  screen.press('escape').row('petId').press('enter').type('12').press('enter');
  expect([screen.query, JSON.parse(screen.variables)]).toEqual([
    expect.stringContaining('/pets/{{petId}}?'),
    { petId: 12 },
  ]);
});

test('the run key applies the marked value of a list first, unless another is to be typed', () => {
  const screen = forDescription().row('GET /pets/{petId}').press('l', 'space');
  screen.row('kind').press('enter').type('c').press('ctrl+r');
  expect([screen.query, screen.state.overlays]).toEqual([expect.stringContaining('?kind=cat\n'), []]);
  expect(screen.state.response.running).toBe(true);
  const other = forDescription().row('GET /pets/{petId}').press('l').row('born').press('enter').type('another');
  other.press('ctrl+r');
  expect(other.state.overlays).toMatchObject([{ kind: 'prompt' }]);
  expect(other.state.response.running).toBe(false);
});

test.each([
  ['the palette', ['ctrl+p', ...'curl', 'enter']],
  ['g y in any pane', ['4', 'g', 'y']],
])('%s copies the request at the cursor as a command', (_, keys) => {
  const query = '### one\nGET http://api.test/v1/pets/1\n\n### two\nGET http://api.test/v1/pets/2\n';
  const screen = forDescription({ query });
  screen.do({ type: 'query/go', offset: query.length }).press(...keys);
  expect(screen.effects).toContainEqual(
    expect.objectContaining({
      kind: 'copy-command',
      program: 'curl',
      operation: expect.objectContaining({ entries: [expect.objectContaining({ at: 1, title: 'two' })] }),
    }),
  );
  expect(new Screen({ kind: 'http', sdl: null }).do({ type: 'response/copy-command', program: 'curl' }).notice).toBe(
    'No request to send. Tick an operation or type a request.',
  );
});

test('messages and help of an HTTP document name the pane Request, never Query', () => {
  const screen = forDescription().press('1');
  screen.send({ kind: 'paste', text: 'x' });
  expect(screen.state.notice?.text).toContain('Press i in Request or Variables');
  expect(screen.do({ type: 'app/editor' }).state.notice?.text).toContain('Request and Variables');
  const { http } = screen.state.settings.bindings;
  const texts = keyEntries(http, false, '', 'http').map(({ heading, help }) => `${heading} ${help}`);
  expect(texts.filter(text => /\bQuery\b/.test(text))).toEqual([]);
});

test('rows of operations show the summary, and Docs the operationId', () => {
  const screen = forDescription().row('GET /pets/{petId}');
  expect(screen.cursor?.detail).toBe('One pet');
  expect(screen.press('K').state.overlays.at(-1)).toMatchObject({ text: expect.stringContaining('getPet') });
});
