/** A file looked through before anything is sent: what cannot be read, names without a value, flags that do not exist. */
import type { RequestCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { sentLines } from '../../core/http-file/body.js';
import { type Check, ofMany, parseCheck, parseTarget } from '../../core/http-file/checks.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import { entryCommand } from '../../core/http-file/entry-command.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import { nearest } from '../../core/near-miss.js';
import type { ReadRequest } from './context.js';
import type { LoadedFile } from './loaded-file.js';
import { filledHeaders, scopeBefore, standIn } from './scope.js';

/** A file and those of its requests that are run. */
export interface ChosenFile {
  readonly file: LoadedFile;
  readonly entries: readonly Entry[];
}

/** The requests of a file that are run, in its order. */
export function chosenEntries(
  { name, http: { entries } }: LoadedFile,
  requests: readonly string[],
): readonly Entry[] | Failure {
  if (requests.length === 0) return entries;
  const wanted = new Set<string>();
  const add = (request: string): void => {
    if (wanted.has(request)) return;
    wanted.add(request);
    for (const each of entries) if (each.name === request) each.needs.forEach(add);
  };
  requests.forEach(add);
  const missing = [...wanted].find(request => !entries.some(each => each.name === request));
  if (missing === undefined) return entries.filter(each => each.name !== undefined && wanted.has(each.name));
  const names = entries.flatMap(each => each.name ?? []);
  const near = nearest(missing, names);
  const known =
    names.length === 0
      ? 'None of its requests has a name: ### login, or # @name login.'
      : `There is ${names.join(', ')}.`;
  return usageError(`${name} has no request ${missing}.`, near ? `Did you mean ${near}?` : known);
}

/** Names without a value, and all else that keeps a file from being run. */
interface Verified {
  /** `{{name}}` with its file and line. */
  readonly missing: readonly string[];
  /** Complete messages, each with its file and line. */
  readonly problems: readonly string[];
  /** A hint for names that a request which is not run would bring. */
  readonly broughtBy: readonly string[];
}

/**
 * Looks through the requests that are run.
 * @param flags those of the command line, which give way to the request's own
 * @param kept the values of sessions
 */
export function verify(
  file: LoadedFile,
  entries: readonly Entry[],
  scope: Scope,
  read: ReadRequest,
  flags: readonly string[],
  kept: ReadonlyMap<Entry, ReadonlyMap<string, Value>> = new Map(),
): Verified {
  const problems: LineText[] = [...file.http.problems];
  const missing: LineText[] = [];
  const broughtBy = new Set<string>();
  for (const [place, entry] of entries.entries()) {
    if (entry.skip !== undefined) continue;
    const { at } = entry;
    const session = kept.get(entry);
    const before = scopeBefore(session ? { ...scope, kept: session } : scope, entries, place, standIn);
    const command = entryCommand(entry, before, at);
    const own = [...command.missing];
    const look = ({ text, line }: LineText): boolean => {
      const found = fill(text, before, at);
      own.push(...found.missing.map(each => ({ text: each, line })));
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
      if (refused !== undefined) problems.push({ text: refused, line: check.line });
    }
    for (const capture of entry.captures) {
      const parsed = look(capture) ? parseTarget(capture.text) : undefined;
      if (isFailure(parsed)) problems.push({ text: parsed.text, line: capture.line });
    }
    for (const text of filledHeaders(flags, before, at).missing) own.push({ text, line: entry.line });
    problems.push(...command.problems);
    missing.push(...own);
    for (const { text } of own) {
      const source = file.http.entries.find(
        each =>
          each.captures.some(capture => capture.name === text) ||
          (each.name !== undefined && text.startsWith(`${each.name}.response.`)),
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
        if (refused !== undefined) problems.push({ text: refused, line: entry.line });
      }
      if (refused)
        problems.push({ text: `${refused.text}${refused.hint ? ` ${refused.hint}` : ''}`, line: entry.line });
    }
  }
  return {
    missing: missing.map(({ text, line }) => `{{${text}}} (${file.name}:${line})`),
    problems: problems.map(({ text, line }) => `${file.name}:${line}: ${text}`),
    broughtBy: [...broughtBy],
  };
}

/** A check of `--repeat` stands on the command line: no response of its own answers it. */
const overAll = ({ text, target }: Check): string | undefined =>
  target.kind === 'load' ? `${text}: ${ofMany(target.statistic)}, on the command line.` : undefined;

/** Flags of one request that mean nothing within a run. */
const idleInRun = ({ output }: RequestCommand): Failure | undefined => (output.download ? downloads : undefined);

const downloads = usageError('--download has no effect in a run.', '> ./file behind the request saves its body.');
