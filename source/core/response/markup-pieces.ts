/** HTML and XML as coloured pieces: tags stand out from text. It only looks for `<` and `>`; nothing is parsed or moved. */
import type { Emit } from './spans.js';

export class MarkupPieces {
  readonly #emit: Emit;
  /** The end mark of the tag or comment the last chunk ended in. */
  #until: '>' | '-->' | '' = '';
  /** A `<` whose follower has not come yet, or dashes that may end a comment. */
  #held = '';

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  write(chunk: string): void {
    const text = this.#held + chunk;
    this.#held = '';
    let at = 0;
    while (at < text.length) {
      if (this.#until === '') {
        const open = text.indexOf('<', at);
        const end = open < 0 ? text.length : open;
        if (end > at) this.#emit(text.slice(at, end), 'plain');
        if (open < 0) return;
        if (open + 4 > text.length) {
          this.#held = text.slice(open);
          return;
        }
        if (text.startsWith('<!--', open)) this.#until = '-->';
        else if (/[\w/!?]/.test(text.charAt(open + 1))) this.#until = '>';
        else this.#emit('<', 'plain');
        at = this.#until === '' ? open + 1 : open;
        continue;
      }
      const role = this.#until === '>' ? 'tag' : 'comment';
      const close = text.indexOf(this.#until, at);
      if (close < 0) {
        const keep = this.#until === '-->' ? (/-{1,2}$/.exec(text.slice(at))?.[0].length ?? 0) : 0;
        this.#held = text.slice(text.length - keep);
        if (text.length - keep > at) this.#emit(text.slice(at, text.length - keep), role);
        return;
      }
      at = this.#cut(text, at, close + this.#until.length, role);
    }
  }

  end(): void {
    if (this.#held) this.#emit(this.#held, this.#until === '-->' ? 'comment' : 'plain');
    this.#held = '';
  }

  #cut(text: string, from: number, to: number, role: 'tag' | 'comment'): number {
    this.#emit(text.slice(from, to), role);
    this.#until = '';
    return to;
  }
}
