/** Automatically closed brackets and quotes that can still be typed over. */
import { MapMode, StateEffect, StateField } from '@codemirror/state';

interface Pair {
  /** Offset of the opening half. */
  readonly open: number;
  /** Offset of the closing half. */
  readonly close: number;
  /** Length of the closing half, which is three for a block string. */
  readonly size: number;
}

/** Marks a transaction that closes a pair. */
export const closed = StateEffect.define<Pair>({
  map: (pair, changes) => ({ ...pair, open: changes.mapPos(pair.open, 1), close: changes.mapPos(pair.close, 1) }),
});

/**
 * Marks the empty brackets around a cursor in an inserted text.
 * @param from offset of the text in the document
 */
export function insertedPair(text: string, cursor: number, from: number): StateEffect<Pair> {
  const open = text.slice(0, cursor).trimEnd().length - 1;
  const gap = /^\s*/.exec(text.slice(cursor))?.[0].length ?? 0;
  return closed.of({ open: from + open, close: from + cursor + gap, size: 1 });
}

/** Pairs around the cursors. Once the cursor leaves a pair, its closing half becomes an ordinary character. */
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
