/** The destination of a request, and which parts of the typed URL reach it. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hint, hintText } from '../../../source/core/hint.js';
import { lookupFor } from '../../../source/io/http/connection/reroute.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { withPrograms } from '../../support/programs.js';
import { answered, bodyOf, type RequestParts, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';
import { closeProxies, httpProxy, socksProxy } from '../../support/servers/proxy-server.js';

afterEach(async () => {
  await closeServers();
  await closeProxies();
});

const made = certificates();

async function get(url: string, network: RequestParts['network'] = {}, variables = {}) {
  const notes: string[] = [];
  const options = { onNote: (text: Hint) => notes.push(hintText(text)) };
  const response = answered(await send(requestFor(url, { network }), testEnvironment(variables), options));
  return {
    status: response.status,
    text: (await bodyOf(response)).toString(),
    notes,
    shown: response.request.shownUrl,
  };
}

describe('--connect-to', () => {
  test('a server named unix is reached, never a socket at the path of the URL', async () => {
    const server = await httpServer((response, { path }) => response.end(path));
    const connectTo = [{ host: 'unix', toHost: '127.0.0.1', toPort: server.port }];
    expect((await get('http://unix/run/a.sock:/b', { connectTo })).text).toBe('/run/a.sock:/b');
  });

  test('changes the connection, but Host, SNI and certificate still come from the URL', async () => {
    const plain = await httpServer((response, { headers }) => response.end(headers.host));
    const other = await httpServer(response => response.end('other'), made.otherName);
    const to = (port: number) => ({ toHost: '127.0.0.1', toPort: port });
    const { text } = await get('http://api.invalid/', { connectTo: [{ host: 'API.invalid', ...to(plain.port) }] });
    expect(text).toBe('api.invalid');
    const secure = {
      caFile: made.caFile,
      connectTo: [
        { port: 444, toPort: 1 },
        { port: 443, ...to(other.port) },
      ],
    };
    expect((await get('https://other.example/', secure)).text).toBe('other');
    expect(await send(requestFor('https://api.invalid/', { network: secure }), testEnvironment())).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    // An address that is mapped to a name must still be in the certificate.
    const address = { caFile: made.caFile, connectTo: [{ toHost: 'localhost', toPort: other.port }] };
    expect(await send(requestFor('https://192.0.2.1/', { network: address }), testEnvironment())).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  test.each(['http', 'socks5h'])('uses a tunnel of an %s proxy, even for plain http', async scheme => {
    const server = await httpServer((response, { path, headers }) => response.end(`${path} ${headers.host}`));
    const proxy = scheme === 'http' ? await httpProxy() : await socksProxy();
    const connectTo = [{ host: 'api.invalid', toHost: '127.0.0.1', toPort: server.port }];
    const { text } = await get('http://api.invalid/x', { connectTo, proxy: `${scheme}://127.0.0.1:${proxy.port}` });
    expect(text).toBe('/x api.invalid');
    expect(proxy.asked).toEqual([`${scheme === 'http' ? 'CONNECT' : 'SOCKS'} 127.0.0.1:${server.port}`]);
  });
});

test('--noproxy bypasses a proxy, including -x, and replaces NO_PROXY', async () => {
  const server = await httpServer(response => response.end());
  const proxy = await httpProxy();
  const through = `http://127.0.0.1:${proxy.port}`;
  await get(server.url, { proxy: through, noProxy: '127.0.0.0/8' });
  await get(server.url, { noProxy: '127.0.0.1' }, { http_proxy: through });
  expect(proxy.asked).toEqual([]);
  await get(server.url, { noProxy: 'a.example' }, { http_proxy: through, no_proxy: '127.0.0.1' });
  expect(proxy.asked).toHaveLength(1);
});

test('names below localhost mean this machine, whatever DNS returns', async () => {
  const server = await httpServer(response => response.end('here'));
  expect((await get(`http://api.v2.localhost:${server.port}/`)).text).toBe('here');
  expect((await get(`http://api.localhost.:${server.port}/`, { family: 4 })).text).toBe('here');
});

test('localhost means this machine even if the system has no address for it, as in a minimal image', async () => {
  const lookup = lookupFor(new URL('http://localhost:1/'), requestFor('http://localhost:1/').network);
  // An unknown name simulates a system that does not resolve localhost.
  const found = await new Promise(resolve =>
    lookup?.('localhost.invalid', { all: true }, (error, addresses) => resolve(error ?? addresses)),
  );
  expect(found).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  const server = await httpServer(response => response.end('here'));
  expect((await get(`http://localhost:${server.port}/`)).text).toBe('here');
});

describe('the zone of an IPv6 address', () => {
  test('is used for the connection, but not in Host', async () => {
    const server = createServer((request, response) => response.end(request.headers.host));
    const there = await new Promise(resolve => {
      server.once('error', () => resolve(false));
      server.listen(0, '::1', () => resolve(true));
    });
    // A machine without IPv6 has no zones either.
    if (!there) return;
    const { port } = server.address() as AddressInfo;
    const connectTo = [{ host: '::1', toHost: '::1%lo' }];
    expect((await get(`http://[::1]:${port}/`, { connectTo })).text).toBe(`[::1]:${port}`);
    await new Promise(resolve => server.close(resolve));
  });
});

test('an invalid zone is reported, and nothing is sent', async () => {
  const steps: string[] = [];
  const network = { connectTo: [{ host: 'fe80::1', toHost: 'fe80::1%nowhere' }] };
  const value = await send(requestFor('http://[fe80::1]:9/', { network }), testEnvironment(), {
    onEvent: ({ kind }) => steps.push(kind),
  });
  expect(value).toMatchObject({
    kind: 'network',
    text: 'The zone of [fe80::1]:9 is not a network interface of this machine.',
  });
  expect(steps).not.toContain('sent');
});

describe('path and query', () => {
  const typed = '/a/../b/%2e%2e/c?';

  test('an empty query is preserved, and a rewritten path causes a note', async () => {
    const server = await httpServer((response, { path }) => response.end(path));
    expect(await get(`${server.url}/a?#f`)).toMatchObject({ text: '/a?', notes: [] });
    const { text, notes } = await get(`${server.url}${typed}`);
    expect([text, notes]).toEqual([
      '/c?',
      ['The path /a/../b/%2e%2e/c is sent as /c. Pass --path-as-is to send it unchanged.'],
    ]);
  });

  test.each(['directly', 'http', 'socks5h'])('--path-as-is: every byte is sent (%s), and shown', async way => {
    const lines: (string | undefined)[] = [];
    const server = await rawServer(socket => {
      socket.once('data', bytes => {
        lines.push(bytes.toString().split(' HTTP/1.1')[0]);
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const proxy = {
      directly: undefined,
      http: server.url,
      socks5h: `socks5h://127.0.0.1:${(await socksProxy()).port}`,
    };
    const path = `${typed}\u00fc\\"<>`;
    const url = way === 'http' ? `http://api.example${path}` : `${server.url}${path}`;
    const through = proxy[way as keyof typeof proxy];
    const { notes, shown } = await get(`${url}#f`, { pathAsIs: true, ...(through ? { proxy: through } : {}) });
    expect(lines).toEqual([`GET ${way === 'http' ? url : path}`]);
    expect([notes, shown]).toEqual([[], url]);
  });

  test('--path-as-is rejects a space, which would end the URL in the request line', async () => {
    const server = await httpServer(response => response.end());
    const url = `${server.url}/a?b c`;
    expect(await send(requestFor(url, { network: { pathAsIs: true } }), testEnvironment())).toMatchObject({
      kind: 'usage',
      text: 'The request cannot be sent: the URL contains a space.',
      hint: 'Write %20 instead, or remove --path-as-is.',
    });
    expect(server.seen).toEqual([]);
  });

  test('--path-as-is applies to the typed URL, not to redirects', async () => {
    const server = await httpServer((response, { path }) =>
      path === '/x/../a' ? response.writeHead(302, { location: '/y/../b' }).end() : response.end(path),
    );
    expect((await get(`${server.url}/x/../a`, { pathAsIs: true, follow: true })).text).toBe('/b');
  });

  withPrograms(['curl'], () => {
    test('curl --path-as-is sends the same request line', async () => {
      const { execFile } = await import('node:child_process');
      const server = await httpServer((response, { path }) => response.end(path));
      const url = `${server.url}${typed}`;
      await get(url, { pathAsIs: true });
      await new Promise(resolve => execFile('curl', ['-s', '--path-as-is', url], resolve));
      expect(server.seen[1]?.path).toBe(server.seen[0]?.path);
    });
  });
});
