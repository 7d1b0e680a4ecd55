/** Servers of a description: chosen with a value for each variable; a login goes to another origin only if the user says so. */
import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { createElement } from 'react';
import { secret } from '../../../../source/core/secret.js';
import { Header } from '../../../../source/tui/app/header.js';
import { describeText } from '../../../support/fixtures/descriptions.js';
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

function open(description: object = tenants, url = 'http://api.test/v1'): Screen {
  const screen = new Screen({ kind: 'http', url, sdl: null });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const read = describeText(JSON.stringify(description), `${url}/openapi.json`);
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description: read });
  screen.effects.length = 0;
  return screen.press('1');
}

const headerLine = ({ state: { connect } }: Screen): string | undefined => {
  const rect = { x: 0, y: 0, width: 100, height: 1 };
  const words = { auth: '', session: undefined, operation: '', file: '' };
  const line = createElement(Header, { connect, kind: connect.kind, now: 0, rect, theme, ...words });
  return render(createElement(Box, { width: 100, height: 1 }, line)).lastFrame();
};

const top = (screen: Screen) => screen.state.overlays.at(-1);

test('E lists the servers, and asks for each variable with its values, the standard one marked', () => {
  const screen = open().press('E');
  expect(top(screen)).toMatchObject({
    title: 'Server',
    options: [
      { label: 'http://api.test/v1', detail: 'Production' },
      { label: 'http://{tenant}.test:{port}/{base}', detail: 'asks for tenant, port, base' },
      { label: '/beta' },
      { label: 'Another endpoint' },
    ],
  });
  screen.press('down', 'enter');
  expect(top(screen)).toMatchObject({ kind: 'prompt', title: 'tenant of http://{tenant}.test:{port}/{base}' });
  screen.press('ctrl+u').type('acme').press('enter');
  expect(top(screen)).toMatchObject({
    options: [{ label: '443', detail: 'standard' }, { label: '8443' }],
    selected: 0,
  });
  screen.press('down', 'enter', 'enter');
  expect(screen.notice).toContain('New requests go to http://acme.test:8443/v2; those in the text stay.');
  screen.row('GET /pets').press('space');
  expect(screen.query).toContain('GET http://acme.test:8443/v2/pets');
  expect(screen.cursor?.mark).toBe('ticked');
  expect(screen.press('space').query).toBe('');
});

test('the header line shows where new requests go', () => {
  const screen = open();
  expect(headerLine(screen)).toContain('http://api.test/v1 ');
  screen.press('E', 'down', 'down', 'enter');
  expect(headerLine(screen)).toContain('http://api.test/beta ');
  screen.do({ type: 'connect/open', url: 'http://b.test', keep: false });
  expect(headerLine(screen)).toContain('http://b.test ');
});

test('requests in the text stay; an operation with servers of its own does not go there', () => {
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
])('a login is sent to the server of another origin only if asked for: %s', (_, keys, url) => {
  const screen = open()
    .do(bearer)
    .press(...toTenant);
  expect(top(screen)).toMatchObject({ title: 'Send the credentials of http://api.test to http://demo.test:443, too?' });
  screen
    .press(...keys, 'enter')
    .row('GET /pets')
    .press('space');
  expect(sentTo(screen)).toBe(url);
});

test('on the same origin it goes along, and a login typed later goes to no other origin unasked', () => {
  const same = open().do(bearer).press('E', 'down', 'down', 'enter').row('GET /pets').press('space');
  expect(sentTo(same)).toBe('http://api.test/beta');
  const later = open().press(...toTenant);
  expect(later.notice).toContain('A login stays with http://api.test');
  later.do(bearer).row('GET /pets').press('space');
  expect(sentTo(later)).toBe('http://api.test/v1');
});

test('another endpoint forgets the server; values that make no URL are refused', () => {
  const screen = open().press('E', 'down', 'down', 'enter');
  expect(screen.state.connect.server).toMatchObject({ at: 2 });
  expect(top(screen.press('E'))).toMatchObject({ selected: 2 });
  screen.press('down', 'enter');
  expect(screen.state.connect.phase).toBe('asking');
  screen.do({ type: 'connect/open', url: 'http://b.test', keep: false });
  expect(screen.state.connect.server).toBeUndefined();
  const wrong = open().press('E', 'down', 'enter', 'ctrl+u').type('a b').press('enter', 'enter', 'enter');
  expect(wrong.notice).toContain('is no URL that can be reached');
});

test('with one server and no variables E asks for a URL, and the command says why it offers nothing', () => {
  const one = open({ ...tenants, servers: [{ url: 'http://api.test/v1' }] });
  expect(one.press('E').state.connect.phase).toBe('asking');
});
