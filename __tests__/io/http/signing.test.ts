/** Credentials generated for each request: the input of a signer, when it signs again, and when it does not. */
import { hintText } from '../../../source/core/hint.js';
import type { Credentials, Signer, UnsignedRequest } from '../../../source/core/request/spec.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, requestFor } from '../../support/requests.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

/** Signs with a counter and the last nonce it received. A nonce allows another attempt. */
function counter() {
  const signed: UnsignedRequest[] = [];
  let nonce: string | undefined;
  const signer: Signer = {
    async sign(request) {
      signed.push(request);
      return [{ name: 'Proof', value: secret([signed.length, nonce].join(' ').trim()) }];
    },
    readResponse(_request, { headers }) {
      const told = headers.find(([name]) => name.toLowerCase() === 'nonce')?.[1];
      const again = told !== undefined && told !== nonce;
      nonce = told ?? nonce;
      return again;
    },
  };
  const credentials: Partial<Credentials> = { accessToken: secret('token'), proof: signer };
  return { signed, credentials };
}

test('each request is signed, and a challenge is answered once', async () => {
  const server = await httpServer((response, { headers }) => {
    if (headers.proof?.endsWith('n1')) response.end('welcome');
    else response.writeHead(401, { nonce: 'n1' }).end();
  });
  const { credentials, signed } = counter();
  const spec = requestFor(`${server.url}/a?b=1#c`, {
    method: 'POST',
    body: 'text',
    credentials: { ...credentials, apiKeys: [{ name: 'k', value: secret('v') }] },
  });
  const response = answered(await send(spec, testEnvironment()));
  expect((await bodyOf(response)).toString()).toBe('welcome');
  expect(server.seen.map(({ headers, body }) => [headers.authorization, headers.proof, body.toString()])).toEqual([
    ['DPoP token', '1', 'text'],
    ['DPoP token', '2 n1', 'text'],
  ]);
  expect(signed[0]).toMatchObject({ method: 'POST', body: { kind: 'bytes' } });
  expect(signed[0]?.url.href).toBe(`${server.url}/a?b=1&k=v`);
  expect(signed[0]?.headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Host', 'Content-Length']));
});

test('a server that always sends another challenge is not retried forever', async () => {
  const server = await httpServer(response =>
    response.writeHead(401, { nonce: String(server.seen.length) }).end('never'),
  );
  const response = answered(
    await send(requestFor(server.url, { credentials: counter().credentials }), testEnvironment()),
  );
  expect((await bodyOf(response)).toString()).toBe('never');
  expect(server.seen.length).toBe(3);
});

test('standard input is sent once: the challenge is the response, and a note gives the reason', async () => {
  const server = await httpServer(response => response.writeHead(401, { nonce: 'n1' }).end('who?'));
  const notes: string[] = [];
  const spec = requestFor(server.url, {
    method: 'POST',
    body: { kind: 'stdin' },
    credentials: counter().credentials,
  });
  const response = answered(
    await send(spec, testEnvironment({}, 'text'), { onNote: text => void notes.push(hintText(text)) }),
  );
  expect((await bodyOf(response)).toString()).toBe('who?');
  expect(notes).toEqual([expect.stringContaining('requires a new signature')]);
});

test('a redirect on the same origin is signed for its own URL, and one to another origin is not signed', async () => {
  const stranger = await httpServer(response => response.end('stranger'));
  const server = await httpServer((response, { path }) => {
    response.writeHead(302, { location: path === '/' ? '/next' : stranger.url }).end();
  });
  const { credentials, signed } = counter();
  const spec = requestFor(server.url, { credentials, network: { follow: true } });
  await bodyOf(answered(await send(spec, testEnvironment())));
  expect(signed.map(({ url }) => url.pathname)).toEqual(['/', '/next']);
  expect(stranger.seen[0]?.headers).not.toHaveProperty('proof');
  expect(stranger.seen[0]?.headers).not.toHaveProperty('authorization');
});

test('a signed request is shown with its signature masked', async () => {
  const server = await httpServer(response => response.end());
  const response = answered(
    await send(requestFor(server.url, { credentials: counter().credentials }), testEnvironment()),
  );
  const lines = response.request.headers.map(({ name, value }) => `${name}: ${value}`);
  expect(lines).toEqual(expect.arrayContaining(['Proof: ••••', 'Authorization: ••••']));
});
