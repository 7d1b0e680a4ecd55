/** Reads a text token by token. */
export class TextScanner {
  /** Offset of the next token, in UTF-16 code units. */
  at: number;
  readonly text: string;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** Reads what a sticky pattern matches, or returns undefined. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0];
    this.at += match?.length ?? 0;
    return match;
  }

  /** Reads a literal text. Returns false if another text follows. */
  eat(literal: string): boolean {
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }
}
