/**
 * Whatever the URL, requests are sent only to the host that the URL standard (WHATWG) parses from it. A proxy that rejects
 * everything sees every host, so no name needs to exist.
 */
import { once } from 'node:events';
import { type Agent, createServer, get, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { parse } from '../../source/command/parse.js';
import type { Command } from '../../source/core/command.js';
import { isFailure } from '../../source/core/failure.js';
import type { OAuth2Options } from '../../source/core/options.js';
import { streamTransport } from '../../source/io/graphql/stream/index.js';
import { send } from '../../source/io/http/send.js';
import { obtainToken } from '../../source/io/oauth/token.js';
import { testEnvironment } from '../support/environment.js';
import { quietUi } from '../support/oauth.js';
import * as fc from '../support/property.js';
import { requestFor } from '../support/requests.js';

/** The targets requested from the proxy, as `host:port`. */
const asked: string[] = [];
let proxy: Server;
let through = '';

beforeAll(async () => {
  proxy = createServer((request, response) => {
    const { hostname, port } = new URL(request.url ?? '');
    asked.push(`${hostname}:${port || 80}`);
    response.writeHead(400).end('no');
  });
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

/** `host:port` according to the standard, or undefined if it is not an http(s) URL. */
function read(url: string): string | undefined {
  try {
    const { protocol, hostname, port } = new URL(url);
    const standard = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443 }[protocol];
    return standard === undefined ? undefined : `${hostname}:${port || standard}`;
  } catch {
    return undefined;
  }
}

const hosts = fc.constantFrom(
  'a.example',
  'b.example',
  '127.0.0.1',
  '[::1]',
  '[',
  ']',
  '0x7f.1',
  'ü',
  '。',
  '＠',
  '：',
);
const signs = fc.constantFrom(
  '@',
  ':',
  '/',
  '\\',
  '?',
  '#',
  '%40',
  '%2f',
  '%3A',
  '%5c',
  '%00',
  '\t',
  '\n',
  '\r',
  ' ',
  '.',
  '&',
  '=',
);
const names = fc.constantFrom('u', 'p', 'u:p', '80', '8443', '443', '70000', '0', 'id', 'token');
const hostile = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTP://', 'http:/', 'http:///', 'http:\\\\', 'http:/\\', 'ws://', '//', ''),
    fc.array(fc.oneof(hosts, signs, names), { minLength: 1, maxLength: 7 }),
  )
  .map(([scheme, rest]) => scheme + rest.join(''));
/** URLs with a user before the host, in their usual form and as an attacker would write them. */
const likely = fc
  .tuple(
    fc.constantFrom('http://', 'https://'),
    fc.constantFrom(
      '',
      'u@',
      'u:p@',
      'a.example@',
      'a.example:80@',
      'a.example\\@',
      'a.example?@',
      'a.example#@',
      'u%40a.example@',
      '[::1]@',
    ),
    fc.constantFrom('127.0.0.1', 'b.example', '[::1]', '[::ffff:127.0.0.1]'),
    fc.constantFrom('', ':8443', ':80', ':'),
    fc.constantFrom('', '/', '/token', '/a@c.example', '\\token', '?x=@c.example', '#@c.example', '/t\tx'),
  )
  .map(parts => parts.join(''));
const url = fc.oneof(hostile, likely);

type Kind = 'request' | 'graphql' | 'auth';
const command = <K extends Kind>(words: readonly string[]): Extract<Command, { kind: K }> | undefined => {
  const found = parse([...words, '-x', through]);
  return isFailure(found) ? undefined : (found as Extract<Command, { kind: K }>);
};

/** Requests a token with these flags. Returns the requests to the proxy and the pages opened in a browser. */
async function login(words: readonly string[]): Promise<string[]> {
  asked.length = 0;
  const port = words.some(word => word.startsWith('authorization_code')) ? ['--oauth2-port', '0'] : [];
  const found = command<'auth'>(['auth', 'token', ...words, '--oauth2-no-cache', ...port]);
  if (!found?.auth.oauth2) return [];
  const pages: string[] = [];
  const leave = new AbortController();
  await obtainToken(
    found.auth.oauth2 as OAuth2Options,
    found.network,
    testEnvironment(),
    quietUi({
      attended: true,
      signal: leave.signal,
      show: prompt => {
        if (prompt.kind === 'page') pages.push(prompt.url);
        leave.abort({ isFailure: true, kind: 'interrupted', text: '' });
      },
    }),
    { openBrowser: async () => true },
  ).catch(() => {});
  const all = [...asked, ...pages.map(page => read(page) ?? page)];
  reached += all.length;
  return all;
}

const runs = { numRuns: 400 };

/** Hosts that were requested. A property that requests none would prove nothing. */
let reached = 0;
beforeEach(() => {
  reached = 0;
});
afterEach(() => {
  expect(reached).toBeGreaterThan(20);
});

test('for the token URL of --oauth2', async () => {
  await fc.assert(
    fc.asyncProperty(url, async given => {
      const expected = read(given);
      // A text that the URL standard rejects may be a host followed by the client ID.
      fc.pre(expected !== undefined && given.trim() === given);
      const hosts = await login(['--oauth2', `client_credentials:${given}:id:sec`]);
      expect([[], [expected]]).toContainEqual(hosts);
    }),
    runs,
  );
});

test.each([
  ['--oauth2-issuer', ['--oauth2', 'client_credentials::id:sec']],
  ['--oauth2-device-url', ['--oauth2', 'device_code:http://token.example/t:id:sec']],
  ['--oauth2-auth-url', ['--oauth2', 'authorization_code:http://token.example/t:id:sec']],
])('for the URL of %s', async (flag, words) => {
  await fc.assert(
    fc.asyncProperty(url, async given => {
      const hosts = await login([...words, flag, given]);
      expect(hosts.every(host => host === read(given))).toBe(true);
    }),
    runs,
  );
});

test('--subscription-url', async () => {
  await fc.assert(
    fc.asyncProperty(url, async given => {
      asked.length = 0;
      const found = command<'graphql'>(['graphql', 'http://c.example/', '--subscription-url', given]);
      if (!found) return;
      const { network, subscriptionUrl = '' } = found;
      const environment = testEnvironment();
      const endpoint = { url: 'http://c.example/', headers: [], removed: [], credentials: { apiKeys: [] }, network };
      const operation = { kind: 'subscription', query: '{a}', uploads: [], incremental: false } as const;
      const transport = streamTransport({ protocol: 'graphql-transport-ws', url: subscriptionUrl });
      for await (const _ of transport.run(operation, endpoint, { environment, signal: environment.signal }));
      reached += asked.length;
      expect(asked.every(host => host === read(given.replace(/^http/i, 'ws')))).toBe(true);
    }),
    runs,
  );
});

test('for the URL of a request', async () => {
  await fc.assert(
    fc.asyncProperty(url, async given => {
      asked.length = 0;
      const found = command<'request'>(['GET', given]);
      if (!found) return;
      await send(requestFor(found.url, { network: found.network }), testEnvironment());
      reached += asked.length;
      // Without a scheme, it is the text after one.
      const scheme = /^[a-z]+:\/\//i.test(given.trim()) ? '' : `${new URL(found.url).protocol}//`;
      const typed = given
        .trim()
        .replace(/^:(?=\d|\/|$)/, 'localhost:')
        .replace(/^localhost:(?=\/|$)/, 'localhost');
      expect(asked.every(host => host === read(scheme === '' ? typed : scheme + typed.replace(/^\/\//, '')))).toBe(
        true,
      );
    }),
    runs,
  );
});

const defaultPort = ({ protocol }: URL): number => (/^socks/.test(protocol) ? 1080 : protocol === 'https:' ? 443 : 80);

/** The first host to which an agent connects, as looked up from the operating system. */
async function askedOf(agent: Agent): Promise<string> {
  const original = Socket.prototype.connect;
  let place = '';
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [first] = given.flat() as { host?: string; port?: number }[];
    place = `${first?.host}:${first?.port}`;
    setImmediate(() => this.destroy(new Error('not sent')));
    return this;
  } as typeof original;
  try {
    const request = get({ host: 'c.example', port: 80, path: 'http://c.example/', agent });
    await once(request, 'error').catch(() => {});
  } finally {
    Socket.prototype.connect = original;
  }
  return place;
}

test('the proxy contacted is the one that the environment variables select', async () => {
  await fc.assert(
    fc.asyncProperty(likely, async given => {
      const found = parse(['GET', 'http://c.example/', '-x', given]);
      if (isFailure(found) || found.kind !== 'request') return;
      const { connectionFor } = await import('../../source/io/http/connection/agent.js');
      const connection = await connectionFor(new URL('http://c.example/'), found.network, testEnvironment());
      if (isFailure(connection)) return;
      reached++;
      const standard = new URL(given);
      const asked = await askedOf(connection.agent as Agent);
      expect(asked).toBe(`${standard.hostname.replace(/^\[|\]$/g, '')}:${standard.port || defaultPort(standard)}`);
      expect(connection.proxy).not.toContain('@');
    }),
    runs,
  );
});
