/** Text in 80 columns: paragraphs, and lines of two columns. */

/** Columns of all help. */
export const width = 80;

/** The words of a paragraph on lines of at most so many columns. A word that is longer stands alone. */
export function wrap(text: string, most = width): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Two columns, the second one from column `at` on; a longer first one stands on a line of its own. */
export function row(left: string, right: string, at: number): readonly string[] {
  const head = `  ${left}`;
  const lines = wrap(right, width - at);
  const indented = lines.map(line => `${' '.repeat(at)}${line}`);
  if (head.length > at - 2) return [head, ...indented];
  return [`${head.padEnd(at)}${lines[0] ?? ''}`, ...indented.slice(1)];
}
