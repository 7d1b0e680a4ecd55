/** Redirects over real connections: the data that each server receives. The rules themselves are tables in core/request. */

import { type Failure, isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, type RequestParts, requestFor } from '../../support/requests.js';
import {
  closeServers,
  httpServer,
  rawServer,
  sayingServer,
  type TestServer,
} from '../../support/servers/http-server.js';

afterEach(closeServers);

const everything: RequestParts = {
  headers: ['X-Api-Key: header-secret', 'DPoP: proof-secret', 'X-Sig: signed-secret', 'X-Plain: yes'],
  credentials: {
    basic: { user: 'u', password: secret('basic-secret') },
    apiKeys: [{ name: 'key', value: secret('query-secret') }],
  },
  network: { follow: true, cookies: ['sid=cookie-secret'] },
};

/** A server whose `/go` redirects to `target` with this status. Everything else returns `end`. */
const redirecting = (status: number, target: () => string): Promise<TestServer> =>
  httpServer((response, seen) => {
    if (seen.path.startsWith('/go')) response.writeHead(status, { Location: target() }).end('moved');
    else response.end('end');
  });

const secrets = (server: TestServer): string[] => {
  const text = JSON.stringify(server.seen);
  const basic = Buffer.from('u:basic-secret').toString('base64');
  return ['header-secret', 'proof-secret', 'signed-secret', 'query-secret', 'cookie-secret', basic].filter(one =>
    text.includes(one),
  );
};

describe.each([301, 302, 303, 307, 308])('%i', status => {
  test.each(['GET', 'POST', 'PUT'])(
    '%s: credentials are sent to the same origin, but not to another port',
    async method => {
      const parts = { ...everything, method, ...(method === 'GET' ? {} : { body: 'the body' }) };
      const home = await redirecting(status, () => '/end');
      const same = answered(await send(requestFor(`${home.url}/go`, parts), testEnvironment()));
      expect((await bodyOf(same)).toString()).toBe('end');
      expect(home.seen[1]?.path).toBe('/end?key=query-secret');
      expect(home.seen[1]?.headers).toMatchObject({
        'x-api-key': 'header-secret',
        cookie: 'sid=cookie-secret',
        authorization: expect.stringContaining('Basic '),
      });

      const other = await redirecting(status, () => '');
      const away = await redirecting(status, () => `${other.url}/end?key=query-secret`);
      const notes: string[] = [];
      const crossed = answered(
        await send(requestFor(`${away.url}/go`, parts), testEnvironment(), {
          onNote: text => notes.push(hintText(text)),
        }),
      );
      expect((await bodyOf(crossed)).toString()).toBe('end');
      expect(secrets(other)).toEqual([]);
      expect(secrets(away)).toHaveLength(6);
      expect(notes).toEqual([
        `Redirected to ${other.url} without your credentials (--location-trusted forwards them).`,
      ]);
      const rewritten = status === 303 || (status < 303 && method === 'POST') ? 'GET' : method;
      expect(other.seen[0]).toMatchObject({
        method: rewritten,
        headers: { 'x-plain': 'yes', host: `127.0.0.1:${other.port}` },
      });
      expect(other.seen[0]?.body.toString()).toBe(rewritten === 'GET' ? '' : 'the body');
    },
  );
});

test('a redirect back to the first server has no credentials', async () => {
  const home: TestServer = await httpServer((response, seen) => {
    if (seen.path.startsWith('/go')) response.writeHead(302, { Location: `${other.url}/go` }).end();
    else response.end('end');
  });
  const other = await redirecting(302, () => `${home.url}/back`);
  answered(await send(requestFor(`${home.url}/go`, everything), testEnvironment()));
  expect(home.seen.map(one => one.path)).toEqual(['/go?key=query-secret', '/back']);
  expect(home.seen[1]?.headers.authorization).toBeUndefined();
  expect(home.seen[1]?.headers['x-api-key']).toBeUndefined();
});

test('--location-trusted sends the credentials', async () => {
  const other = await redirecting(302, () => '');
  const home = await redirecting(302, () => `${other.url}/end`);
  const trusted = { ...everything, network: { ...everything.network, locationTrusted: true } };
  answered(await send(requestFor(`${home.url}/go`, trusted), testEnvironment()));
  expect(secrets(other)).toHaveLength(6);
});

test('the chain of redirects is shown, with the key masked', async () => {
  const home = await redirecting(302, () => '/end');
  const response = answered(await send(requestFor(`${home.url}/go`, everything), testEnvironment()));
  expect(response.redirects.map(hop => [hop.request.shownUrl, hop.response.status])).toEqual([
    [`${home.url}/go?key=••••`, 302],
  ]);
  expect(response.url).toBe(`${home.url}/end`);
});

test('a loop fails with too many redirects, exit code 6', async () => {
  const home = await redirecting(302, () => '/go/again');
  const value = await send(
    requestFor(`${home.url}/go`, { network: { follow: true, maxRedirects: 5 } }),
    testEnvironment(),
  );
  expect(isFailure(value) && value.kind).toBe('redirects');
  expect(home.seen).toHaveLength(6);
});

test('without -L, the redirect is the response', async () => {
  const home = await redirecting(302, () => '/end');
  const response = answered(await send(requestFor(`${home.url}/go`), testEnvironment()));
  expect(response.status).toBe(302);
  expect((await bodyOf(response)).toString()).toBe('moved');
});

const failing = async (location: string): Promise<Failure> => {
  const server = await sayingServer(`HTTP/1.1 302 Found\r\n${location}\r\nContent-Length: 0\r\n\r\n`);
  const value = await send(requestFor(server.url, { network: { follow: true } }), testEnvironment());
  if (!isFailure(value)) throw new Error('followed');
  return value;
};

test.each([
  ['two Locations', 'Location: /a\r\nLocation: /b', 'redirects to 2 places'],
  ['a Location of 1 MB', `Location: /${'a'.repeat(1_000_000)}`, 'larger than 256 KiB'],
  ['a javascript: Location', 'Location: javascript:alert(1)', 'javascript: URL'],
])('%s is rejected with a clear message', async (_name, location, words) => {
  expect((await failing(location)).text).toContain(words);
});

test.each([
  ['Content-Length: 5', 'moved', 1],
  ['Transfer-Encoding: chunked', '5\r\nmoved\r\n0\r\n\r\n', 1],
  ['Connection: close', 'moved', 2],
])('the request after a redirect with %s and a short body: %j on %d connections', async (line, body, count) => {
  let connections = 0;
  const server = await rawServer(socket => {
    connections += 1;
    socket.on('data', bytes => {
      if (bytes.includes('GET /end')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend');
      else socket.write(`HTTP/1.1 302 Found\r\nLocation: /end\r\n${line}\r\n\r\n${body}`);
    });
  });
  const response = answered(await send(requestFor(server.url, { network: { follow: true } }), testEnvironment()));
  expect([(await bodyOf(response)).toString(), connections]).toEqual(['end', count]);
});

test('an endless body of a redirect does not delay the next request', async () => {
  const end = await httpServer(response => response.end('end'));
  const server = await httpServer(response => {
    response.writeHead(302, { Location: end.url });
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65536)));
    };
    response.on('drain', more);
    more();
  });
  const response = answered(await send(requestFor(server.url, { network: { follow: true } }), testEnvironment()));
  expect((await bodyOf(response)).toString()).toBe('end');
});
