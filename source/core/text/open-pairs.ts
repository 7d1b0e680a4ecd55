/** Which brackets and quotes were closed by themselves and are still to be typed over. */
import { MapMode, StateEffect, StateField } from '@codemirror/state';

/** What was closed by itself. */
export interface Pair {
  /** Offset of its opening. */
  readonly open: number;
  /** Offset of what closes it. */
  readonly close: number;
  /** Characters that close it: three for a block string. */
  readonly size: number;
}

/** Goes into the transaction that closes one. */
export const closed = StateEffect.define<Pair>({
  map: (pair, changes) => ({ ...pair, open: changes.mapPos(pair.open, 1), close: changes.mapPos(pair.close, 1) }),
});

/** The pairs that the cursors are in; leaving a pair makes its end a character like any other. */
export const openPairs = StateField.define<readonly Pair[]>({
  create: () => [],
  update(pairs, transaction) {
    const added = transaction.effects.flatMap(effect => (effect.is(closed) ? [effect.value] : []));
    if (pairs.length === 0 && added.length === 0) return pairs;
    const { changes } = transaction;
    const mapped = pairs.flatMap(({ open, close, size }) => {
      const [from, to] = [open, close].map(at => changes.mapPos(at, 1, MapMode.TrackAfter));
      return from == null || to == null ? [] : [{ open: from, close: to, size }];
    });
    return [...mapped, ...added].filter(({ open, close, size }) =>
      transaction.newSelection.ranges.some(({ head }) => open < head && head < close + size),
    );
  },
});
