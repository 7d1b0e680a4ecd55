/** Standard input is read where `-` asks for it, and only there; what prints opens no screen, also where it could. */
import { spawn } from 'node:child_process';
import { programCommand, temporaryFolder } from '../support/program.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** Runs with a standard input that has begun and never ends. */
function runBesideOpenInput(...argv: readonly string[]): Promise<number | null> {
  const home = temporaryFolder();
  const [file, ...words] = programCommand;
  const child = spawn(file, [...words, ...argv], { cwd: home, env: { PATH: process.env.PATH, HOME: home } });
  child.stdout.resume();
  child.stderr.resume();
  child.stdin.on('error', () => {});
  child.stdin.write('not asked for');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

test.each(['GET', 'POST', 'DELETE'])(
  '%s without - neither sends nor waits for what stands in standard input',
  async method => {
    const server = await httpServer(response => response.end('ok'));
    expect(await runBesideOpenInput(method, server.url)).toBe(0);
    expect(server.seen.map(({ body }) => body.toString())).toEqual(['']);
  },
);

test('nor does a query', async () => {
  const server = await httpServer(response =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}'),
  );
  expect(await runBesideOpenInput('graphql', server.url, '--query', '{ __typename }')).toBe(0);
  expect(server.seen.map(({ body }) => String(body))).toEqual([expect.not.stringContaining('not asked for')]);
});

test.each([
  ['--query', '{ __typename }'],
  ['--query', '{ __typename }', '--curl'],
  ['--query', '{ a }', '--dry-run'],
  ['--print-schema'],
])('on a terminal graphql %s %s %s opens no screen', async (...flags) => {
  const server = await httpServer(response =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"__typename":"Query"}}'),
  );
  const terminal = startInTerminal(['graphql', server.url, ...flags]);
  await terminal.ended;
  expect(terminal.bytes).not.toContain('\u001b[?1049h');
  expect(terminal.screen()).not.toBe('');
});
