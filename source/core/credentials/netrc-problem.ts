/** What is wrong in a netrc file, by line. No word of it is quoted: one that is out of place may be half of a password. */

const takers = new Set(['machine', 'login', 'password', 'account']);

/** The first line that is not understood, counted from 1, and why; undefined: there is none. */
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
