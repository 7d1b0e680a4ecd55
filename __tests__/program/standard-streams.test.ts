/** Standard input is read only if `-` requests it; commands that print open no screen, even if they could. */
import { spawn } from 'node:child_process';
import { programCommand, temporaryFolder } from '../support/program.js';
import { withPrograms } from '../support/programs.js';
import { tenthOf } from '../support/property.js';
import { keepCode, warm } from '../support/run/warm-home.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** Runs with a standard input that has data and never ends. */
function runBesideOpenInput(...argv: readonly string[]): Promise<number | null> {
  const home = temporaryFolder();
  warm(home);
  const [file, ...words] = programCommand;
  const child = spawn(file, [...words, ...argv], { cwd: home, env: { PATH: process.env.PATH, HOME: home } });
  child.stdout.resume();
  child.stderr.resume();
  child.stdin.on('error', () => {});
  child.stdin.write('not asked for');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      keepCode(home);
      resolve(code);
    });
  });
}

test.each(tenthOf(['GET', 'POST', 'DELETE']))(
  '%s without - neither sends nor waits for standard input',
  async method => {
    const server = await httpServer(response => response.end('ok'));
    expect(await runBesideOpenInput(method, server.url)).toBe(0);
    expect(server.seen.map(({ body }) => body.toString())).toEqual(['']);
  },
);

test('a query neither sends nor waits for standard input', async () => {
  const server = await httpServer(response =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}'),
  );
  expect(await runBesideOpenInput('graphql', server.url, '--query', '{ __typename }')).toBe(0);
  expect(server.seen.map(({ body }) => String(body))).toEqual([expect.not.stringContaining('not asked for')]);
});

test.each(
  tenthOf([
    ['--query', '{ __typename }'],
    ['--query', '{ __typename }', '--curl'],
    ['--query', '{ a }', '--dry-run'],
    ['--print-schema'],
  ]),
)('on a terminal graphql %s %s %s opens no screen', async (...flags) => {
  const server = await httpServer(response =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"__typename":"Query"}}'),
  );
  const terminal = startInTerminal(['graphql', server.url, ...flags]);
  await terminal.ended;
  expect(terminal.bytes).not.toContain('\u001b[?1049h');
  expect(terminal.screen()).not.toBe('');
});

withPrograms(['bash', 'procfs'], () => {
  test.each([
    ['closed', 'GET $URL >&-', 1],
    ['closed, and help is asked for', '--help >&-', 1],
    ['closed, but output goes to a file', 'GET $URL -o it >&-', 0],
    ['thrown away', 'GET $URL >/dev/null', 0],
    ['a descriptor for both ways that the shell was given itself', 'GET $URL', 0],
  ])('standard output is %s', async (_, words, code) => {
    const server = await httpServer(response => response.end('ok'));
    for (const shell of tenthOf(['bash', 'sh'])) {
      const [file, ...rest] = programCommand;
      const line = `"${file}" ${rest.map(each => `"${each}"`).join(' ')} ${words.replace('$URL', server.url)}; exit $?`;
      const home = temporaryFolder();
      warm(home);
      // 'ignore' is /dev/null for reading and writing, like Node's replacement for a closed one.
      const output = words.includes('>') ? 'pipe' : 'ignore';
      const child = spawn(shell, ['-c', line], {
        cwd: home,
        env: { PATH: process.env.PATH, HOME: home },
        stdio: ['ignore', output, 'pipe'],
      });
      let told = '';
      child.stderr?.on('data', text => {
        told += text;
      });
      expect(await new Promise(resolve => child.once('close', resolve))).toBe(code);
      if (code === 1) expect(told).toBe('apiclient: Cannot write standard output: it is closed.\n');
    }
  });
});
