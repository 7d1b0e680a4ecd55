/** Profiles in the built program: where their credentials are sent, and when they prompt. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

function homeWith(config: unknown): string {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const file = path.join(home, '.config/apiclient/config.json');
  writeFileSync(file, JSON.stringify(config));
  chmodSync(file, 0o600);
  return home;
}

const variables = { T: 'from-profile', H: 'from-host' };

test('a profile’s flags apply after its URL, its login overrides the origin’s, and typed flags take precedence', async () => {
  const server = await httpServer((response, seen) => response.end(`${seen.path} ${seen.headers.authorization}`));
  const home = homeWith({
    hosts: { [server.url]: { bearer: 'env:H', header: 'X-Team: blue' } },
    profiles: { live: { url: `${server.url}/v2`, flags: { bearer: 'env:T' } }, open: { url: server.url } },
  });
  const run = async (...argv: string[]) => (await runProgram(argv, { home, variables })).stdout;
  expect(await run('GET', '@live/users?x=1')).toBe('/v2/users?x=1 Bearer from-profile');
  expect(await run('GET', '@live', '-B', 'typed')).toBe('/v2 Bearer typed');
  expect(await run('GET', '@open/a')).toBe('/a Bearer from-host');
  expect(await run('GET', server.url)).toBe('/ Bearer from-host');
  expect(server.seen.map(each => each.headers['x-team'])).toEqual(['blue', 'blue', 'blue', 'blue']);
});

test('the credentials of a profile are sent to its origin only', async () => {
  const other = await httpServer((response, seen) => response.end(String(seen.headers.authorization)));
  const server = await httpServer(response => response.writeHead(302, { location: other.url }).end());
  const flags = { bearer: 'env:T' };
  const home = homeWith({ profiles: { live: { url: server.url, flags } } });
  const run = (...argv: string[]) => runProgram(argv, { home, variables });
  expect((await run('GET', '@live', '-L')).stdout).toBe('undefined');
  expect(server.seen[0]?.headers.authorization).toBe('Bearer from-profile');
  const trusted = await run('GET', '@live', '--location-trusted');
  expect(trusted).toMatchObject({ code: 2, stdout: '' });
  expect(trusted.stderr).toContain(`Profile live sends its credentials only to ${server.url}`);
  const stream = await run('graphql', '@live', '--query', '{ a }', '--subscription-url', 'wss://b.example/');
  expect(stream).toMatchObject({ code: 2, stdout: '' });
  expect(stream.stderr).toContain('--subscription-url has another origin');
});

test('apiclient profiles lists profiles without secrets', async () => {
  const home = homeWith({
    profiles: {
      live: { url: 'https://a.example/v2?key=s3cret', flags: { bearer: 's3cret', timeout: 3 }, confirm: true },
      staging: { url: 'localhost:8080', flags: { auth: 'ada:s3cret', header: 'X-Api-Key: s3cret' } },
    },
  });
  const { code, stdout, stderr } = await runProgram(['profiles'], { home });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    '@live\thttps://a.example/v2?…\tBearer ••••\tasks first',
    '@staging\thttp://localhost:8080\tBasic ada:••••, X-Api-Key ••••',
    '',
  ]);
  const none = await runProgram(['profiles']);
  expect(none).toMatchObject({ code: 0, stdout: '' });
  expect(none.stderr).toContain('No profiles are configured');
});

test('an unknown flag is reported with its profile; an unknown name with the known ones', async () => {
  const home = homeWith({ profiles: { live: { url: 'https://a.example', flags: { timeot: 3 } } } });
  const listed = await runProgram(['profiles'], { home });
  expect(listed.code).toBe(2);
  expect(listed.stderr).toMatch(/profiles\["live"\]: .*timeot/);
  const unknown = await runProgram(['GET', '@lve'], { home });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('There is no profile lve.');
  expect(unknown.stderr).toContain('@live');
});

describe('"confirm": true', () => {
  const asking = (url: string) => homeWith({ profiles: { live: { url, confirm: true } } });
  const mutation = ['--query', 'mutation Rate { rate }'];

  test('an unsafe method and a mutation need --yes in a script', async () => {
    const server = await httpServer(response => {
      response.setHeader('content-type', 'application/json');
      response.end('{"data":{}}');
    });
    const home = asking(server.url);
    const run = (...argv: string[]) => runProgram(argv, { home });
    const refused = await run('DELETE', '@live/users/1');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('The profile live requires confirmation before DELETE is sent');
    expect(refused.stderr).toContain('--yes');
    expect(await run('graphql', '@live', ...mutation)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the mutation Rate'),
    });
    expect(server.seen).toEqual([]);
    expect((await run('GET', '@live')).code).toBe(0);
    expect((await run('graphql', '@live', '--query', '{ a }')).code).toBe(0);
    expect((await run('DELETE', '@live/users/1', '--curl')).code).toBe(0);
    expect((await run('DELETE', '@live/users/1', '--yes')).code).toBe(0);
    expect((await run('graphql', '@live', ...mutation, '-y')).code).toBe(0);
    expect(server.seen.map(each => each.method)).toEqual(['GET', 'POST', 'DELETE', 'POST']);
  });

  test('on a terminal they prompt, and only y sends', async () => {
    const server = await httpServer(response => response.end('done'));
    const home = asking(`${server.url}/v1?key=s3cret`);
    const ask = async (answer: string) => {
      const program = startInTerminal(['DELETE', '@live/users/1'], { home, columns: 100 });
      await program.untilShown('[y/N]');
      expect(program.screen()).toContain(`Profile live: send DELETE to ${server.url}/v1/users/1?…? [y/N]`);
      program.write(answer);
      return (await program.ended).code;
    };
    expect(await ask('\r')).toBe(2);
    expect(await ask('n\r')).toBe(2);
    expect(server.seen).toEqual([]);
    expect(await ask('y\r')).toBe(0);
    expect(server.seen.map(each => each.method)).toEqual(['DELETE']);
  });
});

test('an environment of a profile is selected by --env or after a colon; each login is sent to its own origin', async () => {
  const dev = await httpServer((response, seen) => response.end(`dev ${seen.path} ${seen.headers.authorization}`));
  const live = await httpServer((response, seen) => response.end(`live ${seen.path} ${seen.headers.authorization}`));
  const environments = {
    dev: {},
    open: { url: live.url },
    live: { url: live.url, flags: { auth: 'ada:pw' }, confirm: true },
  };
  const home = homeWith({ profiles: { shop: { url: dev.url, flags: { bearer: 'env:T' }, environments } } });
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await runProgram(argv, { home, variables });
    return code === 0 ? stdout : `${code} ${stderr}`;
  };
  expect(await run('GET', '@shop/a')).toBe('dev /a Bearer from-profile');
  expect(await run('GET', '@shop/a', '--env', 'dev')).toBe('dev /a Bearer from-profile');
  expect(await run('GET', '@shop:open/a')).toBe('live /a undefined');
  expect(await run('GET', '@shop/a', '--env', 'live')).toBe('live /a Basic YWRhOnB3');
  expect(await run('POST', '@shop:live/a')).toContain('--yes');
  expect(await run('GET', '@shop/a', '--env', 'lvie')).toContain(
    'no environment lvie.\n  There is @shop:dev, @shop:open, @shop:live',
  );
  expect(await run('GET', dev.url, '--env', 'live')).toMatch(/^2 .*--env has no effect without a profile/);
  expect(await run('profiles')).toContain('@shop:live');
});
