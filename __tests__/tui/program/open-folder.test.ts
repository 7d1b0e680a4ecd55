/** `apiclient open FOLDER`: a folder of `.http` files as one collection. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';

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

test.each([
  ['api', 'apiclient run api'],
  ['wss://a.example/chat?k=hunter2', 'apiclient ws URL, or apiclient open URL --linear'],
  ['https://a.example', 'apiclient openapi https://a.example'],
])('without a terminal, open %s names the command to use', async (word, hint) => {
  const { code, stderr } = await runProgram(['open', word], { folder: collection('http://a.example') });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Without a terminal: ${hint}`)]);
  expect(stderr).not.toContain('hunter2');
});

test('a folder without requests is a failure with a next step', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'empty'));
  expect(await runProgram(['open', './empty'], { folder })).toMatchObject({
    code: 2,
    stderr: 'apiclient: ./empty contains no .http files.\n  Pass a folder with .http files, or a file.\n',
  });
});
