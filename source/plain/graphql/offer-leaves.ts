/**
 * Handles object fields without a selection: on a terminal offers to add their scalar fields, otherwise prints the completed
 * text.
 */
import { isFailure } from '../../core/failure.js';
import { leavesWords, missingLeaves, withLeaves } from '../../core/graphql/builder/missing-leaves.js';
import type { SchemaView } from '../../core/graphql/builder/schema/schema-view.js';
import { parseQuery } from '../../core/graphql/builder/text/query-document.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';

/** Longer texts are not repeated in a message, in characters. */
const maxShownLength = 200;

/**
 * Returns the completed text if the user accepts it. Without a terminal, returns the line to type. Returns undefined if nothing
 * is missing or the user declines.
 */
export async function offerLeaves(
  text: string,
  view: SchemaView,
  environment: Environment,
): Promise<{ readonly text: string } | { readonly hint: string } | undefined> {
  const missing = missingLeaves(view, parseQuery(text).lastValid);
  if (missing.length === 0) return undefined;
  const completed = withLeaves(text, missing);
  const terminal = environment.stderr.isTTY ? environment.controllingTerminal : undefined;
  if (terminal === undefined) return { hint: exampleOf(completed, missing) };
  const { askLine } = await import('../../io/ask-line.js');
  const question = `Add ${safeLine(leavesWords(missing))}? [y/N]`;
  const reply = await askLine(question, terminal, environment, environment.signal).catch(error => {
    if (isFailure(error)) return undefined;
    throw error;
  });
  return /^\s*y(?:es)?\s*$/i.test(reply ?? '') ? { text: completed } : undefined;
}

/** The exact arguments to type; of a long text only the new parts. */
function exampleOf(completed: string, missing: ReturnType<typeof missingLeaves>): string {
  const line = completed.trim();
  if (line.length <= maxShownLength && !/['\n]/.test(line))
    return `To select ${leavesWords(missing)}: --query '${safeLine(line)}'`;
  return `Use ${missing.map(({ field, leaves }) => `${field} { ${leaves} }`).join(', ')}`;
}
