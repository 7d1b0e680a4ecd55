/** Validates a file before anything is sent: syntax errors, names without a value, unknown flags. */

import { type Check, parseCheck } from '../../core/checks/check.js';
import { ofMany } from '../../core/checks/select.js';
import { parseTarget } from '../../core/checks/target.js';
import type { RequestCommand } from '../../core/command.js';
import { type Failure, failureLine, isFailure, usageError } from '../../core/failure.js';
import { sentLines } from '../../core/http-file/body.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import { type EntryCommand, entryCommand } from '../../core/http-file/entry-command.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import type { OutputOptions } from '../../core/options.js';
import type { ReadRequest } from './context.js';
import type { LoadedFile } from './loaded-file.js';
import { filledHeaders, scopeBefore, standIn } from './scope.js';

/** A problem, with the name of its file. */
interface PlacedText extends LineText {
  readonly file: string;
}

/** A file and those of its requests that are run. */
export interface ChosenFile {
  readonly file: LoadedFile;
  readonly entries: readonly Entry[];
}

/** Names without a value, and other problems that prevent a file from being run. */
interface Verified {
  /** `{{name}}` with its file and line. */
  readonly missing: readonly string[];
  /** Complete messages, each with its file and line. */
  readonly problems: readonly string[];
  /** A hint for names provided by a request that is not run. */
  readonly broughtBy: readonly string[];
}

/**
 * Validates the requests that are run.
 * @param flags those of the command line, which the request's flags override
 * @param sessionValues the values of sessions
 */
export function verify(
  file: LoadedFile,
  entries: readonly Entry[],
  scope: Scope,
  read: ReadRequest,
  flags: readonly string[],
  sessionValues: ReadonlyMap<Entry, ReadonlyMap<string, Value>> = new Map(),
): Verified {
  const problems: PlacedText[] = file.http.problems.map(each => ({ ...each, file: file.name }));
  const missing: PlacedText[] = [];
  const broughtBy = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const placed = (each: LineText): PlacedText => ({ ...each, file: entry.importedFrom ?? file.name });
    if (entry.refusal !== undefined) problems.push(placed({ text: entry.refusal, line: entry.line }));
    if (entry.skip !== undefined) continue;
    const session = sessionValues.get(entry);
    const before = scopeBefore(session ? { ...scope, kept: session } : scope, entries, index, standIn);
    const unready = verifyEntry(entry, before, read, flags);
    problems.push(...unready.problems.map(placed));
    missing.push(...unready.missing.map(placed));
    for (const { text } of unready.missing) {
      const source = file.http.entries.find(each => provides(each, text));
      if (source?.name !== undefined && !entries.includes(source)) broughtBy.add(source.name);
    }
  }
  return {
    missing: missing.map(({ text, line, file }) => `{{${text}}} (${file}:${line})`),
    problems: problems.map(({ text, line, file }) => `${file}:${line}: ${text}`),
    broughtBy: [...broughtBy],
  };
}

/** Returns true if a request captures a value or receives the response that contains it. */
const provides = ({ name, captures }: Entry, value: string): boolean =>
  captures.some(capture => capture.name === value) || (name !== undefined && value.startsWith(`${name}.`));

/** Returns the names without a value in a request, and its other problems. */
function verifyEntry(
  entry: Entry,
  scope: Scope,
  read: ReadRequest,
  flags: readonly string[],
): { readonly missing: readonly LineText[]; readonly problems: readonly LineText[] } {
  const { at, line, retry } = entry;
  const command = entryCommand(entry, scope, at);
  const missing = [...command.missing];
  const problems: LineText[] = [];
  const verifyNames = ({ text, line }: LineText): void =>
    void missing.push(...fill(text, scope, at).missing.map(each => ({ text: each, line })));
  const verifySyntax = (each: LineText, problemOf: (text: string) => string | undefined): void => {
    verifyNames(each);
    const problem = each.text.includes('{{') ? undefined : problemOf(each.text);
    if (problem !== undefined) problems.push({ text: problem, line: each.line });
  };
  for (const piece of entry.body) {
    if (piece.kind === 'file') verifyNames({ text: piece.path, line: piece.line });
    else sentLines(piece).forEach(verifyNames);
  }
  for (const { path, line } of entry.saves) verifyNames({ text: path, line });
  const until = retry?.until === undefined ? [] : [{ text: retry.until, line: retry.line }];
  for (const each of [...entry.asserts, ...until]) verifySyntax(each, checkProblem);
  for (const each of entry.captures) verifySyntax(each, targetProblem);
  for (const text of filledHeaders(flags, scope, at).missing) missing.push({ text, line });
  problems.push(...command.problems);
  const isUnfilledFlag = (word: string): boolean => word.startsWith('-') && word.includes('{{');
  if (missing.length === 0 && command.problems.length === 0 && !command.argv.some(isUnfilledFlag))
    problems.push(...requestProblems(command, read, flags).map(text => ({ text, line })));
  return { missing, problems };
}

function checkProblem(text: string): string | undefined {
  const check = parseCheck(text);
  return isFailure(check) ? check.text : overAll(check);
}

function targetProblem(text: string): string | undefined {
  const target = parseTarget(text);
  return isFailure(target) ? target.text : undefined;
}

/** Returns the problems of a request whose names all have a value. */
function requestProblems(
  { argv, foreignOrigin }: EntryCommand,
  read: ReadRequest,
  flags: readonly string[],
): readonly string[] {
  const [method = '', url = '', ...rest] = argv;
  // A value from a response may be a host, or a path after one: it is checked once known.
  const request = read([method, foreignOrigin ? 'http://x/' : url, ...rest], flags);
  if (isFailure(request)) return [failureLine(request)];
  const idle = idleInRun(request);
  const problems = (request.output.asserts ?? []).flatMap(text => checkProblem(text) ?? []);
  return idle ? [...problems, failureLine(idle)] : problems;
}

/** A check for `--repeat` belongs on the command line, because it is not about a single response. */
const overAll = ({ text, target }: Check): string | undefined =>
  target.kind === 'load' ? `${text} on the command line: ${ofMany(target.statistic)}.` : undefined;

/** Flags of one request that have no effect in a run, which checks and prints complete responses. */
const flagsWithoutEffect: readonly (readonly [flag: string, option: keyof OutputOptions, hint: string])[] = [
  ['--download', 'download', 'Put > ./file after the request to save its body.'],
  ['--filter', 'filter', 'Use # @capture or # @assert to select a value.'],
  ['--paginate', 'pages', 'Capture the URL of the next page with # @capture.'],
  ['--all', 'isEveryHop', 'Use -v to print every request.'],
  ['--pager', 'isPaged', 'Remove it.'],
  ['--format-options', 'formatting', 'Remove it.'],
  ['--response-charset', 'responseCharset', 'Remove it.'],
  ['--response-type', 'responseType', 'Remove it.'],
];

function idleInRun({ output }: RequestCommand): Failure | undefined {
  const row = flagsWithoutEffect.find(([, option]) => output[option] !== undefined && output[option] !== false);
  return row && usageError(`${row[0]} has no effect in a run.`, row[2]);
}
