/**
 * Servers of a description: chosen with a value for each variable. Credentials are sent to another origin only if the user
 * agrees.
 */
import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { createElement } from 'react';
import { operationOf } from '../../../../source/core/openapi/operations-in-text.js';
import { readRemembered } from '../../../../source/core/remembered.js';
import { secret } from '../../../../source/core/secret.js';
import { documentTabs } from '../../../../source/tui/app/bars/document-bar.js';
import { Header } from '../../../../source/tui/app/header.js';
import type { StartOptions } from '../../../../source/tui/app/start.js';
import { describeText } from '../../../support/fixtures/descriptions.js';
import { expectTimeRatioBelow } from '../../../support/run/time-ratio.js';
import { Screen, theme } from '../../support.js';

const tenants = {
  openapi: '3.1.0',
  info: { title: 'Tenants', version: '1' },
  servers: [
    { url: 'http://api.test/v1', description: 'Production' },
    {
      url: 'http://{tenant}.test:{port}/{base}',
      variables: {
        tenant: { default: 'demo' },
        port: { enum: ['8443', '443'], default: '443' },
        base: { enum: ['v1', 'v2'], default: 'v2' },
      },
    },
    { url: '/beta' },
  ],
  paths: {
    '/pets': { get: { operationId: 'pets', responses: {} } },
    '/own': { get: { operationId: 'own', servers: [{ url: 'http://own.test' }], responses: {} } },
  },
};

const home = 'http://api.test/v1';

function open(description: object = tenants, url = home, options: Partial<StartOptions> = {}): Screen {
  return described(description, url, options).press('1');
}

function described(description: object, url: string, options: Partial<StartOptions>): Screen {
  const screen = new Screen({ kind: 'http', url, sdl: null, ...options });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const read = describeText(JSON.stringify(description), `${url}/openapi.json`);
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description: read });
  screen.effects.length = 0;
  return screen;
}

const headerLine = ({ state: { connect } }: Screen): string | undefined => {
  const rect = { x: 0, y: 0, width: 100, height: 1 };
  const words = { auth: '', session: undefined, operation: '', file: '' };
  const line = createElement(Header, { connect, kind: connect.kind, now: 0, rect, theme, ...words });
  return render(createElement(Box, { width: 100, height: 1 }, line)).lastFrame();
};

const top = (screen: Screen) => screen.state.overlays.at(-1);

test('E lists the servers, and prompts for each variable with its values, the default one marked', () => {
  const screen = open().press('E');
  expect(top(screen)).toMatchObject({
    title: 'Server',
    options: [
      { label: 'http://api.test/v1', detail: 'Production' },
      { label: 'http://{tenant}.test:{port}/{base}', detail: 'requires tenant, port, base' },
      { label: '/beta' },
      { label: 'Another endpoint' },
    ],
  });
  screen.press('down', 'enter');
  expect(top(screen)).toMatchObject({ kind: 'prompt', title: 'tenant in http://{tenant}.test:{port}/{base}' });
  screen.press('ctrl+u').type('acme').press('enter');
  expect(top(screen)).toMatchObject({
    options: [{ label: '443', detail: 'default' }, { label: '8443' }],
    selected: 0,
  });
  screen.press('down', 'enter', 'enter');
  expect(screen.notice).toContain('New requests go to http://acme.test:8443/v2; existing requests are unchanged.');
  screen.row('GET /pets').press('space');
  expect(screen.query).toContain('GET http://acme.test:8443/v2/pets');
  expect(screen.cursor?.mark).toBe('ticked');
  expect(screen.press('space').query).toBe('');
});

test('the header line shows the destination of new requests', () => {
  const screen = open();
  expect(headerLine(screen)).toContain('http://api.test/v1 ');
  screen.press('E', 'down', 'down', 'enter');
  expect(headerLine(screen)).toContain('http://api.test/beta ');
  screen.do({ type: 'connect/open', url: 'http://b.test', keep: false });
  expect(headerLine(screen)).toContain('http://b.test ');
});

test('requests in the text are unchanged; an operation with its own servers is not sent to the chosen one', () => {
  const screen = open().row('GET /pets').press('space');
  const before = screen.query;
  screen.press('E', 'down', 'down', 'enter');
  expect(screen.notice).toContain('http://api.test/beta');
  expect(screen.query).toBe(before);
  screen.row('GET /own').press('space');
  expect(screen.query).toContain('GET http://api.test/v1/own');
});

const bearer = { type: 'values/bearer', value: secret('s3cret') } as const;
const sentTo = (screen: Screen): string | undefined => {
  const effect = screen.press('ctrl+r').effects.findLast(each => each.kind === 'run-http');
  return effect?.kind === 'run-http' ? effect.request.url : undefined;
};
const toTenant = ['E', 'down', 'enter', 'enter', 'enter', 'enter'];

test.each([
  ['No', [], 'http://api.test/v1'],
  ['Yes', ['down'], 'http://demo.test:443/v2'],
])('a login is sent to a server on another origin only on request: %s', (_, keys, url) => {
  const screen = open()
    .do(bearer)
    .press(...toTenant);
  expect(top(screen)).toMatchObject({
    title: 'Also send the credentials for http://api.test to http://demo.test:443?',
  });
  screen
    .press(...keys, 'enter')
    .row('GET /pets')
    .press('space');
  expect(sentTo(screen)).toBe(url);
});

test('on the same origin, the credentials are sent, and a login typed later is sent to no other origin without asking', () => {
  const same = open().do(bearer).press('E', 'down', 'down', 'enter').row('GET /pets').press('space');
  expect(sentTo(same)).toBe('http://api.test/beta');
  const later = open().press(...toTenant);
  expect(later.notice).toContain('Credentials are sent only to http://api.test');
  later.do(bearer).row('GET /pets').press('space');
  expect(sentTo(later)).toBe('http://api.test/v1');
});

test('another endpoint resets the server; values that give an invalid URL are rejected', () => {
  const screen = open().press('E', 'down', 'down', 'enter');
  expect(screen.state.connect.server).toMatchObject({ at: 2 });
  expect(top(screen.press('E'))).toMatchObject({ selected: 2 });
  screen.press('down', 'enter');
  expect(screen.state.connect.phase).toBe('asking');
  screen.do({ type: 'connect/open', url: 'http://b.test', keep: false });
  expect(screen.state.connect.server).toBeUndefined();
  const wrong = open().press('E', 'down', 'enter', 'ctrl+u').type('a b').press('enter', 'enter', 'enter');
  expect(wrong.notice).toContain('is not a valid URL');
});

test('with one server and no variables, E prompts for a URL, and the command explains why there is no choice', () => {
  const one = open({ ...tenants, servers: [{ url: 'http://api.test/v1' }] });
  expect(one.press('E').state.connect.phase).toBe('asking');
});

/** The stored settings of the endpoint, read again. */
function kept(screen: Screen) {
  const last = screen.effects.findLast(each => each.kind === 'remember');
  return last?.kind === 'remember'
    ? { place: last.place, settings: readRemembered(JSON.parse(JSON.stringify(last.settings))) }
    : undefined;
}

const again = (before: Screen, description: object = tenants, options: Partial<StartOptions> = {}): Screen => {
  const { place, settings } = kept(before) ?? { place: '', settings: {} };
  return described(description, home, { remembered: new Map([[place, settings]]), ...options });
};

const toPort = ['E', 'down', 'enter', 'ctrl+u', 'a', 'enter', 'down', 'enter', 'enter'];

test('requests to another server, or to one with other values, stay ticked; one to an unrelated server does not', () => {
  const screen = open().press(...toPort);
  screen.row('GET /pets').press('space');
  screen.press('1', 'E', 'down', 'enter');
  expect(screen.notice).toContain('http://api.test/beta');
  expect(screen.row('GET /pets').cursor?.mark).toBe('ticked');
  screen.press('space');
  expect([screen.query, screen.cursor?.mark]).toEqual(['', 'absent']);
  const typed = (url: string): string | undefined => {
    const each = open({
      ...tenants,
      servers: [...tenants.servers, { url: '/x/{area}', variables: { area: { default: 'eu' } } }],
    });
    each.do({ type: 'query/edited', text: `GET ${url}\n` });
    return each.press('1').row('GET /pets').cursor?.mark;
  };
  expect(typed('http://Other.test:8443/v1/pets')).toBe('ticked');
  expect(typed('http://api.test/x/us/pets?a=/b')).toBe('ticked');
  for (const url of [
    'http://other.test:8443/v3/pets',
    'http://a.b/c.test:443/v1/pets',
    'http://api.test/x/us/a/pets',
    'http://b.example/pets',
  ])
    expect([url, typed(url)]).toEqual([url, 'absent']);
});

test('a template that matches any host does not match requests to other servers; the default port may be omitted', () => {
  const description = describeText(
    JSON.stringify({
      ...tenants,
      servers: [{ url: 'https://{host}:{port}', variables: { host: { default: 'a.test' }, port: { default: '443' } } }],
    }),
    'http://api.test/openapi.json',
  );
  expect(operationOf(description, { method: 'GET', url: 'https://b.test/pets' })).toMatchObject({
    operation: { id: 'pets' },
  });
  expect(operationOf(description, { method: 'GET', url: 'https://b.test/others' })).toBeUndefined();
  expect(operationOf(description, { method: 'GET', url: 'https://a.test/others' })).toHaveProperty('problem');
});

test('many adjacent variables are matched in one pass each', () => {
  const names = Array.from({ length: 60 }, (_, at) => `v${at}`);
  const variables = Object.fromEntries(names.map(name => [name, { default: 'a' }]));
  const url = `http://${names.map(name => `{${name}}`).join('')}.test`;
  const description = describeText(
    JSON.stringify({ ...tenants, servers: [{ url, variables }] }),
    'http://api.test/o.json',
  );
  const long = `http://${'a'.repeat(1500)}`;
  expect(operationOf(description, { method: 'GET', url: `${long}/pets` })).toBeUndefined();
  expect(operationOf(description, { method: 'GET', url: `${long}.test/pets` })).toMatchObject({
    operation: { id: 'pets' },
  });
});

test('of thousands of servers with variables, only the first are matched', () => {
  const described = (count: number) => {
    const servers = Array.from({ length: count }, (_, at) => ({
      url: `http://{a}${at}{b}.test`,
      variables: { a: { default: 'a' }, b: { default: 'b' } },
    }));
    return describeText(JSON.stringify({ ...tenants, servers }), 'http://api.test/o.json');
  };
  const matched = (count: number) => {
    const description = described(count);
    const search = (host: string) => operationOf(description, { method: 'GET', url: `http://${host}/pets` });
    expect(search('x7y.test')).toHaveProperty('operation');
    return () => search('a'.repeat(1500));
  };
  expectTimeRatioBelow(3, matched(4000), matched(100));
});

test('the choice is stored for the endpoint with its values, and restored the next time', () => {
  const screen = open().press(...toPort);
  const server = {
    url: 'http://{tenant}.test:{port}/{base}',
    variables: { tenant: 'a', port: '8443', base: 'v2' },
  };
  expect(kept(screen)).toEqual({ place: home, settings: { server } });
  const next = again(screen);
  expect(next.notice).toContain('New requests go to http://a.test:8443/v2, as before. Credentials are sent only to');
  expect(headerLine(next)).toContain('http://a.test:8443/v2 ');
  expect(next.press('1').row('GET /pets').press('space').query).toContain('GET http://a.test:8443/v2/pets');
  next.press('1', 't');
  expect(kept(next)?.settings).toEqual({ server, grouping: 'path' });
  const early = new Screen({ kind: 'http', url: home, sdl: null, remembered: next.state.settings.remembered });
  expect(kept(early.do({ type: 'schema/grouping' }))?.settings).toEqual({ server });
});

test('after a restart, Space removes a request added for another server, but no edited one', () => {
  const screen = open().press(...toPort);
  const before = screen.press('1').row('GET /pets').press('space').query;
  expect(before).toContain('GET http://a.test:8443/v2/pets');
  screen.press('1', 'E', 'down', 'enter');
  const next = again(screen).do({ type: 'query/edited', text: before }).press('1').row('GET /pets');
  expect([next.cursor?.mark, next.press('space').query, next.cursor?.mark]).toEqual(['ticked', '', 'absent']);
  next
    .do({ type: 'query/edited', text: `${before}X-Mine: 1\n` })
    .press('1')
    .row('GET /pets')
    .press('space');
  expect(next.query).toContain('X-Mine: 1');
});

test('the tab bar shows the host that a tab sends to', () => {
  const screen = open().press(...toPort);
  const all = [{ query: 'GET http://b.test/\n', variables: '', url: 'http://b.test/', language: 'http' as const }];
  screen.do({ type: 'tabs/restore', at: 0, others: all }, { type: 'tabs/go', at: 1 });
  expect(documentTabs(screen.state).map(({ host }) => host)).toEqual(['a.test:8443', '']);
});

test('with a remembered server, no login is sent to another origin without asking', () => {
  const chosen = open()
    .do(bearer)
    .press(...toTenant, 'down', 'enter');
  expect(chosen.state.connect.server).toMatchObject({ takesLogin: true });
  const auth = { bearer: { from: 'text', value: secret('s3cret') }, apiKeys: [] } as const;
  const next = again(chosen, tenants, { identity: { auth, headers: [] } });
  expect(next.state.connect.server).toMatchObject({ url: 'http://demo.test:443/v2', takesLogin: false });
  const same = again(open().press('E', 'down', 'down', 'enter'), tenants, { identity: { auth, headers: [] } });
  expect(same.state.connect.server).toMatchObject({ url: 'http://api.test/beta', takesLogin: true });
});

test('a server or value that is no longer available is replaced by the default, with a notice', () => {
  const screen = open().press(...toPort);
  const [first, second] = tenants.servers;
  const ports = { ...tenants, servers: [first, { ...second, variables: { port: { enum: ['443', '9443'] } } }] };
  for (const description of [{ ...tenants, servers: [first] }, ports]) {
    const next = again(screen, description);
    expect(next.state.connect.server).toBeUndefined();
    expect(next.notice).toContain('no longer offers the last server: http://{tenant}.test:{port}/{base}.');
  }
});

test.each([
  ['a name of a secret', 'http://{apiKey}.test', 'apiKey', 's3cret'],
  ['a token', 'http://api.test/{id}', 'id', 'eyJhbGciOiJIUzI1NiJ9'],
  ['credentials in a URL', 'http://{host}', 'host', 'ada:s3cret@b.test'],
])('a value that may be a secret is not stored: %s', (_, url, name, value) => {
  const description = { ...tenants, servers: [{ url, variables: { [name]: { default: 'demo' } } }] };
  const screen = open(description);
  screen.press('E', 'enter', 'ctrl+u').type(value).press('enter');
  expect(screen.state.connect.server).toBeDefined();
  expect(JSON.stringify(kept(screen) ?? {})).not.toContain(value);
  expect(kept(again(screen, description).press('1', 't'))?.settings).toEqual({ grouping: 'path' });
});

test.each([[7], ['x'], [{ url: 7 }], [{ url: '' }], [null], [{ variables: {} }]])(
  'an invalid stored server is ignored: %j',
  server => expect(readRemembered({ server })).toEqual({}),
);
