import { PassThrough } from 'node:stream';
import { durationText, sizeText } from '../../source/core/response/sizes.js';
import type { OutputStream } from '../../source/environment.js';
import { outputStyleOf } from '../../source/plain/output-style.js';
import { Painter } from '../../source/plain/paint.js';
import { progressLine } from '../../source/plain/progress.js';
import { testEnvironment } from '../support/environment.js';

const environment = (terminal: boolean, variables: Record<string, string> = {}) => {
  const stdout: OutputStream = Object.assign(new PassThrough(), { isTTY: terminal });
  return { ...testEnvironment({ TERM: 'xterm', ...variables }), stdout };
};

describe('output style', () => {
  test.each<[string, boolean, Record<string, string>, 'all' | 'colors' | 'format' | 'none' | undefined, string]>([
    ['a terminal', true, {}, undefined, 'format colour'],
    ['a pipe', false, {}, undefined, 'raw'],
    ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, undefined, 'format'],
    ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, undefined, 'format colour'],
    ['a dumb terminal', true, { TERM: 'dumb' }, undefined, 'format'],
    ['a VT220', true, { TERM: 'vt220' }, undefined, 'format'],
    ['a VT220 and --pretty all', true, { TERM: 'vt220' }, 'all', 'format colour'],
    ['a dumb terminal with FORCE_COLOR', true, { TERM: 'dumb', FORCE_COLOR: '1' }, undefined, 'format colour'],
    ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, undefined, 'format'],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, undefined, 'raw'],
    ['a pipe and --pretty all', false, { NO_COLOR: '1' }, 'all', 'format colour'],
    ['a pipe and --pretty colors', false, {}, 'colors', 'colour'],
    ['a terminal and --pretty format', true, {}, 'format', 'format'],
    ['a terminal and --pretty none', true, {}, 'none', ''],
    ['a pipe and --pretty none', false, {}, 'none', 'raw'],
  ])('%s', (_, terminal, variables, pretty, wanted) => {
    const look = outputStyleOf(pretty ? { pretty } : {}, environment(terminal, variables));
    const found = (['format', 'colour', 'raw'] as const).filter(each => look[each]).join(' ');
    expect(found).toBe(wanted);
  });
});

test('each piece resets its colour, so that no colour remains after truncation', async () => {
  const painter = await Painter.of(true);
  painter.emit('a', 'key');
  expect(painter.take()).toBe('\u001b[36ma\u001b[39m');
  painter.emit('b', 'plain');
  expect(painter.take()).toBe('b');
  const bare = await Painter.of(false);
  bare.line('c\u001b\n', 'bad');
  expect(bare.take()).toBe('c␛␊');
});

describe('the progress line', () => {
  test.each([
    [500_000, 1_000_000, 80, '  50% [###############...............] 500 kB of 1.0 MB  100 kB/s  5.00 s left'],
    [0, 1_000_000, 80, '   0% ['],
    [2_000_000, 1_000_000, 80, ' 100% ['],
    [500_000, 1_000_000, 30, '  50% 500 kB of 1.0 MB'],
    [500_000, undefined, 80, ' 500 kB  100 kB/s'],
  ])('%i of %s at %i columns', (done, total, columns, begins) => {
    const line = progressLine(done, total, 100_000, columns);
    expect(line.startsWith(begins.slice(0, columns - 1))).toBe(true);
    expect(line.length).toBeLessThan(columns);
  });
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1234, '1.2 kB'],
  [99_949, '99.9 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [5_000_000_000, '5.0 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [0.44, '0.4 ms'],
  [9.96, '10 ms'],
  [999.6, '1.00 s'],
  [2345, '2.35 s'],
  [59_996, '1:00 min'],
  [185_000, '3:05 min'],
])('%f ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
