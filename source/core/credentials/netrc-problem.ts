/** Reports netrc errors by line, without quoting them: a misplaced word may be part of a password. */

const takers = new Set(['machine', 'login', 'password', 'account']);

/** The first invalid line, from 1, and why. */
export function netrcProblem(text: string): { readonly line: number; readonly why: string } | undefined {
  let macro = false;
  let wanting: string | undefined;
  let wantedAt = 0;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (macro) {
      macro = row.trim() !== '';
      continue;
    }
    if (/^\s*#/.test(row)) continue;
    for (const word of row.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
      if (wanting !== undefined) {
        wanting = undefined;
      } else if (word === 'macdef') {
        macro = true;
        break;
      } else if (takers.has(word)) {
        wanting = word;
        wantedAt = index + 1;
      } else if (word !== 'default') {
        return { line: index + 1, why: 'a word is none of machine, default, login, password, account and macdef' };
      }
    }
  }
  return wanting === undefined ? undefined : { line: wantedAt, why: `nothing follows ${wanting}` };
}
