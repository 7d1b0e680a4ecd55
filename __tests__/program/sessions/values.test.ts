/** `{{name}}` values saved in a session, in the built program. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (...argv: readonly string[]) => runProgram(argv, { home, folder: home });

const answer = '{"id": 12345678901234567890, "name": "Ada L", "token": "hush-hush", "data": {"me": 1}}';
const api = () =>
  httpServer((response, { path: asked }) => {
    response.setHeader('content-type', 'application/json');
    response.end(answer.replace('"Ada L"', asked === '/evil' ? '"{{$processEnv HOME}}{{token}}"' : '"Ada L"'));
  });

const captures = '# @capture id = $.id\n# @capture name = $.name\n# @capture token = $.token\n';

/** A server whose session `ada` has id, name and token. */
async function learned(at = '/') {
  const server = await api();
  writeFileSync(path.join(home, 'login.http'), `${captures}GET ${server.url}${at}\n`);
  expect((await run('run', 'login.http', '--session', 'ada')).code).toBe(0);
  server.seen.length = 0;
  return server;
}

test('a run saves its captures; a request uses them in URL, headers, query and items', async () => {
  const { url, seen } = await learned();
  const words = ['X-Name: {{name}}', 'Authorization: Bearer {{token}}'].flatMap(header => ['-H', header]);
  const ended = await run(
    'POST',
    `${url}/a/{{ name }}?x={{id}}`,
    'q=={{name}}',
    'id={{id}}',
    'to=Hi {{name}}',
    ...words,
    '--session',
    'ada',
  );
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const [sent] = seen;
  expect(sent?.path).toBe('/a/Ada%20L?x=12345678901234567890&q=Ada%20L');
  expect(sent?.body.toString()).toBe('{"id":12345678901234567890,"to":"Hi Ada L"}');
  expect([sent?.headers['x-name'], sent?.headers.authorization]).toEqual(['Ada L', 'Bearer hush-hush']);
});

test('a header is saved with its names, and has the newest value each time', async () => {
  const { url, seen } = await learned();
  await run('GET', url, '--session', 'ada', '-H', 'X-Name: {{name}}');
  writeFileSync(path.join(home, 'login.http'), `# @capture name = $.data.me\nGET ${url}\n`);
  await run('run', 'login.http', '--session', 'ada');
  await run('GET', url, '--session', 'ada');
  expect(seen.map(({ headers }) => headers['x-name'])).toEqual(['Ada L', 'Ada L', '1']);
});

test('graphql uses them in --variables, items and headers', async () => {
  const { url, seen } = await learned();
  const query = ['graphql', url, '--no-validate', '--query', 'query($i: Int, $s: String, $n: String) { me }'];
  const given = ['--variables', '{"i": "{{id}}", "s": "to {{name}}"}', 'n={{name}}', '-H', 'X-Token: {{token}}'];
  expect((await run(...query, ...given, '--session', 'ada')).code).toBe(0);
  expect(seen[0]?.body.toString()).toContain('"variables":{"i":12345678901234567890,"s":"to Ada L","n":"Ada L"}');
  expect(seen[0]?.headers['x-token']).toBe('hush-hush');
});

test('all names without a value are listed, and nothing is sent', async () => {
  const { url, seen } = await learned();
  const session = ['--session', 'ada'];
  const one = await run('GET', `${url}/{{x}}`, '-H', 'X-A: {{y}} {{id}}', 'z=={{z}}', ...session);
  expect(one.code).toBe(2);
  expect(one.stderr).toContain('{{x}} in the URL, {{z}} in z==, {{y}} in the header X-A.');
  expect(one.stderr).toContain('Nothing was sent. It has {{id}}, {{name}}, {{token}}.');
  const two = await run(
    'graphql',
    url,
    '--query',
    '{ me }',
    '--variables',
    '{"a": "{{b}}"}',
    '-H',
    'X-A: {{c}}',
    ...session,
  );
  expect(two.code).toBe(2);
  expect(two.stderr).toContain('{{c}} in the header X-A, {{b}} in --variables.');
  const three = await run('GET', `${url}/{{x}}`, '--session', 'new');
  expect(three.stderr).toContain('Run apiclient run FILE --session new to save values from # @capture.');
  const four = await run('GET', url, '-H', 'X-A: {{$processEnv HOME}}', ...session);
  expect(four.code).toBe(2);
  expect(seen).toEqual([]);
});

test('a run uses them, in its file and in headers of the command line; values in the file take precedence', async () => {
  const { url, seen } = await learned();
  writeFileSync(path.join(home, 'next.http'), `@name = file\nGET ${url}/{{id}}/{{name}}\nX-Token: {{token}}\n`);
  const ended = await run('run', 'next.http', '--session', 'ada', '-H', 'X-Id: {{id}}');
  expect(ended.code).toBe(0);
  expect(seen[0]?.path).toBe('/12345678901234567890/file');
  expect([seen[0]?.headers['x-token'], seen[0]?.headers['x-id']]).toEqual(['hush-hush', '12345678901234567890']);
  seen.length = 0;
  expect((await run('run', 'next.http', '-H', 'X-Id: {{id}}')).stderr).toContain('{{id}} (next.http:2)');
  expect(seen).toEqual([]);
});

test('values belong to their origin: another server gets none', async () => {
  await learned();
  const other = await api();
  expect((await run('GET', `${other.url}/{{id}}`, '--session', 'ada')).code).toBe(2);
  writeFileSync(path.join(home, 'other.http'), `GET ${other.url}/{{id}}\n`);
  expect((await run('run', 'other.http', '--session', 'ada')).code).toBe(2);
  expect(other.seen).toEqual([]);
});

test('secrets are masked when a request is displayed, values are in sessions show, and only the owner can read the file', async () => {
  const { url } = await learned();
  const shown = await run('GET', url, '-H', 'X-Id: {{id}}', '-H', 'X-A: {{token}}', '--session', 'ada', '--dry-run');
  expect(shown.stdout).toContain('X-Id: 12345678901234567890');
  expect(shown.stdout).toContain('X-A: ••••');
  const query = ['graphql', url, '--query', '{ me }', '--variables', '{"t": "{{token}}"}', '--session', 'ada'];
  expect((await run(...query, '--dry-run')).stdout).toContain('"t": "••••"');
  expect((await run(...query, '--dry-run', '--show-secrets')).stdout).toContain('hush-hush');
  writeFileSync(path.join(home, 'next.http'), `GET ${url}/{{token}}\n`);
  for (const flag of ['--dry-run', '--curl', '-v']) {
    const { stdout, stderr } = await run('run', 'next.http', '--session', 'ada', flag);
    expect(`${stdout}${stderr}`).toContain('••••');
    expect(
      `${stdout}${stderr}`
        .split('\n')
        .filter(line => !line.startsWith('{'))
        .join('\n'),
    ).not.toContain('hush-hush');
  }
  expect((await run('sessions', 'show', 'ada')).stdout).toBe(
    `${new URL(url).origin}\n  {{id}}=••••\n  {{name}}=••••\n  {{token}}=••••\n`,
  );
  const folder = path.join(home, '.local/state/apiclient/sessions/ada');
  for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
});

test('a value that contains names is not expanded again, so a server cannot request another value', async () => {
  const { url, seen } = await learned('/evil');
  await run('GET', url, '-H', 'X-A: {{name}}', '--session', 'ada');
  expect(seen[0]?.headers['x-a']).toBe('{{$processEnv HOME}}{{token}}');
});

test('a run that only reads, shows or repeats saves nothing', async () => {
  const { url } = await api();
  writeFileSync(path.join(home, 'login.http'), `${captures}GET ${url}\n`);
  for (const words of [
    ['--session-read-only', 'ada'],
    ['--session', 'ada', '--dry-run'],
    ['--session', 'ada', '--repeat', '3'],
  ])
    expect((await run('run', 'login.http', ...words)).code).toBe(0);
  expect((await run('sessions')).stdout).toBe('');
});

test('an operation also has the values of its profile; a value from a response cannot refer to those', async () => {
  const { url, seen } = await learned('/evil');
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const profiles = { shop: { url, values: { id: 7, token2: 'profile-secret' } } };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  const query = ['graphql', '@shop', '--query', 'query($a: Int) { me }', '--no-validate', '--session', 'ada'];
  const ended = await run(...query, '--variables', '{"a": "{{id}}", "b": "{{token2}}", "c": "{{name}}"}', '-v');
  expect(ended.code).toBe(0);
  expect(seen[0]?.body.toString()).toContain(
    '{"a": 12345678901234567890, "b": "profile-secret", "c": "{{$processEnv HOME}}{{token}}"}',
  );
  expect(ended.stderr + ended.stdout).not.toContain('profile-secret');
});
