/**
 * A bash command line up to the cursor. Bash splits it at COMP_WORDBREAKS, so `--pretty=a`, `a=@file` and `flow:` would arrive
 * in pieces. Bash also replaces only the text after the last break or open quote.
 */
export interface BashLine {
  /** Words between the program's name and the word at the cursor, without their quotes. */
  readonly words: readonly string[];
  /** The word at the cursor, without its quotes. */
  readonly typed: string;
  /** The open quote at the cursor. */
  readonly quote: '' | '"' | "'";
  /** Whether the word is the file of a redirection. */
  readonly redirects: boolean;
  /** The end of the line as written, which readline replaces with a candidate. */
  readonly replaced: string;
  /** How much of `replaced` corresponds to the first characters of `typed`, and how many of the others are not replaced. */
  written(length: number): { readonly replaced: string; readonly skipped: number };
}

/**
 * Parses a line as bash does, without expanding anything.
 * @param breaks the value of COMP_WORDBREAKS
 */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let quote: BashLine['quote'] = '';
  let redirects = false;
  // Characters of the word and the position of each; undefined between words.
  let word: { text: string; readonly places: number[] } | undefined;
  let start = 0;
  let startBeforeQuote = 0;
  const add = (text: string, place: number): void => {
    word ??= { text: '', places: [] };
    word.text += text;
    for (const _ of text) word.places.push(place);
  };
  for (let at = 0; at < line.length; at++) {
    const here = line.charAt(at);
    if (quote !== '' && here === quote) {
      quote = '';
      start = startBeforeQuote;
    } else if (here === '\\' && quote !== "'") {
      const next = line.charAt(at + 1);
      add(quote === '"' && !'"$`\\\n'.includes(next) ? here + next : next, at++);
    } else if (quote !== '') add(here, at);
    else if (here === '"' || here === "'") {
      quote = here;
      startBeforeQuote = start;
      start = at + 1;
      add('', at);
    } else if (/[\s|&;()<>]/.test(here)) {
      if (word && !redirects) words.push(word.text);
      redirects = here === '<' || here === '>' || (redirects && !word);
      word = undefined;
      start = at + 1;
    } else {
      add(here, at);
      // An @ is a break, but is part of the replaced text (rl_special_prefixes).
      if (breaks.includes(here)) start = here === '@' ? at : at + 1;
    }
  }
  const { text, places } = word ?? { text: '', places: [] };
  const skipped = places.filter(place => place < start).length;
  return {
    words: words.slice(1),
    typed: text,
    quote,
    redirects,
    replaced: line.slice(start),
    written: length => ({
      replaced: line.slice(start, Math.max(start, places[length] ?? line.length)),
      skipped: Math.max(0, skipped - length),
    }),
  };
}
