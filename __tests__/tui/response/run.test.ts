import { failure } from '../../../source/core/failure.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { rankedCommands } from '../../../source/tui/overlays/palette.js';
import { Screen } from '../support.js';

test('Ctrl-R sends the text as typed, with the name of the operation at the cursor', () => {
  const text = 'query A { hello }\nquery B($id: ID!) { user(id: $id) { id } }';
  const screen = new Screen({ query: text, variables: '{"id": 12345678901234567890}' }).press('2', 'G', 'ctrl+r');
  expect(screen.asked).toEqual([
    {
      kind: 'run',
      id: expect.any(Number),
      operation: {
        url: 'http://localhost/graphql',
        query: text,
        operationName: 'B',
        variables: '{"id": 12345678901234567890}',
        index: screen.state.connect.index,
        sends: { persisted: false },
        transport: { get: false, protocol: 'auto' },
      },
    },
  ]);
});

test('Ctrl-R works while editing', () => {
  expect(new Screen({ query: '{ hello }' }).press('2', 'i', 'ctrl+r').asked).toHaveLength(1);
});

test.each([
  ['', /No operation/],
  ['{ hello', /Line 1/],
  ['query { hello } query B { hello }', /needs a name/],
])('%j is not sent: %s', (query, reason) => {
  const screen = new Screen({ query }).press('ctrl+r');
  expect(screen.asked).toEqual([]);
  expect(screen.notice).toMatch(reason);
});

test('Alt-S sends a text that does not parse: the operation by its heading, a mutation of a guarded profile after confirmation', () => {
  const draft = 'query A { ...F(x: 1) } fragment F($x: Int) on Query { hello }';
  const screen = new Screen({ query: draft }).press('ctrl+r');
  expect([screen.asked, screen.notice]).toEqual([
    [],
    expect.stringMatching(/^Line 1, column \d+: .* Alt-S: send anyway\.$/),
  ]);
  expect(screen.press('alt+s').asked).toMatchObject([
    { operation: { query: draft, operationName: 'A', unread: true } },
  ]);
  const several = new Screen({ query: 'query A { a } mutation B { b } ?' }).press('alt+s');
  expect([several.asked, several.notice]).toEqual([[], expect.stringMatching(/Several operations/)]);
  expect(rankedCommands('send anyway', screen.state)[0]?.id).toBe('run.unread');
  const readable = new Screen({ query: '{ hello }' }).press('alt+s');
  expect([readable.asked, readable.notice]).toEqual([[], expect.stringMatching(/Press Ctrl-R to run it/)]);
});

test('Ctrl-R asks for a required variable without a value: it is filled in and typed, or left out', () => {
  const open = () => new Screen({ query: 'query A($id: ID!) { user(id: $id) { id } }' }).press('ctrl+r');
  const screen = open();
  expect(screen.asked).toEqual([]);
  expect(topOverlay(screen.state)).toMatchObject({ title: '$id: ID! has no value' });
  screen.press('enter').type('7');
  expect([JSON.parse(screen.variables), screen.state.focus]).toEqual([{ id: '7' }, 'variables']);
  expect(screen.press('ctrl+r').asked).toMatchObject([{ kind: 'run' }]);
  expect(open().press('down', 'enter').asked).toMatchObject([{ kind: 'run', operation: { variables: '' } }]);
});

test('Alt-S sends a text that does not parse without asking for its variables', () => {
  const query = 'query A($id: ID!) { user(id: $id) { id } }';
  const screen = new Screen({ query }).press('2', 'G', 'i').type(' ?').press('escape');
  expect(screen.press('alt+s').asked).toMatchObject([{ kind: 'run', operation: { unread: true } }]);
});

test('the question about a value comes before that about a mutation, and only once', () => {
  const profile = { name: 'shop', confirm: true };
  const query = 'mutation ($id: ID!) { rename(id: $id, name: "a") { id } }';
  const screen = new Screen({ query, profile }).press('ctrl+r', 'down', 'enter');
  expect(topOverlay(screen.state)).toMatchObject({ title: 'Run this mutation on @shop?' });
  expect(screen.press('down', 'enter').asked).toMatchObject([{ kind: 'run' }]);
});

test('responses to an older run are dropped', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  const old = screen.state.response.runId ?? 0;
  screen.press('ctrl+r').press('ctrl+r');
  screen.do({
    type: 'response/result',
    id: old,
    raw: '{}',
    data: 'absent',
    errors: [],
    errorCount: 0,
    bytes: 2,
    tookMs: 1,
    timing: {},
    partial: false,
  });
  expect(screen.state.response.raw).toBe('');
});

test('Ctrl-R and Ctrl-C stop the run', () => {
  for (const key of ['ctrl+r', 'ctrl+c']) {
    const screen = new Screen({ query: '{ hello }' }).press('ctrl+r', key);
    expect(screen.asked.at(-1)).toMatchObject({ kind: 'cancel' });
    expect(screen.state.response.running).toBe(false);
  }
});

test('on a narrow screen, the response replaces the focused pane', () => {
  const screen = new Screen({ query: '{ hello }', columns: 59 }).press('ctrl+r');
  expect(screen.state.focus).toBe('response');
});

test('the result of an outdated schema load is dropped', () => {
  const screen = new Screen({ sdl: null }).do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://a/' } });
  const first = screen.state.connect.loadId ?? 0;
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://b/' } });
  screen.do({ type: 'connect/failed', id: first, failure: failure('network', 'old') });
  expect(screen.state.connect.phase).toBe('loading');
});

test('after refused introspection, the user can continue, and a query can then be sent', () => {
  const screen = new Screen({ sdl: null, query: '{ hello }' }).do({
    type: 'connect/load',
    source: { from: 'endpoint', url: 'http://localhost/graphql' },
  });
  screen.do({
    type: 'connect/failed',
    id: screen.state.connect.loadId ?? 0,
    failure: failure('network', 'Introspection is off.'),
  });
  expect(screen.state.connect.phase).toBe('failed');
  screen.press('c');
  expect(screen.state.connect.phase).toBe('without');
  screen.press('ctrl+r');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run' });
});

test.each([
  ['api.example.com/graphql', 'https://api.example.com/graphql'],
  ['localhost:4000/graphql', 'http://localhost:4000/graphql'],
  [':4000', 'http://localhost:4000'],
  ['http://a.example/x?y=1', 'http://a.example/x?y=1'],
])('the URL prompt reads %s as %s', (typed, url) => {
  const { url: _none, ...rest } = { url: undefined };
  const screen = new Screen({ sdl: null, ...rest });
  screen.do({ type: 'connect/ask' });
  while (screen.state.connect.field.doc.length > 0) screen.press('backspace');
  screen.type(typed).press('enter');
  expect(screen.state.connect.url).toBe(url);
  expect(screen.asked.map(effect => effect.kind)).toContain('load-schema');
});
