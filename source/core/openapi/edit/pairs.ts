/** `name=value` pairs between separators: a query, a form, the cookies of a header. */
import type { Change, Range } from './head.js';

/** One pair as it stands in the text, with its name and value decoded. */
export interface TextPair extends Range {
  readonly name: string;
  readonly value: string;
}

/** How pairs are joined: `&`, or `; ` of cookies. */
export type Join = '&' | '; ';

/** The pairs of a piece of text; those without a name are left out. */
export function pairsIn(text: string, { from, to }: Range, join: Join): readonly TextPair[] {
  const pairs: TextPair[] = [];
  let at = from;
  for (const piece of text.slice(from, to).split(join.trim())) {
    const lead = piece.length - piece.trimStart().length;
    const whole = piece.trim();
    const equals = whole.indexOf('=');
    const name = equals < 0 ? whole : whole.slice(0, equals);
    const value = equals < 0 ? '' : whole.slice(equals + 1);
    const start = at + lead;
    if (name !== '') pairs.push({ name: decoded(name), value: decoded(value), from: start, to: start + whole.length });
    at += piece.length + join.trim().length;
  }
  return pairs;
}

/** As it is where it is not percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The pairs put after those that are there. @param lead in front of the first pair of all */
export function pairsAdded(text: string, { from, to }: Range, join: Join, lead: string, added: string): Change {
  return { from: to, to, insert: `${text.slice(from, to) === '' ? lead : join}${added}` };
}

/** One pair taken out with a separator. @param lead characters in front of the first pair, which go with the last one */
export function pairTaken(text: string, { from, to }: Range, join: Join, lead: number, pair: Range): Change {
  const before = text.slice(from, pair.from);
  const behind = text.slice(pair.to, to);
  const mark = join.trim();
  const gap = new RegExp(`${mark}\\s*$`).exec(before);
  if (gap !== null) return { from: from + gap.index, to: pair.to, insert: '' };
  const next = new RegExp(`^\\s*${mark}\\s*`).exec(behind);
  if (next !== null) return { from: pair.from, to: pair.to + next[0].length, insert: '' };
  return { from: from - lead, to: pair.to, insert: '' };
}
