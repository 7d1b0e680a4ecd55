/** A line of flags as a POSIX shell would take it apart: quotes and backslashes, and nothing else. */

/** The words of a line; undefined: a quote is not closed. Names in `{{…}}` stay whole, blanks included. */
export function wordsOf(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const here = line[at] ?? '';
    if (line.startsWith('{{', at)) {
      const end = line.indexOf('}}', at);
      const to = end < 0 ? line.length : end + 2;
      word = (word ?? '') + line.slice(at, to);
      at = to - 1;
    } else if (quote !== '') {
      if (here === quote) quote = '';
      else if (here === '\\' && quote === '"' && /["\\$`]/.test(line[at + 1] ?? '')) word += line[++at] ?? '';
      else word += here;
    } else if (here === '"' || here === "'") {
      quote = here;
      word ??= '';
    } else if (here === '\\' && at + 1 < line.length) word = (word ?? '') + (line[++at] ?? '');
    else if (/\s/.test(here)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + here;
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}
