/** A third-party file opened in a terminal: on the full screen and in line mode. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterAll(closeServers);

async function hostile() {
  const { url, seen } = await httpServer(response => response.end('got it'));
  const home = temporaryFolder();
  const folder = path.join(home, 'repo');
  mkdirSync(folder);
  writeFileSync(path.join(home, 'id_rsa'), '5ecret');
  writeFileSync(path.join(folder, 'x.http'), `POST ${url}/\n\n< ../id_rsa\n`);
  return { url, seen, home, folder };
}

const posts = (seen: readonly { readonly method: string }[]): number =>
  seen.filter(({ method }) => method === 'POST').length;

test('line mode prints the manifest, and accepts the answer by number', async () => {
  const { url, seen, home, folder } = await hostile();
  const terminal = startInTerminal([url, '--linear'], { home, folder, columns: 100, rows: 60 });
  await terminal.untilShown('No OpenAPI description');
  terminal.write('open file\r');
  await terminal.untilShown('x.http');
  terminal.write('x.http\r');
  await terminal.untilShown('Opened');
  terminal.write('run\r');
  await terminal.untilShown('x.http wants to:');
  await terminal.untilShown('3. Always');
  expect(terminal.screen()).toMatch(/read +\.\.\/id_rsa/);
  terminal.write('1\r');
  terminal.write('run\r');
  await terminal.untilScreen(screen => screen.split('wants to:').length === 3, 'the question again');
  expect(posts(seen)).toBe(0);
  terminal.write('2\r');
  await terminal.untilShown('got it');
  expect(posts(seen)).toBe(1);
});

test('a file that changes after the prompt runs with the approved text', async () => {
  const { url, seen, home, folder } = await hostile();
  const terminal = startInTerminal(['run', 'x.http'], { home, folder, columns: 100, rows: 40 });
  await terminal.untilShown('Allow this file to do so?');
  writeFileSync(path.join(folder, 'x.http'), `DELETE ${url}/all\n\n>>! ../written\n`);
  terminal.write('a\r');
  expect((await terminal.ended).code).toBe(0);
  expect([seen.map(({ method }) => method), existsSync(path.join(home, 'written'))]).toEqual([['POST'], false]);
  const again = startInTerminal(['run', 'x.http'], { home, folder, columns: 100, rows: 40 });
  await again.untilShown('write  ../written');
  again.write('n\r');
  expect([(await again.ended).code, seen.length]).toEqual([2, 1]);
});
