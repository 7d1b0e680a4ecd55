/** `--pager`: output of requests in $PAGER. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const long = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n');

/** A pager that saves its input, and prints its last line. */
function pagerIn(home: string): string {
  const file = path.join(home, 'pager');
  writeFileSync(file, '#!/bin/sh\ncat > "$HOME/paged"; echo end of pager\n');
  chmodSync(file, 0o755);
  return file;
}

test('on a terminal, head and body go to $PAGER, and notes follow', async () => {
  const { url } = await httpServer(response => response.writeHead(404, { 'content-type': 'text/plain' }).end(long));
  const home = temporaryFolder();
  const variables = { PAGER: `${pagerIn(home)} -R`, HOME: home };
  const terminal = startInTerminal(['GET', url, '--pager', '-p', 'b'], { home, variables, columns: 80, rows: 10 });
  expect((await terminal.ended).code).toBe(0);
  expect(readFileSync(path.join(home, 'paged'), 'utf8')).toBe(`${long}\n`);
  expect(terminal.screen()).toMatch(/^end of pager\napiclient: 404 Not Found/);
});

test('a pager that is quit early is a success, and ends the request', async () => {
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): void => {
      if (!response.destroyed) response.write(`${long}\n`, () => setImmediate(more));
    };
    more();
  });
  const terminal = startInTerminal(['GET', url, '--pager'], {
    variables: { PAGER: 'head -n 1' },
    columns: 80,
    rows: 10,
  });
  expect((await terminal.ended).code).toBe(0);
  expect(terminal.screen()).toBe('HTTP/1.1 200 OK');
});

test('a missing pager loses nothing, and a pipe has no pager', async () => {
  const { url } = await httpServer(response => response.end('short'));
  const variables = { PAGER: 'no-such-pager -x' };
  const terminal = startInTerminal(['GET', url, '--pager', '-p', 'b'], { variables, columns: 80, rows: 10 });
  expect((await terminal.ended).code).toBe(0);
  expect(terminal.screen()).toBe('short');
  expect((await runProgram(['GET', url, '--pager'], { variables: { PAGER: 'false' } })).stdout).toBe('short');
});

test('"pager" among the flags of the configuration pages requests, but not the full screen', async () => {
  const { url } = await httpServer(response => response.end('short'));
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), '{"flags": {"pager": true}}');
  chmodSync(path.join(folder, 'config.json'), 0o600);
  const variables = { PAGER: pagerIn(home), HOME: home };
  const terminal = startInTerminal(['GET', url, '-p', 'b'], { home, variables, columns: 80, rows: 10 });
  await terminal.ended;
  expect(terminal.screen()).toBe('end of pager');
});
