/** One current token per process: a token renewed by one request is used by the next. */

import { isFailure } from '../../../source/core/failure.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { holdToken } from '../../../source/io/oauth/held-token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { runProgram } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

/** A token endpoint with single-use refresh tokens; the first token has already expired. */
async function tokenServer() {
  let good = '';
  let count = 0;
  const server = await httpServer((response, { body }) => {
    const form = new URLSearchParams(body.toString());
    if (form.get('grant_type') === 'refresh_token' && form.get('refresh_token') !== good) {
      return response.writeHead(400).end('{"error":"invalid_grant"}');
    }
    good = `r${++count}`;
    return response.end(`{"access_token":"t${count}","expires_in":600,"refresh_token":"${good}"}`);
  });
  return server;
}

test.each([
  ['with the cache', []],
  ['without', ['--oauth2-no-cache']],
])('--paginate %s: a token renewed on a 401 is used for the next pages', async (_, flags) => {
  const tokens = await tokenServer();
  const sent: (string | undefined)[] = [];
  const api = await httpServer((response, { headers }) => {
    sent.push(headers.authorization);
    if (headers.authorization === 'Bearer t1') {
      return response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    }
    const more = sent.length < 4;
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"data":{"books":{"pageInfo":{"hasNextPage":${more},"endCursor":"c${sent.length}"}}}}`);
  });
  const query = 'query ($endCursor: String) { books(after: $endCursor) { pageInfo { hasNextPage endCursor } } }';
  const ended = await runProgram([
    ...['graphql', api.url, '--no-validate', '--query', query, '--paginate'],
    ...['--oauth2', `password:${tokens.url}:m`, '--oauth2-username', 'jane', '--oauth2-password', 'text:x', ...flags],
  ]);
  expect(ended).toMatchObject({ code: 0 });
  expect(sent).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t2', 'Bearer t2']);
  expect(tokens.seen).toHaveLength(2);
});

test('requests rejected at the same time share one renewal, and a late one uses its result', async () => {
  const { url, seen } = await tokenServer();
  const options = oauthOptions({
    flow: 'password',
    clientId: 'm',
    tokenUrl: url,
    username: 'jane',
    password: { from: 'text', value: secret('x') },
    cache: false,
  });
  const held = await holdToken(options, network, testEnvironment(), quietUi());
  if (isFailure(held)) throw new Error(held.text);
  const { accessToken: first } = held.credentials;
  const got = await Promise.all([held.renew(true, first), held.renew(true, first)]);
  const late = await held.renew(true, first);
  const shown = [...got, late].map(each => each && !isFailure(each) && each.accessToken && reveal(each.accessToken));
  expect(shown).toEqual(['t2', 't2', 't2']);
  expect(seen).toHaveLength(2);
});
