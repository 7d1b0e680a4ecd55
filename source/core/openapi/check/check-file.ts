/**
 * Checks the requests of a `.http` file against a description: unknown paths and names, missing values, and bodies that do not
 * match.
 */

import type { CheckedFile, FileProblem } from '../../graphql/check-files.js';
import { parseHttpFile } from '../../http-file/parse.js';
import type { Description } from '../document/types.js';
import { checkEntry } from './check-entry.js';

/** Checks a file. Requests to other servers are ignored. */
export function checkHttpFile(description: Description, name: string, text: string): CheckedFile {
  const { entries, problems, variables } = parseHttpFile(text);
  const values = new Map(variables.map(each => [each.name, each.text]));
  const fileProblems: FileProblem[] = problems.map(each => ({ text: each.text, line: each.line, column: 1 }));
  let checked = 0;
  for (const entry of entries) {
    const problems = checkEntry(description, text, entry, { values });
    if (problems === undefined) continue;
    checked++;
    for (const { from, text: words } of problems) {
      // As in the parser, a CR alone is no line end.
      const before = text.slice(0, from);
      const line = before.split('\n').length;
      fileProblems.push({ text: words, line, column: from - before.lastIndexOf('\n') });
    }
  }
  return { name, problems: fileProblems.sort((a, b) => a.line - b.line || a.column - b.column), definitions: checked };
}
