/** Our implementation compared with Ink's: the same writes give the same cells. */

import StockOutput from '../../../node_modules/ink/build/output.js';
import { cellRow } from '../../../source/tui/terminal/cell-row.js';
import Output from '../../../source/tui/terminal/ink-output.js';
import * as fc from '../../support/property.js';

interface Write {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const picture = (made: { output: string }, width: number, height: number) => {
  const lines = made.output.split('\n');
  return Array.from({ length: height }, (_, y) => cellRow(lines[y] ?? '', width));
};

function both(writes: readonly Write[], width: number, height: number) {
  const ours = new Output({ width, height });
  const stock = new (StockOutput as unknown as typeof Output)({ width, height });
  for (const { x, y, text } of writes) {
    ours.write(x, y, text, { transformers: [] });
    stock.write(x, y, text, { transformers: [] });
  }
  return [picture(ours.get(), width, height), picture(stock.get(), width, height)];
}

const text = fc
  .array(fc.tuple(fc.constantFrom('', '31', '1', '7'), fc.stringMatching(/^[a-z ]{0,8}$/)), {
    minLength: 1,
    maxLength: 3,
  })
  .map(parts => parts.map(([style, word]) => (style === '' ? word : `\x1b[${style}m${word}\x1b[0m`)).join(''));
const block = fc.record({
  x: fc.integer({ min: 0, max: 20 }),
  y: fc.integer({ min: 0, max: 4 }),
  text: fc.array(text, { minLength: 1, maxLength: 3 }).map(lines => lines.join('\n')),
});

test('boxes next to and above each other look as Ink draws them', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), writes => {
      const [ours, stock] = both(writes, 60, 6);
      // Ink ends lines after the last character, and loses the colours of trailing blanks.
      expect(ours?.map(row => row.texts)).toEqual(stock?.map(row => row.texts));
    }),
    { numRuns: 200 },
  );
});

test('an overlay in the middle of a line leaves both sides unchanged', () => {
  const [ours, stock] = both(
    [
      { x: 0, y: 0, text: '\x1b[31mabcdefghij\x1b[0m' },
      { x: 3, y: 0, text: 'XYZ' },
    ],
    12,
    1,
  );
  expect(ours).toEqual(stock);
  expect(ours?.[0]?.texts.join('')).toBe('abcXYZghij  ');
  expect(ours?.[0]?.styles.slice(0, 8)).toEqual(['31', '31', '31', '', '', '', '31', '31']);
});

test('half of a covered wide character becomes a blank', () => {
  const ours = new Output({ width: 6, height: 1 });
  ours.write(0, 0, '日本', { transformers: [] });
  ours.write(1, 0, 'X', { transformers: [] });
  expect(cellRow(ours.get().output, 6).texts).toEqual([' ', 'X', '本', '', ' ', ' ']);
});
