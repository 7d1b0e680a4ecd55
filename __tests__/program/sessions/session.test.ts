/** `--session` and `apiclient sessions` in the built program. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (...argv: readonly string[]) => runProgram(argv, { home });
const folder = () => path.join(home, '.local/state/apiclient/sessions/ada');

/** Sets a cookie by the path, and redirects to another origin at /away. */
async function shop(away = '') {
  return httpServer((response, { path: asked }) => {
    const cookie = /^\/set\/(\w+)/.exec(asked)?.[1];
    const headers = cookie ? { 'set-cookie': `${cookie}=1; Path=/` } : {};
    response.writeHead(asked === '/away' ? 302 : 200, asked === '/away' ? { location: away } : headers).end('ok');
  });
}

test('headers, login and cookies of a line are used by the next, and typed flags override them', async () => {
  const { url, seen } = await shop();
  const at = (path: string) => new URL(path, url).href;
  await run('GET', at('/set/id'), '--session', 'ada', '-u', 'ada:pw', '-H', 'X-Shop: 7', '-H', 'Content-Type: a/b');
  await run('GET', at('/me'), '--session', 'ada');
  await run('GET', at('/me'), '--session', 'ada', '-B', 'token', '-H', 'X-Shop: 8');
  await run('GET', at('/me'), '--session', 'ada', '-H', 'X-Shop:');
  await run('GET', at('/me'), '--session', 'ada');
  const basic = `Basic ${Buffer.from('ada:pw').toString('base64')}`;
  expect(seen.map(({ headers }) => [headers.authorization, headers['x-shop'], headers.cookie])).toEqual([
    [basic, '7', undefined],
    [basic, '7', 'id=1'],
    ['Bearer token', '8', 'id=1'],
    ['Bearer token', undefined, 'id=1'],
    ['Bearer token', undefined, 'id=1'],
  ]);
  expect(seen[1]?.headers['content-type']).toBeUndefined();
});

test('only its owner can read it', async () => {
  const { url } = await shop();
  await run('GET', new URL('/set/id', url).href, '--session', 'ada', '-B', 'token');
  const files = readdirSync(folder());
  expect(files).toHaveLength(2);
  for (const file of files) expect(statSync(path.join(folder(), file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
});

test('none of it is sent to another origin: not by another URL, not by a redirect', async () => {
  const other = await shop();
  const { url } = await shop(new URL('/there', other.url).href);
  await run(
    'GET',
    new URL('/set/id', url).href,
    '--session',
    'ada',
    '-B',
    'token',
    '-H',
    'X-Api-Key: k',
    '-H',
    'X-Shop: 7',
  );
  await run('GET', other.url, '--session', 'ada');
  const led = await run('GET', new URL('/away', url).href, '--session', 'ada', '-L');
  expect(led.code).toBe(0);
  const file = path.join(home, 'away.http');
  writeFileSync(file, `GET ${new URL('/away', url).href}\n`);
  expect((await run('run', file, '--session', 'ada', '-L')).code).toBe(0);
  expect(other.seen).toHaveLength(3);
  for (const { headers } of other.seen)
    expect([headers.authorization, headers.cookie, headers['x-api-key'], headers['x-shop']]).toEqual(
      Array(4).fill(undefined),
    );
  expect(led.stderr).toContain('without your credentials');
  expect((await run('GET', url, '--session', 'ada', '--location-trusted')).code).toBe(2);
});

test('read-only reads it and saves nothing; so do --dry-run and a rejected line', async () => {
  const { url, seen } = await shop();
  const at = (path: string) => new URL(path, url).href;
  await run('GET', at('/set/one'), '--session', 'ada', '-B', 'token');
  await run('GET', at('/set/two'), '--session-read-only', 'ada', '-H', 'X-A: 1');
  const shown = await run('GET', at('/me'), '--session', 'ada', '-H', 'X-B: 1', '--dry-run');
  expect(shown.stdout).toContain('Authorization: Bearer ••••');
  expect(shown.stdout).toContain('Cookie: ••••');
  const curl = await run('GET', at('/me'), '--session', 'ada', '-b', 'one=2', '--curl', '--show-secrets');
  expect(curl.stdout).toContain('-b one=2');
  expect(curl.stdout).toContain("'Authorization: Bearer token'");
  await run('GET', at('/me'), '--session', 'ada');
  expect(seen.map(({ headers }) => [headers.authorization, headers.cookie, headers['x-a'], headers['x-b']])).toEqual([
    ['Bearer token', undefined, undefined, undefined],
    ['Bearer token', 'one=1', '1', undefined],
    ['Bearer token', 'one=1', undefined, undefined],
  ]);
  expect((await run('GET', at('/me'), '--session-read-only', 'none')).code).toBe(0);
  expect(existsSync(path.join(path.dirname(folder()), 'none'))).toBe(false);
});

test('a variable is saved by name, not by value', async () => {
  const { url, seen } = await shop();
  await runProgram(['GET', url, '--session', 'ada', '-B', 'env:TOKEN'], { home, variables: { TOKEN: 'one' } });
  await runProgram(['GET', url, '--session', 'ada'], { home, variables: { TOKEN: 'two' } });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
  for (const file of readdirSync(folder()))
    expect(readFileSync(path.join(folder(), file), 'utf8')).not.toContain('one');
});

test('sessions lists, shows without secrets, and removes', async () => {
  const { url } = await shop();
  expect((await run('sessions')).stderr).toContain('No sessions are stored');
  await run('GET', new URL('/set/id', url).href, '--session', 'ada', '-u', 'ada:hush', '-H', 'X-Api-Key: hush');
  const { origin } = new URL(url);
  expect((await run('sessions')).stdout).toBe(`ada\t${origin}\n`);
  const shown = await run('sessions', 'show', 'ada');
  expect(shown.stdout).toBe(`${origin}\n  --auth=••••\n  --header=X-Api-Key: ••••\n  cookie id=••••\n`);
  expect((await run('sessions', 'remove', 'ada', 'https://b.example/')).code).toBe(2);
  expect((await run('sessions', 'remove', 'ada', url)).code).toBe(0);
  expect((await run('sessions', 'show', 'ada')).code).toBe(2);
  expect(existsSync(folder())).toBe(false);
  expect((await run('sessions', 'remove', 'ada')).code).toBe(2);
});

test.each([
  [['GET', 'http://127.0.0.1:1/', '--session', '../x'], 'A session needs a name'],
  [
    ['GET', 'http://127.0.0.1:1/', '--session', 'a', '--cookie-jar', 'j'],
    '--cookie-jar and --session cannot be combined',
  ],
  [['GET', 'http://127.0.0.1:1/', '--session', 'a', '--session-read-only', 'a'], 'cannot be combined'],
  [['GET', 'http://127.0.0.1:1/', '--session', 'a', '--diff', ':2'], 'a session belongs to one origin'],
  [['sessions', 'shwo', 'a'], 'Did you mean apiclient sessions show?'],
  [['sessions', 'show'], 'needs a session name'],
])('%j is rejected', async (argv, words) => {
  const ended = await run(...argv);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(words);
});

test.each([
  ['that is not JSON', () => 'spoilt'],
  ['with a flag other than headers and logins', (text: string) => text.replace('--bearer=', '--output=')],
])('a file %s is neither used nor replaced', async (_, change) => {
  const { url, seen } = await shop();
  await run('GET', url, '--session', 'ada', '-B', 'token');
  const [file = ''] = readdirSync(folder()).filter(name => !name.includes('cookies'));
  const text = readFileSync(path.join(folder(), file), 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path.join(folder(), file), changed);
  const ended = await run('GET', url, '--session', 'ada');
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain('apiclient sessions remove ada');
  expect(seen).toHaveLength(1);
  expect(readFileSync(path.join(folder(), file), 'utf8')).toBe(changed);
});

test('a request of a file can have a separate session with # @flags', async () => {
  const { url, seen } = await shop();
  await run('GET', `${url}/set/id`, '--session', 'ada', '-B', 'token');
  const file = path.join(home, 'api.http');
  writeFileSync(file, `# @flags --session ada\nGET ${url}\n\n###\nGET ${url}\n`);
  expect(await run('run', file, '--trust')).toMatchObject({ code: 0 });
  expect(seen.slice(1).map(({ headers }) => headers.authorization)).toEqual(['Bearer token', undefined]);
});
