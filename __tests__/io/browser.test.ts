/** The program that opens a page: `BROWSER`, or the system's program. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browserCommands, openBrowser } from '../../source/io/browser.js';
import { testEnvironment } from '../support/environment.js';

const url = 'http://127.0.0.1:9/a$(id)b';

test.each([
  ['firefox', [['firefox', url]]],
  ['firefox --new-window', [['firefox', '--new-window', url]]],
  [
    'w3m:links %s',
    [
      ['w3m', url],
      ['links', url],
    ],
  ],
  ['open --url=%s --quiet', [['open', `--url=${url}`, '--quiet']]],
  [': :', []],
])('BROWSER=%s', (browser, commands) => expect(browserCommands(browser, url)).toEqual(commands));

/** Opens the page on a system with these programs. Each successful one records its arguments. */
async function open(programs: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>> = {}) {
  const plain = testEnvironment();
  for (const [name, script] of Object.entries(programs)) {
    const file = path.join(plain.folder, name);
    writeFileSync(file, `#!/bin/sh\n${script}\nfor word; do echo "$word"; done > "${file}.words"\n`);
    chmodSync(file, 0o755);
  }
  const environment = { ...plain, variables: { PATH: plain.folder, ...variables } };
  const opened = await openBrowser(url, environment);
  const words = (name: string) => {
    const file = path.join(plain.folder, `${name}.words`);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : undefined;
  };
  return { opened, words };
}

test('the URL is passed to xdg-open as a single argument', async () => {
  const { opened, words } = await open({ 'xdg-open': '' });
  expect([opened, words('xdg-open')]).toEqual([true, [new URL(url).href]]);
});

test('BROWSER takes precedence, and its next entry is used if the first cannot be started', async () => {
  const { opened, words } = await open(
    { 'xdg-open': '', two: '', bad: 'exit 3' },
    { BROWSER: 'missing:bad:two -x %s' },
  );
  expect([opened, words('two'), words('xdg-open')]).toEqual([true, ['-x', new URL(url).href], undefined]);
});

test('without any browser program, the result is that none was opened', async () => {
  expect((await open({})).opened).toBe(false);
  expect(await openBrowser('file:///etc/passwd', testEnvironment())).toBe(false);
});
