/** The TLS flags at every endpoint of an authorization server: a private issuer, and a client certificate. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const { ca, caFile, client, selfSigned, server: own } = certificates();
const variables = { APICLIENT_OAUTH2_CLIENT_SECRET: 'hush-hush' };

interface Shown {
  readonly path: string;
  readonly name: string | undefined;
}

/** An authorization server that requires the client certificate for a token. */
async function strictServer(certificate = own) {
  const shown: Shown[] = [];
  const server = await httpServer(
    (response, seen, request) => {
      const name = (request.socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined;
      shown.push({ path: seen.path, name });
      response.setHeader('content-type', 'application/json');
      if (seen.path.startsWith('/.well-known/')) {
        response.end(JSON.stringify({ issuer: server.url, token_endpoint: `${server.url}/token` }));
      } else if (name === 'client') {
        response.end('{"access_token":"over-mutual-tls","token_type":"bearer","expires_in":3600}');
      } else {
        response.statusCode = 401;
        response.end('{"error":"invalid_client","error_description":"no certificate"}');
      }
    },
    { cert: certificate.cert, key: certificate.key, ca, requestCert: true },
  );
  return { server, shown };
}

const flow = (url: string) => ['--oauth2', `client_credentials:${url}/token:id:`];
const proof = ['--cert', client.certFile, '--key', client.keyFile];

test('--cacert, --cert and --key apply to the token endpoint', async () => {
  const { server, shown } = await strictServer();
  const api = await httpServer((response, { headers }) => response.end(headers.authorization));
  const ended = await runProgram(['GET', api.url, ...flow(server.url), '--cacert', caFile, ...proof], { variables });
  expect(ended).toMatchObject({ code: 0, stdout: 'Bearer over-mutual-tls', stderr: '' });
  expect(shown).toEqual([{ path: '/token', name: 'client' }]);
});

test('--cacert, --cert and --key apply to discovery and auth token, too', async () => {
  const { server, shown } = await strictServer();
  const flags = ['--oauth2', 'client_credentials::id:', '--oauth2-issuer', server.url, '--cacert', caFile, ...proof];
  expect(await runProgram(['auth', 'token', ...flags], { variables })).toMatchObject({
    code: 0,
    stdout: 'over-mutual-tls\n',
  });
  expect(shown.map(({ name }) => name)).toEqual(['client', 'client']);
});

test('without the certificate the server’s message is reported, and nothing is stored', async () => {
  const { server, shown } = await strictServer();
  const home = temporaryFolder();
  const ended = await runProgram(['auth', 'token', ...flow(server.url), '--cacert', caFile], { variables, home });
  expect(ended).toMatchObject({ code: 7, stdout: '', stderr: expect.stringContaining('no certificate') });
  expect(shown).toEqual([{ path: '/token', name: undefined }]);
  expect(existsSync(path.join(home, '.local/state/apiclient/tokens.json'))).toBe(false);
});

test.each([
  ['an unknown issuer', own, [], '--cacert'],
  ['a certificate by an unknown issuer', selfSigned, ['--cacert', caFile], '--cacert'],
])('%s: the secret is not sent', async (_name, certificate, flags, hint) => {
  const { server } = await strictServer(certificate);
  const ended = await runProgram(['auth', 'token', ...flow(server.url), ...flags, ...proof], { variables });
  expect(ended).toMatchObject({ code: 7, stdout: '', stderr: expect.stringContaining(hint) });
  expect(ended.stderr).toContain('The token request to');
  expect(ended.stderr).not.toContain('hush-hush');
  expect(server.seen).toEqual([]);
});

test('-k continues without checking, at the token endpoint too', async () => {
  const { server } = await strictServer(selfSigned);
  const ended = await runProgram(['auth', 'token', ...flow(server.url), '-k', ...proof], { variables });
  expect(ended).toMatchObject({ code: 0, stdout: 'over-mutual-tls\n' });
});
