/** Parses the blocks of a `.bru` file. */
import { withoutEnd } from '../text/runs.js';

/** A line `name: value` of a block. */
export interface BruPair {
  readonly name: string;
  readonly value: string;
  /** True with `~` in front. */
  readonly disabled: boolean;
}

/** Lines of each block without their indentation, by the name of the block. */
export type BruBlocks = ReadonlyMap<string, readonly string[]>;

/** A block ends with a closing bracket at the start of a line. */
export function bruBlocks(text: string): BruBlocks {
  const blocks = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (lines === undefined) {
      const [, name, list] = /^([a-z][\w:-]*) ?[{[](.*)$/.exec(line) ?? [];
      if (name === undefined) continue;
      lines = [];
      blocks.set(name, lines);
      // A list or an empty block on one line.
      if (/[\]}]$/.test(list?.trim() ?? '')) {
        lines.push(...(list ?? '').trim().slice(0, -1).split(','));
        lines = undefined;
      }
    } else if (/^[}\]]/.test(line)) lines = undefined;
    else lines.push(line.replace(/^ {1,2}|^\t/, ''));
  }
  return blocks;
}

/** Returns the text of a block, or undefined if there is no such block. */
export const bruText = (blocks: BruBlocks, name: string): string | undefined => blocks.get(name)?.join('\n');

/** Returns the pairs of a block. A value in `'''` may have several lines. */
export function bruPairs(blocks: BruBlocks, name: string): readonly BruPair[] {
  const pairs: BruPair[] = [];
  const lines = blocks.get(name) ?? [];
  for (let at = 0; at < lines.length; at++) {
    const [, off = '', quoted, plain = '', rest = ''] =
      /^(~?)@?(?:"((?:[^"\\]|\\.)*)"|([^":]*)):(.*)$/.exec((lines[at] ?? '').trimStart()) ?? [];
    const key = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1');
    if (key === '') continue;
    const text = rest.trim();
    const long = text.startsWith("'''") ? longValue(text.slice(3), lines, at) : undefined;
    pairs.push({ name: key, value: long?.value ?? text, disabled: off !== '' });
    if (long) at = long.end;
  }
  return pairs;
}

/** Reads a value after its opening `'''`, and returns it with the index of its last line. */
function longValue(first: string, lines: readonly string[], start: number) {
  if (first.endsWith("'''")) return { value: first.slice(0, -3), end: start };
  let end = start + 1;
  while (end < lines.length && !(lines[end] ?? '').trimEnd().endsWith("'''")) end++;
  const last = withoutEnd((lines[end] ?? '').trimEnd(), /'/);
  const all = [...(first === '' ? [] : [first]), ...lines.slice(start + 1, end), ...(last.trim() === '' ? [] : [last])];
  return { value: all.map(line => line.replace(/^ {1,2}/, '')).join('\n'), end };
}

/** Returns the values of a block by name, without disabled ones. */
export const bruValues = (blocks: BruBlocks, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(bruPairs(blocks, name).flatMap(({ name, value, disabled }) => (disabled ? [] : [[name, value]])));
