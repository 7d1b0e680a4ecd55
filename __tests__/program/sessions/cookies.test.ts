/** Cookies typed with `-b` or `-H 'Cookie: …'` in a `--session`, by the built program. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { openSession } from '../../../source/io/sessions/session.js';
import { testEnvironment } from '../../support/environment.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (...argv: readonly string[]) => runProgram(argv, { home, folder: home });

/** Answers /logout by deleting the cookie a, /rotate by changing it, and /away with a redirect. */
async function shop(away = '') {
  const server = await httpServer((response, { path: asked }) => {
    response.statusCode = asked === '/away' ? 302 : 200;
    if (asked === '/away') response.setHeader('location', away);
    if (asked === '/logout') response.setHeader('set-cookie', 'a=; Path=/; Max-Age=0');
    if (asked === '/rotate') response.setHeader('set-cookie', 'a=new; Path=/');
    response.setHeader('content-type', 'application/json');
    response.end('{"data": {"__typename": "Query"}}');
  });
  const cookies = () => server.seen.map(({ headers }) => headers.cookie);
  return { ...server, at: (asked: string) => new URL(asked, server.url).href, cookies };
}

test.each([
  ['-b a=b', ['-b', 'a=b']],
  ['-b with two cookies', ['-b', 'a=b; c=d']],
  ['-b twice', ['-b', 'a=b', '-b', 'c=d']],
  ["-H 'Cookie: …'", ['-H', 'Cookie: a=b; c=d']],
  ['a lower-case header', ['-H', 'cookie:a=b;c=d']],
  ['curl -b', undefined],
])('`--session` sends and stores the cookies of %s, for every path of the origin', async (_, flags) => {
  const { at, cookies } = await shop();
  const first =
    flags === undefined
      ? await run('--session', 'ada', 'curl', '-b', 'a=b; c=d', at('/deep/down'))
      : await run('GET', at('/deep/down'), '--session', 'ada', ...flags);
  expect([first.code, first.stderr]).toEqual([0, '']);
  await run('GET', at('/other'), '--session', 'ada');
  const [sent = '', stored] = cookies();
  expect(sent.split(/;\s*/).join('; ')).toBe(flags?.[1] === 'a=b' && flags.length === 2 ? 'a=b' : 'a=b; c=d');
  expect(stored).toBe(sent.split(/;\s*/).join('; '));
});

test('a typed cookie overrides the stored one of the same name, and replaces it', async () => {
  const { at, cookies } = await shop();
  await run('GET', at('/'), '--session', 'ada', '-b', 'a=1', '-b', 'c=1');
  await run('GET', at('/'), '--session', 'ada', '-b', 'a=2');
  await run('GET', at('/'), '--session', 'ada', '-H', 'Cookie: a=3');
  await run('GET', at('/'), '--session', 'ada');
  expect(cookies()).toEqual(['a=1; c=1', 'a=2; c=1', 'a=3; c=1', 'c=1; a=3'].map(expectSet));
});

/** The pairs of a Cookie header in any order. */
const expectSet = (header: string) =>
  expect.stringMatching(new RegExp(`^(?:${header}|${header.split('; ').reverse().join('; ')})$`));

test('a cookie that the server changes or deletes in its response is stored as the server has it', async () => {
  const { at, cookies } = await shop();
  await run('GET', at('/rotate'), '--session', 'ada', '-b', 'a=b');
  await run('GET', at('/logout'), '--session', 'ada', '-b', 'a=b');
  await run('GET', at('/rotate'), '--session', 'ada');
  await run('GET', at('/'), '--session', 'ada');
  expect(cookies()).toEqual(['a=b', 'a=b', undefined, 'a=new']);
});

test('`--session-read-only`, `--dry-run` and a request that fails store no cookie', async () => {
  const { at, cookies } = await shop();
  await run('GET', at('/'), '--session-read-only', 'ada', '-b', 'a=b');
  await run('GET', at('/rotate'), '--session-read-only', 'ada', '-b', 'a=b');
  await run('GET', at('/'), '--session', 'ada', '-b', 'a=b', '--dry-run');
  const failed = await run('GET', 'http://127.0.0.1:1/', '--session', 'ada', '-b', 'a=b');
  expect(failed.code).not.toBe(0);
  await run('GET', at('/'), '--session', 'ada');
  expect(cookies()).toEqual(['a=b', 'a=b', undefined]);
  expect((await run('sessions')).stdout).toBe('');
});

test('a typed cookie goes to no other origin, nor along a redirect', async () => {
  const other = await shop();
  const { at, cookies } = await shop(other.at('/there'));
  for (const flags of [
    ['-b', 'a=b'],
    ['-H', 'Cookie: a=b'],
  ])
    await run('GET', at('/away'), '--session', 'ada', '-L', ...flags);
  await run('GET', at('/away'), '--session', 'ada', '-L');
  await run('GET', other.at('/'), '--session', 'ada');
  await run('GET', at('/').replace('localhost', '127.0.0.1'), '--session', 'ada');
  expect(cookies().slice(0, 3)).toEqual(['a=b', 'a=b', 'a=b']);
  expect(other.cookies()).toEqual([undefined, undefined, undefined, undefined]);
});

test('logins and cookies are stored independently, and only cookies of the command line', async () => {
  const { at, seen, url } = await shop();
  const { origin } = new URL(url);
  const config = path.join(home, '.config/apiclient/config.json');
  await run('GET', at('/'), '--session', 'ada', '-u', 'ada:pw', '-b', 'a=b');
  await run('GET', at('/'), '--session', 'ada', '-B', 'token');
  await run('GET', at('/'), '--session', 'ada', '-b', 'a=c');
  expect(seen.map(({ headers }) => [headers.authorization?.split(' ')[0], headers.cookie])).toEqual([
    ['Basic', 'a=b'],
    ['Bearer', 'a=b'],
    ['Bearer', 'a=c'],
  ]);
  expect((await run('sessions', 'show', 'ada')).stdout).toBe(`${origin}\n  --bearer=••••\n  cookie a=••••\n`);
  expect(existsSync(config)).toBe(false);
  for (const file of readdirSync(path.join(home, '.local/state/apiclient/sessions/ada')))
    expect(file).toMatch(/^[\da-f]{24}(?:\.cookies)?\.json$/);
});

test('a request that is only shown has each cookie once', async () => {
  const { at } = await shop();
  await run('GET', at('/'), '--session', 'ada', '-b', 'a=1; c=1');
  const shown = await run('GET', at('/'), '--session', 'ada', '-H', 'Cookie: a=2', '--dry-run', '--show-secrets');
  expect(shown.stdout).toContain('Cookie: a=2; c=1\n');
});

test('the name of a value in a typed cookie is filled in before the cookie is stored', async () => {
  const { at, cookies, url } = await shop();
  writeFileSync(path.join(home, 'login.http'), `# @capture who = $.data.__typename\nGET ${url}\n`);
  await run('run', 'login.http', '--session', 'ada');
  await run('GET', at('/'), '--session', 'ada', '-H', 'Cookie: a={{who}}');
  await run('GET', at('/'), '--session', 'ada');
  expect(cookies().slice(1)).toEqual(['a=Query', 'a=Query']);
});

test('`run` stores cookies of the command line, and no cookie of the file', async () => {
  const { at, cookies, url } = await shop();
  const file = path.join(home, 'api.http');
  writeFileSync(file, `GET ${url}\n\n###\nGET ${url}\nCookie: f=1\n`);
  await run('run', file, '--session', 'ada', '-b', 'a=b');
  await run('GET', at('/'), '--session', 'ada');
  writeFileSync(file, `GET ${url}\n`);
  await run('run', file, '--session', 'ada', '-H', 'Cookie: a=c');
  await run('run', file, '--session', 'ada');
  await run('run', file, '--session-read-only', 'ada', '-b', 'a=d');
  await run('run', file, '--session', 'ada');
  expect(cookies()).toEqual(['a=b', expectSet('f=1; a=b'), 'a=b', 'a=c', 'a=c', 'a=d', 'a=c']);
});

test('cookies of a header that was edited on the screen are replaced and removed', async () => {
  const environment = testEnvironment();
  const open = async () => {
    const session = await openSession('ada', 'http://localhost', false, environment);
    if (isFailure(session)) throw new Error(session.text);
    return session;
  };
  const first = await open();
  expect(await first.save(['--header=Cookie: a=1; b=2; ü=ä', '--header=X-Shop: 7'])).toBeUndefined();
  expect(await (await open()).jar.header('http://localhost/x')).toBe('a=1; b=2; ü=ä');
  expect(await first.save(['--header=Cookie: a=1'], ['--header=Cookie: a=1; b=2; ü=ä'])).toBeUndefined();
  const last = await open();
  expect([await last.jar.header('http://localhost/x'), last.words]).toEqual(['a=1', ['--header=X-Shop: 7']]);
  expect(await last.jar.header('http://other.test/')).toBe('');
});

test('GraphQL requests send and store typed cookies, too', async () => {
  const { at, cookies } = await shop();
  await run('graphql', at('/graphql'), '--query', '{ __typename }', '--session', 'ada', '-b', 'a=b');
  await run('graphql', at('/graphql'), '--query', '{ __typename }', '--session', 'ada');
  expect([...new Set(cookies())]).toEqual(['a=b']);
});
