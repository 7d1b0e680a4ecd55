import dns from 'node:dns';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { isFailure } from '../../../source/core/failure.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';
import { closeProxies, httpProxy, socks4Proxy, socksProxy } from '../../support/servers/proxy-server.js';

afterEach(async () => {
  await closeServers();
  await closeProxies();
});

const plain = () => httpServer((response, seen) => response.end(`hello ${seen.body}`));
const secure = () => httpServer(response => response.end('hello'), certificates().server);
const trusting = { caFile: certificates().caFile };

test('-x: plain http is requested from the proxy by the full URL, with the user of the proxy URL', async () => {
  const [server, proxy] = [await plain(), await httpProxy()];
  const network = { proxy: `http://me:p%40ss@127.0.0.1:${proxy.port}` };
  const spec = requestFor(`${server.url}/a?b#c`, {
    network,
    method: 'POST',
    body: 'there',
    headers: ['Host: virtual.example'],
  });
  const response = answered(await send(spec, testEnvironment()));
  expect((await bodyOf(response)).toString()).toBe('hello there');
  expect(proxy.asked).toEqual([`POST ${server.url}/a?b as me:p@ss`]);
  expect(server.seen[0]?.headers['proxy-authorization']).toBeUndefined();
});

test.each(['50%', '%zz', 'a%ff'])('-x: a password %s that is not percent-encoded is used literally', async password => {
  const [server, closed, proxy] = [await plain(), await secure(), await httpProxy()];
  const network = { ...trusting, proxy: `http://me:${password}@127.0.0.1:${proxy.port}` };
  for (const { url } of [server, closed]) answered(await send(requestFor(url, { network }), testEnvironment()));
  expect(proxy.asked).toEqual([
    `GET ${server.url}/ as me:${password}`,
    `CONNECT 127.0.0.1:${closed.port} as me:${password}`,
  ]);
});

test("-x: https uses a tunnel, and the server's certificate is checked", async () => {
  const [server, proxy] = [await secure(), await httpProxy()];
  const network = { ...trusting, proxy: `127.0.0.1:${proxy.port}` };
  const response = answered(await send(requestFor(server.url, { network }), testEnvironment()));
  expect((await bodyOf(response)).toString()).toBe('hello');
  expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
  const unknown = await send(requestFor(server.url, { network: { proxy: network.proxy } }), testEnvironment());
  expect(unknown).toMatchObject({ kind: 'tls', text: expect.stringContaining('not trusted') });
});

test.each([407, 403])(
  'a proxy that responds to CONNECT with %i is reported, and receives nothing of the request',
  async status => {
    const [server, proxy] = [await secure(), await httpProxy(status)];
    const network = { ...trusting, proxy: `http://u:very-secret@127.0.0.1:${proxy.port}` };
    const credentials = { bearer: secret('token-secret') };
    const value = await send(requestFor(server.url, { network, credentials }), testEnvironment());
    expect(value).toMatchObject({
      kind: 'network',
      text: expect.stringContaining(
        `http://127.0.0.1:${proxy.port} refused to connect to 127.0.0.1:${server.port}: ${status}`,
      ),
    });
    expect(JSON.stringify(value)).not.toContain('very-secret');
    expect(JSON.stringify(proxy.asked)).not.toContain('token-secret');
  },
);

test.each(['1.1', '2'] as const)(
  'a server whose response to CONNECT is something else is not an HTTP proxy (--http%s)',
  async httpVersion => {
    const proxy = await rawServer(socket => {
      socket.once('data', () => socket.end('SSH-2.0 or so\r\n\r\n'));
    });
    const value = await send(
      requestFor('https://a.example/', { network: { proxy: proxy.url, httpVersion } }),
      testEnvironment(),
    );
    expect(value).toMatchObject({ kind: 'protocol', text: `${proxy.url} does not respond like an HTTP proxy.` });
  },
);

test('an endless response to CONNECT is abandoned after 256 KiB', async () => {
  let sent = 0;
  const proxy = await rawServer(socket => {
    const flood = (): void => {
      sent += 16_384;
      if (!socket.destroyed) socket.write(`X-More: ${'x'.repeat(16_374)}\r\n`, flood);
    };
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n', flood));
  });
  const value = await send(requestFor('https://a.example/', { network: { proxy: proxy.url } }), testEnvironment());
  expect(value).toMatchObject({ kind: 'protocol', text: `${proxy.url} does not respond like an HTTP proxy.` });
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

test("early data from the server arrives completely, even together with the proxy's response", async () => {
  const certificate = certificates().server;
  const target = await httpServer(response => response.end('hello'), certificate);
  // The tunnel's response arrives in two pieces, the second with the first bytes from the server.
  const proxy = await rawServer(client => {
    client.once('data', () => {
      const upstream = connect(target.port, '127.0.0.1', () => {
        client.write('HTTP/1.1 100 Wait\r\n\r\nHTTP/1.0 2');
        setImmediate(() => client.write('00 Connection established\r\nContent-Length: 7\r\n\r\n'));
        client.pipe(upstream).pipe(client);
      });
    });
  });
  const response = answered(
    await send(requestFor(target.url, { network: { ...trusting, proxy: proxy.url } }), testEnvironment()),
  );
  expect((await bodyOf(response)).toString()).toBe('hello');
});

test.each(['http', 'socks5', 'socks4'])('an unreachable %s proxy is named without its password', async scheme => {
  const proxy = await httpProxy();
  await proxy.close();
  const value = await send(
    requestFor('http://127.0.0.1:9/', { network: { proxy: `${scheme}://u:very-secret@127.0.0.1:${proxy.port}` } }),
    testEnvironment(),
  );
  expect(isFailure(value) && value.text).toBe(`The proxy ${scheme}://127.0.0.1:${proxy.port} refused the connection.`);
});

test.each(['HTTP_PROXY', 'http_proxy', 'all_proxy'])(
  'for an unreachable proxy from %s, the message names the variable and how to connect directly',
  async variable => {
    const proxy = await httpProxy();
    await proxy.close();
    const url = `http://127.0.0.1:${proxy.port}`;
    const environment = { ...testEnvironment(), variables: { [variable]: url } };
    const value = await send(requestFor('http://127.0.0.1:9/', {}), environment);
    expect(isFailure(value) && [value.text, value.hint]).toEqual([
      `The proxy ${url} refused the connection.`,
      `The proxy comes from the variable ${variable}. Pass -x "" to connect directly, or --noproxy HOST.`,
    ]);
  },
);

test.each(['http', 'socks5'])("an unknown host name of a %s proxy is reported as the proxy's", async scheme => {
  const network = { proxy: `${scheme}://proxy.invalid:1` };
  const value = await send(requestFor('http://127.0.0.1:9/', { network }), testEnvironment());
  expect(isFailure(value) && [value.text, value.hint]).toEqual([
    expect.stringContaining('proxy.invalid'),
    'The proxy comes from --proxy (-x). Pass -x "" to connect directly.',
  ]);
});

test('a SOCKS proxy with two unreachable addresses is named as well', async () => {
  const proxy = await httpProxy();
  await proxy.close();
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ];
  const lookup = jest.spyOn(dns, 'lookup') as unknown as jest.SpiedFunction<
    (name: string, options: object, done: (error: null, found: typeof both) => void) => void
  >;
  lookup.mockImplementation((_name, _options, done) => done(null, both));
  try {
    const url = `socks5://two.example:${proxy.port}`;
    const value = await send(requestFor('http://127.0.0.1:9/', { network: { proxy: url } }), testEnvironment());
    expect(isFailure(value) && value.text).toBe(`The proxy ${url} cannot be reached at any of its addresses.`);
  } finally {
    lookup.mockRestore();
  }
});

test.each(['socks5', 'socks5h', 'socks'])('%s:// supports https', async scheme => {
  const [server, proxy] = [await secure(), await socksProxy()];
  const url = server.url.replace('127.0.0.1', 'localhost');
  const response = answered(
    await send(
      requestFor(url, { network: { ...trusting, proxy: `${scheme}://127.0.0.1:${proxy.port}` } }),
      testEnvironment(),
    ),
  );
  expect((await bodyOf(response)).toString()).toBe('hello');
  // The h of socks5h: the proxy resolves the name.
  expect(proxy.asked).toEqual([`SOCKS ${scheme === 'socks5' ? '127.0.0.1' : 'localhost'}:${server.port}`]);
});

test.each(['socks4', 'socks4a'])('%s:// supports http and https', async scheme => {
  const [open, closed, proxy] = [await plain(), await secure(), await socks4Proxy()];
  const network = { ...trusting, proxy: `${scheme}://127.0.0.1:${proxy.port}` };
  for (const server of [open, closed]) {
    const url = server.url.replace('127.0.0.1', 'localhost');
    const response = answered(await send(requestFor(url, { network: { ...network, family: 4 } }), testEnvironment()));
    expect((await bodyOf(response)).toString()).toMatch(/^hello/);
  }
  // The a of socks4a: the proxy resolves the name.
  const host = scheme === 'socks4' ? '127.0.0.1' : 'localhost';
  expect(proxy.asked).toEqual([`SOCKS4 ${host}:${open.port}`, `SOCKS4 ${host}:${closed.port}`]);
});

test('https:// proxy: http and https use TLS to the proxy, whose certificate is checked', async () => {
  const [open, closed, proxy] = [await plain(), await secure(), await httpProxy(undefined, certificates().server)];
  const network = { ...trusting, proxy: `https://me:pw@localhost:${proxy.port}` };
  for (const server of [open, closed]) {
    const response = answered(await send(requestFor(server.url, { network }), testEnvironment()));
    expect((await bodyOf(response)).toString()).toMatch(/^hello/);
  }
  expect(proxy.asked).toEqual([`GET ${open.url}/ as me:pw`, `CONNECT 127.0.0.1:${closed.port} as me:pw`]);
  for (const [server, httpVersion] of [
    [open, '1.1'],
    [closed, '1.1'],
    [closed, '2'],
  ] as const) {
    const untrusting = { proxy: network.proxy, httpVersion };
    const unknown = await send(requestFor(server.url, { network: untrusting }), testEnvironment());
    expect(unknown).toMatchObject({
      kind: 'tls',
      text: `The certificate of the proxy https://localhost:${proxy.port} comes from "Test issuer", an issuer that is not trusted here and whose certificate was not sent.`,
    });
  }
  expect(proxy.asked).toHaveLength(2);
});

test.each([
  ['http', false],
  ['https', false],
  ['https', true],
] as const)(
  'for the expired certificate of an https:// proxy, the date is shown: %s, HTTP/2 %s',
  async (scheme, http2) => {
    const [server, proxy] = [
      await (scheme === 'http' ? plain() : secure()),
      await httpProxy(undefined, certificates().expired),
    ];
    const network = { ...trusting, http2, proxy: `https://127.0.0.1:${proxy.port}` };
    expect(await send(requestFor(server.url, { network }), testEnvironment())).toMatchObject({
      kind: 'tls',
      text: expect.stringMatching(
        /^The certificate of the proxy https:\/\/127\.0\.0\.1:\d+ expired on \d{4}-\d\d-\d\d\.$/,
      ),
    });
  },
);

test('the proxy variables are used, and NO_PROXY excludes hosts', async () => {
  const [server, proxy] = [await plain(), await httpProxy()];
  const proxied = { http_proxy: `http://127.0.0.1:${proxy.port}` };
  answered(await send(requestFor(server.url), testEnvironment(proxied)));
  expect(proxy.asked).toHaveLength(1);
  answered(await send(requestFor(server.url), testEnvironment({ ...proxied, NO_PROXY: '10.0.0.1,127.0.0.0/8' })));
  expect(proxy.asked).toHaveLength(1);
});

test('a proxy of an unknown kind is a usage error', async () => {
  const value = await send(
    requestFor('http://a.example/', { network: { proxy: 'ftp://127.0.0.1:1' } }),
    testEnvironment(),
  );
  expect(value).toMatchObject({ kind: 'usage' });
});

test.each(['http', 'https'])('a silent proxy does not prevent the exit when an %s request is aborted', async scheme => {
  let closed: Promise<unknown> = Promise.reject(new Error('nobody connected'));
  closed.catch(() => {});
  const environment = testEnvironment();
  const proxy = await rawServer(socket => {
    closed = new Promise(resolve => socket.once('close', resolve));
    socket.once('data', () => environment.stop.abort());
  });
  const spec = requestFor(`${scheme}://a.example/`, { network: { proxy: proxy.url } });
  expect(await send(spec, environment)).toMatchObject({ kind: 'interrupted' });
  await closed;
});
