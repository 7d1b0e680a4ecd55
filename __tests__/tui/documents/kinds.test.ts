/** GraphQL and HTTP tabs side by side: everything specific to a kind switches with its tab. */
import { languageOf, textOf } from '../../../source/core/text/editor.js';
import { documentLine, documentTabs } from '../../../source/tui/app/bars/document-bar.js';
import { footerKeys } from '../../../source/tui/app/footer.js';
import type { StartOptions } from '../../../source/tui/app/start.js';
import { sentBy } from '../../../source/tui/identity/rows.js';
import type { RestoredDraft } from '../../../source/tui/model/documents.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import { forDescription, petstore } from '../schema/api/support.js';
import { Screen, theme } from '../support.js';

const api = 'http://api.test/v1';

/** An HTTP document in the second tab, which has not been shown yet. */
const both = (options: Partial<StartOptions> = {}): Screen =>
  new Screen({ otherTabs: [{ kind: 'http', url: api }], ...options });

/** The second tab is active, and its description is loaded. */
function inHttp(screen: Screen): Screen {
  screen.press('g', '2');
  const id = screen.state.connect.loadId ?? 0;
  return screen.do({ type: 'connect/described', id, description: describeText(JSON.stringify(petstore), api) });
}

const bar = (screen: Screen): string =>
  documentLine(documentTabs(screen.state), screen.state.tabs.at, 100, theme)
    .map(span => span.text)
    .join('')
    .trim();

const kept = (screen: Screen) => {
  const effect = screen.effects.findLast(each => each.kind === 'save-draft');
  if (effect?.kind !== 'save-draft') throw new Error('Nothing was kept.');
  return effect;
};

/** The draft that the next start restores. */
function asDraft(screen: Screen): RestoredDraft {
  const { kind: _, saved: __, others, ...own } = kept(screen);
  const texts = ({ file: ___, query, variables, ...tab }: (typeof others)[number]) => ({
    ...tab,
    query: String(query),
    variables: String(variables),
  });
  return { ...own, ...texts(own), others: others.map(texts) } as RestoredDraft;
}

test('switching tabs switches tree, text, labels and keys; switching back restores them', () => {
  const screen = both().row('hello').press('space');
  const [query, names] = [screen.query, screen.names];
  expect(bar(screen)).toBe('[1 GraphQL: hello *] 2 HTTP: new @ api.test');
  inHttp(screen);
  expect(screen.asked.findLast(each => each.kind !== 'identify')).toMatchObject({
    kind: 'load-description',
    source: { from: 'endpoint', url: api },
  });
  expect(screen.names).toContain('GET /pets/{petId}');
  expect(languageOf(screen.state.query.editor)).toBe('http');
  screen.row('GET /pets/{petId}').press('space');
  expect(screen.query).toContain('GET http://api.test/v1/pets/{{petId}}');
  screen.press('?');
  expect(screen.state.overlays).toHaveLength(1);
  screen.press('escape', 'g', '1');
  expect([screen.query, screen.names]).toEqual([query, names]);
  expect(languageOf(screen.state.query.editor)).toBe('graphql');
  expect(bar(screen)).toBe('[1 GraphQL: hello *] 2 HTTP: getPet * @ api.test');
});

test("Ctrl-R sends the tab's kind: an operation as GraphQL, a request as HTTP", () => {
  const screen = both({ query: '{ hello }' }).press('ctrl+r');
  expect(screen.asked.findLast(({ kind }) => /^run/.test(kind))).toMatchObject({ kind: 'run' });
  inHttp(screen).row('POST /pets').press('space', 'ctrl+r');
  expect(screen.asked.findLast(({ kind }) => /^run/.test(kind))).toMatchObject({
    kind: 'run-http',
    request: { url: api },
  });
});

test('a key that one kind lacks is not in the footer, the palette or the help for it', () => {
  const screen = both();
  const labels = (): readonly string[] => footerKeys(screen.state).map(({ label }) => label);
  expect(labels()).toContain('variable');
  inHttp(screen);
  expect(labels()).not.toContain('variable');
  screen.press('a', 'D');
  expect(screen.query).toBe('');
  screen.do({ type: 'app/focus', pane: 'query' }).press(':').type('run all');
  screen.press('enter');
  // There is no request to send, which the HTTP command reports.
  expect(screen.notice).toMatch(/^No request to send/);
});

test('a new tab has the kind of the previous one', () => {
  const screen = inHttp(both()).press('ctrl+t');
  expect(screen.state.connect.kind).toBe('http');
  expect(screen.press('g', '1').press('ctrl+t').state.connect.kind).toBe('graphql');
});

test("a response that arrives for the other tab has that tab's kind", () => {
  const screen = both({ query: '{ hello }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? 0;
  inHttp(screen);
  const result = { raw: '{"data":{}}', errors: [], errorCount: 0, bytes: 1, tookMs: 1, timing: {}, partial: false };
  screen.do({ type: 'response/result', id, data: 'present', ...result });
  expect(screen.state.response.kind).toBe('request');
  expect(screen.press('g', '1').state.response).toMatchObject({ kind: 'query', raw: '{"data":{}}' });
});

describe('drafts', () => {
  test('of both kinds are restored, whichever was active; the untouched initial tab is replaced', () => {
    for (const last of ['1', '2']) {
      const screen = inHttp(both().row('hello').press('space'))
        .row('GET /pets/{petId}')
        .press('space', 'g', '1', 'g', last);
      const text = screen.query;
      const again = both();
      again.do({ type: 'drafts/opened', of: 'http://localhost/graphql', restored: asDraft(screen) });
      expect(bar(again)).toBe(bar(screen));
      expect(again.query).toBe(text);
      expect(again.state.connect.kind).toBe(screen.state.connect.kind);
      expect(again.press('g', '2').state.connect).toMatchObject({ kind: 'http', url: api, phase: 'loading' });
    }
  });

  test('store the kind of each tab if there are both, and nothing if there is only one', () => {
    const screen = inHttp(both({ query: '{ hello }' }))
      .row('GET /pets/{petId}')
      .press('space');
    expect(kept(screen)).toMatchObject({ language: 'http', url: api, others: [{ language: 'graphql' }] });
    const alone = new Screen().press('ctrl+t', '2', 'i').type('{');
    expect(JSON.stringify([kept(alone).language, ...kept(alone).others])).not.toContain('graphql"');
  });

  test('nothing is stored before anything was typed', () => {
    expect(
      both()
        .press('j', 'k')
        .effects.filter(({ kind }) => kind === 'save-draft'),
    ).toEqual([]);
  });

  test('of HTTP and of GraphQL on one URL are separate', () => {
    const of = (screen: Screen) => screen.press('j').state.drafts.of;
    expect(of(new Screen({ url: api, sdl: null }))).toBe(api);
    expect(of(new Screen({ kind: 'http', url: api, sdl: null }))).toBe(`http ${api}`);
  });
});

describe('a file of the other kind', () => {
  const basic = { user: 'ada', password: { from: 'text', value: 'x' } } as never;
  const open = (screen: Screen, path: string, query: string): Screen => {
    screen.do({ type: 'files/open', path });
    const effect = screen.asked.findLast(({ kind }) => kind === 'open-files');
    if (effect?.kind !== 'open-files') throw new Error('Nothing was opened.');
    return screen.do({ type: 'files/opened', tab: effect.tab, path, query });
  };

  test('with requests opens an HTTP tab without a server and without the previous login', () => {
    const screen = new Screen({ query: '{ hello }', identity: { auth: { basic, apiKeys: [] }, headers: [] } });
    open(screen, 'a.http', 'GET https://elsewhere.test/\n');
    expect(bar(screen)).toBe('1 GraphQL: hello @ localhost [2 HTTP: a.http]');
    expect(sentBy(screen.state.identity)).toEqual({ auth: { apiKeys: [] }, headers: [] });
    expect(screen.state.connect).toMatchObject({ kind: 'http', url: '', phase: 'without' });
    screen.press('ctrl+r');
    expect(screen.asked.at(-1)).toMatchObject({ kind: 'run-http', request: { url: '' } });
    screen.press('g', '1');
    expect(textOf(screen.state.query.editor)).toBe('{ hello }');
    expect(screen.auth).toContain('ada');
  });

  test('opens in an empty tab of its kind, if there is one', () => {
    const screen = open(both({ query: '{ hello }' }), 'a.http', 'GET /pets\n');
    expect(bar(screen)).toBe('1 GraphQL: hello @ localhost [2 HTTP: a.http]');
    expect(screen.state.connect.url).toBe(api);
  });

  test('with operations opens a GraphQL tab, which explains how to connect it', () => {
    const screen = open(forDescription(), 'me.graphql', 'query Me { me }');
    expect(bar(screen)).toMatch(/\[2 GraphQL: me\.graphql\]$/);
    expect(screen.notice).toBe('Opened me.graphql. Press E to connect to a server.');
    screen.press('ctrl+r');
    expect(screen.notice).toMatch(/^No endpoint/);
    expect(screen.asked.some(({ kind }) => kind === 'run')).toBe(false);
  });

  test('of the same kind stays in the tab', () => {
    expect(open(new Screen(), 'me.gql', '{ hello }').state.tabs.all).toHaveLength(1);
    expect(open(forDescription(), 'a.rest', 'GET /').state.tabs.all).toHaveLength(1);
  });
});

describe('a server of the other kind', () => {
  const basic = { user: 'ada', password: { from: 'text', value: 'x' } } as never;
  const goTo = (screen: Screen, url: string): Screen => screen.press('E', 'ctrl+u').type(url).press('enter');
  const loadsOf = (screen: Screen) => screen.asked.findLast(({ kind }) => /^load/.test(kind));

  test('opens in a separate tab: text, server and login of this one stay', () => {
    const screen = new Screen({ query: '{ hello }', identity: { auth: { basic, apiKeys: [] }, headers: [] } });
    goTo(screen, 'http://localhost/openapi.json');
    expect(bar(screen)).toBe('1 GraphQL: hello [2 HTTP: new]');
    expect(loadsOf(screen)).toMatchObject({
      kind: 'load-description',
      source: { url: 'http://localhost/openapi.json' },
    });
    expect(screen.asked.findLast(({ kind }) => kind === 'identify')).toMatchObject({
      identity: { auth: { apiKeys: [] } },
    });
    expect(screen.notice).toBe('Opened a new tab: this URL is HTTP.');
    screen.press('g', '1');
    expect([screen.query, screen.state.connect.phase, screen.auth]).toEqual(['{ hello }', 'ready', 'Basic ada:••••']);
  });

  test('uses an empty tab that has no schema yet', () => {
    const screen = new Screen({ sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
    screen.type('http://localhost/openapi.yaml').press('enter');
    expect(screen.state.tabs.all).toHaveLength(1);
    expect([screen.state.connect.kind, languageOf(screen.state.query.editor)]).toEqual(['http', 'http']);
    expect(loadsOf(screen)).toMatchObject({ kind: 'load-description' });
  });

  test('for GraphQL, typed in an HTTP tab', () => {
    const screen = goTo(forDescription(), 'http://api.test/graphql');
    expect(bar(screen)).toBe('1 HTTP: new [2 GraphQL: new]');
    expect(loadsOf(screen)).toMatchObject({ kind: 'load-schema' });
  });

  test('of a profile with a description', () => {
    const identity = { auth: { apiKeys: [] }, headers: [] };
    const profiles = new Map([['shop', { url: 'http://shop.test', confirm: true, identity, openapi: 'shop.yaml' }]]);
    const screen = goTo(new Screen({ query: '{ hello }', profiles }), '@shop');
    expect(loadsOf(screen)).toMatchObject({ kind: 'load-description', source: { from: 'file', path: 'shop.yaml' } });
    expect(screen.state.connect.profile).toMatchObject({ name: 'shop', confirm: true });
  });

  test('is probed only from a GraphQL tab, and if its kind is unknown', () => {
    const asked = (screen: Screen) =>
      screen.effects.flatMap(each => (each.kind === 'ask-kind' ? [each.impliedKind] : []));
    expect(asked(goTo(new Screen(), 'http://other.test/'))).toEqual([undefined]);
    expect(asked(goTo(new Screen(), 'http://other.test/graphql'))).toEqual([]);
    expect(asked(goTo(forDescription(), 'http://other.test/'))).toEqual([]);
  });

  test('that responds while another URL is being typed, or after Esc, opens nothing', () => {
    const screen = new Screen({ query: '{ hello }' }).press('E', 'ctrl+u').type('http://other.test/');
    const late = { type: 'tabs/connect', kind: 'http', typed: 'http://late.test/' } as const;
    expect(screen.do(late, { type: 'connect/accept', typed: late.typed }).state.connect.phase).toBe('asking');
    screen.press('escape').do({ ...late, typed: 'http://other.test/' });
    expect(screen.state.tabs.all).toHaveLength(1);
    expect(screen.state.connect).toMatchObject({ kind: 'graphql', phase: 'ready', url: 'http://localhost/graphql' });
  });
});
