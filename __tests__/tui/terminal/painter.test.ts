import xterm, { type IBufferCell } from '@xterm/headless';
import { cellWidth } from '../../../source/core/text/cells.js';
import Output from '../../../source/tui/terminal/ink-output.js';
import { type Cursor, createPainter } from '../../../source/tui/terminal/painter.js';
import * as fc from '../../support/property.js';

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

/** Paints frames one after the other and returns what the terminal shows at the end. */
async function shown(
  frames: readonly (readonly string[])[],
  columns: number,
  rows: number,
  cursor?: Cursor,
  vt220 = true,
) {
  const target = screen(columns, rows);
  const painter = createPainter(vt220);
  let bytes = '';
  let all = '';
  for (const frame of frames) {
    bytes = painter.paint(frame, columns, rows, cursor);
    all += `\x1b[?7l${bytes}`;
  }
  await target.write(all);
  return { ...target, bytes };
}

const blank = (text: string, columns: number): string => text.padEnd(columns);

test('a frame as large as the screen is shown completely and scrolls nothing', async () => {
  const frame = ['aaaa', 'bbbb', 'cccc'];
  const { rows, terminal } = await shown([frame], 4, 3);
  expect(rows()).toEqual(frame);
  expect(terminal.buffer.active.baseY).toBe(0);
});

test('only changes are sent, inside a synchronized update', async () => {
  const { rows, bytes } = await shown(
    [
      ['one two', 'same'],
      ['one tWo', 'same'],
    ],
    10,
    2,
  );
  expect(rows()).toEqual([blank('one tWo', 10), blank('same', 10)]);
  expect(bytes).toBe('\x1b[?2026h\x1b[1;6HW\x1b[?2026l');
});

test('repeating a frame sends nothing', () => {
  const painter = createPainter();
  painter.paint(['x'], 5, 1);
  expect(painter.paint(['x'], 5, 1)).toBe('');
});

test('a cursor that moves without a change of cells is moved', async () => {
  const painter = createPainter();
  painter.paint(['x'], 5, 1, { column: 0, row: 0 });
  expect(painter.paint(['x'], 5, 1, { column: 3, row: 0 })).toContain('\x1b[1;4H\x1b[?25h');
});

test('the cursor is hidden while cells are written, with only one sequence', () => {
  const painter = createPainter();
  expect(painter.paint(['x'], 5, 1)).toMatch(/^\x1b\[\?2026h\x1b\[\?25l.*x\x1b\[\?2026l$/);
  expect(painter.paint(['y'], 5, 1, { column: 1, row: 0 })).toBe('\x1b[?2026h\x1b[1;1Hy\x1b[1;2H\x1b[?25h\x1b[?2026l');
  expect(painter.paint(['z'], 5, 1, { column: 1, row: 0 })).toBe(
    '\x1b[?2026h\x1b[?25l\x1b[1;1Hz\x1b[1;2H\x1b[?25h\x1b[?2026l',
  );
  expect(painter.paint(['z'], 5, 1)).toBe('\x1b[?2026h\x1b[?25l\x1b[?2026l');
});

test('colours are applied only to their cells', async () => {
  const { cell } = await shown([['ab\x1b[31mcd\x1b[0mef'], ['ab\x1b[1;31mcX\x1b[0mef']], 8, 1);
  expect(cell(0, 1)?.isFgDefault()).toBe(true);
  expect(cell(0, 2)?.getFgColor()).toBe(1);
  expect(cell(0, 3)?.getChars()).toBe('X');
  expect(cell(0, 3)?.isBold()).toBeTruthy();
  expect(cell(0, 4)?.isFgDefault()).toBe(true);
});

test('wide characters are in the right columns when they appear, change and disappear', async () => {
  const { rows } = await shown([['日本語x'], ['日a本x'], ['abcdefg']], 8, 1);
  expect(rows()[0]).toBe('abcdefg ');
  const second = await shown([['abcdefg'], ['a日本x']], 8, 1);
  expect(second.cell(0, 1)?.getChars()).toBe('日');
  expect(second.cell(0, 5)?.getChars()).toBe('x');
});

test('after forget, the next frame is sent completely', () => {
  const painter = createPainter();
  painter.paint(['abc'], 5, 1);
  painter.forget();
  expect(painter.paint(['abc'], 5, 1)).toContain('abc');
});

test('another size clears the screen and paints it completely', async () => {
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
      style: fc.constantFrom('', '1', '31', '7', '4', '44', '38;5;200', '2;9'),
      text: fc.oneof(
        fc.stringMatching(/^[a-z ─█日é🙂]{0,6}$/u),
        fc.nat(14).map(cells => ' '.repeat(cells)),
      ),
    }),
    { maxLength: 6 },
  )
  .map(parts => parts.map(({ style, text }) => (style === '' ? text : `\x1b[${style}m${text}\x1b[0m`)).join(''));

/**
 * All rows, each followed by the style of its cells, as one text, because an `expect` for each cell takes longer than painting.
 */
const seen = (target: ReturnType<typeof screen>): string =>
  target
    .rows()
    .flatMap((row, y) => [row, Array.from({ length: target.terminal.cols }, (_, x) => look(target.cell(y, x))).join()])
    .join('\n');

/** The visible part of a cell. A blank cell has no text colour, unless something is drawn in it. */
function look(cell: IBufferCell | undefined): string | undefined {
  if (cell === undefined) return undefined;
  const drawn = `${cell.isInverse() ? 'i' : ''}${cell.isUnderline() ? 'u' : ''}${cell.isStrikethrough() ? 's' : ''}`;
  const ground = `${cell.getBgColorMode()}:${cell.getBgColor()}${drawn}`;
  if (drawn === '' && cell.getChars().trim() === '') return ground;
  return `${ground} ${cell.getFgColorMode()}:${cell.getFgColor()}${cell.isBold() ? 'b' : ''}${cell.isDim() ? 'd' : ''}`;
}

test('whatever the order of frames, the screen shows the last one as if it had been painted alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(styledText, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
      async frames => {
        const [many, alone] = await Promise.all([shown(frames, 20, 3), shown(frames.slice(-1), 20, 3)]);
        expect(seen(many)).toBe(seen(alone));
        expect(many.terminal.buffer.active.baseY).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});

/** A list of 60 rows seen through a window, in a box, next to text that does not move. */
function listFrame(top: number, beside: readonly string[]): string[] {
  return Array.from({ length: 20 }, (_, y) => {
    const at = top + y;
    const name = `${'abcdefghijklmnop'.slice(at % 7, 4 + ((at * 5) % 12))}${at % 11 === 3 ? '日本' : ''}`;
    const indent = ' '.repeat(2 * (at % 3));
    const type = `Type${(at * 7919) % 1000}`;
    const pad = ' '.repeat(40 - cellWidth(`${indent}[ ] ${name}: ${type}`));
    return `│${indent}\x1b[2m[ ]\x1b[m ${name}: \x1b[33m${type}\x1b[m${pad}│${beside[y] ?? ''}`;
  });
}

test('a list that scrolls by a step costs a fraction of its rows, up and down', async () => {
  for (const [from, to] of [
    [7, 8],
    [8, 7],
    [7, 12],
    [12, 7],
  ] as const) {
    const target = screen(60, 20);
    const painter = createPainter();
    const whole = painter.paint(listFrame(from, []), 60, 20);
    await target.write(`\x1b[?7l${whole}`);
    const bytes = painter.paint(listFrame(to, []), 60, 20);
    await target.write(bytes);
    expect(target.rows()).toEqual((await shown([listFrame(to, [])], 60, 20)).rows());
    expect(bytes.length).toBeLessThan(whole.length / 3);
    expect(target.terminal.buffer.active.baseY).toBe(0);
  }
});

/** Two boxes next to each other, at the right end of the screen. One of them is heavy and coloured. */
function boxFrame(height: number, heavy: 'left' | 'right', marks: readonly number[] = []): string[] {
  const box = (isHeavy: boolean, width: number, row: number): string => {
    const [style, side, line] = isHeavy ? ['1;36', '┃', '━'] : ['2', '│', '─'];
    const paint = (text: string): string => `\x1b[${style}m${text}\x1b[m`;
    if (row === 0 || row === height - 1) return paint(line.repeat(width));
    return `${marks.includes(row) ? '\x1b[31m!\x1b[m' : paint(side)}${`row ${row}`.padEnd(width - 2)}${paint(side)}`;
  };
  return Array.from({ length: height }, (_, row) => box(heavy === 'left', 20, row) + box(heavy === 'right', 20, row));
}

test('the sides of boxes are drawn from top to bottom, with two more bytes for each cell', async () => {
  const height = 22;
  const { rows, bytes, terminal } = await shown([boxFrame(height, 'left'), boxFrame(height, 'right')], 40, height);
  expect(rows()).toEqual((await shown([boxFrame(height, 'right')], 40, height)).rows());
  expect(terminal.buffer.active.baseY).toBe(0);
  const characters = 2 * 40 + 4 * (height - 2);
  // Four addresses of sides, two of lines, some styles, and the marks of a frame.
  expect(Buffer.byteLength(bytes)).toBeLessThan(3 * characters + 2 * 4 * (height - 2) + 110);
  // The last column needs no step back, because the cursor stays in it.
  expect(bytes).toContain('┃\v┃\v┃');
});

test('a box whose sides change, with any marks in them, is shown as if it had been painted alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('left' as const, 'right' as const), fc.uniqueArray(fc.nat(11))), {
        minLength: 2,
        maxLength: 4,
      }),
      fc.boolean(),
      async (drawn, vt220) => {
        const frames = drawn.map(([heavy, marks]) => boxFrame(12, heavy, marks));
        const [many, alone] = await Promise.all([
          shown(frames, 40, 12, undefined, vt220),
          shown(frames.slice(-1), 40, 12),
        ]);
        expect(seen(many)).toBe(seen(alone));
        if (!vt220) expect(many.bytes).not.toContain('\v');
        expect(many.terminal.buffer.active.baseY).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

test('a terminal below a VT220 gets addresses, colours and text, and shows the same', async () => {
  const frames = [listFrame(7, []), listFrame(8, ['a', '', 'b']), listFrame(20, []), listFrame(19, [])];
  const { bytes, rows } = await shown(frames, 60, 20, undefined, false);
  expect(bytes.replace(/\x1b\[(?:[\d;]*[HCmKJ]|\?\d+[hl])/g, '')).not.toContain('\x1b');
  expect(rows()).toEqual((await shown(frames.slice(-1), 60, 20)).rows());
});

test('however a list scrolls next to any text, the screen shows the last frame as if it had been painted alone', async () => {
  const beside = fc.array(styledText, { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(-7, -3, -2, -1, -1, 0, 1, 1, 3, 6), beside, fc.boolean()), {
        minLength: 2,
        maxLength: 5,
      }),
      async steps => {
        let top = 30;
        let text: readonly string[] = [];
        const frames = steps.map(([by, next, changes]) => {
          top += by;
          if (changes) text = next;
          return listFrame(top, text);
        });
        const [many, alone] = await Promise.all([shown(frames, 60, 20), shown(frames.slice(-1), 60, 20)]);
        expect(seen(many)).toBe(seen(alone));
      },
    ),
    { numRuns: 100 },
  );
});

/** A frame as created by Ink, with a box over a part of it. */
function covered(frame: readonly string[], columns: number, box?: Box): string[] {
  const output = new Output({ width: columns, height: frame.length });
  output.write(0, 0, frame.join('\n'), { transformers: [] });
  if (box === undefined) return output.get().output.split('\n');
  const { x, y, width, height } = box;
  const bar = '━'.repeat(width - 2);
  const side = '\x1b[1;36m┃\x1b[0m';
  const rows = Array.from({ length: height - 2 }, (_, row) => {
    const text = `entry ${row}`.slice(0, width - 2);
    return `${side}${row === 1 ? '\x1b[7m' : ''}${text.padEnd(width - 2)}\x1b[0m${side}`;
  });
  const lines = [`\x1b[1;36m┏${bar}┓\x1b[0m`, ...rows, `\x1b[1;36m┗${bar}┛\x1b[0m`];
  output.write(x, y, lines.join('\n'), { transformers: [] });
  return output.get().output.split('\n');
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

test('a box that is opened and closed costs only the cells it covers, and restores the picture', async () => {
  const box: fc.Arbitrary<Box> = fc.record({
    x: fc.nat(30),
    y: fc.nat(8),
    width: fc.integer({ min: 4, max: 30 }),
    height: fc.integer({ min: 3, max: 12 }),
  });
  const panes = fc.tuple(fc.nat(30), fc.array(styledText, { minLength: 20, maxLength: 20 }));
  await fc.assert(
    fc.asyncProperty(panes, fc.array(box, { minLength: 1, maxLength: 3 }), async ([top, beside], boxes) => {
      const under = covered(listFrame(top, beside), 60);
      const frames = [under, ...boxes.flatMap(each => [covered(under, 60, each), under])];
      const painter = createPainter();
      const target = screen(60, 20);
      for (const [at, frame] of frames.entries()) {
        const bytes = painter.paint(frame, 60, 20);
        await target.write(at === 0 ? `\x1b[?7l${bytes}` : bytes);
        const alone = await shown([frame], 60, 20);
        expect(seen(target)).toBe(seen(alone));
        const { height } = boxes[Math.ceil(at / 2) - 1] ?? { height: 20 };
        expect(new Set(rowsOf(bytes)).size).toBeLessThanOrEqual(height);
      }
    }),
    { numRuns: 60 },
  );
});

/** The rows that are addressed, also by "next line". */
function rowsOf(bytes: string): readonly number[] {
  let row = 0;
  return [...bytes.matchAll(/\x1b(?:\[(\d+);\d+H|E)/g)].map(([, address]) => {
    row = address === undefined ? row + 1 : Number(address);
    return row;
  });
}

test('blank cells in the middle of a row are erased and not written, whatever their text colour', () => {
  const painter = createPainter();
  painter.paint([`│${'x'.repeat(50)}│`], 60, 1);
  const bytes = painter.paint([`│\x1b[31ma\x1b[0m${' '.repeat(48)}\x1b[31mb\x1b[0m│`], 60, 1);
  expect(bytes).toBe('\x1b[?2026h\x1b[1;2H\x1b[31ma\x1b[48X\x1b[48Cb\x1b[m\x1b[?2026l');
});

test('a blank between two dim words is dim, but not an inverse one, whose colour is visible', async () => {
  const painter = createPainter();
  painter.paint(['.'.repeat(9)], 9, 1);
  expect(painter.paint(['\x1b[2ma\x1b[0m \x1b[2mb\x1b[0m......'], 9, 1)).toContain('\x1b[2ma b\x1b[m');
  const { cell } = await shown([['.'.repeat(9)], ['\x1b[31ma\x1b[0m \x1b[7m \x1b[0m\x1b[7;31m \x1b[0m']], 9, 1);
  expect([1, 2, 3].map(x => look(cell(0, x)))).toEqual(['0:-1', '0:-1i 0:-1', '0:-1i 16777216:1']);
});

test('every cell has the ground beneath its own style, even blank ones; another ground repaints everything', async () => {
  const target = screen(6, 3);
  const painter = createPainter();
  const ground = '38;5;10;48;5;20';
  await target.write(painter.paint(['a\u001b[31mb\u001b[0mc', ''], 6, 3, undefined, ground));
  const colours = (y: number, x: number) => [target.cell(y, x)?.getFgColor(), target.cell(y, x)?.getBgColor()];
  expect([colours(0, 0), colours(0, 1), colours(0, 2)]).toEqual([
    [10, 20],
    [1, 20],
    [10, 20],
  ]);
  for (const y of [0, 1, 2]) for (const x of [3, 5]) expect(colours(y, x)[1]).toBe(20);
  await target.write(painter.paint(['a', '', 'new'], 6, 3, undefined, ground));
  expect([colours(0, 1)[1], colours(2, 0)]).toEqual([20, [10, 20]]);
  await target.write(painter.paint(['a', '', 'new'], 6, 3));
  expect([target.cell(1, 1)?.isBgDefault(), target.cell(0, 0)?.isFgDefault()]).toEqual([true, true]);
  expect(target.rows()).toEqual(['a     ', '      ', 'new   ']);
});
