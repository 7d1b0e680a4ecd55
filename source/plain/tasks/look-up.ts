/** Prints what `--find`, `--from`/`--to` and `--describe` find in a schema or a description. */
import type { GraphqlCommand, OpenapiCommand } from '../../core/command.js';
import { type Failure, isFailure } from '../../core/failure.js';
import type { SchemaTask } from '../../core/graphql/sending/options.js';
import type { Environment } from '../../environment.js';
import { printText } from '../graphql/output.js';
import { note } from '../note.js';

export type LookUpTask = SchemaTask & { readonly kind: 'find' | 'ways' | 'describe' };

/** The answer to a task. */
export interface Answer {
  /** Sentences for standard error. */
  readonly notes?: readonly string[];
  /** Returns the value for `--format json`. */
  readonly facts: () => unknown;
  /** Cells of each line, safe for the terminal. Empty if nothing was found. */
  readonly rows: readonly (readonly string[])[];
  /** Maximum width of each aligned column. The last column is not aligned. */
  readonly widths?: readonly number[];
}

/** Returns true if a task found nothing. */
export const isMiss = (answer: Answer | Failure): boolean => isFailure(answer) || answer.rows.length === 0;

/** Prints an answer. Returns 1 if nothing was found, like grep. */
export async function printAnswer(
  { notes = [], facts, rows, widths = [] }: Answer,
  { json }: { readonly json: boolean },
  command: GraphqlCommand | OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  if (!command.output.silent) for (const line of notes) note(environment, line);
  const found = rows.length === 0 ? 1 : 0;
  if (json) {
    const ended = await printText(
      `${JSON.stringify(facts(), undefined, 2)}\n`,
      'application/json',
      command,
      environment,
    );
    return ended === 0 ? found : ended;
  }
  if (rows.length === 0) return found;
  const lines = environment.stdout.isTTY === true ? aligned(rows, widths) : rows.map(row => row.join('\t'));
  return printText(lines.map(line => `${line}\n`).join(''), 'text/plain', command, environment);
}

function aligned(rows: Answer['rows'], most: readonly number[]): readonly string[] {
  const widths = most.map((max, column) =>
    rows.reduce((width, row) => Math.max(width, Math.min(max, row[column]?.length ?? 0)), 0),
  );
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Number of matches to print. The tree of the full screen shows as many. */
export const maxMatches = 200;

/** Matches of `--find`. */
interface Matches {
  readonly shown: number;
  readonly total: number;
  /** Words that the first match lacks. */
  readonly missing: readonly string[];
}

/** Returns the notes on a search. @param isGuess true if no match is exact */
export function matchNotes({ shown, total, missing }: Matches, noMatch: string, isGuess = false): readonly string[] {
  if (shown === 0) return [noMatch];
  const lacks = missing.length > 0 ? [`No match has all words. The first one lacks: ${missing.join(', ')}`] : [];
  const guess = isGuess && missing.length === 0 ? ['No exact match. Closest:'] : [];
  const more = total > shown ? [`${total - shown} more matches. Add a word to narrow the search.`] : [];
  return [...lacks, ...guess, ...more];
}

/** Returns the notes on a search for ways. @param start name of the start if the task has none */
export const wayNotes = (
  { ways, isCut }: { readonly ways: readonly unknown[]; readonly isCut: boolean },
  { from, to }: { readonly from?: string; readonly to: string },
  start: string,
): readonly string[] => [
  ...(ways.length === 0 ? [`No way leads from ${from ?? start} to ${to}.`] : []),
  ...(isCut ? ['The search was stopped early. Shorter ways than these may exist.'] : []),
];

/** Returns the first line of a text in one cell: without tabs, because they separate the columns. */
export const firstLine = (text: string): string => (text.split(/\r?\n/, 1)[0] ?? '').replace(/\t/g, ' ');
