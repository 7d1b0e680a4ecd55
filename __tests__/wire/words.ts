/** A line as a POSIX shell splits it into words: quotes and backslashes, nothing else. */
export function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  const piece = /\s*((?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\])+)/y;
  for (let found = piece.exec(line); found; found = piece.exec(line)) {
    words.push(
      (found[1] ?? '').replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, single, double, escaped) =>
        single !== undefined
          ? String(single)
          : double !== undefined
            ? String(double).replace(/\\([$`"\\])/g, '$1')
            : String(escaped),
      ),
    );
  }
  return words;
}
