/** Client identity and versions in TLS: `--cert`, `--key-pass`, `--tls-min`, `--tls-max`; and trusted issuers. */
import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import type { NetworkOptions } from '../../../source/core/options.js';
import { secret } from '../../../source/core/secret.js';
import { tlsOptions } from '../../../source/io/http/connection/tls.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { programFile, withPrograms } from '../../support/programs.js';
import { answered, bodyOf, plainNetwork, requestFor } from '../../support/requests.js';
import { makeCertificate } from '../../support/servers/certificate.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const made = certificates();
const trusting = { caFile: made.caFile };
const asking = { ...made.server, ca: made.ca, requestCert: true };

/** Responds with the client's identity and the version. */
const mirror = (tls: TlsOptions = {}) =>
  httpServer(
    (response, _seen, request) => {
      const socket = request.socket as TLSSocket;
      response.end(`${socket.getPeerCertificate().subject?.CN} ${socket.getProtocol()}`);
    },
    { ...asking, ...tls } as typeof asking,
  );

async function ask(url: string, network: Partial<NetworkOptions>, variables = {}) {
  const response = await send(requestFor(url, { network }), testEnvironment(variables));
  return (await bodyOf(answered(response))).toString();
}

describe('--key-pass', () => {
  const locked = path.join(made.folder, 'passphrase.key');
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'open sesame' };
  writeFileSync(locked, createPrivateKey(made.client.key).export({ type: 'pkcs8', format: 'pem', ...cipher }));
  const network = { ...trusting, certFile: made.client.certFile, keyFile: locked };

  test('opens the key, also from a variable; a wrong one is reported', async () => {
    const { url } = await mirror();
    const keyPass = { from: 'text' as const, value: secret('open sesame') };
    expect(await ask(url, { ...network, keyPass })).toMatch(/^client /);
    const variable = { from: 'env' as const, name: 'PASS' };
    expect(await ask(url, { ...network, keyPass: variable }, { PASS: 'open sesame' })).toMatch(/^client /);
    const wrong = requestFor(url, { network: { ...network, keyPass: variable } });
    expect(await send(wrong, testEnvironment({ PASS: 'shut' }))).toMatchObject({
      text: 'The passphrase is wrong for the key.',
    });
    expect(await send(wrong, testEnvironment())).toMatchObject({
      kind: 'usage',
      text: expect.stringContaining('PASS'),
    });
  });

  test('a wrong one that decrypts the key to valid padding is reported in the same way', async () => {
    const keyFile = path.join(made.folder, 'traditional.key');
    const key = createPrivateKey(made.client.key).export({ type: 'sec1', format: 'pem', ...cipher });
    writeFileSync(keyFile, key);
    const isUndecodable = (passphrase: string): boolean => {
      try {
        createPrivateKey({ key, passphrase });
      } catch (error) {
        return String(error).includes('DECODER routines::unsupported');
      }
      return false;
    };
    // About one in 200.
    const value = Array.from({ length: 10_000 }, (_, nth) => `shut ${nth}`).find(isUndecodable) as string;
    const keyPass = { from: 'text' as const, value: secret(value) };
    const { url } = await mirror();
    const wrong = requestFor(url, { network: { ...network, keyFile, keyPass } });
    expect(await send(wrong, testEnvironment())).toMatchObject({ text: 'The passphrase is wrong for the key.' });
  });

  withPrograms(['openssl'], () => {
    const store = (file: string, ...more: string[]): string => {
      const target = path.join(made.folder, file);
      const { certFile, keyFile } = made.client;
      execFileSync(programFile('openssl'), [
        ...['pkcs12', '-export', '-in', certFile, '-inkey', keyFile, '-out', target],
        ...more,
      ]);
      return target;
    };

    test('opens a PKCS#12 store; a store without a passphrase needs none', async () => {
      const { url } = await mirror();
      const certFile = store('locked.p12', '-passout', 'pass:open sesame');
      const keyPass = { from: 'text' as const, value: secret('open sesame') };
      expect(await ask(url, { ...trusting, certFile, keyPass })).toMatch(/^client /);
      expect(await ask(url, { ...trusting, certFile: store('free.p12', '-passout', 'pass:') })).toMatch(/^client /);
      const refusal = (network: Partial<NetworkOptions>) =>
        send(requestFor(url, { network: { ...trusting, certFile, ...network } }), testEnvironment());
      expect(await refusal({})).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--key-pass') });
      expect(await refusal({ keyPass: { from: 'text', value: secret('x') } })).toMatchObject({
        text: 'The passphrase is wrong for the key.',
      });
      expect(await refusal({ keyPass, keyFile: made.client.keyFile })).toMatchObject({
        kind: 'usage',
        text: expect.stringContaining('PKCS#12'),
      });
    });
  });
});

describe('versions', () => {
  test('--tls-max and --tls-min limit the offered versions', async () => {
    const { url } = await mirror();
    expect(await ask(url, trusting)).toMatch(/TLSv1\.3$/);
    expect(await ask(url, { ...trusting, tlsMax: '1.2' })).toMatch(/TLSv1\.2$/);
    const old = await mirror({ maxVersion: 'TLSv1.2' });
    expect(
      await send(requestFor(old.url, { network: { ...trusting, tlsMin: '1.3' } }), testEnvironment()),
    ).toMatchObject({ kind: 'tls', text: expect.stringContaining('no TLS version in common') });
  });

  test('--tls-min 1.0 connects to servers that support nothing newer', async () => {
    const server = await mirror({ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    const value = await send(requestFor(server.url, { network: trusting }), testEnvironment());
    expect(value).toMatchObject({ kind: 'tls', hint: expect.stringContaining('--tls-min') });
    expect(await ask(server.url, { ...trusting, tlsMin: '1.0' })).toMatch(/TLSv1$/);
  });
});

describe('issuers', () => {
  test('NODE_EXTRA_CA_CERTS applies in addition to SSL_CERT_FILE; --cacert replaces both', async () => {
    const other = await makeCertificate(made.folder, 'second-ca', { name: 'Second issuer', mayIssue: true });
    const by = await makeCertificate(made.folder, 'second', { name: 'second', by: other, address: '127.0.0.1' });
    const [first, second] = [await mirror(), await mirror(by)];
    const variables = { SSL_CERT_FILE: made.caFile, NODE_EXTRA_CA_CERTS: other.certFile };
    for (const { url } of [first, second]) expect(await ask(url, {}, variables)).toMatch(/^undefined TLS/);
    const own = requestFor(second.url, { network: trusting });
    expect(await send(own, testEnvironment(variables))).toMatchObject({ kind: 'tls' });
  });

  test('a bundle is read once per run, and again after its file has changed', async () => {
    const environment = testEnvironment();
    const bundle = path.join(environment.folder, 'bundle.pem');
    writeFileSync(bundle, readFileSync(made.caFile));
    const contextOf = async (network: Partial<NetworkOptions>, systemIssuers = false) => {
      const options = await tlsOptions({ ...plainNetwork, caFile: bundle, ...network }, environment, { systemIssuers });
      return 'secureContext' in options ? options.secureContext : undefined;
    };
    const first = await contextOf({});
    expect(first).toBeDefined();
    expect(await contextOf({ follow: true })).toBe(first);
    expect(await contextOf({ insecure: true })).toBe(first);
    expect(await contextOf({ certFile: made.client.certFile, keyFile: made.client.keyFile })).not.toBe(first);
    writeFileSync(bundle, `${readFileSync(made.caFile)}\n`);
    expect(await contextOf({})).not.toBe(first);
    const plain = await tlsOptions(plainNetwork, environment, { systemIssuers: false });
    expect(plain).toEqual({});
  });

  test("a failing handshake reads the bundle at most twice: once alone, once with the system's certificates", async () => {
    const server = createServer({ cert: made.selfSigned.cert, key: made.selfSigned.key });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const port = (server.address() as { readonly port: number }).port;
    server.on('tlsClientError', () => {});
    const steps: string[] = [];
    const value = await send(
      requestFor(`https://127.0.0.1:${port}/`),
      testEnvironment({ SSL_CERT_FILE: made.caFile }),
      {
        onEvent: ({ kind }) => steps.push(kind),
      },
    );
    expect(value).toMatchObject({ kind: 'tls' });
    expect(steps.filter(kind => kind === 'secure' || kind === 'failed')).toEqual(['secure', 'failed', 'secure']);
    await new Promise(resolve => server.close(resolve));
  });
});
