/** Several open documents. */
import { documentLine, documentTabs } from '../../../source/tui/app/bars/document-bar.js';
import { layout } from '../../../source/tui/layout.js';
import type { ResponseHeadInfo } from '../../../source/tui/model/response.js';
import { loaded, Screen, theme } from '../support.js';

const bar = (screen: Screen, width = 100): string =>
  documentLine(documentTabs(screen.state), screen.state.tabs.at, width, theme)
    .map(span => span.text)
    .join('')
    .trim();

const result = (id: number, raw: string) =>
  ({
    type: 'response/result',
    id,
    raw,
    data: 'present',
    errors: [],
    errorCount: 0,
    bytes: raw.length,
    tookMs: 1,
    timing: {},
    partial: false,
  }) as const;

test('Ctrl-T opens a tab with a separate query, variables, response and undo; the first tab is unchanged', () => {
  const screen = new Screen({ query: '{ hello }', variables: '{"a":1}' });
  screen.press('ctrl+r');
  screen.do(result(screen.state.response.runId ?? 0, '{"data":{"hello":"x"}}'));
  expect(layout(screen.state).documents).toBeUndefined();
  screen.press('ctrl+t');
  expect([screen.query, screen.variables, screen.state.response.raw]).toEqual(['', '', '']);
  expect(bar(screen)).toBe('1 hello ↻ [2 new]');
  screen.press('2', 'i').type('{ old }').press('escape', 'u');
  screen.press('g', 'T');
  expect([screen.query, screen.variables]).toEqual(['{ hello }', '{"a":1}']);
  expect(screen.state.response.raw).toBe('{"data":{"hello":"x"}}');
  // Undo belongs to this tab, in which nothing was typed.
  screen.press('u');
  expect(screen.query).toBe('{ hello }');
  screen.press('ctrl+pagedown', 'U');
  expect(screen.query).not.toBe('');
});

test('tabs are selected with next, previous, by number and by mouse; an unused number is reported', () => {
  const screen = new Screen({ query: 'query A { hello }' }).press('ctrl+t', 'ctrl+t');
  expect(bar(screen)).toBe('1 A  2 new [3 new]');
  expect(screen.press('g', '1').state.tabs.at).toBe(0);
  expect(screen.press('g', 't').state.tabs.at).toBe(1);
  expect(screen.press('ctrl+pageup', 'ctrl+pageup').state.tabs.at).toBe(2);
  expect(screen.press('g', '7').notice).toBe('No tab 7.');
  screen.send({ kind: 'mouse', action: 'press', button: 'left', column: 3, row: 1, shift: false } as never);
  expect(screen.state.tabs.at).toBe(0);
});

test('Ctrl-T and Ctrl-PgDn work while typing, and returning to a tab resumes editing', () => {
  const screen = new Screen().press('2', 'i').type('{ hel').press('ctrl+t');
  expect(screen.state.editing).toBe(false);
  screen.press('ctrl+pageup');
  expect(screen.state.editing).toBe(true);
  screen.type('lo');
  expect(screen.query).toContain('hello');
});

test('X closes without confirmation, u reopens, even the last one; after typing, u applies to the text again', () => {
  const screen = new Screen({ query: 'query A { hello }' }).press('ctrl+t', '2', 'i').type('# b').press('escape');
  screen.press('X');
  expect([screen.query, screen.state.tabs.all.length]).toEqual(['query A { hello }', 1]);
  expect(screen.notice).toBe('Closed tab "query". Press u to reopen it.');
  screen.press('u');
  expect([screen.query, screen.state.tabs.all.length]).toEqual(['# b', 2]);
  screen.press('X', 'X');
  expect([screen.query, screen.state.tabs.all.length]).toEqual(['', 1]);
  screen.press('u');
  expect([screen.query, screen.state.tabs.all.length]).toEqual(['query A { hello }', 1]);
  screen.press('X', '2', 'i', 'x', 'escape', 'u');
  expect([screen.query, screen.state.tabs.all.length]).toEqual(['', 1]);
});

test('the clock of a silent subscription changes nothing, so nothing is drawn, in its tab or in another', () => {
  const screen = new Screen({ query: 'subscription { ticks }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? 0;
  const elapsed = { type: 'response/elapsed', id, ms: 5000 } as const;
  for (const key of ['escape', 'ctrl+t']) {
    const { state } = screen.press(key);
    expect(screen.do(elapsed).state).toBe(state);
  }
});

test('a response is delivered to the tab that sent the request, and not to the active one', () => {
  const screen = new Screen({ query: 'subscription { ticks }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? 0;
  screen.press('ctrl+t', '2', 'i').type('{ hello }');
  const head: ResponseHeadInfo = {
    status: 200,
    reason: 'OK',
    headers: [],
    httpVersion: '1.1',
    request: { method: 'GET', url: '', headers: [] },
    redirects: [],
  };
  screen.do({ type: 'response/head', id, head });
  const event = { at: 0, bytes: 2, text: '{"data":{"ticks":1}}', bad: false };
  screen.do({ type: 'response/events', id, events: [event], tookMs: 5 });
  expect(screen.state.response.runId).toBeUndefined();
  expect(screen.query).toBe('{ hello }');
  expect(bar(screen)).toBe('1 ticks ↻ [2 hello *]');
  screen.press('escape', 'g', '1');
  expect(screen.state.response.log.received).toBe(1);
  expect(screen.state.response.head?.status).toBe(200);
});

test('closing a tab stops its run', () => {
  const screen = new Screen({ query: 'subscription { ticks }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? 0;
  screen.press('X');
  expect(screen.effects).toContainEqual({ kind: 'cancel', id });
});

test('closing a tab stops its search for ways, which the reopened tab no longer waits for', () => {
  const screen = new Screen({ query: '{ hello }' }).row('Types').press('l').row('Post').press('F');
  screen.isBusy = true;
  screen.row('User').press('F');
  const id = screen.state.schema.pendingWays?.id;
  screen.press('X');
  expect(screen.effects).toContainEqual({ kind: 'cancel', id });
  screen.press('u');
  expect(screen.state.schema.pendingWays).toBeUndefined();
});

test('closing a tab stops its filter command', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  screen.do(result(screen.state.response.runId ?? 0, '{"data":{"hello":"x"}}'));
  screen.do({ type: 'response/pipe', command: 'sleep 60' });
  const id = screen.state.response.filtered?.id;
  screen.press('X');
  expect(screen.effects).toContainEqual({ kind: 'cancel', id });
  screen.press('u');
  expect(screen.state.response.filtered?.running).toBe(false);
});

test('closing a tab stops loading its schema, and reopening it starts again', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+t');
  screen.do({ type: 'connect/open', url: 'http://other.example/graphql', keep: false });
  const id = screen.state.connect.loadId;
  screen.press('X');
  expect(screen.effects).toContainEqual({ kind: 'cancel', id });
  screen.press('u');
  expect(screen.effects.filter(({ kind }) => kind === 'load-schema')).toHaveLength(2);
});

test('closing a tab does not stop loading a schema that another tab waits for', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+t');
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url: screen.state.connect.url } });
  screen.press('X');
  expect(screen.effects).not.toContainEqual({ kind: 'cancel', id: screen.state.connect.loadId });
});

test('a tab on another server has a separate schema and login, and does not get the credentials of the first', () => {
  const screen = new Screen({
    query: '{ hello }',
    identity: { auth: { apiKeys: [], bearer: { from: 'env', name: 'TOKEN' } }, headers: [] },
  });
  const first = screen.state.connect.index;
  screen.press('ctrl+t', 'E', 'ctrl+u').type('http://other.example/graphql').press('enter');
  // The first option drops the credentials.
  screen.press('enter');
  const other = loaded('type Query { there: Int }');
  const id = screen.state.connect.loadId ?? 0;
  // Its schema arrives while the first tab is active.
  screen.press('ctrl+pageup');
  screen.do({ type: 'connect/loaded', id, index: other.index });
  screen.do({ type: 'connect/built', id, schema: other.schema });
  expect(screen.state.connect.index).toBe(first);
  expect(screen.effects.filter(each => each.kind === 'identify').at(-1)).toMatchObject({
    identity: { auth: { bearer: { name: 'TOKEN' } } },
  });
  expect(bar(screen)).toBe('[1 hello] 2 new @ other.example');
  screen.press('ctrl+pagedown');
  expect(screen.names).toContain('there');
  expect(screen.effects.filter(each => each.kind === 'identify').at(-1)?.identity.auth).toEqual({ apiKeys: [] });
});

test('a login belongs to its tab: a new tab copies the previous one, and two accounts can be used side by side', () => {
  const bearer = (name: string) => ({ apiKeys: [], bearer: { from: 'env', name } }) as const;
  const screen = new Screen({ query: '{ hello }', identity: { auth: bearer('ADMIN'), headers: [] } });
  screen.press('ctrl+t');
  expect(screen.state.identity.auth).toEqual(bearer('ADMIN'));
  expect(bar(screen)).toBe('1 hello [2 new]');
  const ada = { apiKeys: [], basic: { user: 'ada', password: { from: 'env', name: 'P' } } } as const;
  screen.do({ type: 'identity/auth', auth: ada });
  expect(bar(screen)).toBe('1 hello (Bearer) [2 new (ada)]');
  screen.press('ctrl+pageup');
  expect(screen.state.identity.auth).toEqual(bearer('ADMIN'));
  const last = () => screen.effects.filter(each => each.kind === 'identify').at(-1)?.identity;
  expect(last()?.auth).toEqual(bearer('ADMIN'));
  const admin = last();
  screen.press('ctrl+pagedown');
  expect(last()?.auth).toEqual(ada);
  // Both tabs share the schema.
  expect(screen.state.connect.index).toBeDefined();
  // A secret read for a login is reused: a password is not prompted for twice.
  screen.press('ctrl+pageup');
  expect(last()).toBe(admin);
});

test('tabs on one server share its schema, which a reload updates in all of them', () => {
  const screen = new Screen().press('ctrl+t').do({ type: 'connect/retry' });
  const next = loaded('type Query { fresh: Int }');
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index: next.index });
  expect(screen.press('g', '1').names).toContain('fresh');
});

test('a file saved while another tab is active belongs to the tab that saved it', () => {
  const screen = new Screen({ query: '{ hello }' });
  screen.do({ type: 'files/save-as', path: 'a.graphql' });
  const effect = screen.effects.find(each => each.kind === 'save-files');
  if (effect?.kind !== 'save-files') throw new Error('Not saved.');
  screen.press('ctrl+t');
  const { tab, query, variables } = effect;
  screen.do({ type: 'files/saved', tab, path: 'a.graphql', query, variables, text: 'Saved a.graphql.' });
  expect(screen.state.files.path).toBeUndefined();
  expect(bar(screen)).toBe('1 a.graphql [2 new]');
});

test('all tabs are stored and restored in order, with their files and servers', () => {
  const screen = new Screen({ query: 'query A { hello }' }).press('ctrl+t', '2', 'i').type('# b').press('escape');
  const kept = screen.effects.filter(each => each.kind === 'save-draft').at(-1);
  expect(kept).toMatchObject({ at: 1, saved: false });
  expect(kept?.kind === 'save-draft' ? String(kept.others[0]?.query) : '').toBe('query A { hello }');

  const again = new Screen();
  again.do({
    type: 'drafts/opened',
    of: 'http://localhost/graphql',
    restored: {
      query: '# b',
      variables: '',
      at: 1,
      others: [
        { query: 'query A { hello }', variables: '{"a":1}' },
        {
          query: '{ c }',
          variables: '',
          url: 'http://other.example/graphql',
          file: { path: 'c.graphql', query: '{ c }', variables: '' },
        },
      ],
    },
  });
  expect(bar(again)).toBe('1 A * [2 query *] 3 c.graphql @ other.example');
  again.press('g', '1');
  expect([again.query, again.variables]).toEqual(['query A { hello }', '{"a":1}']);
  again.effects.length = 0;
  again.press('g', '3');
  expect(again.effects).toContainEqual(
    expect.objectContaining({ kind: 'load-schema', source: { from: 'endpoint', url: 'http://other.example/graphql' } }),
  );
});

test('with more tabs than fit, the active one is always visible, and dots show that there are more', () => {
  const screen = new Screen();
  for (let at = 0; at < 12; at++) screen.press('ctrl+t');
  expect(bar(screen, 40)).toMatch(/^… .*\[13 new\]$/);
  screen.press('g', '6');
  expect(bar(screen, 40)).toMatch(/^… .*\[6 new\].* …$/);
});

test('no tab can be selected while a prompt is open', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+t', 'w', 'ctrl+pageup');
  expect(screen.state.tabs.at).toBe(1);
});

test.each([
  ['query Me { hello }', 'Me'],
  ['{ first: hello old }', 'hello'],
  ['mutation { rename(id: 1, name: "a") { id } }', 'rename'],
  ['query { ...F } fragment F on Query { hello }', 'query'],
])('the tab of %s has the title %s', (query, name) => {
  expect(bar(new Screen({ query }).press('ctrl+t'))).toBe(`1 ${name} * [2 new]`.replace(' *', ''));
});
