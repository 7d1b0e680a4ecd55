/** Switching environments of a profile on the screen: nothing is transferred from one to another. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { HostIdentity, KnownProfile } from '../../../source/core/command.js';
import { type Secret, secret } from '../../../source/core/secret.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, serve } from '../../support/servers/graphql.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { Screen } from '../support.js';

afterEach(closeTerminals);
afterAll(closeServers);

const place = (url: string, name: string, confirm = false): KnownProfile => ({
  url,
  confirm,
  identity: {
    auth: { apiKeys: [], bearer: { from: 'env', name } },
    headers: [{ kind: 'set', name: 'X-Stage', value: name }],
  },
});
const profiles = new Map([
  ['shop', place('http://localhost/graphql', 'DEV')],
  ['shop:dev', place('http://localhost/graphql', 'DEV')],
  ['shop:live', place('https://live.example/v2', 'LIVE', true)],
  ['shop:tenant', place('http://localhost/graphql', 'TENANT')],
  ['other', place('https://other.example/', 'OTHER')],
]);
const open = (options: ConstructorParameters<typeof Screen>[0] = {}): Screen =>
  new Screen({
    profiles,
    profile: { name: 'shop:dev', confirm: false },
    identity: place('', 'DEV').identity,
    query: '{ hello }',
    ...options,
  });
const options = (screen: Screen) => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.options.map(({ label, detail }) => `${label}: ${detail}`) : [];
};
const sent = (screen: Screen) => screen.effects.filter(each => each.kind === 'identify').at(-1)?.identity;

test('E lists the environments with their details, and Enter alone changes nothing', () => {
  const screen = open().press('E');
  expect(options(screen)).toEqual([
    'shop: http://localhost/graphql, Bearer ••••',
    'shop:dev: here, http://localhost/graphql, Bearer ••••',
    'shop:live: https://live.example/v2, Bearer ••••, confirms mutations',
    'shop:tenant: http://localhost/graphql, Bearer ••••',
    'Another endpoint: a URL or a profile',
  ]);
  expect(screen.press('enter').asked).toEqual([]);
  expect(screen.state.overlays).toEqual([]);
  expect(screen.state.connect.profile?.name).toBe('shop:dev');
});

test('choosing an environment applies its URL, login, headers and guard; the texts are unchanged, and settings typed for another environment are restored with it', () => {
  const screen = open().press('H', 'a').type('X-Typed: dev').press('enter', 'escape');
  screen.press('E').type('live').press('enter');
  expect(screen.state.connect).toMatchObject({
    url: 'https://live.example/v2',
    profile: { name: 'shop:live', confirm: true },
  });
  expect(sent(screen)).toEqual(place('', 'LIVE').identity);
  expect(screen.query).toBe('{ hello }');
  expect(screen.notice).toBe('@shop:live: https://live.example/v2. Mutations need confirmation.');
  screen.press('E').type('dev').press('enter');
  const own = place('', 'DEV').identity;
  const typed = { kind: 'set', name: 'X-Typed', value: 'dev' };
  expect(sent(screen)).toEqual({ ...own, headers: [...own.headers, typed] });
  expect(screen.state.connect.profile).toEqual({ name: 'shop:dev', confirm: false });
});

test('on the same origin, the login changes as well, and the current run ends', () => {
  const screen = open().press('ctrl+r');
  const id = screen.state.response.runId;
  expect(screen.state.response.running).toBe(true);
  screen.press('E').type('tenant').press('enter');
  expect(sent(screen)).toEqual(place('', 'TENANT').identity);
  expect(screen.effects).toContainEqual({ kind: 'cancel', id });
  expect(screen.state.response.running).toBe(false);
  expect(screen.state.response.sent).toBeUndefined();
});

test("a path below the profile's URL is preserved in the other environment; a query string, which may contain a key, is dropped", () => {
  const at = (rest: string): string =>
    open({ url: `http://localhost/graphql${rest}` })
      .press('E')
      .type('live')
      .press('enter').state.connect.url;
  expect(at('/v3')).toBe('https://live.example/v2/v3');
  expect(at('?key=dev')).toBe('https://live.example/v2');
  expect(at('/v3?key=dev')).toBe('https://live.example/v2/v3');
});

test('all tabs of the profile switch, but not tabs of other servers', () => {
  const remembered = new Map([['@shop:live', { headers: ['X-Kept: 1'] }]]);
  const screen = open({ remembered })
    .press('ctrl+t', 'E')
    .type('another')
    .press('enter', 'ctrl+u')
    .type('@other')
    .press('enter');
  screen.press('g', '1').press('ctrl+t', 'E');
  expect(options(screen)).toContain('shop:live, all 2 tabs: https://live.example/v2, Bearer ••••, confirms mutations');
  screen.type('live, all').press('enter');
  const names = screen.state.tabs.all.map(({ content }) => (content ?? screen.state).connect.profile?.name);
  expect(names).toEqual(['shop:live', 'shop:live', 'other']);
  screen.press('g', '1');
  const own = place('', 'LIVE').identity;
  const back = { kind: 'set', name: 'X-Kept', value: '1' };
  expect(sent(screen)).toEqual({ ...own, headers: [...own.headers, back] });
  expect(screen.query).toBe('{ hello }');
});

test.each(['moved to another environment', 'restored'])(
  'a tab that is %s reads the description of its profile',
  how => {
    const own = (name: string): KnownProfile => ({
      ...place(`https://${name.toLowerCase()}.example/`, name),
      openapi: `/apis/${name}.yaml`,
    });
    const known = new Map([
      ['shop', own('DEV')],
      ['shop:live', own('LIVE')],
    ]);
    const url = 'https://dev.example/';
    const screen = new Screen({
      kind: 'http',
      url,
      sdl: null,
      profiles: known,
      profile: { name: 'shop', confirm: false },
    });
    screen.do({ type: 'connect/load', source: { from: 'file', path: '/apis/DEV.yaml' } });
    const tab = {
      query: 'GET /a\n',
      variables: '',
      language: 'http',
      url: 'https://live.example/',
      profile: 'shop:live',
    } as const;
    if (how === 'restored') screen.do({ type: 'tabs/restore', at: 0, others: [tab] });
    else
      screen.press('ctrl+t').do(
        { type: 'connect/environment', name: 'shop:live', everywhere: true },
        // The other tab has no connection left to share.
        { type: 'connect/open', url: 'https://b.example/', keep: false },
      );
    screen.effects.length = 0;
    screen.do({ type: 'tabs/go', at: how === 'restored' ? 1 : 0 });
    expect(screen.state.connect.url).toBe(tab.url);
    const source = { from: 'file', path: '/apis/LIVE.yaml' };
    expect(screen.effects).toContainEqual(expect.objectContaining({ kind: 'load-description', source }));
  },
);

test('without environments, E prompts for a URL, and the palette gives the reason', () => {
  expect(new Screen({ profiles }).press('E').state.connect.phase).toBe('asking');
  const screen = open({ profile: { name: 'other', confirm: false } });
  expect(screen.press('E').state.connect.phase).toBe('asking');
});

const valued = (url: string, team: string): KnownProfile => ({
  url,
  confirm: false,
  identity: {
    auth: { apiKeys: [] },
    headers: [{ kind: 'set', name: 'X-Team', value: '{{team}}' }],
    configured: new Map<string, string | Secret>([
      ['team', JSON.stringify(team)],
      ['key', secret(`"${team}-key"`)],
    ]),
    unread: new Map([['gone', 'The environment variable GONE is not set.']]),
  },
});

test('values of the environment are overridden by captured values, change with E, and their secrets are not shown', () => {
  const places = new Map([
    ['shop:dev', valued('http://localhost/graphql', 'blue')],
    ['shop:live', valued('https://live.example/', 'red')],
  ]);
  const identity = places.get('shop:dev')?.identity as HostIdentity;
  const screen = open({ profiles: places, identity });
  const list = () => options(screen.press(':').type('saved values').press('enter'));
  const gone = '{{gone}}: The environment variable GONE is not set, from @shop:dev';
  expect(list()).toEqual(['{{team}}: blue, from @shop:dev', '{{key}}: ••••, from @shop:dev', gone]);
  screen.press('enter', 'ctrl+u').type('own').press('enter');
  expect(list()).toEqual([
    '{{team}}: own',
    '{{team}}: blue, from @shop:dev; the saved value overrides it',
    '{{key}}: ••••, from @shop:dev',
    gone,
  ]);
  screen.press('escape', 'escape');
  expect(sent(screen)?.values?.get('team')).toBe('"own"');
  screen.press('E').type('live').press('enter');
  expect(sent(screen)?.values?.get('team')).toBe('"red"');
  expect(list()).toContain('{{team}}: red, from @shop:live');
});

test('a value that could not be read is prompted for, with the reason', () => {
  const identity = valued('', 'blue').identity;
  const screen = open({ identity, variables: '{"id": "{{gone}} {{team}}"}' }).press('ctrl+r');
  expect(topOverlay(screen.state)).toMatchObject({ title: '{{gone}} has no value' });
  expect(options(screen)).toContain('Set it: The environment variable GONE is not set.');
});

test('in the terminal: each server only receives its own token, and the first line shows the environment', async () => {
  const seen: string[][] = [[], []];
  const listen = (at: number): Promise<string> =>
    serve((request: IncomingMessage, response) => {
      seen[at]?.push(`${request.headers.authorization} ${request.headers['x-stage']}`);
      response.writeHead(404).end('Not here');
    });
  const [dev, live] = [await listen(0), await listen(1)];
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const environments = {
    dev: {
      url: dev,
      flags: { bearer: 'env:DEV', header: ['X-Stage: {{stage}} {{key}}'] },
      values: { stage: 'dev', key: 'env:DEV' },
    },
    live: { url: live, flags: { bearer: 'env:LIVE', header: ['X-Stage: {{stage}}'] }, values: { stage: 'live' } },
  };
  writeFileSync(
    path.join(home, '.config/apiclient/config.json'),
    JSON.stringify({ profiles: { shop: { environments } } }),
  );
  const variables = { DEV: 'dev-token', LIVE: 'live-token' };
  const terminal = startInTerminal(['graphql', '@shop:dev'], { columns: 100, rows: 30, home, variables });
  await terminal.untilShown(`No schema from ${dev}`);
  terminal.write('E');
  await terminal.untilShown('Another endpoint');
  terminal.write('live\r');
  await terminal.untilShown(`No schema from ${live}`);
  await terminal.untilShown(`@shop:live: ${live}`);
  terminal.write('c');
  await terminal.untilShown(`POST @shop:live ${live}`);
  expect(new Set(seen[0])).toEqual(new Set(['Bearer dev-token dev dev-token']));
  expect(new Set(seen[1])).toEqual(new Set(['Bearer live-token live']));
});
