/** Credentials that depend on the sent message, over HTTP/2: DPoP, AWS signatures, Digest, client certificates. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { EmbeddedJWK, jwtVerify } from 'jose';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { byDigest, bySignature, type Judgement } from '../../support/servers/gate.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeHttp2Servers, http2Server } from '../../support/servers/http2-server.js';

const made = certificates();

afterEach(async () => {
  closeHttp2Servers();
  await closeServers();
});

const trusting = ['--cacert', made.caFile, '-4'];
const versions = ['-s', '-w', ' %{http_version}'];

interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server with HTTP/2 only that passes on each request with its body. */
const serve = (answer: (arrived: Arrived, response: Http2ServerResponse) => void) =>
  http2Server(
    async (request: Http2ServerRequest, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = { ...request.headers, host: request.authority };
      answer({ method: request.method, target: request.url, headers, body: Buffer.concat(chunks) }, response);
    },
    { allowHTTP1: false },
  );

test('DPoP: the proof is for the URL and the token, and is created again with the server’s nonce', async () => {
  const tokens = await httpServer((response, { headers }) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: `t-${typeof headers.dpop}`, token_type: 'DPoP', expires_in: 3600 }));
  });
  const proofs: { readonly authorization: string | undefined; readonly dpop: string }[] = [];
  const server = await serve(({ headers }, response) => {
    proofs.push({ authorization: headers.authorization, dpop: String(headers.dpop) });
    if (proofs.length > 1) return void response.end('welcome');
    response.writeHead(401, { 'dpop-nonce': 'n1', 'www-authenticate': 'DPoP error="use_dpop_nonce"' }).end();
  });
  const url = `${server.url}/a/b`;
  const login = ['--oauth2', `client_credentials:${tokens.url}/token:id:secret`, '--oauth2-dpop'];
  const ended = await runProgram(['POST', `${url}?q=1`, '-d', 'x=1', ...login, ...trusting, ...versions]);
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([0, 'welcome 2', '']);
  expect(server.handshakes).toEqual(['h2']);
  expect(proofs.map(({ authorization }) => authorization)).toEqual(['DPoP t-string', 'DPoP t-string']);
  const ath = createHash('sha256').update('t-string').digest('base64url');
  const claims = await Promise.all(
    proofs.map(async ({ dpop }) => (await jwtVerify(dpop, EmbeddedJWK, { typ: 'dpop+jwt' })).payload),
  );
  expect(claims).toMatchObject([
    { htm: 'POST', htu: url, ath },
    { htm: 'POST', htu: url, ath, nonce: 'n1' },
  ]);
  expect(claims[0]?.jti).not.toBe(claims[1]?.jti);
});

const judging = (judge: (arrived: Arrived) => Judgement) => (arrived: Arrived, response: Http2ServerResponse) => {
  const { refused, lines } = judge(arrived);
  response.writeHead(refused ? 401 : 200, { ...lines }).end(refused ? 'who?' : `${arrived.method} ${arrived.body}`);
};

test.each([
  ['a query', 'GET', [], '/a?b=2&a=1', 'GET '],
  ['a body', 'POST', ['-d', 'x=1&y=ä'], '/', 'POST x=1&y=ä'],
  ['a header of one’s own', 'PUT', ['-H', 'X-Amz-Meta: a  b', '--json', '{}'], '/o', 'PUT {}'],
  ['another Host', 'GET', ['-H', 'Host: other.example'], '/', 'GET '],
])('an AWS signature: %s', async (_, method, more, target, text) => {
  const server = await serve(judging(bySignature('s3cret', 'eu-west-1', 's3')));
  const login = ['--aws-sigv4', 'aws:amz:eu-west-1:s3', '-u', 'AKID:s3cret'];
  const ended = await runProgram([method, `${server.url}${target}`, ...more, ...login, ...trusting, ...versions]);
  expect([ended.stdout, ended.stderr, ended.code]).toEqual([`${text} 2`, '', 0]);
  expect(server.handshakes).toEqual(['h2']);
});

test.each([
  ['auth', {}],
  ['auth-int, SHA-256', { qop: 'auth-int', algorithm: 'SHA-256' }],
] as const)('a Digest: %s', async (_, ways) => {
  const server = await serve(judging(byDigest(ways)));
  const ended = await runProgram([
    ...['POST', `${server.url}/a?b=1`, '-d', 'x=1', '--digest', '-u', 'ada:pw'],
    ...trusting,
    ...versions,
  ]);
  expect([ended.stdout, ended.stderr, ended.code]).toEqual(['POST x=1 2', '', 0]);
  expect(server.handshakes).toEqual(['h2']);
});

test('a client certificate is sent in the handshake that selects HTTP/2, and to no other origin', async () => {
  const asking = { requestCert: true, rejectUnauthorized: false, ca: made.ca };
  const name = ({ stream }: Http2ServerRequest): string => {
    const socket = stream.session?.socket as TLSSocket;
    return `${socket.authorized ? 'authorized ' : ''}${String(socket.getPeerCertificate().subject?.CN ?? 'nobody')}`;
  };
  const other = await http2Server((request, response) => void response.end(name(request)), asking);
  const server = await http2Server((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `${other.url}/` });
    response.end(name(request));
  }, asking);
  const pair = ['--cert', made.client.certFile, '--key', made.client.keyFile];
  const folder = temporaryFolder();
  const ask = async (...words: string[]) =>
    (await runProgram(['GET', ...words, ...trusting, ...versions], { folder })).stdout;
  expect(await ask(server.url, ...pair)).toBe('authorized client 2');
  expect(await ask(server.url)).toBe('nobody 2');
  expect(await ask(`${server.url}/away`, '-L', ...pair)).toBe('nobody 2');
  expect(server.handshakes).toEqual(['h2', 'h2', 'h2']);
});
