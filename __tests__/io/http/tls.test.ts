import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const made = certificates();
const secure = (certificate = made.server, more = {}): Promise<TestServer> =>
  httpServer((response, seen) => response.end(seen.body.length > 0 ? seen.body : 'hello'), {
    cert: certificate.cert,
    key: certificate.key,
    ...more,
  });
const trusting = { caFile: made.caFile };

async function refused(server: TestServer, network = {}): Promise<Failure> {
  const value = await send(requestFor(server.url, { network }), testEnvironment());
  if (!isFailure(value)) throw new Error(`answered ${value.status}`);
  expect(server.seen).toHaveLength(0);
  return value;
}

test('--cacert makes an unknown issuer trusted', async () => {
  const server = await secure();
  const response = answered(await send(requestFor(server.url, { network: trusting }), testEnvironment()));
  expect((await bodyOf(response)).toString()).toBe('hello');
  expect(response.timing.tlsMs).toBeGreaterThan(response.timing.connectMs ?? 0);
  expect(response.timing.firstByteMs).toBeGreaterThan(response.timing.tlsMs ?? 0);
  expect(response.timing.totalMs).toBeGreaterThan(0);
});

test('-k continues without checking', async () => {
  const server = await secure(made.selfSigned);
  expect(answered(await send(requestFor(server.url, { network: { insecure: true } }), testEnvironment())).status).toBe(
    200,
  );
});

test('SSL_CERT_FILE is used, and ignored if the file is missing', async () => {
  const server = await secure();
  const spec = requestFor(server.url);
  expect(answered(await send(spec, testEnvironment({ SSL_CERT_FILE: made.caFile }))).status).toBe(200);
  expect(await send(requestFor(server.url), testEnvironment({ SSL_CERT_FILE: '/no-cert-file.crt' }))).toMatchObject({
    kind: 'tls',
  });
});

test.each([
  ['an unknown issuer', made.server, {}, /an issuer that is not trusted/, '--cacert'],
  ['a self-signed certificate', made.selfSigned, {}, /is self-signed/, '--cacert'],
  ['an expired certificate', made.expired, trusting, /expired on \d{4}-\d\d-\d\d\.$/, '-k'],
  [
    'a certificate for another name',
    made.otherName,
    trusting,
    /is for other\.example, not for 127\.0\.0\.1\.$/,
    '--resolve',
  ],
])('%s: a clear message, a next step, and nothing sent', async (_name, certificate, network, words, hint) => {
  const failure = await refused(await secure(certificate), network);
  expect(failure).toMatchObject({
    kind: 'tls',
    text: expect.stringMatching(words),
    hint: expect.stringContaining(hint),
  });
});

test('https on a plain port is reported', async () => {
  const server = await httpServer(response => response.end());
  const value = await send(requestFor(server.url.replace('http:', 'https:')), testEnvironment());
  expect(value).toMatchObject({
    kind: 'tls',
    text: expect.stringContaining('does not use TLS'),
    hint: expect.stringContaining('http://'),
  });
});

test('http on a TLS port is reported', async () => {
  const server = await secure();
  const value = await send(requestFor(server.url.replace('https:', 'http:')), testEnvironment());
  expect(value).toMatchObject({ hint: expect.stringContaining('https://') });
});

test('--cert and --key authenticate the client, but not after a redirect to another server', async () => {
  const names: unknown[] = [];
  const asking = { ca: made.ca, requestCert: true, cert: made.server.cert, key: made.server.key };
  const server = (location?: string) =>
    httpServer((response, _seen, request) => {
      names.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
      if (location) response.writeHead(302, { Location: location });
      response.end();
    }, asking);
  const other = await server();
  const first = await server(`${other.url}/`);
  const network = { ...trusting, certFile: made.client.certFile, keyFile: made.client.keyFile, follow: true };
  const response = answered(await send(requestFor(first.url, { network }), testEnvironment()));
  expect(response.redirects).toHaveLength(1);
  expect(names).toEqual(['client', undefined]);
});

test('a redirect from https to http is refused', async () => {
  const plain = await httpServer(response => response.end());
  const server = await httpServer(response => response.writeHead(302, { Location: plain.url }).end(), {
    cert: made.server.cert,
    key: made.server.key,
  });
  const value = await send(
    requestFor(server.url, { network: { ...trusting, follow: true, locationTrusted: true } }),
    testEnvironment(),
  );
  expect(value).toMatchObject({ kind: 'protocol', text: expect.stringContaining('from https to http') });
  expect(plain.seen).toHaveLength(0);
});

test('a body from standard input survives the second attempt with the system bundle', async () => {
  const server = await secure();
  const environment = testEnvironment({}, 'only once');
  const spec = requestFor(server.url, { method: 'POST', body: { kind: 'stdin' } });
  // The first attempt fails on the issuer, before anything may be read.
  expect(await send(spec, environment)).toMatchObject({ kind: 'tls' });
  const trusted = { ...spec, network: { ...spec.network, ...trusting } };
  expect((await bodyOf(answered(await send(trusted, environment)))).toString()).toBe('only once');
});

describe('invalid certificate files', () => {
  const garbage = path.join(made.folder, 'garbage.pem');
  writeFileSync(garbage, 'not a certificate');
  test.each([
    ['a missing --cacert', { caFile: '/nowhere/ca.pem' }, 'no such file'],
    ['a --cacert that is not PEM', { caFile: garbage }, 'not a PEM file'],
    ['a --cacert with only a key', { caFile: made.server.keyFile }, 'contains no certificate'],
    ['a --cert without its key', { ...trusting, certFile: made.client.certFile }, 'contains no private key'],
    [
      'the key of another certificate',
      { ...trusting, certFile: made.client.certFile, keyFile: made.server.keyFile },
      'does not belong to the certificate',
    ],
  ])('%s', async (_name, network, words) => {
    expect((await refused(await secure(), network)).text).toContain(words);
  });
});
