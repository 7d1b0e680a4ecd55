import { clipboardLimit, copySequence } from '../../../source/tui/terminal/clipboard.js';
import { editorCommand } from '../../../source/tui/terminal/external.js';

const decoded = (sequence: string): string =>
  Buffer.from(/52;c;([A-Za-z0-9+/=]*)/.exec(sequence.replace(/\x1b\\\x1bP/g, ''))?.[1] ?? '', 'base64').toString();

test('text is copied to the clipboard with OSC 52', () => {
  expect(copySequence('héllo', {})).toBe(`\x1b]52;c;${Buffer.from('héllo').toString('base64')}\x07`);
});

test('a copy contains no control characters except newline and tab', () => {
  expect(decoded(copySequence('a\x1b[31mb\r\nc\td\x07\u009b', {}) ?? '')).toBe('a[31mb\nc\td');
});

test('tmux gets the plain and the pass-through form', () => {
  const sequence = copySequence('x', { TMUX: '/tmp/tmux-0/default,1,0', TERM: 'screen' }) ?? '';
  expect(sequence).toContain('\x1b]52;c;eA==\x07\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\');
});

test('GNU screen gets pieces that it does not drop', () => {
  const sequence = copySequence('x'.repeat(3000), { TERM: 'screen-256color' }) ?? '';
  const pieces = sequence.split('\x1b\\').filter(Boolean);
  expect(pieces.length).toBeGreaterThan(5);
  for (const piece of pieces) expect(piece.length).toBeLessThan(700);
  expect(decoded(sequence)).toBe('x'.repeat(3000));
});

test('text that is too long for terminals is rejected, not truncated', () => {
  expect(copySequence('x'.repeat(clipboardLimit), {})).toBeUndefined();
  expect(copySequence('x'.repeat(70_000), {})).toBeDefined();
});

test('the editor is VISUAL, EDITOR or vi', () => {
  expect(editorCommand({ VISUAL: 'a', EDITOR: 'b' })).toBe('a');
  expect(editorCommand({ VISUAL: '', EDITOR: 'b' })).toBe('b');
  expect(editorCommand({})).toBe('vi');
});
