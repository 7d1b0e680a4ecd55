/** Terminals without colours, according to terminfo or their name. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMonochrome } from '../../../source/io/files/terminfo.js';
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal } from '../../support/terminal.js';

const home = temporaryFolder();
const ask = (TERM: string, more: Record<string, string> = {}): boolean =>
  isMonochrome({ home, variables: { TERM, ...more } });

test.each(['vt52', 'vt100', 'vt102', 'vt220', 'vt320', 'vt420', 'vt510', 'xterm-mono', 'rxvt-m', 'dumb'])(
  '%s has no colours',
  name => expect(ask(name)).toBe(true),
);

test.each(['xterm', 'xterm-256color', 'screen', 'tmux-256color', 'linux', 'xterm-kitty', 'rxvt', 'no-such', ''])(
  '%j has colours, or may have some',
  name => expect(ask(name)).toBe(false),
);

test('COLORTERM indicates colours', () => {
  expect(ask('vt100', { COLORTERM: 'truecolor' })).toBe(false);
});

test.each(['.', '..', '../../etc/passwd', 'a/b'])(
  'a terminal name that leads to another path is not read: %s',
  name => {
    expect(ask(name)).toBe(false);
  },
);

test.each([
  ['empty', Buffer.alloc(0)],
  ['cut off', Buffer.from([0o32, 1, 5, 0])],
  ['no entry', Buffer.alloc(200, 7)],
])('a file that is not a terminfo entry is ignored: %s', (_, bytes) => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'o'));
  writeFileSync(path.join(folder, 'o', 'odd'), bytes);
  expect(ask('odd', { TERMINFO: folder })).toBe(false);
});

/** A compiled entry (term(5)) whose fourteenth number is `colours`. */
function entry(colours: number | undefined, size: 2 | 4, name = 'mine-own|ours'): Buffer {
  const numbers = colours === undefined ? 13 : 14;
  const flags = 3;
  const bytes = Buffer.alloc(12 + name.length + 1 + flags + 1 + numbers * size);
  const head = [size === 2 ? 0o432 : 0o1036, name.length + 1, flags, numbers, 0, 0];
  for (const [at, value] of head.entries()) bytes.writeUInt16LE(value, at * 2);
  bytes.write(name, 12);
  if (colours !== undefined)
    bytes.writeIntLE(colours, 2 * Math.ceil((12 + name.length + 1 + flags) / 2) + 13 * size, size);
  return bytes;
}

test.each([
  ['without the number', entry(undefined, 2), true],
  ['with -1', entry(-1, 2), true],
  ['with two', entry(2, 2), true],
  ['with eight', entry(8, 2), false],
  ['with eight, at an odd place', entry(8, 2, 'mine-own|us'), false],
  ['with sixteen million', entry(0x1000000, 4), false],
])('the user’s own entry is read, %s', (_, bytes, wanted) => {
  for (const below of ['m', '6d']) {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, below));
    writeFileSync(path.join(folder, below, 'mine-own'), bytes);
    expect(ask('mine-own', { TERMINFO: folder })).toBe(wanted);
    expect(ask('mine-own', { TERMINFO_DIRS: `/nowhere:${folder}` })).toBe(wanted);
  }
  expect(ask('mine-own')).toBe(false);
});

test.each([
  ['vt220', false],
  ['xterm', true],
])('on the full screen of %s', async (TERM, isColoured) => {
  const terminal = startInTerminal(['graphql'], { variables: { TERM } });
  await terminal.untilShown('endpoint');
  expect(/\u001b\[(?:\d+;)*[349]\d[;m]/.test(terminal.bytes)).toBe(isColoured);
  terminal.kill('SIGTERM');
  await terminal.ended;
});
