import xterm from '@xterm/headless';
import fc from 'fast-check';
import { type Cursor, createPainter } from '../../../source/tui/terminal/painter.js';

/** A terminal that is written to and read back. */
function screen(columns: number, rows: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 100 });
  const row = (y: number): string =>
    terminal.buffer.active.getLine(y + terminal.buffer.active.baseY)?.translateToString(false) ?? '';
  return {
    terminal,
    write: (bytes: string) => new Promise<void>(resolve => terminal.write(bytes, resolve)),
    rows: () => Array.from({ length: rows }, (_, y) => row(y)),
    cell: (y: number, x: number) => terminal.buffer.active.getLine(y)?.getCell(x),
  };
}

/** Paints frames one after the other and reads what the terminal shows at the end. */
async function shown(frames: readonly (readonly string[])[], columns: number, rows: number, cursor?: Cursor) {
  const target = screen(columns, rows);
  const painter = createPainter();
  let bytes = '';
  for (const frame of frames) {
    bytes = painter.paint(frame, columns, rows, cursor);
    await target.write(`\x1b[?7l${bytes}`);
  }
  return { ...target, bytes };
}

const blank = (text: string, columns: number): string => text.padEnd(columns);

test('a frame as tall and wide as the screen is shown whole and scrolls nothing', async () => {
  const frame = ['aaaa', 'bbbb', 'cccc'];
  const { rows, terminal } = await shown([frame], 4, 3);
  expect(rows()).toEqual(frame);
  expect(terminal.buffer.active.baseY).toBe(0);
});

test('only what changed is sent, between the marks of a synchronized update', async () => {
  const { rows, bytes } = await shown(
    [
      ['one two', 'same'],
      ['one tWo', 'same'],
    ],
    10,
    2,
  );
  expect(rows()).toEqual([blank('one tWo', 10), blank('same', 10)]);
  expect(bytes).toBe('\x1b[?2026h\x1b[?25l\x1b[1;6HW\x1b[?25l\x1b[?2026l');
});

test('the same frame again sends nothing', () => {
  const painter = createPainter();
  painter.paint(['x'], 5, 1);
  expect(painter.paint(['x'], 5, 1)).toBe('');
});

test('a cursor that moves without a change of cells is moved', async () => {
  const painter = createPainter();
  painter.paint(['x'], 5, 1, { column: 0, row: 0 });
  expect(painter.paint(['x'], 5, 1, { column: 3, row: 0 })).toContain('\x1b[1;4H\x1b[?25h');
});

test('colours go to their cells and nowhere else', async () => {
  const { cell } = await shown([['ab\x1b[31mcd\x1b[0mef'], ['ab\x1b[1;31mcX\x1b[0mef']], 8, 1);
  expect(cell(0, 1)?.isFgDefault()).toBe(true);
  expect(cell(0, 2)?.getFgColor()).toBe(1);
  expect(cell(0, 3)?.getChars()).toBe('X');
  expect(cell(0, 3)?.isBold()).toBeTruthy();
  expect(cell(0, 4)?.isFgDefault()).toBe(true);
});

test('wide characters keep their columns when they come, change and go', async () => {
  const { rows } = await shown([['日本語x'], ['日a本x'], ['abcdefg']], 8, 1);
  expect(rows()[0]).toBe('abcdefg ');
  const second = await shown([['abcdefg'], ['a日本x']], 8, 1);
  expect(second.cell(0, 1)?.getChars()).toBe('日');
  expect(second.cell(0, 5)?.getChars()).toBe('x');
});

test('after forget the next frame is sent whole', () => {
  const painter = createPainter();
  painter.paint(['abc'], 5, 1);
  painter.forget();
  expect(painter.paint(['abc'], 5, 1)).toContain('abc');
});

test('another size clears the screen and paints all of it', async () => {
  const target = screen(6, 2);
  const painter = createPainter();
  await target.write(painter.paint(['abcdef', 'ghijkl'], 6, 2));
  target.terminal.resize(4, 2);
  await target.write(painter.paint(['ABCD', 'EFGH'], 4, 2));
  expect(target.rows()).toEqual(['ABCD', 'EFGH']);
});

const styledText = fc
  .array(
    fc.record({
      style: fc.constantFrom('', '1', '31', '7', '38;5;200', '2;9'),
      text: fc.stringMatching(/^[a-z ─█日é🙂]{0,6}$/u),
    }),
    { maxLength: 6 },
  )
  .map(parts => parts.map(({ style, text }) => (style === '' ? text : `\x1b[${style}m${text}\x1b[0m`)).join(''));

test('whatever frame follows whatever other, the screen shows the last one as if it had been painted alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(styledText, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
      async frames => {
        const many = await shown(frames, 20, 3);
        const alone = await shown([frames.at(-1) ?? []], 20, 3);
        expect(many.rows()).toEqual(alone.rows());
        for (let x = 0; x < 20; x++) {
          expect(many.cell(1, x)?.getFgColor()).toBe(alone.cell(1, x)?.getFgColor());
          expect(many.cell(1, x)?.isInverse()).toBe(alone.cell(1, x)?.isInverse());
        }
        expect(many.terminal.buffer.active.baseY).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});
