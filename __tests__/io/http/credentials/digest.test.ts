/** `--digest` against a server that checks every field of it, and against Apache's own module. */
import { isFailure } from '../../../../source/core/failure.js';
import type { BodySpec } from '../../../../source/core/request/spec.js';
import { secret } from '../../../../source/core/secret.js';
import { digestSigner } from '../../../../source/io/http/credentials/digest.js';
import { send } from '../../../../source/io/http/send.js';
import { testEnvironment } from '../../../support/environment.js';
import { withPrograms } from '../../../support/programs.js';
import { answered, bodyOf, requestFor } from '../../../support/requests.js';
import { type Apache, apacheUsers, startApache } from '../../../support/servers/apache.js';
import { byDigest, type DigestWays } from '../../../support/servers/gate.js';
import { closeServers, httpServer } from '../../../support/servers/http-server.js';

afterEach(closeServers);

const loginOf = (user: string, password: string, input = '') => {
  const environment = testEnvironment({}, input);
  const signer = digestSigner(user, secret(password), environment);
  const get = (url: string, parts: Parameters<typeof requestFor>[1] = {}) =>
    send(
      requestFor(url, { ...parts, credentials: { digest: { user, password: secret(password), signer } } }),
      environment,
    );
  return { get };
};

/** A server for ada:pw. Its response contains the number of uses of the nonce. */
const checking = (ways: DigestWays = {}) => {
  const judge = byDigest(ways);
  return httpServer((response, { headers, method, path, body }) => {
    const { refused, lines } = judge({ method, target: path, headers, body: Buffer.from(body) });
    response.writeHead(refused ? 401 : 200, lines);
    response.end(refused ? 'who?' : `welcome ${/nc=(\d+)/.exec(headers.authorization ?? '')?.[1]}`);
  });
};

const textOf = async (got: Awaited<ReturnType<typeof send>>) => (await bodyOf(answered(got))).toString();
test('credentials are sent only after a challenge; then the nonce is counted, without another challenge', async () => {
  const server = await checking();
  const { get } = loginOf('ada', 'pw');
  expect(await textOf(await get(`${server.url}/a?b=c`))).toBe('welcome 00000001');
  expect(await textOf(await get(`${server.url}/d?`))).toBe('welcome 00000002');
  expect(server.seen.map(each => each.headers.authorization?.slice(0, 6))).toEqual([undefined, 'Digest', 'Digest']);
});

test('a wrong password is tried once', async () => {
  const server = await checking();
  const got = await loginOf('ada', 'wrong').get(server.url);
  expect(isFailure(got) ? got : got.status).toBe(401);
  expect(server.seen.length).toBe(2);
});

test('nextnonce and stale nonces continue without a new login', async () => {
  const server = await checking({ next: true });
  const { get } = loginOf('ada', 'pw');
  for (const _ of [1, 2, 3]) expect(await textOf(await get(server.url))).toBe('welcome 00000001');
  expect(server.seen.length).toBe(4);
  const forgetful = await checking({ uses: 1 });
  const other = loginOf('ada', 'pw');
  for (const _ of [1, 2, 3]) expect(await textOf(await other.get(forgetful.url))).toBe('welcome 00000001');
});

test('auth-int signs the body if the server offers nothing else', async () => {
  const server = await checking({ qop: 'auth-int' });
  const body: BodySpec = { kind: 'bytes', bytes: Buffer.from('a body') };
  expect(await textOf(await loginOf('ada', 'pw').get(server.url, { method: 'POST', body }))).toBe('welcome 00000001');
});

withPrograms(['apache2'], () => {
  describe("Apache's mod_auth_digest", () => {
    let apache: Apache;
    beforeAll(async () => {
      apache = await startApache();
    });
    afterAll(() => apache?.stop());

    test.each(Object.entries(apacheUsers).filter(([user]) => !user.includes(':')))(
      'accepts %s',
      async (user, password) => {
        const { get } = loginOf(user, password);
        for (const place of ['/digest/index.txt', '/digest/index.txt?a=b', '/digest-short/index.txt'])
          expect(await textOf(await get(`${apache.http}${place}`))).toBe('It works.\n');
      },
    );

    test('a stale nonce is renewed without a prompt', async () => {
      const { get } = loginOf('ada', apacheUsers.ada ?? '');
      const url = `${apache.http}/digest-short/index.txt`;
      expect(await textOf(await get(url))).toBe('It works.\n');
      // Its nonces are valid for one second, so only the clock can be waited for.
      await new Promise(resolve => setTimeout(resolve, 1500));
      expect(await textOf(await get(url))).toBe('It works.\n');
    });

    test('standard input is held back until the credentials are accepted', async () => {
      const { get } = loginOf('ada', apacheUsers.ada ?? '', 'a body');
      const got = answered(await get(`${apache.http}/digest/index.txt`, { method: 'POST', body: { kind: 'stdin' } }));
      got.body.destroy();
      expect(got.status).not.toBe(401);
    });

    test('rejects a wrong password', async () => {
      const got = await loginOf('ada', 'wrong').get(`${apache.http}/digest/index.txt`);
      expect(isFailure(got) ? got : got.status).toBe(401);
    });
  });
});
