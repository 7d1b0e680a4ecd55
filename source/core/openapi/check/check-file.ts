/**
 * Checks the requests of a `.http` file against a description: unknown paths and names, missing values, and bodies that do not
 * match.
 */

import type { CheckedFile, FileProblem } from '../../graphql/check-files.js';
import { parseHttpFile } from '../../http-file/parse.js';
import { positionAt } from '../../text/position.js';
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
      fileProblems.push({ text: words, ...positionAt(text, from) });
    }
  }
  return { name, problems: fileProblems.sort((a, b) => a.line - b.line || a.column - b.column), definitions: checked };
}
