/** The full screen when its main thread stops responding. The limit of 15 s is shortened for the thread only. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cliFile, temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { openDemo } from '../demo.js';

afterEach(closeTerminals);

/**
 * Shortens the limit, and blocks the main thread as the file `block` demands: in a loop, in a system call, in the middle of a control
 * sequence, or as a draft is about to be written.
 */
const preload = `
const { spawn } = require('node:child_process');
const { existsSync, readFileSync, rmSync, writeFileSync, writeSync } = require('node:fs');
const files = require('node:fs/promises');
const threads = require('node:worker_threads');
const wanted = () => (existsSync('block') ? readFileSync('block', 'utf8') : '');
const block = () => { for (;;); };
if (threads.isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(script, options) {
      super(script, { ...options, workerData: { ...options.workerData, checkMs: 50, maxMissed: 40 } });
      this.once('online', () => writeFileSync('online', ''));
    }
  };
  const { open } = files;
  files.open = (file, ...more) => {
    if (wanted() === 'draft' && String(file).endsWith('.part')) block();
    return open(file, ...more);
  };
  setInterval(() => {
    const how = wanted();
    if (how === 'system call') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (how === 'control sequence') writeSync(1, '\\u001b]0;half');
    if (how === 'stop') {
      rmSync('block');
      const stop = 'kill -STOP $1; sleep 3; kill -CONT $1; echo > continued';
      return spawn('sh', ['-c', stop, 'sh', process.pid], { stdio: 'ignore' });
    }
    if (how !== '' && how !== 'draft') block();
  }, 20);
}`;

async function made(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise(resolve => setTimeout(resolve, 10));
}

async function start(url: string, variables: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const file = path.join(home, 'preload.cjs');
  writeFileSync(file, preload);
  const script = 'stty -g > before; "$@"; echo "code $?"; stty -g > after';
  const terminal = startInTerminal([], {
    columns: 100,
    rows: 30,
    home,
    command: ['sh', '-c', script, 'sh', process.execPath, cliFile, 'graphql', url],
    variables: { ...variables, NODE_OPTIONS: `--require ${file}` },
  });
  const read = (name: string): string => readFileSync(path.join(home, name), 'utf8');
  await made(path.join(home, 'online'));
  return { terminal, home, read, block: (how: string) => writeFileSync(path.join(home, 'block'), how) };
}

test.each(['loop', 'system call', 'control sequence'])(
  'a main thread blocked in a %s ends with code 70, one line and the terminal as before',
  async how => {
    const { terminal, read, block } = await start('http://127.0.0.1:9/graphql');
    block(how);
    await terminal.ended;
    expect(terminal.alternate).toBe(false);
    expect(terminal.modes).toMatchObject({
      bracketedPasteMode: false,
      mouseTrackingMode: 'none',
      wraparoundMode: true,
    });
    expect(terminal.bytes).toMatch(/\u001b\[\?25h[^\u001b]*$/);
    expect(read('after')).toBe(read('before'));
    expect(terminal.screen().trim()).toMatch(
      /^apiclient did not respond for 2 s after \w+\/[\w-]+ and was closed\.\ncode 70$/,
    );
  },
);

test('the draft that a blocked main thread was about to write is on disk', async () => {
  const demo = await openDemo();
  const { terminal, home, block } = await start(demo.graphqlUrl);
  await terminal.untilShown('types, server just now');
  block('draft');
  terminal.write('2i# Not lost');
  await terminal.ended;
  expect(terminal.screen().replace(/\s+/g, ' ')).toContain('and was closed. The draft was saved. code 70');
  const folder = path.join(home, '.local/state/apiclient/drafts');
  const drafts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));
  await demo.close();
  expect(drafts.map(name => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).query)).toEqual([
    expect.stringContaining('# Not lost'),
  ]);
});

test('an editor that is open for longer than the limit, and a stopped program, do not count', async () => {
  const demo = await openDemo();
  const { terminal, home, block } = await start(demo.graphqlUrl, { EDITOR: 'sh -c "sleep 3; echo edited > $1" sh' });
  await terminal.untilShown('types, server just now');
  terminal.write('2e');
  await terminal.untilShown('edited');
  block('stop');
  await made(path.join(home, 'continued'));
  terminal.write('q');
  await terminal.untilScreen(screen => screen.includes('code 0'), 'code 0');
  await demo.close();
});
