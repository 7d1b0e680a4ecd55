/** Validates a file before anything is sent: syntax errors, names without a value, unknown flags. */
import type { RequestCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { sentLines } from '../../core/http-file/body.js';
import { type Check, ofMany, parseCheck, parseTarget } from '../../core/http-file/checks.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import { entryCommand } from '../../core/http-file/entry-command.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import { nearest } from '../../core/near-miss.js';
import type { ReadRequest } from './context.js';
import type { LoadedFile, ScannedFile } from './loaded-file.js';
import { filledHeaders, scopeBefore, standIn } from './scope.js';

/** A file and those of its requests that are run. */
export interface ChosenFile {
  readonly file: LoadedFile;
  readonly entries: readonly Entry[];
}

/** Requests of a file that are run, in its order, each after the requests named by its `# @ref`. */
export function chosenEntries({ name, http }: ScannedFile, requests: readonly string[]): readonly Entry[] | Failure {
  const { entries, unsupported } = http;
  const byName = new Map<string, Entry[]>();
  for (const each of entries) {
    if (each.name === undefined) continue;
    const same = byName.get(each.name);
    if (same) same.push(each);
    else byName.set(each.name, [each]);
  }
  const missing = requests.find(request => !byName.has(request));
  if (missing !== undefined) return usageError(`${name} has no request ${missing}.`, namesHint(missing, byName));
  const wanted = new Set(requests);
  const chosen = new Set<Entry>();
  /** The requests being ordered, each required by the previous one. */
  const path: { readonly entry: Entry; readonly needs: LineText[] }[] = [];
  const enter = (entry: Entry): void => {
    if (!chosen.has(entry)) path.push({ entry, needs: entry.skip === undefined ? [...entry.needs] : [] });
  };
  for (const first of entries) {
    if (wanted.size > 0 && !wanted.has(first.name ?? '')) continue;
    enter(first);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const need = last.needs.shift();
      if (need === undefined) {
        chosen.add(last.entry);
        path.pop();
        continue;
      }
      const where = `${name}:${need.line}: # @ref ${need.text}`;
      const needed = byName.get(need.text);
      if (needed === undefined) {
        const isImporting = [...unsupported, ...entries.flatMap(each => each.unsupported)].some(
          each => each.text === '# @import',
        );
        const hint = isImporting
          ? 'Requests in other files are not read, because # @import is not supported.'
          : namesHint(need.text, byName);
        return usageError(`${where}: no such request.`, hint);
      }
      const start = path.findIndex(({ entry }) => needed.includes(entry));
      if (start >= 0) {
        const cycle = [...path.slice(start).map(({ entry }) => entry.name ?? `line ${entry.line}`), need.text];
        return usageError(`${where} refers back to itself: ${cycle.join(' → ')}.`, 'Remove one of these # @ref lines.');
      }
      for (const each of needed.toReversed()) enter(each);
    }
  }
  return [...chosen];
}

function namesHint(wanted: string, byName: ReadonlyMap<string, unknown>): string {
  const names = [...byName.keys()];
  const near = nearest(wanted, names);
  if (near !== undefined) return `Did you mean ${near}?`;
  return names.length === 0
    ? 'No request in the file has a name. Add one with ### login or # @name login.'
    : `Requests: ${names.join(', ')}`;
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
  const problems: LineText[] = [...file.http.problems];
  const missing: LineText[] = [];
  const broughtBy = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (entry.skip !== undefined) continue;
    const { at } = entry;
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

/** A check for `--repeat` belongs on the command line, because it is not about a single response. */
const overAll = ({ text, target }: Check): string | undefined =>
  target.kind === 'load' ? `${text} on the command line: ${ofMany(target.statistic)}.` : undefined;

/** Flags of one request that have no meaning within a run. */
const idleInRun = ({ output }: RequestCommand): Failure | undefined => (output.download ? downloads : undefined);

const downloads = usageError('--download has no effect in a run.', 'Put > ./file after the request to save its body.');
