import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { decodeJwt } from '../../../source/core/oauth/jwt.js';
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';
import { scriptedServer } from '../../support/servers/websocket-server.js';

afterAll(closeServers);

const handler = createHandler({ schema: buildSchema('type Query { hello: String }'), rootValue: { hello: 'world' } });

/** A token server that issues t1, t2 …, and a GraphQL server that only accepts tokens approved by `good`. */
async function guarded(good: (authorization: string) => boolean) {
  let tokens = 0;
  const seen: string[] = [];
  const tokenUrl = await serve((_, response) => {
    tokens++;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: `t${tokens}`, token_type: 'Bearer', expires_in: 3600 }));
  });
  const url = await serve((request: IncomingMessage, response) => {
    const authorization = request.headers.authorization ?? '';
    seen.push(authorization);
    if (good(authorization)) return void handler(request, response);
    return void response
      .writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"', 'content-type': 'application/json' })
      .end('{"errors":[{"message":"bad token"}]}');
  });
  return { url, oauth: `client_credentials:${tokenUrl}/token:id:secret`, seen, tokens: () => tokens };
}

const run = async (environment: ReturnType<typeof testEnvironment>, ...argv: string[]) => {
  const code = await main(['graphql', ...argv], environment);
  return { code, out: environment.out(), err: environment.err() };
};

test('an OAuth token is used for introspection and the operation, and is stored', async () => {
  const { url, oauth, seen, tokens } = await guarded(authorization => authorization === 'Bearer t1');
  const first = testEnvironment();
  expect(await run(first, url, '--print-schema', '--oauth2', oauth)).toMatchObject({ code: 0 });
  const second = testEnvironment({ home: first.home });
  expect(await run(second, url, '--query', '{ hello }', '--oauth2', oauth)).toMatchObject({
    code: 0,
    out: '{"data":{"hello":"world"}}',
  });
  expect([seen, tokens()]).toEqual([['Bearer t1', 'Bearer t1'], 1]);
});

test('a stored token that the server rejects is renewed once, and the query is sent again', async () => {
  let revoked = 'none';
  const { url, oauth, seen } = await guarded(authorization => authorization !== revoked);
  const first = testEnvironment();
  await run(first, url, '--query', '{ hello }', '--oauth2', oauth);
  revoked = 'Bearer t1';
  const second = testEnvironment({ home: first.home });
  expect(await run(second, url, '--query', '{ hello }', '--oauth2', oauth)).toMatchObject({ code: 0 });
  expect(seen).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
});

test('the cached schema of an OAuth identity survives a change of its token', async () => {
  const { url, oauth, seen } = await guarded(() => true);
  const first = testEnvironment();
  await run(first, url, '--print-schema', '--oauth2', oauth, '--oauth2-no-cache');
  const second = testEnvironment({ home: first.home });
  expect(await run(second, url, '--print-schema', '--oauth2', oauth, '--oauth2-no-cache')).toMatchObject({
    code: 0,
    err: expect.stringContaining('Using the cached schema'),
  });
  expect(seen).toEqual(['Bearer t1']);
  expect(readdirSync(path.join(first.home, '.cache/apiclient/schemas'))).toHaveLength(1);
});

test.each([
  ['a cookie', ['-b', 'session=ada'], ['-b', 'session=eve']],
  ['an API key', ['-K', 'k=ada'], ['-K', 'k=eve']],
  ['a user', ['-u', 'ada:p'], ['-u', 'eve:p']],
  ['a header', ['-H', 'X-Tenant: ada'], ['-H', 'X-Tenant: eve']],
])('the schema cached for one user is not used for another: %s', async (_, ada, eve) => {
  const { url, seen } = await guarded(() => true);
  const { home } = testEnvironment();
  const print = (who: readonly string[]) => run(testEnvironment({ home }), url, '--print-schema', ...who);
  expect(await print(ada)).toMatchObject({ code: 0, err: expect.not.stringContaining('Using the cached schema') });
  expect(await print(ada)).toMatchObject({ code: 0, err: expect.stringContaining('Using the cached schema') });
  expect(await print(eve)).toMatchObject({ code: 0, err: expect.not.stringContaining('Using the cached schema') });
  expect(await print([])).toMatchObject({ code: 0, err: expect.not.stringContaining('Using the cached schema') });
  expect(seen).toHaveLength(3);
});

test('a failed login exits with 7 and sends no request', async () => {
  const { url, seen } = await guarded(() => true);
  const refusing = await serve((_, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
  );
  const { code, err } = await run(
    testEnvironment(),
    url,
    '--query',
    '{ hello }',
    '--oauth2',
    `client_credentials:${refusing}/t:id:hush`,
  );
  expect([code, seen]).toEqual([7, []]);
  expect(err).toContain('invalid_client');
  expect(err).not.toContain('hush');
});

test('a secret is read from a variable or a file; an unset one is reported before anything is sent', async () => {
  const { url, seen } = await guarded(() => true);
  const environment = testEnvironment({ variables: { TOKEN: 'from-env' } });
  expect((await run(environment, url, '--query', '{ hello }', '-B', 'env:TOKEN')).code).toBe(0);
  expect(seen).toEqual(['Bearer from-env']);
  const unset = await run(testEnvironment(), url, '--query', '{ hello }', '-B', 'env:NOPE');
  expect([unset.code, seen.length]).toEqual([2, 1]);
});

test('a token bound to a key (DPoP) sends a new proof for the query and for the upgrade of a subscription', async () => {
  const tokenUrl = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"access_token":"t1","token_type":"DPoP","expires_in":3600}');
  });
  const seen: IncomingMessage['headers'][] = [];
  const server = await scriptedServer({
    onRequest: (request, response) => {
      seen.push(request.headers);
      handler(request, response);
    },
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type === 'subscribe') socket.send(`{"id":"${String(message.id)}","type":"complete"}`);
    },
  });
  const flags = ['--oauth2', `client_credentials:${tokenUrl}/token:id:secret`, '--oauth2-dpop'];
  const environment = testEnvironment();
  expect(await run(environment, server.url, '--query', '{ hello }', ...flags)).toMatchObject({ code: 0 });
  const next = testEnvironment({ home: environment.home });
  const way = ['--subscription-protocol', 'graphql-transport-ws'];
  expect(await run(next, server.url, '--query', 'subscription { hello }', ...way, ...flags)).toMatchObject({ code: 0 });
  await server.close();
  const all = [...seen, ...server.upgrades.map(({ headers }) => headers)];
  expect(all.map(({ authorization }) => authorization)).toEqual(['DPoP t1', 'DPoP t1']);
  const proofs = all.map(({ dpop }) => decodeJwt(String(dpop))?.claims);
  expect(proofs).toMatchObject([
    { htm: 'POST', htu: server.url },
    { htm: 'GET', htu: server.url },
  ]);
  expect(proofs[0]?.jti).not.toBe(proofs[1]?.jti);
});

test('the duration of a login counts towards --timeout', async () => {
  const url = await serve(() => {});
  const tokenUrl = await serve((_, response) => {
    setTimeout(() => response.end('{"access_token":"t","expires_in":3600}'), 600);
  });
  const oauth = `client_credentials:${tokenUrl}/token:id:secret`;
  const ended = await run(testEnvironment(), url, '--query', '{ hello }', '--oauth2', oauth, '--timeout', '1');
  expect(ended).toMatchObject({ code: 8, err: expect.stringContaining('longer than 1 s') });
});
