/**
 * A replacement at offsets of the text *before* the edit (UTF-16 code units). The changes of an edit are ordered and disjoint.
 * They are compatible with CodeMirror's `ChangeSpec`, so an edit is one transaction.
 */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export type Changes = readonly Change[];

export function applyChanges(text: string, changes: Changes): string {
  let result = '';
  let at = 0;
  for (const change of changes) {
    result += text.slice(at, change.from) + change.insert;
    at = change.to;
  }
  return result + text.slice(at);
}

/** Returns the change from one text to another: the part between their common start and their common end. */
export function changeBetween(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let tail = 0;
  while (
    tail < shorter - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** Returns the changes that revert `changes` to `text`. */
export function invertChanges(text: string, changes: Changes): Changes {
  let shift = 0;
  return changes.map(change => {
    const from = change.from + shift;
    shift += change.insert.length - (change.to - change.from);
    return { from, to: from + change.insert.length, insert: text.slice(change.from, change.to) };
  });
}

/** Sorts changes and merges changes at the same offset in order of creation. */
export function orderChanges(changes: readonly Change[]): Changes {
  const sorted = changes
    .map((change, index) => ({ change, index }))
    .sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to || a.index - b.index);
  const result: Change[] = [];
  for (const { change } of sorted) {
    if (change.from === change.to && change.insert === '') continue;
    const last = result.at(-1);
    if (last && last.to >= change.from) {
      result[result.length - 1] = {
        from: last.from,
        to: Math.max(last.to, change.to),
        insert: last.insert + change.insert,
      };
    } else result.push(change);
  }
  return result;
}
