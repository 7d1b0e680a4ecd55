/** One request of a file: sent, retried if specified, checked, captured from, saved. */

import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckedExchange } from '../../core/checks/exchange.js';
import { selectTarget } from '../../core/checks/select.js';
import { parseTarget } from '../../core/checks/target.js';
import { shownUrl } from '../../core/credentials/api-keys.js';
import { errorCode, exitCodeOfStatus, type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry, SavedResponse } from '../../core/http-file/document.js';
import { leavesFolder } from '../../core/http-file/entry-body.js';
import type { EntryResult } from '../../core/http-file/report/result.js';
import { fill, type Scope } from '../../core/http-file/variables.js';
import { entryTitle, shownEntryUrl } from '../../core/masking/by-name.js';
import { masked } from '../../core/masking/mask.js';
import { isUnsafe } from '../../core/request/spec.js';
import { rightLine } from '../../core/rights/right.js';
import { pauseUnlessAborted } from '../../io/http/stop.js';
import { pathOf } from '../../io/sources.js';
import { note } from '../note.js';
import { writeFailure } from '../output.js';
import { statusText } from '../print-head.js';
import { confirmSending } from '../profile/confirm.js';
import { metaOf } from '../summary.js';
import type { Run } from './context.js';
import { attemptOf, type ReadResponse } from './exchange.js';
import type { LoadedFile } from './loaded-file.js';
import { forGraphql, type MadeRequest, makeRequest, noValue } from './make-request.js';
import { messagePrinter, printExchange } from './print-exchange.js';
import { confirmNotes } from './prompts.js';
import type { Learned } from './scope.js';
import { sendEntry } from './send-entry.js';

/** Context of a request in the run of its file. */
export interface FileRun {
  readonly run: Run;
  readonly file: LoadedFile;
  readonly scope: Scope;
  readonly learned: Learned;
  /** Origins of requests whose host does not come from a response. */
  readonly origins: ReadonlySet<string>;
  /** Names of requests whose responses are used later. */
  readonly usedResponseNames: ReadonlySet<string>;
}

/** The result of a request that has not been sent yet. */
export const unsent = ({ name }: LoadedFile, entry: Entry): EntryResult => ({
  file: entry.importedFrom ?? name,
  line: entry.line,
  title: entryTitle(entry),
  name: entry.name,
  method: entry.method,
  url: shownEntryUrl(entry.url),
  outcome: 'skipped',
  ms: 0,
  size: 0,
  tries: 0,
  checks: [],
  notRun: entry.unsupported.some(each => each.isScript) ? scriptsOf(entry) : undefined,
});

const scriptsOf = ({ unsupported }: Entry): readonly string[] =>
  unsupported.flatMap(({ line, isScript }) => (isScript ? [`script on line ${line}`] : []));

/** Sends a request. Its captured values are available to the next one. */
export async function runEntry(files: FileRun, entry: Entry): Promise<EntryResult> {
  const { run, file, scope } = files;
  const blank: EntryResult = { ...unsent(file, entry), outcome: 'failed' };
  const made = await makeRequest(run, file, entry, scope, files.origins);
  if (isFailure(made)) return masked({ ...blank, failure: made }, run.mask);
  noteWithheld(run, made);
  const known = { ...blank, method: made.spec.method, url: sentUrl(entry, made) };
  const refused = await refusal(run, entry, made);
  if (refused) return masked({ ...known, failure: refused }, run.mask);
  const { done, checks, tries } = await sendMade(files, entry, made);
  if (isFailure(done)) return masked({ ...known, tries, failure: done, checks }, run.mask);
  const { exchange, missed } = done;
  if (!missed) await keepInSession(files, entry, made);
  const problem = missed ?? (await save({ ...files, scope: made.scope }, entry, made, done));
  const size = done.streamBytes ?? done.body.length;
  if (run.command.output.meta !== undefined) run.metas.push(masked(metaOf(done.response, size, problem), run.mask));
  if (entry.shown && done.streamBytes === undefined) await printExchange(run, made.spec, done);
  const { status, timing } = done.response;
  const everyMs = entry.retry?.everyMs ?? 0;
  const code = problem ? undefined : codeOf(entry, made, status, exchange);
  const failed = problem !== undefined || code !== undefined || checks.some(each => !each.ok);
  return masked(
    {
      ...known,
      outcome: failed ? 'failed' : 'passed',
      status,
      statusText: statusText(done.response),
      ms: timing.totalMs ?? 0,
      size,
      tries,
      waitedMs: tries > 1 ? (tries - 1) * everyMs : undefined,
      checks,
      failure: problem,
      code,
    },
    run.mask,
  );
}

function sentUrl({ stream }: Entry, { spec }: MadeRequest): string {
  const url = shownUrl(spec.url, spec.credentials.apiKeys, spec.hidden);
  return stream === 'websocket' ? url.replace(/^http/, 'ws') : url;
}

/** Asks the user about the notes of a request, and before an unsafe request. Returns a failure if the answer is no. */
const refusal = async (run: Run, entry: Entry, made: MadeRequest): Promise<Failure | undefined> =>
  (await confirmNotes(entry, made.command, run.environment)) ??
  (isUnsafe(made.spec.method) ? await confirmed(run, entry, made) : undefined);

async function sendMade(files: FileRun, entry: Entry, made: MadeRequest): ReturnType<typeof sendEntry> {
  const { run } = files;
  const { environment } = run;
  const sent = entry.graphql ? { ...made, spec: forGraphql(made.spec) } : made;
  if (entry.sleepMs !== undefined) await pauseUnlessAborted(entry.sleepMs, [environment.signal], environment);
  const { asserts, maxEvents } = made.command.output;
  return sendEntry(
    {
      ...{ ...files, scope: made.scope, environment, flags: run.command.flags, entry, asserts, maxEvents },
      responseNames: namesOf(entry, files.scope).filter(name => files.usedResponseNames.has(name)),
    },
    { certificates: run.certificates, attempt: () => attemptOf(run, sent, entry.cookies) },
    entry.shown ? { stream: messagePrinter(run, sent.spec) } : {},
  );
}

/** Reports credentials that are not sent with a request. */
function noteWithheld({ command, environment, mask }: Run, { left, withheld, spec }: MadeRequest): void {
  if (command.output.silent) return;
  if (left)
    note(
      environment,
      mask(
        `A response determines the origin ${new URL(spec.url).origin}. Credentials from the command line are not sent there.`,
      ),
    );
  if (withheld)
    note(environment, mask(`Your credentials were not sent, because this is not approved: ${rightLine(withheld)}.`));
}

/** The name of a request; also with its number if it is repeated. */
function namesOf({ name }: Entry, { loop }: Scope): readonly string[] {
  if (name === undefined) return [];
  return loop ? [name, `${name}${loop.get('$index')?.text}`] : [name];
}

/** Prompts at most once per request. */
function confirmed(run: Run, entry: Entry, { spec, command }: MadeRequest): Promise<Failure | undefined> {
  // One prompt at a time.
  const before = [...run.confirmed.values()];
  const asked =
    run.confirmed.get(entry) ??
    Promise.all(before).then(() => confirmSending(spec.method, spec.url, command, run.environment));
  run.confirmed.set(entry, asked);
  return asked;
}

/** Stores the captures of a request, and the cookies typed for it, in its session. */
async function keepInSession({ run, learned }: FileRun, entry: Entry, { session }: MadeRequest): Promise<void> {
  if (!session) return;
  const unsaved = await session.jar.save();
  if (unsaved) note(run.environment, unsaved.text);
  if (entry.captures.length === 0) return;
  const names = new Set(entry.captures.map(({ name }) => name));
  const captured = new Map([...learned.captured].filter(([name]) => names.has(name)));
  const unkept = await run.sessions.save(session, captured);
  if (unkept) note(run.environment, unkept.text);
}

/** A 3xx, 4xx, 5xx or invalid status with `--check-status`; GraphQL errors that no check refers to. */
function codeOf(entry: Entry, { command }: MadeRequest, status: number, exchange: CheckedExchange): number | undefined {
  const code = command.output.checkStatus ? exitCodeOfStatus(status) : 0;
  if (code !== 0) return code;
  const asserts = [...entry.asserts.map(each => each.text), ...(command.output.asserts ?? [])];
  if (!entry.graphql || asserts.some(text => /\berrors\b/.test(text))) return undefined;
  const errors = parseTarget('$.errors[0]');
  return !isFailure(errors) && selectTarget(errors, exchange).values.length > 0 ? 9 : undefined;
}

async function save(
  { file, scope, run }: FileRun,
  entry: Entry,
  { command }: MadeRequest,
  { response, body }: ReadResponse,
): Promise<Failure | undefined> {
  // A 304: the file is up to date.
  if (response.status === 304) return undefined;
  const { etagSave } = command.output;
  const flag: SavedResponse[] =
    command.output.file === undefined || command.output.file === '-'
      ? []
      : [{ path: pathOf(command.output.file, run.environment), overwrites: true, line: entry.line }];
  for (const { path: template, overwrites } of [...entry.saves, ...flag]) {
    const filled = fill(template, scope, entry.at);
    if (filled.missing[0] !== undefined) return noValue(filled.missing[0]);
    if (leavesFolder(template, filled))
      return usageError(`A response determines the file ${filled.text}.`, 'Nothing was saved.');
    const failed = await writeResponse(path.resolve(file.folder, filled.text), overwrites, body);
    if (failed) return failed;
  }
  if (etagSave === undefined) return undefined;
  return (await import('../saving/conditions.js')).saveEtag(etagSave, response, run.environment);
}

/** `name-1.json` and so on, if a file exists and must not be overwritten. */
async function writeResponse(place: string, overwrites: boolean, body: Uint8Array): Promise<Failure | undefined> {
  const { dir, name, ext } = path.parse(place);
  for (let number = 0; ; number++) {
    const next = number === 0 ? place : path.join(dir, `${name}-${number}${ext}`);
    try {
      if (overwrites) await writeFile(next, body);
      else {
        const handle = await open(next, 'wx');
        await handle.writeFile(body).finally(() => handle.close());
      }
      return undefined;
    } catch (error) {
      if (!overwrites && errorCode(error) === 'EEXIST') continue;
      return writeFailure(next, error);
    }
  }
}
