/** Handshakes that a server aborts, and proxies that refuse clients, each with a message and a hint. */
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { requestFor } from '../../support/requests.js';
import { makeCertificate } from '../../support/servers/certificate.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const made = certificates();
const network = { caFile: made.caFile };

/** A fatal alert (RFC 8446, section 6). */
const alert = (description: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, description]);

test.each([
  [112, /^localhost:\d+ does not serve localhost: it rejected that name in the handshake \(SNI\)\.$/, /--resolve/],
  [120, /^localhost:\d+ does not support HTTP\/2 or HTTP\/1\.1 on this port\.$/, /port of an https server/],
  [40, /rejected the TLS handshake: no common cipher, or a client certificate is required\.$/, /--cert FILE/],
  [71, /rejected the TLS handshake: no common cipher, or a client certificate is required\.$/, /--tls-min/],
  [70, /and apiclient have no TLS version in common\.$/, /--tls-min/],
  [116, /^localhost:\d+ requires a client certificate\.$/, /--cert FILE/],
  [42, /^localhost:\d+ requires a client certificate\.$/, /--cert FILE/],
  [46, /^localhost:\d+ requires a client certificate\.$/, /--cert FILE/],
  [48, /^localhost:\d+ requires a client certificate\.$/, /--cert FILE/],
])('alert %i has a clear message', async (description, text, hint) => {
  const server = await rawServer(socket => socket.once('data', () => socket.end(alert(description))));
  const value = await send(requestFor(`https://localhost:${server.port}/`, { network }), testEnvironment());
  expect(value).toMatchObject({ kind: 'tls', text: expect.stringMatching(text), hint: expect.stringMatching(hint) });
});

test.each([
  [40, 'rejected the TLS handshake: no common cipher.'],
  [116, 'rejected the client certificate FILE.'],
  [42, 'rejected the client certificate FILE.'],
  [43, 'rejected the client certificate FILE: it is of an unsupported type.'],
  [44, 'rejected the client certificate FILE: it was revoked.'],
  [45, 'rejected the client certificate FILE: it has expired.'],
  [46, 'rejected the client certificate FILE.'],
  [48, 'rejected the client certificate FILE: its issuer is unknown to the server.'],
])('alert %i after a client certificate was offered has a clear message', async (description, text) => {
  const server = await rawServer(socket => socket.once('data', () => socket.end(alert(description))));
  const { certFile, keyFile } = made.client;
  const spec = requestFor(`https://localhost:${server.port}/`, { network: { ...network, certFile, keyFile } });
  expect(await send(spec, testEnvironment())).toMatchObject({
    kind: 'tls',
    text: `localhost:${server.port} ${text.replace('FILE', certFile)}`,
  });
});

test('a server that closes the connection after a client certificate was offered has a hint about it', async () => {
  const { cert, key } = made.server;
  const server = await httpServer(response => response.destroy(), { cert, key, ca: made.ca, requestCert: true });
  const { certFile, keyFile } = made.client;
  const spec = requestFor(`https://localhost:${server.port}/`, { network: { ...network, certFile, keyFile } });
  expect(await send(spec, testEnvironment())).toMatchObject({
    kind: 'network',
    text: `localhost:${server.port} closed the connection without a response.`,
    hint: `The server may have rejected the client certificate ${certFile}. Check its issuer, its dates and its purpose.`,
  });
  const http1 = { ...network, certFile, keyFile, httpVersion: '1.1' as const };
  expect(await send(requestFor(spec.url, { network: http1 }), testEnvironment())).toMatchObject({
    hint: expect.stringMatching(/client certificate .* If it requires HTTP\/2: Remove --http1\.1\.$/),
  });
});

test.each([
  [
    'only its own certificate',
    '',
    '"Missing one", an issuer that is not trusted here and whose certificate was not sent.',
  ],
  ['the intermediate too', 'intermediate', undefined],
])('a server that sends %s is reported', async (_title, more, text) => {
  const intermediate = await makeCertificate(made.folder, 'intermediate', {
    name: 'Missing one',
    by: made.issuer,
    mayIssue: true,
  });
  const leaf = await makeCertificate(made.folder, 'leaf', { name: 'leaf', by: intermediate, domain: 'localhost' });
  const cert = more === '' ? leaf.cert : `${leaf.cert}\n${intermediate.cert}`;
  const server = await httpServer(response => response.end('well'), { cert, key: leaf.key });
  const url = `https://localhost:${server.port}/`;
  const value = await send(requestFor(url, { network: { ...network, family: 4 } }), testEnvironment());
  if (text === undefined) expect(value).toMatchObject({ status: 200 });
  else {
    expect(value).toMatchObject({
      kind: 'tls',
      text: `The certificate of localhost:${server.port} comes from ${text}`,
    });
    expect(value).toMatchObject({ hint: expect.stringContaining('must send an intermediate') });
  }
});

test('a server that uses HTTP/2 immediately, whatever was offered, is reported', async () => {
  const server = await rawServer(socket => socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), made.server);
  const told = async (httpVersion?: '1.1') =>
    send(
      requestFor(server.url, { network: { ...network, ...(httpVersion ? { httpVersion } : {}) } }),
      testEnvironment(),
    );
  expect(await told('1.1')).toMatchObject({
    text: expect.stringMatching(/ requires HTTP\/2\.$/),
    hint: 'Remove --http1.1.',
  });
  expect(await told()).toMatchObject({
    text: expect.stringMatching(/ uses HTTP\/2, but did not select it/),
    hint: expect.stringContaining('The server is broken and cannot be made to use HTTP/1.1'),
  });
});

test('a server that hangs up on HTTP/1.1: with --http1.1 the hint is a guess; without it, there is none', async () => {
  const server = await rawServer(socket => socket.end(), made.server);
  const hint = async (httpVersion: '1.1' | '2') =>
    (await send(requestFor(server.url, { network: { ...network, httpVersion } }), testEnvironment())) as {
      hint: string;
    };
  expect((await hint('1.1')).hint).toContain('If it requires HTTP/2: Remove --http1.1.');
  expect((await hint('2')).hint).not.toMatch(/http1/);
});

test('a certificate signed with SHA-1 is reported', async () => {
  const certificate = await makeCertificate(made.folder, 'sha1', {
    name: 'old',
    by: made.issuer,
    domain: 'localhost',
    address: '127.0.0.1',
    digest: 'sha1',
  });
  const server = await httpServer(response => response.end(), {
    ...certificate,
    ...{ ciphers: 'DEFAULT@SECLEVEL=0' },
  });
  expect(await send(requestFor(server.url, { network }), testEnvironment())).toMatchObject({
    kind: 'tls',
    text: expect.stringMatching(/has a signature with a broken digest \(SHA-1 or MD5\)\.$/),
    hint: expect.stringMatching(/-k/),
  });
});

test.each([
  [0xff, '', /requires credentials/, /-x socks5h:\/\/USER:PASS@HOST:PORT/],
  [2, 'ada:hush@', /rejected the user and password/, /%3A/],
  [9, '', /handshake|does not respond like a SOCKS proxy/, /Check the port/],
])('a SOCKS proxy that selects %i is reported', async (choice, user, text, hint) => {
  const proxy = await rawServer(socket => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, choice]));
      socket.once('data', () => socket.end(Buffer.from([1, 1])));
    });
  });
  const spec = requestFor('http://a.example/', { network: { proxy: `socks5h://${user}127.0.0.1:${proxy.port}` } });
  const value = await send(spec, testEnvironment());
  expect(value).toMatchObject({ text: expect.stringMatching(text), hint: expect.stringMatching(hint) });
  expect(JSON.stringify(value)).not.toContain('hush');
});
