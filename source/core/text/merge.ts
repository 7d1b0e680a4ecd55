/** Merges two changes of one text line by line. */
import { diffArrays } from 'diff';

/** The merged text. `lines` is the number of lines that the other change added, modified or removed. */
interface Merged {
  readonly text: string;
  readonly lines: number;
}

/**
 * Maximum number of differing lines. Beyond it, texts are not merged, because the comparison would cause a noticeable delay.
 */
const maxEditLength = 1000;

/** A replacement of lines `from` to `to` of the base. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Merges two texts. Returns undefined if both changed the same lines or adjacent lines. */
export function mergeTexts(base: string, ours: string, theirs: string): Merged | undefined {
  const [lines, own, other] = [base, ours, theirs].map(text => text.split('\n')) as [string[], string[], string[]];
  const [mine, alien] = [hunksOf(lines, own), hunksOf(lines, other)];
  if (mine === undefined || alien === undefined) return undefined;
  const touches = (a: Hunk, b: Hunk): boolean => a.from <= b.to && b.from <= a.to;
  const isSame = (a: Hunk, b: Hunk): boolean =>
    a.from === b.from && a.to === b.to && a.lines.join('\n') === b.lines.join('\n');
  const added = alien.filter(each => !mine.some(own => isSame(own, each)));
  if (added.some(each => mine.some(own => touches(own, each)))) return undefined;
  const merged = [...lines];
  for (const { from, to, lines: own } of [...mine, ...added].sort((a, b) => b.from - a.from))
    merged.splice(from, to - from, ...own);
  const count = added.reduce((sum, { from, to, lines: own }) => sum + Math.max(to - from, own.length), 0);
  return { text: merged.join('\n'), lines: count };
}

function hunksOf(base: string[], text: string[]): readonly Hunk[] | undefined {
  const changes = diffArrays(base, text, { maxEditLength });
  if (changes === undefined) return undefined;
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length;
      continue;
    }
    const before = hunks.at(-1)?.to === at ? hunks.pop() : undefined;
    if (removed) at += value.length;
    const from = before?.from ?? (removed ? at - value.length : at);
    hunks.push({ from, to: at, lines: [...(before?.lines ?? []), ...(added ? value : [])] });
  }
  return hunks;
}
