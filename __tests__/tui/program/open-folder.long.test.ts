/** `apiclient open FOLDER`: a folder of `.http` files as one collection. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** A folder with a request in the folder itself and two in subfolders. */
function collection(base: string): string {
  const folder = temporaryFolder();
  for (const name of [
    'api/zebra.http',
    'api/admin/users.http',
    'api/admin/deep/roles.rest',
    'api/node_modules/x.http',
  ]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `### ${path.basename(name)}\nGET ${base}/${name}\n`);
  }
  return folder;
}

test.each(['api', './api', 'api/'])('open %s shows the first file, and lists those in subfolders', async word => {
  const { url, seen } = await httpServer(response => response.end('ok'));
  const terminal = startInTerminal(['open', word], { columns: 80, rows: 24, folder: collection(url) });
  await terminal.untilShown('### zebra.http');
  await terminal.untilScreen(
    screen => screen.includes('▸ api/admin/users.http') && !screen.includes('▸ api/zebra.http'),
    'the other files',
  );
  const screen = terminal.screen();
  expect(screen.indexOf('users.http')).toBeLessThan(screen.indexOf('roles.rest'));
  expect(screen).not.toContain('node_modules');
  terminal.write('\u0012');
  await terminal.untilShown('200 · ');
  // The row of the first file in a subfolder, and its request.
  terminal.write('1ggjlj\r');
  await terminal.untilShown('### users.http');
  terminal.write('\u0012');
  await terminal.untilScreen(() => seen.length === 2, 'the second request');
  expect(seen.map(each => each.path)).toEqual(['/api/zebra.http', '/api/admin/users.http']);
});
