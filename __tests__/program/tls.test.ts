/** TLS in the program: rerouted names, the client's identity, and curl's flags that have other names here. */
import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { runProgram } from '../support/program.js';
import { makeCertificate } from '../support/servers/certificate.js';
import { certificates } from '../support/servers/certificates.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(closeServers);
afterEach(closeTerminals);

const { ca, caFile, client, folder, otherName, server: here } = certificates();

/** Reports the name in the handshake, the name in the request, and the client's identity. */
const mirror = (tls: { readonly cert: string; readonly key: string } = here) =>
  httpServer(
    (response, { headers }, request) => {
      const socket = request.socket as TLSSocket & { readonly servername?: string | false };
      response.end(`${socket.servername} ${headers.host} ${socket.getPeerCertificate().subject?.CN}`);
    },
    { ...tls, ca, requestCert: true },
  );

describe('a rerouted name is used in the handshake (SNI), and its certificate is checked', () => {
  test.each([
    ['--resolve', (port: number) => [`https://other.example:${port}/`, '--resolve', `other.example:${port}:127.0.0.1`]],
    [
      '--connect-to',
      (port: number) => ['https://other.example/', '--connect-to', `other.example:443:127.0.0.1:${port}`],
    ],
    ['--connect-to of any host', (port: number) => ['https://other.example/', '--connect-to', `::127.0.0.1:${port}`]],
  ])('%s', async (_, words) => {
    const right = await mirror(otherName);
    const ended = await runProgram(['GET', ...words(right.port), '--cacert', caFile]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^other\.example other\.example/) });
    const wrong = await mirror();
    const refused = await runProgram(['GET', ...words(wrong.port), '--cacert', caFile]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is for localhost, 127.0.0.1, not for other.example'),
    });
    expect(wrong.seen).toEqual([]);
  });
});

describe('a key with a passphrase', () => {
  const locked = path.join(folder, 'locked.key');
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'open sesame' };
  writeFileSync(locked, createPrivateKey(client.key).export({ type: 'pkcs8', format: 'pem', ...cipher }));
  const flags = ['--cacert', caFile, '--cert', client.certFile, '--key', locked];

  test('is prompted for on a terminal, and not shown', async () => {
    const { url } = await mirror();
    const terminal = startInTerminal(['GET', url, ...flags], { columns: 200 });
    await terminal.untilShown('assphrase');
    terminal.write('open sesame\r');
    expect(await terminal.ended).toMatchObject({ code: 0 });
    expect(terminal.history()).toContain(' client');
    expect(terminal.history()).not.toContain('sesame');
  });

  test('requires --key-pass if no prompt is possible', async () => {
    const { url } = await mirror();
    const ended = await runProgram(['GET', url, ...flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--key-pass env:NAME') });
    const given = await runProgram(['GET', url, ...flags, '--key-pass', 'env:P'], { variables: { P: 'open sesame' } });
    expect(given).toMatchObject({ code: 0, stdout: expect.stringContaining(' client') });
  });

  test('after a colon as in curl: the error names the flag, but not the passphrase', async () => {
    const ended = await runProgram(['GET', 'https://127.0.0.1:1/', '--cert', `${client.certFile}:open sesame`]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('Pass the passphrase with --key-pass');
    expect(ended.stderr).not.toContain('sesame');
  });
});

test('the replacement for --pinnedpubkey: with --cacert of one issuer no other is trusted', async () => {
  const other = await makeCertificate(folder, 'stranger-ca', { name: 'Another issuer', mayIssue: true });
  const by = await makeCertificate(folder, 'stranger', { name: 'stranger', by: other, address: '127.0.0.1' });
  const { url } = await mirror(by);
  const variables = { SSL_CERT_FILE: other.certFile };
  expect(await runProgram(['GET', url], { variables })).toMatchObject({ code: 0 });
  expect(await runProgram(['GET', url, '--cacert', caFile], { variables })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('an issuer that is not trusted'),
  });
});

test('the replacement for --ciphers: Node’s list', async () => {
  const { url } = await mirror();
  const variables = { NODE_OPTIONS: '--tls-cipher-list=ECDHE-ECDSA-CHACHA20-POLY1305' };
  const flags = ['--cacert', caFile, '--tls-max', '1.2', '-v'];
  const told = await runProgram(['GET', url, ...flags], { variables });
  expect(told).toMatchObject({ code: 0, stderr: expect.stringContaining('CHACHA20_POLY1305') });
  expect((await runProgram(['GET', url, ...flags])).stderr).not.toContain('CHACHA20_POLY1305');
});
