/** `"values"` of profiles and environments in the built program: `{{name}}` in operations and in `.http` files. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const values = { team: 'blue', page: { first: 2 }, token: 'env:SHOP_TOKEN' };

/** A home with the profile shop: `values` in each environment, and `live` with others. */
async function shop(own: object = values) {
  const server = await httpServer((response, { body, path: at, headers }) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: { at, team: headers['x-team'], key: headers['x-key'], body: String(body) } }));
  });
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const file = path.join(home, '.config/apiclient/config.json');
  const environments = { dev: {}, live: { url: `${server.url}/live`, values: { team: 'red', page: 50 } } };
  writeFileSync(file, JSON.stringify({ profiles: { shop: { url: `${server.url}/dev`, values: own, environments } } }));
  chmodSync(file, 0o600);
  const run = async (...argv: string[]) => runProgram(argv, { home, variables: { SHOP_TOKEN: 's3cret-token' } });
  return { server, home, run };
}

const query = ['--query', 'query Q($a: Int, $b: String, $c: String) { a }'];
const named = ['--variables', '{"a": "{{page}}", "b": "to {{team}}", "c": "{{token}}"}'];

test('variables and headers of an operation use the values of the environment', async () => {
  const { server, run } = await shop();
  const headers = ['-H', 'X-Team: {{team}}', '-H', 'X-Key: {{token}}'];
  expect(await run('graphql', '@shop:dev', ...query, ...named, ...headers)).toMatchObject({ code: 0, stderr: '' });
  expect(await run('graphql', '@shop', '--env', 'live', ...query, ...named, ...headers)).toMatchObject({ code: 0 });
  const seen = server.seen.map(({ path: at, headers: own, body }) => [
    at,
    own['x-team'],
    own['x-key'],
    JSON.parse(String(body)).variables,
  ]);
  const token = 's3cret-token';
  expect(seen).toEqual([
    ['/dev', 'blue', token, { a: { first: 2 }, b: 'to blue', c: token }],
    ['/live', 'red', token, { a: 50, b: 'to red', c: token }],
  ]);
});

test('displayed requests contain no secrets', async () => {
  const { server, run } = await shop();
  const shown = await run('graphql', '@shop', ...query, ...named, '-H', 'X-Key: {{token}}', '--curl');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('to blue');
  expect(shown.stdout).toContain('••••');
  expect(shown.stdout).not.toContain('s3cret-token');
  expect(server.seen).toEqual([]);
  for (const flags of [['-v'], ['-v', '--get'], ['--print', 'HB']]) {
    const { stdout, stderr } = await run('graphql', '@shop', ...query, ...named, ...flags);
    const [request = ''] = stdout.split('HTTP/1.1 200');
    expect(`${request}${stderr}`).not.toContain('s3cret-token');
    expect(request).toContain('••••');
  }
});

test('a name without a value is reported with the closest one, an unreadable value with its reason', async () => {
  const { server, run } = await shop({ ...values, other: 'env:NOT_SET' });
  const slip = await run('graphql', '@shop', ...query, '--variables', '{"b": "{{taem}}"}');
  expect(slip).toMatchObject({ code: 2, stdout: '' });
  expect(slip.stderr).toMatch(
    /\{\{taem}} in --variables has no value in the profile shop\.\s+Nothing was sent\. Did you mean \{\{team}}\?/,
  );
  const unset = await run('graphql', '@shop', ...query, '-H', 'X-Team: {{other}}');
  expect(unset).toMatchObject({ code: 2, stdout: '' });
  expect(unset.stderr).toContain('{{other}} of @shop has no value: The environment variable NOT_SET is not set.');
  expect(server.seen).toEqual([]);
});

describe('a request', () => {
  test('has them in its URL, query, headers and items, expanded once; an item with a single name is the value itself', async () => {
    const { server, run } = await shop({ ...values, nested: '{{token}}' });
    const words = ['q=={{team}}', 'page={{page}}', 'to=Hi {{team}} {{nested}}', '-H', 'X-Key: {{token}}'];
    expect(await run('POST', '@shop/a/{{team}}', ...words)).toMatchObject({ code: 0, stderr: '' });
    expect(await run('GET', '@shop/a/{{ team }}', '--env', 'live', '-H', 'X-Team: {{team}}')).toMatchObject({
      code: 0,
    });
    const [first, second] = server.seen;
    expect([first?.path, first?.headers['x-key']]).toEqual(['/dev/a/blue?q=blue', 's3cret-token']);
    expect(String(first?.body)).toBe('{"page":{"first":2},"to":"Hi blue {{token}}"}');
    expect([second?.path, second?.headers['x-team']]).toEqual(['/live/a/red', 'red']);
  });

  test('an operation has them in its items', async () => {
    const { server, run } = await shop();
    expect(await run('graphql', '@shop', ...query, 'a={{page}}', 'b=to {{team}}')).toMatchObject({ code: 0 });
    expect(JSON.parse(String(server.seen[0]?.body)).variables).toEqual({ a: { first: 2 }, b: 'to blue' });
  });

  test('all names without a value are listed, and nothing is sent', async () => {
    const { server, run } = await shop();
    const two = await run('GET', '@shop/{{x}}', '-H', 'X-A: {{y}} {{team}}', 'z=={{z}}');
    expect(two).toMatchObject({ code: 2, stdout: '' });
    expect(two.stderr).toContain(
      '{{x}} in the URL, {{z}} in z==, {{y}} in the header X-A have no value in the profile shop.',
    );
    expect(two.stderr).toContain('Nothing was sent. It has {{team}}, {{page}}, {{token}}.');
    const none = await shop({});
    const bare = await none.run('POST', '@shop/a', 'text=Hi {{name}}');
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toContain('{{name}} in the item text has no value in the profile shop.');
    expect([...server.seen, ...none.server.seen]).toEqual([]);
  });

  test('a raw body, a file and a request without a profile are sent as typed', async () => {
    const { server, home, run } = await shop();
    writeFileSync(path.join(home, 'hi.txt'), 'Hi {{team}}');
    await run('POST', '@shop/a', '-d', 'hi={{team}}');
    await run('POST', '@shop/a', '--json', '{"a": "{{team}}"}');
    await run('POST', '@shop/a', `hi=@${path.join(home, 'hi.txt')}`);
    await run('POST', `${server.url}/{{team}}`, '-H', 'X-Team: {{team}}', 'hi={{team}}');
    expect(server.seen.map(({ body }) => String(body))).toEqual([
      'hi={{team}}',
      '{"a": "{{team}}"}',
      '{"hi":"Hi {{team}}"}',
      '{"hi":"{{team}}"}',
    ]);
    expect(server.seen[3]).toMatchObject({ path: '/%7B%7Bteam%7D%7D', headers: { 'x-team': '{{team}}' } });
  });

  test('no secret is shown, in any position', async () => {
    const { home, run } = await shop();
    const line = [
      'POST',
      '@shop/{{token}}',
      'q=={{token}}',
      'key2={{token}}',
      'text=a {{token}} b',
      '-H',
      'X-Key: {{token}}',
    ];
    const log = path.join(home, 'log');
    for (const flags of [['--dry-run'], ['--curl'], ['--print-code', 'fetch']]) {
      const { code, stdout, stderr } = await run(...line, ...flags);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('/dev/••••?q=••••');
      expect(stdout).not.toContain('s3cret');
      expect((await run(...line, ...flags, '--show-secrets')).stdout).toContain('/dev/s3cret-token?q=s3cret-token');
    }
    for (const flags of [['-v'], ['--meta', '-'], ['--print', 'HB'], ['--debug-log', log]]) {
      const { stdout, stderr } = await run(...line, ...flags, '-o', path.join(home, 'body'));
      expect([flags, `${stdout}${stderr}`]).toEqual([flags, expect.not.stringContaining('s3cret')]);
    }
    expect(readFileSync(log, 'utf8')).not.toContain('s3cret');
  });

  test('a redirect does not forward a body with a secret to another origin', async () => {
    const other = await httpServer(response => response.end());
    const server = await httpServer(response => response.writeHead(307, { location: other.url }).end());
    const home = temporaryFolder();
    mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
    const file = path.join(home, '.config/apiclient/config.json');
    const config = { profiles: { shop: { url: server.url, values: { token: 's3cret-token' } } } };
    writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
    const line = ['POST', '@shop', 'key={{token}}', '-L'];
    const ended = await runProgram(line, { home });
    expect(ended.stderr).toContain('would send a body with secrets there');
    expect([ended.code === 0, other.seen]).toEqual([false, []]);
    expect((await runProgram([...line, '--location-trusted'], { home })).code).toBe(0);
    expect(String(other.seen[0]?.body)).toBe('{"key":"s3cret-token"}');
    other.seen.length = 0;
    const text = path.join(home, 'a.http');
    writeFileSync(text, `POST ${server.url}\nContent-Type: text/plain\n\n{{token}}\n`);
    const query = ['--query', 'query($t: String) { a(t: $t) }', 't={{token}}'];
    for (const words of [
      ['graphql', '@shop', ...query, '-L', '--no-validate'],
      ['run', text, 'token=env:TOKEN', '-L'],
      ['POST', server.url, '-u', 'ada:s3cret-token', '-d', 'password=s3cret-token', '-L'],
    ]) {
      const { code, stdout, stderr } = await runProgram(words, { home, variables: { TOKEN: 's3cret-token' } });
      expect([words[0], code, stdout + stderr]).toEqual([
        words[0],
        1,
        expect.stringContaining('would send a body with secrets'),
      ]);
    }
    expect(other.seen).toEqual([]);
    // This body contains nothing from the profile.
    expect((await runProgram(['POST', '@shop', 'key=1', '-H', 'X-T: {{token}}', '-L'], { home })).code).toBe(0);
    expect(String(other.seen[0]?.body)).toBe('{"key":"1"}');
  });

  test('both sides of --diff have the values of their environment', async () => {
    const { server, run } = await shop();
    const ended = await run('GET', '@shop:dev/x', 't=={{team}}', '--diff', '@shop:live/x');
    expect(ended.code).toBe(12);
    expect(server.seen.map(each => each.path)).toEqual(['/live/x?t=red', '/dev/x?t=blue']);
  });
});

describe('apiclient run', () => {
  const file = (text: string, beside: Record<string, string> = {}) => {
    const folder = temporaryFolder();
    for (const [name, content] of Object.entries({ 'a.http': text, ...beside }))
      writeFileSync(path.join(folder, name), content);
    return path.join(folder, 'a.http');
  };
  const request = 'POST @shop/items\nX-Team: {{team}}\nContent-Type: text/plain\n\n{{token}} {{page}}\n';

  test('--env is the environment of the profile that a request names', async () => {
    const { server, run } = await shop();
    expect(await run('run', '--trust', file(request))).toMatchObject({ code: 0 });
    expect(await run('run', '--trust', file(request), '--env', 'live')).toMatchObject({ code: 0 });
    expect(server.seen.map(({ path: at, headers, body }) => [at, headers['x-team'], String(body)])).toEqual([
      ['/dev/items', 'blue', 's3cret-token {"first":2}'],
      ['/live/items', 'red', 's3cret-token 50'],
    ]);
    const unknown = await run('run', '--trust', file(request), '--env', 'liv');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('The profile shop has no environment liv.');
  });

  test('the closest value takes precedence; a profile’s values are for its requests only, and no secret is shown', async () => {
    const { server, run } = await shop();
    const beside = { 'http-client.env.json': JSON.stringify({ live: { team: 'beside' } }) };
    await run('run', '--trust', file(request, beside), '--env', 'live');
    expect(server.seen[0]).toMatchObject({ path: '/live/items', headers: { 'x-team': 'beside' } });
    const elsewhere = await run('run', '--trust', file(`GET @shop/a\n\n###\nGET ${server.url}/{{token}}\n`));
    expect(elsewhere).toMatchObject({ code: 2 });
    expect(elsewhere.stderr).toContain('No value for {{token}}');
    const shown = await run('run', '--trust', file(request), '--dry-run');
    expect(shown.stdout).toContain('X-Team: blue');
    expect(shown.stdout).not.toContain('s3cret');
  });
});
