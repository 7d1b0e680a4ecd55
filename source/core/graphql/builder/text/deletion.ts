/** Computes ranges to delete so that tokens do not run together, comments do not swallow code, and no gaps remain. */
import type { Change } from '../../../text/changes.js';
import { afterLineEnd, blanksAfter, blanksBefore, isLineEnd, lineStart, type Range } from './tokens.js';

/**
 * Extends `range` (complete tokens) to include its separators: the entire line if it contains nothing else, otherwise one
 * adjacent run of blanks.
 */
export function deletionOf(text: string, range: Range): Range {
  const before = blanksBefore(text, range.from);
  const after = blanksAfter(text, range.to);
  const startsLine = before === 0 || isLineEnd(text, before - 1);
  const endsLine = after === text.length || isLineEnd(text, after);
  if (startsLine && endsLine) return { from: keepMark(text, before), to: afterLineEnd(text, after) };
  const closes = endsLine || isClosing(text[after]);
  if (!startsLine && closes) return apart(text, range, { from: before, to: range.to });
  return apart(text, range, { from: range.from, to: after });
}

/** Extends the range of a bracketed list to include the blanks before it but not those after it. */
export function listDeletionOf(text: string, range: Range): Range {
  const deletion = deletionOf(text, range);
  if (deletion.from === lineStart(text, range.from) || deletion.from < range.from) return deletion;
  const before = blanksBefore(text, range.from);
  const startsLine = before === 0 || isLineEnd(text, before - 1);
  return startsLine ? deletion : apart(text, range, { from: before, to: range.to });
}

/** Like `deletionOf`, but for a definition: also removes one of the surrounding blank lines. */
export function definitionDeletionOf(text: string, range: Range): Range {
  const deletion = deletionOf(text, range);
  if (deletion.to <= range.to && deletion.to < text.length) return deletion;
  const nextStop = blanksAfter(text, deletion.to);
  const blankBelow = nextStop < text.length && isLineEnd(text, nextStop);
  if (deletion.from === 0 || isBlankLineBefore(text, deletion.from)) {
    if (blankBelow) return { from: deletion.from, to: afterLineEnd(text, nextStop) };
    if (deletion.to === text.length && deletion.from > 0)
      return { from: blankLineBefore(text, deletion.from), to: deletion.to };
  }
  return deletion;
}

function blankLineBefore(text: string, at: number): number {
  let end = at - 1;
  if (text[end] === '\n' && text[end - 1] === '\r') end--;
  return keepMark(text, lineStart(text, end));
}

function isBlankLineBefore(text: string, at: number): boolean {
  if (at === 0 || !isLineEnd(text, at - 1)) return false;
  const start = blankLineBefore(text, at);
  return isLineEnd(text, blanksAfter(text, start)) && start < at;
}

/** Excludes a byte order mark from deletion. */
const keepMark = (text: string, at: number): number => (at === 0 && text.charCodeAt(0) === 0xfeff ? 1 : at);

const isClosing = (char: string | undefined): boolean =>
  char === '}' || char === ')' || char === ']' || char === '#' || char === undefined;

/** Returns `wanted` unless deleting it would join two tokens. */
function apart(text: string, range: Range, wanted: Range): Range {
  return joins(text[wanted.from - 1], text[wanted.to]) ? range : wanted;
}

const joins = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && /[\w".]/.test(a) && /[\w".]/.test(b);

/** Deletes some members of a list. Adjacent members on one line are deleted together so that separators do not accumulate. */
export function deleteMembers(text: string, members: readonly Range[], gone: (index: number) => boolean): Change[] {
  const changes: Change[] = [];
  for (let index = 0; index < members.length; index++) {
    const first = members[index] as Range;
    if (!gone(index)) continue;
    let last = first;
    for (;;) {
      const next = members[index + 1];
      if (next === undefined || !gone(index + 1) || /[\r\n]/.test(text.slice(last.to, next.from))) break;
      last = next;
      index++;
    }
    changes.push({ ...deletionOf(text, { from: first.from, to: last.to }), insert: '' });
  }
  return changes;
}
