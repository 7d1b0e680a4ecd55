/** Validates a file before anything is sent: syntax errors, names without a value, unknown flags. */

import { type Check, parseCheck } from '../../core/checks/check.js';
import { ofMany } from '../../core/checks/select.js';
import { parseTarget } from '../../core/checks/target.js';
import type { RequestCommand } from '../../core/command.js';
import { type Failure, failureLine, isFailure, usageError } from '../../core/failure.js';
import { sentLines } from '../../core/http-file/body.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import { entryCommand } from '../../core/http-file/entry-command.js';
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
    const { at, importedFrom = file.name } = entry;
    const found = (each: LineText): void => void problems.push({ ...each, file: importedFrom });
    if (entry.refusal !== undefined) found({ text: entry.refusal, line: entry.line });
    if (entry.skip !== undefined) continue;
    const session = sessionValues.get(entry);
    const before = scopeBefore(session ? { ...scope, kept: session } : scope, entries, index, standIn);
    const command = entryCommand(entry, before, at);
    const own = [...command.missing];
    const look = ({ text, line }: LineText): boolean => {
      const filled = fill(text, before, at);
      own.push(...filled.missing.map(each => ({ text: each, line })));
      return !text.includes('{{');
    };
    for (const piece of entry.body) {
      if (piece.kind === 'file') look({ text: piece.path, line: piece.line });
      else sentLines(piece).forEach(look);
    }
    for (const { path, line } of entry.saves) look({ text: path, line });
    const until = entry.retry?.until === undefined ? [] : [{ text: entry.retry.until, line: entry.retry.line }];
    for (const check of [...entry.asserts, ...until]) {
      const parsed = look(check) ? parseCheck(check.text) : undefined;
      const refused = isFailure(parsed) ? parsed.text : parsed && overAll(parsed);
      if (refused !== undefined) found({ text: refused, line: check.line });
    }
    for (const capture of entry.captures) {
      const parsed = look(capture) ? parseTarget(capture.text) : undefined;
      if (isFailure(parsed)) found({ text: parsed.text, line: capture.line });
    }
    for (const text of filledHeaders(flags, before, at).missing) own.push({ text, line: entry.line });
    command.problems.forEach(found);
    missing.push(...own.map(each => ({ ...each, file: importedFrom })));
    for (const { text } of own) {
      const source = file.http.entries.find(
        each =>
          each.captures.some(capture => capture.name === text) ||
          (each.name !== undefined && text.startsWith(`${each.name}.`)),
      );
      if (source?.name !== undefined && !entries.includes(source)) broughtBy.add(source.name);
    }
    if (
      own.length === 0 &&
      command.problems.length === 0 &&
      !command.argv.some(word => /^-/.test(word) && word.includes('{{'))
    ) {
      const [method = '', typed = '', ...rest] = command.argv;
      // A value from a response may be a host, or a path after one: it is checked once known.
      const request = read([method, command.foreignOrigin ? 'http://x/' : typed, ...rest], flags);
      const refused = isFailure(request) ? request : idleInRun(request);
      for (const text of isFailure(request) ? [] : (request.output.asserts ?? [])) {
        const check = parseCheck(text);
        const refused = isFailure(check) ? check.text : overAll(check);
        if (refused !== undefined) found({ text: refused, line: entry.line });
      }
      if (refused) found({ text: failureLine(refused), line: entry.line });
    }
  }
  return {
    missing: missing.map(({ text, line, file }) => `{{${text}}} (${file}:${line})`),
    problems: problems.map(({ text, line, file }) => `${file}:${line}: ${text}`),
    broughtBy: [...broughtBy],
  };
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
