/**
 * Invisible characters, and the contexts in which they are legitimate: joiners in emoji and some scripts, and variation
 * selectors. Elsewhere they only make two names look alike or hide text in other text.
 */

type Ranges = readonly (readonly [from: number, to: number])[];

const isIn = (ranges: Ranges, code: number): boolean => ranges.some(([from, to]) => code >= from && code <= to);

/** CJK ideographs, unified and compatibility. */
const ideographs: Ranges = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
];

/** Emoji variation sequences, by blocks of emoji-variation-sequences.txt. */
const emoji: Ranges = [
  [0x23, 0x23],
  [0x2a, 0x2a],
  [0x30, 0x39],
  [0xa9, 0xa9],
  [0xae, 0xae],
  [0x203c, 0x203c],
  [0x2049, 0x2049],
  [0x2122, 0x2122],
  [0x2139, 0x2139],
  [0x2190, 0x21ff],
  [0x2300, 0x23ff],
  [0x24c2, 0x24c2],
  [0x25a0, 0x27bf],
  [0x2900, 0x297f],
  [0x2b00, 0x2bff],
  [0x3030, 0x303d],
  [0x3297, 0x3299],
  [0x1f000, 0x1faff],
];

/** Blocks of StandardizedVariants.txt: Myanmar, mathematics, East Asian marks, Phags-pa, hieroglyphs and others. */
const variable: Ranges = [
  ...ideographs,
  [0x1000, 0x109f],
  [0x2200, 0x22ff],
  [0x2a00, 0x2aff],
  [0x3001, 0x3002],
  [0xa840, 0xa87f],
  [0xaa60, 0xaa7f],
  [0xff01, 0xff1f],
  [0x10ac0, 0x10aff],
  [0x13000, 0x1345f],
];

const mongolian: Ranges = [[0x1820, 0x18aa]];

/** Selectors and the characters they may follow. */
const selectors: readonly { readonly codes: Ranges; readonly bases: Ranges }[] = [
  { codes: [[0xfe0e, 0xfe0f]], bases: emoji },
  { codes: [[0xfe00, 0xfe0d]], bases: variable },
  { codes: [[0xe0100, 0xe01ef]], bases: ideographs },
  {
    codes: [
      [0x180b, 0x180d],
      [0x180f, 0x180f],
    ],
    bases: mongolian,
  },
];

/** Returns the code point before an index, or -1 at the beginning. */
function codeBefore(text: string, at: number): number {
  if (at === 0) return -1;
  const last = text.charCodeAt(at - 1);
  const pair = (last & 0xfc00) === 0xdc00 && at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : last;
}

/**
 * Returns true for characters that can be joined. Joiners belong to Persian, Indic scripts and emoji. Next to characters below
 * U+0600, white space or marked characters, they only hide something.
 */
function canJoin(code: number, isMarked: (character: string) => boolean): boolean {
  if (code < 0x600) return false;
  const character = String.fromCodePoint(code);
  return !isMarked(character) && !/\s/.test(character);
}

/** Returns true for a variation selector that applies. The second of two consecutive selectors does not. */
function selects(code: number, text: string, at: number): boolean {
  const selector = selectors.find(each => isIn(each.codes, code));
  return selector !== undefined && isIn(selector.bases, codeBefore(text, at));
}

/**
 * Returns true if an invisible character is legitimate at its position.
 * @param code code point at `at` in the text
 * @param isMarked whether a character is marked for another reason
 */
export function hasMeaning(code: number, text: string, at: number, isMarked: (character: string) => boolean): boolean {
  if (code !== 0x200c && code !== 0x200d) return selects(code, text, at);
  if (!canJoin(text.codePointAt(at + 1) ?? -1, isMarked)) return false;
  const before = codeBefore(text, at);
  return canJoin(before, isMarked) || selects(before, text, at - (before > 0xffff ? 2 : 1));
}

/** Returns the end of the text whose display depends on the text after it: CR, half a surrogate pair, a joiner. */
export const undecided = (text: string): string =>
  /(?:\r|[\u200c\u200d]?[\ud800-\udbff]|[\u200c\u200d])$/.exec(text)?.[0] ?? '';

/** Number of UTF-16 units before a piece that affect its first character: a selector and its base. */
export const contextLength = 4;
