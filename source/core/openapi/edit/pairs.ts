/** Pairs of `name=value` between separators: a query, a form, or the cookies of a header. */
import { serverText } from '../../request/url.js';
import type { Change } from '../../text/changes.js';
import type { Range } from './head.js';

/** A pair in the text, with its name and value decoded. */
export interface TextPair extends Range {
  readonly name: string;
  readonly value: string;
}

/** Separator of pairs: `&`, or `; ` for cookies. */
export type Join = '&' | '; ';

/** Returns the pairs in a range of the text. Pairs without a name are skipped. */
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
    if (name !== '')
      pairs.push({ name: serverText(name), value: serverText(value), from: start, to: start + whole.length });
    at += piece.length + join.trim().length;
  }
  return pairs;
}

/** Adds pairs after the existing ones. @param lead text before the very first pair */
export function pairsAdded(text: string, { from, to }: Range, join: Join, lead: string, added: string): Change {
  return { from: to, to, insert: `${text.slice(from, to) === '' ? lead : join}${added}` };
}

/** Removes a pair along with a separator. @param lead text before the first pair, which is removed with the last pair */
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
