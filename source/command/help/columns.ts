/** Lays out text in 80 columns: paragraphs, and two-column rows. Escape sequences have no width. */
import { stripVTControlCharacters } from 'node:util';

export const width = 80;

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/** Wraps a paragraph. An overlong word gets a line to itself. */
export function wrap(text: string, most = width): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && widthOf(last) + 1 + widthOf(word) > most) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Lays out two columns, the second at column `at`. A longer first column gets a line to itself. */
export function row(left: string, right: string, at: number): readonly string[] {
  const head = `  ${left}`;
  const lines = wrap(right, width - at);
  const indented = lines.map(line => `${' '.repeat(at)}${line}`);
  if (widthOf(head) > at - 2) return [head, ...indented];
  return [`${head}${' '.repeat(at - widthOf(head))}${lines[0] ?? ''}`, ...indented.slice(1)];
}
