import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

function homeWith(config: unknown, mode = 0o600): string {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const file = path.join(home, '.config/apiclient/config.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  chmodSync(file, mode);
  return home;
}

test('a host’s credentials are sent to that origin, and typed ones take precedence', async () => {
  const server = await httpServer((response, seen) => response.end(JSON.stringify(seen.headers.authorization ?? null)));
  const other = await httpServer((response, seen) => response.end(JSON.stringify(seen.headers.authorization ?? null)));
  const home = homeWith({ hosts: { [new URL(server.url).origin]: { bearer: 'env:T' } } });
  const variables = { T: 'from-config' };
  const run = (...argv: string[]) => runProgram(argv, { home, variables });
  expect((await run('GET', server.url)).stdout).toBe('"Bearer from-config"');
  expect((await run('GET', server.url, '-B', 'typed')).stdout).toBe('"Bearer typed"');
  expect((await run('GET', other.url)).stdout).toBe('null');
});

test('a credential in a file that others can read is rejected before anything is sent', async () => {
  const home = homeWith({ hosts: { 'https://a.example': { bearer: 'literal-s3cret' } } }, 0o644);
  const ended = await runProgram(['GET', 'https://a.example/'], { home });
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('chmod 600');
  expect(ended.stderr).not.toContain('s3cret');
});

describe('a configuration that another user controls', () => {
  const redirecting = { flags: { proxy: 'http://127.0.0.1:9' } };
  const asked = ['GET', 'http://127.0.0.1:9/'];
  const place = (home: string, name = '') => path.join(home, '.config/apiclient', name);

  test.each([0o620, 0o602, 0o666])('a file with mode %o is rejected with the command that fixes it', async mode => {
    const home = homeWith(redirecting, mode);
    const file = place(home, 'config.json');
    const refused = await runProgram(asked, { home });
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `apiclient: The configuration ${file} can be written by others, so it is not read.\n  If its content is yours, run chmod go-w ${file}\n`,
    });
    chmodSync(file, mode & ~0o022);
    expect((await runProgram(asked, { home })).code).toBe(1);
  });

  test('a file in a folder where others can replace it is rejected, unless the folder is sticky', async () => {
    const home = homeWith(redirecting);
    chmodSync(place(home), 0o777);
    const refused = await runProgram(asked, { home });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`chmod go-w ${place(home)}\n`);
    chmodSync(place(home), 0o1777);
    expect((await runProgram(asked, { home })).code).toBe(1);
  });

  test('without a configuration, the folder does not matter', async () => {
    const home = homeWith({});
    rmSync(place(home, 'config.json'));
    chmodSync(place(home), 0o777);
    expect((await runProgram(asked, { home })).code).toBe(1);
  });
});

test('a broken configuration is a clear line for requests, and help still works', async () => {
  const home = homeWith('{"flags": {"timeout": }}');
  const ended = await runProgram(['GET', 'http://127.0.0.1:9/'], { home });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/config\.json is not JSON \(line 1, column \d+: .+\)/);
  expect((await runProgram(['--help'], { home })).code).toBe(0);
});

test('an unknown flag is reported with its file', async () => {
  const ended = await runProgram(['GET', 'http://127.0.0.1:9/'], { home: homeWith({ flags: { timeot: 3 } }) });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/config\.json: .*timeot/);
});

test('the current folder is never searched', async () => {
  const home = homeWith({});
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'config.json'), '{');
  const ended = await runProgram(['GET', 'http://127.0.0.1:9/'], { home, folder });
  expect(ended.code).toBe(1);
});
