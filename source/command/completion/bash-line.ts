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
  const reader = new BashReader(breaks);
  for (let at = 0; at < line.length; ) at += reader.read(line.charAt(at), line.charAt(at + 1), at);
  const { words, quote, redirects, start } = reader;
  const { text, places } = reader.word ?? { text: '', places: [] };
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

class BashReader {
  readonly words: string[] = [];
  quote: BashLine['quote'] = '';
  redirects = false;
  /** Characters of the word and the position of each; undefined between words. */
  word: { text: string; readonly places: number[] } | undefined;
  /** Start of the text that readline replaces. */
  start = 0;
  #startBeforeQuote = 0;
  readonly #breaks: string;

  constructor(breaks: string) {
    this.#breaks = breaks;
  }

  /** Reads a character. Returns how many characters were read. */
  read(here: string, next: string, at: number): number {
    if (here === '\\' && this.quote !== "'") {
      this.#add(this.quote === '"' && !'"$`\\\n'.includes(next) ? here + next : next, at);
      return 2;
    }
    if (this.quote !== '') this.#quoted(here, at);
    else if (here === '"' || here === "'") this.#openQuote(here, at);
    else if (/[\s|&;()<>]/.test(here)) this.#endWord(here, at);
    else {
      this.#add(here, at);
      // An @ is a break, but is part of the replaced text (rl_special_prefixes).
      if (this.#breaks.includes(here)) this.start = here === '@' ? at : at + 1;
    }
    return 1;
  }

  #quoted(here: string, at: number): void {
    if (here === this.quote) {
      this.quote = '';
      this.start = this.#startBeforeQuote;
    } else this.#add(here, at);
  }

  #openQuote(quote: '"' | "'", at: number): void {
    this.quote = quote;
    this.#startBeforeQuote = this.start;
    this.start = at + 1;
    this.#add('', at);
  }

  #endWord(operator: string, at: number): void {
    if (this.word && !this.redirects) this.words.push(this.word.text);
    this.redirects = operator === '<' || operator === '>' || (this.redirects && !this.word);
    this.word = undefined;
    this.start = at + 1;
  }

  #add(text: string, place: number): void {
    this.word ??= { text: '', places: [] };
    this.word.text += text;
    for (const _ of text) this.word.places.push(place);
  }
}
