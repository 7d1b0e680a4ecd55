/** `"values"` of profiles and environments, through the program: `{{name}}` in operations and in files of requests. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
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

test('variables and headers of an operation take the values of the environment', async () => {
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

test('what is shown has no secret; an item is sent as it is typed', async () => {
  const { server, run } = await shop();
  const shown = await run('graphql', '@shop', ...query, ...named, '-H', 'X-Key: {{token}}', '--curl');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('to blue');
  expect(shown.stdout).toContain('{{token}}');
  expect(shown.stdout).not.toContain('s3cret-token');
  expect(server.seen).toEqual([]);
  for (const flags of [['-v'], ['-v', '--get'], ['--print', 'HB']]) {
    const { stdout, stderr } = await run('graphql', '@shop', ...query, ...named, ...flags);
    const [request = ''] = stdout.split('HTTP/1.1 200');
    expect(`${request}${stderr}`).not.toContain('s3cret-token');
    expect(request).toContain('••••');
  }
  await run('graphql', '@shop', ...query, 'b={{gone}}');
  expect(JSON.parse(String(server.seen.at(-1)?.body)).variables).toEqual({ b: '{{gone}}' });
});

test('a name without a value is told with the nearest, a value that cannot be read with its reason', async () => {
  const { server, run } = await shop({ ...values, other: 'env:NOT_SET' });
  const slip = await run('graphql', '@shop', ...query, '--variables', '{"b": "{{taem}}"}');
  expect(slip).toMatchObject({ code: 2, stdout: '' });
  expect(slip.stderr).toMatch(/\{\{taem}} has no value in the profile shop\.\s+Did you mean \{\{team}}\?/);
  const unset = await run('graphql', '@shop', ...query, '-H', 'X-Team: {{other}}');
  expect(unset).toMatchObject({ code: 2, stdout: '' });
  expect(unset.stderr).toContain('{{other}} of @shop has no value: The environment variable NOT_SET is not set.');
  expect(server.seen).toEqual([]);
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
    expect(await run('run', file(request))).toMatchObject({ code: 0 });
    expect(await run('run', file(request), '--env', 'live')).toMatchObject({ code: 0 });
    expect(server.seen.map(({ path: at, headers, body }) => [at, headers['x-team'], String(body)])).toEqual([
      ['/dev/items', 'blue', 's3cret-token {"first":2}'],
      ['/live/items', 'red', 's3cret-token 50'],
    ]);
    const unknown = await run('run', file(request), '--env', 'liv');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('The profile shop has no environment liv.');
  });

  test('what stands nearer to the request wins; a profile’s values are for its requests alone, and no secret is shown', async () => {
    const { server, run } = await shop();
    const beside = { 'http-client.env.json': JSON.stringify({ live: { team: 'beside' } }) };
    await run('run', file(request, beside), '--env', 'live');
    expect(server.seen[0]).toMatchObject({ path: '/live/items', headers: { 'x-team': 'beside' } });
    const elsewhere = await run('run', file(`GET @shop/a\n\n###\nGET ${server.url}/{{token}}\n`));
    expect(elsewhere).toMatchObject({ code: 2 });
    expect(elsewhere.stderr).toContain('No value for {{token}}');
    const shown = await run('run', file(request), '--dry-run');
    expect(shown.stdout).toContain('X-Team: blue');
    expect(shown.stdout).not.toContain('s3cret');
  });
});
