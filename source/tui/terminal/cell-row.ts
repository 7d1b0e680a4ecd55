/** One row of the screen as cells, made from a line with SGR colours: what the painter compares. */
import { clusters } from '../../core/text/cells.js';

export interface CellRow {
  /** Text of each cell; `''` is the right half of a wide character. */
  readonly texts: readonly string[];
  /** SGR parameters of each cell, `''` for none: `1;31`. */
  readonly styles: readonly string[];
}

const sgr = /\u001b\[([\d;:]*)m/y;

/** What an SGR parameter switches; later ones of a group replace earlier ones. */
function groupOf(code: string): string | undefined {
  const number = Number.parseInt(code, 10);
  if ((number >= 30 && number <= 38) || (number >= 90 && number <= 97)) return 'fg';
  if ((number >= 40 && number <= 48) || (number >= 100 && number <= 107)) return 'bg';
  if (number >= 1 && number <= 9) return `a${number}`;
  return undefined;
}

const offs: Readonly<Record<number, readonly string[]>> = {
  21: ['a1'],
  22: ['a1', 'a2'],
  23: ['a3'],
  24: ['a4'],
  25: ['a5'],
  27: ['a7'],
  28: ['a8'],
  29: ['a9'],
  39: ['fg'],
  49: ['bg'],
};

const combined = new Map<string, string>();

/** The style after an SGR sequence, in one canonical form so that equal styles are equal strings. */
function applied(style: string, parameters: string): string {
  const key = `${style}|${parameters}`;
  const known = combined.get(key);
  if (known !== undefined) return known;
  const groups = new Map<string, string>();
  const tokens = [...(style === '' ? [] : split(style)), ...split(parameters === '' ? '0' : parameters)];
  for (const token of tokens) {
    const number = Number.parseInt(token, 10) || 0;
    if (number === 0) groups.clear();
    for (const off of offs[number] ?? []) groups.delete(off);
    const group = groupOf(token);
    if (group !== undefined) groups.set(group, token);
  }
  const result = [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, token]) => token)
    .join(';');
  if (combined.size > 5000) combined.clear();
  combined.set(key, result);
  return result;
}

/** `1;38;5;12;4` → `1`, `38;5;12`, `4`. */
function split(parameters: string): string[] {
  const numbers = parameters.split(';');
  const tokens: string[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? '';
    if (number === '38' || number === '48') {
      const length = numbers[i + 1] === '5' ? 3 : 5;
      tokens.push(numbers.slice(i, i + length).join(';'));
      i += length - 1;
    } else tokens.push(number);
  }
  return tokens;
}

/** Cuts a line into exactly `width` cells; what does not fit is dropped, what is missing is blank. */
export function cellRow(line: string, width: number): CellRow {
  const texts: string[] = [];
  const styles: string[] = [];
  let style = '';
  let at = 0;
  while (at < line.length && texts.length < width) {
    if (line.charCodeAt(at) === 0x1b) {
      sgr.lastIndex = at;
      const found = sgr.exec(line);
      if (found === null) {
        at += 1;
        continue;
      }
      style = applied(style, found[1] ?? '');
      at += found[0].length;
      continue;
    }
    const end = line.indexOf('\u001b', at);
    const text = line.slice(at, end < 0 ? line.length : end);
    at += text.length;
    for (const cluster of clusters(text)) {
      if (cluster.width === 0) {
        const last = texts.length - 1;
        if (last >= 0) texts[last] += cluster.text;
        continue;
      }
      if (texts.length + cluster.width > width) break;
      texts.push(cluster.text);
      styles.push(style);
      if (cluster.width === 2) {
        texts.push('');
        styles.push(style);
      }
    }
  }
  while (texts.length < width) {
    texts.push(' ');
    styles.push('');
  }
  return { texts, styles };
}
