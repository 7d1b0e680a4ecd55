/** Highlights server-sent events line by line (WHATWG HTML 9.2). */
import { jsonLineSpans } from '../json/line-spans.js';
import type { Emit, Span } from './spans.js';

/** Maximum length of a line. Longer lines are shown in pieces without colors, to limit memory use. */
const maxLineLength = 64 * 1024;

/** Call `write` with chunks of any size, then `end`. */
export class EventLines {
  readonly #emit: Emit;
  #line = '';
  /** True inside a line whose beginning has been shown. */
  #broken = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  write(text: string): void {
    let start = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
      this.#show(this.#line + text.slice(start, at));
      this.#emit('\n', 'plain');
      this.#line = '';
      this.#broken = false;
      start = at + 1;
    }
    this.#line += text.slice(start);
    if (this.#line.length > maxLineLength) {
      this.#emit(this.#line, 'plain');
      this.#line = '';
      this.#broken = true;
    }
  }

  end(): void {
    if (this.#line) this.#show(this.#line);
    this.#line = '';
  }

  #show(line: string): void {
    if (this.#broken || line.length > maxLineLength) this.#emit(line, 'plain');
    else for (const span of eventLineSpans(line)) this.#emit(span.text, span.role);
  }
}

function eventLineSpans(line: string): readonly Span[] {
  if (line.startsWith(':')) return [{ text: line, role: 'comment' }];
  const [head = '', name = '', gap = ''] = /^(event|data|id|retry)(: ?)/.exec(line) ?? [];
  if (!head) return [{ text: line, role: 'plain' }];
  const value = line.slice(head.length);
  const isJson = name === 'data' && /^\s*[{["]/.test(value);
  return [
    { text: name, role: name === 'event' ? 'keyword' : 'dim' },
    { text: gap, role: 'punctuation' },
    ...(isJson ? jsonLineSpans(value) : [{ text: value, role: name === 'event' ? 'name' : 'plain' } as const]),
  ];
}
