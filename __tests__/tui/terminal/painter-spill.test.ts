/** Terminals without joined characters draw each part separately. The cells next to such a cluster must stay intact. */
import xterm from '@xterm/headless';
import { renderLine } from '../../../source/tui/components/line.js';
import { createPainter } from '../../../source/tui/terminal/painter.js';
import { chooseTheme } from '../../../source/tui/theme.js';

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

/** The rows that a terminal with xterm's widths shows after these frames. It draws a family as four people. */
async function shown(frames: readonly (readonly string[])[], columns: number): Promise<string[]> {
  const rows = frames[0]?.length ?? 0;
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const painter = createPainter();
  for (const frame of frames) {
    const bytes = painter.paint(frame, columns, rows);
    await new Promise<void>(resolve => terminal.write(`\x1b[?7l${bytes}`, resolve));
  }
  return Array.from({ length: rows }, (_, y) => terminal.buffer.active.getLine(y)?.translateToString(false) ?? '');
}

test.each([
  ['a family', family],
  ['a skin tone', '\u{1f44d}\u{1f3fd}'],
  ['a flag', '\u{1f1e9}\u{1f1ea}'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a conjunct', '\u0915\u094d\u0937\u093f'],
  ['a mark without a letter', '\u0301'],
])('%s drawn into a box leaves the right border and its neighbours intact', async (_, cluster) => {
  const theme = chooseTheme({ theme: 'none', ascii: false, variables: {} });
  const line = (text: string): string => `│${renderLine([{ text }], 8, theme)}│`;
  for (const text of [`abcdef${cluster}`, `${cluster}xyz`, cluster.repeat(12), `abc${cluster}f`]) {
    const [row] = await shown([[line('abcdefgh')], [line(text)]], 10);
    expect(row?.at(-1)).toBe('│');
    const [again] = await shown([[line('abcdefgh')], [line(text)], [line('abcdefgh')]], 10);
    expect(again).toBe('│abcdefgh│');
    if (text === `${cluster}xyz`) expect(row).toContain('xyz');
    if (text === `abc${cluster}f`) expect(row).toMatch(/^│abc.*f +│$/u);
  }
});

test('a mark without a letter is attached to our own letter, not to the adjacent border', () => {
  const theme = chooseTheme({ theme: 'none', ascii: false, variables: {} });
  expect(renderLine([{ text: '\u0301\u0301a' }], 4, theme)).toBe('\u25cc\u0301\u0301a  ');
});
