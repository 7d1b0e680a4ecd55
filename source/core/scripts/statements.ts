/** Splits JavaScript into statements, without parsing them. */

/**
 * A comment, a string, a regular expression after an operator, or one character. A string of 5000 characters is read to its end
 * even if it is unclosed. Otherwise reading would take quadratic time.
 */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:(?:\\.|[^"\\\n]){0,5000}"|(?:\\.|[^"\\\n]){5000,}"?)|'(?:(?:\\.|[^'\\\n]){0,5000}'|(?:\\.|[^'\\\n]){5000,}'?)|`(?:(?:\\.|[^`\\]){0,5000}`|(?:\\.|[^`\\]){5000,}`?)|(?<=[(,=:]\s?)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,1000}\]|[^/\\\n[]){1,1000}\/\w*|[\s\S]/g;

/** Changes of the number of open brackets. */
const depthChanges: ReadonlyMap<string, number> = new Map([
  ...[...'([{'].map(bracket => [bracket, 1] as const),
  ...[...')]}'].map(bracket => [bracket, -1] as const),
]);

/** An operator that continues a statement on the next line. */
const operator = /^[=+\-*/&|?:,.<>!]$/;

/** A statement and the number of lines before it. */
export interface Statement {
  readonly text: string;
  readonly line: number;
}

/**
 * Returns the statements without comments and final semicolons, or undefined if brackets do not match. A line break ends a
 * statement unless a binary operator or an opening bracket precedes it, or one follows.
 */
export function splitStatements(text: string): readonly Statement[] | undefined {
  const statements: Statement[] = [];
  let statement = '';
  let previous = '';
  let [start, line, depth] = [0, 0, 0];
  const add = (piece: string): void => {
    if (statement === '' && piece.trim() === '') return;
    if (statement === '') start = line;
    statement += piece;
  };
  const end = (): void => {
    if (statement !== '') statements.push({ text: statement.trim(), line: start });
    statement = '';
  };
  for (const { 0: piece, index } of text.matchAll(token)) {
    depth += depthChanges.get(piece) ?? 0;
    if (depth < 0) return undefined;
    if (depth === 0 && isSeparator(piece, previous, text, index)) end();
    else add(isBlank(piece, depth) ? ' ' : piece);
    if (!/^(?:\s|\/[/*])/.test(piece)) previous = isRepeated(piece, text, index) ? piece + piece : piece;
    if (depth === 0 && piece === '}' && isBlock(statement, text.slice(index + 1, index + 200))) end();
    line += lineBreaksIn(piece);
  }
  if (depth !== 0) return undefined;
  end();
  return statements;
}

/** Returns true for a comment, and for a line break that continues a statement. */
const isBlank = (piece: string, depth: number): boolean => /^\/[/*]/.test(piece) || (depth === 0 && piece === '\n');

const lineBreaksIn = (piece: string): number => (piece.includes('\n') ? piece.split('\n').length - 1 : 0);

/** Returns true for the second character of `++` and `--`. */
const isRepeated = (piece: string, text: string, index: number): boolean =>
  /^[+-]$/.test(piece) && text[index - 1] === piece;

function isSeparator(piece: string, previous: string, text: string, index: number): boolean {
  if (piece !== '\n') return piece === ';';
  return !operator.test(previous) && !/^\s*(?:[.?:*&|=)\]}]|\+(?!\+)|else\b)/.test(text.slice(index, index + 200));
}

/** Returns true for a block, which ends a statement unless it is continued. */
const isBlock = (statement: string, following: string): boolean =>
  /^(?:if|for|while|function|try)\b/.test(statement) && !/^\s*(?:else|catch|finally)\b/.test(following);

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
    depth += depthChanges.get(piece) ?? 0;
  }
  return [text];
}

/** Yields the strings in a text with their offsets. */
export function* stringsIn(text: string): Generator<{ readonly text: string; readonly from: number }> {
  for (const { 0: piece, index } of text.matchAll(token)) if (/^["'`]/.test(piece)) yield { text: piece, from: index };
}
