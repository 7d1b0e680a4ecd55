/** Word motions, as in vim's `textobject.c`: a line break is a blank, and an empty line is a word for `w`, `b` and `ge`. */

type CharacterClass = 0 | 1 | 2;

/** Class of the character: 0 for blanks and line breaks, 1 for punctuation, 2 for letters, digits and `_`. */
export function classAt(text: string, at: number, isBig: boolean): CharacterClass {
  const character = text[at];
  if (character === undefined || /\s/.test(character)) return 0;
  if (isBig) return 1;
  return /[\p{L}\p{N}\p{M}_\ud800-\udfff]/u.test(character) || /[\ud800-\udfff]/.test(character) ? 2 : 1;
}

const isEmptyLine = (text: string, at: number): boolean =>
  (at === 0 || text[at - 1] === '\n') && (at === text.length || text[at] === '\n' || text.startsWith('\r\n', at));

const isBreak = (text: string, at: number): boolean => at >= text.length || text[at] === '\n';

/**
 * Returns the start of the next word (`w`).
 * @param staysOnLine true after an operator: the last word then ends at the end of its line
 */
export function wordForward(text: string, from: number, isBig: boolean, staysOnLine: boolean): number {
  const kind = classAt(text, from, isBig);
  let at = from;
  if (at >= text.length) return at;
  const startsAtBreak = isBreak(text, at);
  at += 1;
  if (staysOnLine && (startsAtBreak || isBreak(text, at))) return at;
  while (kind !== 0 && classAt(text, at, isBig) === kind) {
    at += 1;
    if (staysOnLine && isBreak(text, at)) return at;
  }
  while (at < text.length && classAt(text, at, isBig) === 0 && !isEmptyLine(text, at)) at += 1;
  return at;
}

/**
 * Returns the end of the word (`e`).
 * @param mayStay true for `cw`: a word of one character ends where it starts
 */
export function wordEnd(text: string, from: number, isBig: boolean, mayStay = false): number {
  const kind = classAt(text, from, isBig);
  let at = from + 1;
  if (at >= text.length) return Math.max(from, text.length - 1);
  if (kind === 0 || classAt(text, at, isBig) !== kind) {
    if (mayStay && kind !== 0) return from;
    while (at < text.length && classAt(text, at, isBig) === 0) at += 1;
  }
  const word = classAt(text, at, isBig);
  while (at < text.length && classAt(text, at, isBig) === word) at += 1;
  return at - 1;
}

/** Returns the start of the word, or of the previous one (`b`). */
export function wordBack(text: string, from: number, isBig: boolean): number {
  let at = from - 1;
  while (at > 0 && classAt(text, at, isBig) === 0 && !isEmptyLine(text, at)) at -= 1;
  if (at <= 0) return 0;
  const kind = classAt(text, at, isBig);
  if (kind === 0) return at;
  while (at > 0 && classAt(text, at - 1, isBig) === kind) at -= 1;
  return at;
}

/** Returns the end of the previous word (`ge`). */
export function wordEndBack(text: string, from: number, isBig: boolean): number {
  const kind = classAt(text, from, isBig);
  let at = from - 1;
  while (at >= 0 && kind !== 0 && classAt(text, at, isBig) === kind) at -= 1;
  while (at > 0 && classAt(text, at, isBig) === 0 && !isEmptyLine(text, at)) at -= 1;
  return Math.max(0, at);
}
