/** Line source of a text: formatted JSON, or its own lines. */
import { isJson } from '../../json/is-json.js';
import { Numbers } from './grow.js';
import { JsonLines } from './json-lines.js';
import { type LineKind, type LineParts, type LineSource, maxLines } from './line-source.js';

/** Lines of plain text, such as an HTML page or the output of a filter. All lines are leaves. An empty text has none. */
class PlainLines implements LineSource {
  readonly json = false;
  readonly text: string;
  complete: boolean;
  readonly #starts = new Numbers();

  constructor(text: string) {
    this.text = text;
    this.complete = text === '';
    if (text !== '') this.#starts.push(0);
  }

  get known(): number {
    return this.#starts.length;
  }

  advance(chars: number): void {
    const until = this.#starts.at(this.#starts.length - 1) + chars;
    while (!this.complete && this.#starts.at(this.#starts.length - 1) < until) this.#next();
  }

  has(line: number): boolean {
    while (!this.complete && this.#starts.length <= line) this.#next();
    return line >= 0 && line < this.#starts.length;
  }

  start(line: number): number {
    return this.#starts.at(line);
  }

  kind(): LineKind {
    return 'leaf';
  }

  partner(line: number): number {
    return line;
  }

  parts(line: number): LineParts {
    const from = this.#starts.at(line);
    let to = this.has(line + 1) ? this.#starts.at(line + 1) : this.text.length;
    if (to > from && this.text.charCodeAt(to - 1) === 0x0a) to--;
    if (to > from && this.text.charCodeAt(to - 1) === 0x0d) to--;
    return { kind: 'leaf', depth: 0, value: [from, to], comma: false };
  }

  #next(): void {
    const newline = this.text.indexOf('\n', this.#starts.at(this.#starts.length - 1));
    if (newline < 0 || newline + 1 >= this.text.length || this.#starts.length === maxLines) this.complete = true;
    else this.#starts.push(newline + 1);
  }
}

/**
 * Returns formatted lines for (concatenated) JSON, and otherwise the text's own lines. @param json whether the text is JSON, if
 * known
 */
export const sourceOf = (text: string, json = isJson(text, true)): LineSource =>
  json ? new JsonLines(text) : new PlainLines(text);
