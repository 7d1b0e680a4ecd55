/** Splits JavaScript into statements, without parsing them. */

/** A comment, a string, a regular expression after an operator, or one character. */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(,=:]\s?)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*|[\s\S]/g;

const isOpening = (text: string): boolean => /^[([{]$/.test(text);
const isClosing = (text: string): boolean => /^[)\]}]$/.test(text);

/**
 * Returns the statements without comments and final semicolons, or undefined if brackets do not match. A line break ends a
 * statement unless an operator or an opening bracket precedes it, or an operator follows.
 */
export function splitStatements(text: string): readonly string[] | undefined {
  const statements: string[] = [];
  let statement = '';
  let depth = 0;
  const end = (): void => {
    const trimmed = statement.trim();
    if (trimmed !== '') statements.push(trimmed);
    statement = '';
  };
  for (const { 0: piece, index } of text.matchAll(token)) {
    if (/^\/[/*]/.test(piece)) {
      statement += ' ';
      continue;
    }
    if (isOpening(piece)) depth++;
    else if (isClosing(piece) && --depth < 0) return undefined;
    if (depth === 0 && piece === ';') end();
    else if (depth === 0 && piece === '\n') {
      const isContinued =
        /[=+\-*/&|?:,.<>!]\s*$/.test(statement) || /^\s*(?:[.?:+*&|=)\]}]|else\b)/.test(text.slice(index, index + 200));
      if (isContinued) statement += ' ';
      else end();
    } else {
      statement += piece;
      // A block ends a statement.
      if (
        depth === 0 &&
        piece === '}' &&
        /^(?:if|for|while|function|try)\b/.test(statement.trim()) &&
        !/^\s*(?:else|catch|finally)\b/.test(text.slice(index + 1, index + 200))
      )
        end();
    }
  }
  if (depth !== 0) return undefined;
  end();
  return statements;
}

/**
 * Splits an expression at the first mark outside brackets and strings.
 * @param inside number of brackets that must enclose the mark
 * @returns the text before it, the mark, and the text after it; only the text if there is none
 */
export function topLevel(
  text: string,
  mark: RegExp,
  inside = 0,
): readonly [before: string, mark?: string, after?: string] {
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(token)) {
    if (depth === inside && piece.length === 1) {
      const [match] = mark.exec(text.slice(index, index + 3)) ?? [];
      if (match !== undefined) return [text.slice(0, index), match, text.slice(index + match.length)];
    }
    if (isOpening(piece)) depth++;
    else if (isClosing(piece)) depth--;
  }
  return [text];
}

/** Yields the strings in a text with their offsets. */
export function* stringsIn(text: string): Generator<{ readonly text: string; readonly from: number }> {
  for (const { 0: piece, index } of text.matchAll(token)) if (/^["'`]/.test(piece)) yield { text: piece, from: index };
}
