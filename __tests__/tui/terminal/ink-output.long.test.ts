/** Memory of the lines of former panes. */
import { linesOf } from '../../../source/tui/terminal/ink-output.js';
import { heldMiB } from '../../support/heap.js';

test('for panes that are gone, only the widths of their lines are cached, not their texts', () => {
  const same = 'x'.repeat(60_000);
  const held = heldMiB(() => {
    for (let i = 0; i < 1000; i++) linesOf(`line ${i}\n${same}`);
  });
  // The last 64 panes are retained completely: 4 MiB. A line alone would retain 60 MiB more of the others.
  expect(held).toBeLessThan(20);
});
