/** `apiclient run`: sends, checks and reports the requests of files, in order. */
import type { RunCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import { type EntryResult, exitCodeOfRun } from '../../core/http-file/report/result.js';
import type { Value } from '../../core/http-file/variables.js';
import { shownEntryUrl } from '../../core/masking/by-name.js';
import { maskOf } from '../../core/masking/mask.js';
import { safeLine } from '../../core/response/safe-text.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { memoryJar } from '../../io/http/cookies/jar.js';
import { readSecret } from '../../io/secrets.js';
import { note } from '../note.js';
import { failureOf, Output } from '../output.js';
import { outputStyleOf } from '../output-style.js';
import { Painter } from '../paint.js';
import { outcomeWith, refuseReports } from '../report-files.js';
import { metaProblem, writeMeta } from '../summary.js';
import { printManifests, trustedFiles } from '../trust/run.js';
import type { ReadFileWords, ReadRequest, Run, RunSessions } from './context.js';
import { describeFiles } from './describe.js';
import { givenValues, loadFile } from './load.js';
import type { LoadedFile, ScannedFile } from './loaded-file.js';
import { ownOrigins } from './make-request.js';
import { inEnvironmentOf } from './places.js';
import { writeReports } from './reports.js';
import { type FileRun, runEntry, unsent } from './run-entry.js';
import { type Learned, liveScope, secretsIn, usedResponses } from './scope.js';
import { sessionValues } from './session-scope.js';
import { runSessions } from './sessions.js';
import { Teller } from './tell.js';
import { type ChosenFile, chosenEntries, verify } from './verify.js';

/** Runs the command. Returns the exit code, or a failure if nothing was sent. */
export async function runFiles(
  typed: RunCommand,
  environment: Environment,
  reader: ReadRequest,
  readFileWords: ReadFileWords,
  wordsOf: RunSessions['wordsOf'] = () => [],
): Promise<number | Failure> {
  const read = inEnvironmentOf(remembering(reader), typed.environmentName);
  const command = await withPassword(typed, environment);
  if (isFailure(command)) return command;
  const given = await givenValues(command, environment);
  if (isFailure(given)) return given;
  const readWords = remembered(readFileWords, words => words.join('\0'));
  const scanned: { readonly file: ScannedFile; readonly entries: readonly Entry[] }[] = [];
  for (const name of command.files) {
    const file = await loadFile(name, command, environment, read, given);
    if (isFailure(file)) return file;
    const entries = chosenEntries(file, command.requests);
    if (isFailure(entries)) return entries;
    scanned.push({ file, entries });
  }
  if (command.list) {
    const lines = scanned.flatMap(({ file, entries }) => entries.map(each => listed(file, each)));
    environment.stdout.write(lines.join(''));
    return 0;
  }
  const judging = { command, environment, read, readWords, given };
  if (command.manifest) return printManifests(judging, scanned, command.manifest, environment);
  const chosen = await trustedFiles(judging, scanned);
  if (isFailure(chosen)) return chosen;
  const sessions = runSessions(environment, wordsOf);
  const { curl, dryRun } = command.output;
  const isBroken = chosen.some(({ file }) => file.http.problems.length > 0);
  const finding = { command, environment, read, given, sessions };
  const kept = isBroken ? new Map() : await sessionValues(finding, chosen, curl || dryRun);
  if (isFailure(kept)) return kept;
  const secrets = secretsIn(
    chosen.map(({ file }) => file),
    [given, ...kept.values()],
    environment,
  );
  const run: Run = {
    command,
    environment,
    read,
    readWords,
    given,
    mask: maskOf(secrets),
    hidden: command.output.showSecrets ? [] : secrets,
    jar: memoryJar(environment),
    sessions,
    networks: new Map(),
    logins: new Map(),
    output: new Output(environment.stdout, 'standard output', environment.signal),
    painter: await Painter.of(outputStyleOf(command.output, environment).colour),
    certificates: new Map(),
    confirmed: new Map(),
    metas: [],
  };
  const refused =
    refuseUnready(run, chosen, kept) ?? (await refuseReports(command.reports, environment)) ?? (await unwritable(run));
  if (refused) return refused;
  noteIgnored(run, chosen);
  if (command.output.curl || command.output.dryRun) return describeFiles(run, chosen);
  const { repeat } = command;
  if (repeat && chosen[0]) return (await import('./repeat.js')).repeatFile(run, chosen[0], repeat);
  return runAll(run, chosen);
}

const listed = ({ name }: ScannedFile, { line, name: title = '', method, url, skip }: Entry): string =>
  `${[`${name}:${line}`, title, `${method} ${shownEntryUrl(url)}`, ...(skip === undefined ? [] : ['skipped'])].map(text => safeLine(text)).join('\t')}\n`;

const unwritable = async ({ command, environment }: Run): Promise<Failure | undefined> =>
  command.output.meta === undefined ? undefined : metaProblem(command.output.meta, environment);

/** Maximum number of parsed commands in the cache. */
const maxRemembered = 2000;

/** Caches results of a function, but no failures. */
function remembered<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
  keyOf: (...args: Args) => string,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = keyOf(...args);
    const before = results.get(key);
    if (before) return before;
    const made = make(...args);
    if (results.size >= maxRemembered) results.clear();
    if (!isFailure(made)) results.set(key, made);
    return made;
  };
}

/** Caches requests parsed during validation for sending, and identical requests. */
const remembering = (read: ReadRequest): ReadRequest =>
  remembered(read, (argv, under) => [...under, '', ...argv].join('\0'));

/** A typed password is requested once. */
async function withPassword(command: RunCommand, environment: Environment): Promise<RunCommand | Failure> {
  const { basic } = command.auth;
  if (!basic || 'whole' in basic || basic.password.from !== 'prompt') return command;
  const { output } = command;
  const read = await readSecret(basic.password, environment, {
    ask: !(output.curl || output.dryRun || command.list || command.manifest),
  });
  if (isFailure(read)) return read;
  const flags = command.flags.map(word =>
    word.startsWith('--auth=') ? `--auth=text:${basic.user}:${reveal(read)}` : word,
  );
  return { ...command, flags };
}

/** All problems of the files, before anything is sent. */
function refuseUnready(
  run: Run,
  chosen: readonly ChosenFile[],
  sessionValues: ReadonlyMap<Entry, ReadonlyMap<string, Value>>,
): Failure | undefined {
  const selections = chosen.map(({ file, entries }) => {
    const scope = liveScope(file, run.given, run.environment, { captured: new Map(), responses: new Map() });
    return verify(file, entries, scope, run.read, run.command.flags, sessionValues);
  });
  const problems = selections.flatMap(each => each.problems);
  const missing = [...new Set(selections.flatMap(each => each.missing))];
  const broughtBy = [...new Set(selections.flatMap(each => each.broughtBy))];
  const strict = run.command.network.strict ? unsupportedIn(chosen) : [];
  if (problems.length > 0 || strict.length > 0) {
    const all = [...problems, ...strict.map(each => `${each} is not supported (--strict).`)];
    return usageError(run.mask(all.join(' ')), 'Nothing was sent.');
  }
  if (missing.length === 0) return undefined;
  const [word] = /^[^}]*/.exec(missing[0]?.slice(2) ?? '') ?? [];
  const hint =
    broughtBy.length > 0
      ? `It is in a request that is not run: ${broughtBy.map(each => `--request ${each}`).join(' ')}.`
      : `Nothing was sent. Pass ${/^[A-Za-z_][\w.-]*$/.test(word ?? '') ? word : 'name'}=value or --env NAME, or add @name = value to the file.`;
  return usageError(`No value for ${missing.join(', ')}.`, hint);
}

/** Unsupported features, with their lines. */
const unsupportedIn = (chosen: readonly ChosenFile[]): readonly string[] =>
  chosen.flatMap(({ file, entries }) => {
    const sent = entries.filter(
      entry => entry.skip === undefined || entry.unsupported.some(each => each.line === entry.line),
    );
    const all = [...file.http.unsupported, ...sent.flatMap(entry => entry.unsupported)];
    return all.sort((a, b) => a.line - b.line).map(({ text, line }) => `${file.name}:${line}: ${text}`);
  });

function noteIgnored({ command, environment }: Run, chosen: readonly ChosenFile[]): void {
  if (command.output.silent) return;
  for (const text of unsupportedIn(chosen)) note(environment, `${text} is ignored.`);
  for (const { file } of chosen)
    for (const { text, line } of file.http.notes) note(environment, `${file.name}:${line}: ${text}`);
}

async function runAll(run: Run, chosen: readonly ChosenFile[]): Promise<number | Failure> {
  const { command, environment } = run;
  const started = environment.monotonic();
  const teller = new Teller(run, chosen.length > 1);
  const results: EntryResult[][] = chosen.map(() => []);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < chosen.length; at = next++) {
      const { file, entries } = chosen[at] as ChosenFile;
      await runFile(run, file, entries, teller, results[at] as EntryResult[]);
    }
  };
  // A failure to print ends each worker after its request; the reports are still written.
  const workers = Array.from({ length: Math.min(command.jobs, chosen.length) }, () => failureOf(worker()));
  const unprinted = (await Promise.all(workers)).find(each => each !== undefined);
  const all = results.flat();
  const ended = unprinted ?? (await failureOf(teller.end(all, environment.monotonic() - started)));
  const failures = [ended, ...(await writeReports(run, all)), await metaOfRun(run)];
  if (!ended) failures.push(await failureOf(run.output.flush()));
  if (environment.signal.aborted && isFailure(environment.signal.reason))
    return outcomeWith(environment.signal.reason, failures, environment);
  return outcomeWith(exitCodeOfRun(all), failures, environment);
}

async function metaOfRun({ command, environment, metas, output }: Run): Promise<Failure | undefined> {
  const { meta } = command.output;
  return meta === undefined ? undefined : writeMeta(meta, metas, environment, text => output.write(text));
}

/** Sends the requests of one file and adds their results. A failed request ends it without `--keep-going`. */
async function runFile(
  run: Run,
  file: LoadedFile,
  entries: readonly Entry[],
  teller: Teller,
  results: EntryResult[],
): Promise<void> {
  const learned: Learned = { captured: new Map(), responses: new Map() };
  const scope = liveScope(file, run.given, run.environment, learned);
  const files: FileRun = { run, file, scope, learned, origins: ownOrigins(file, scope), used: usedResponses(file) };
  let stopped: string | undefined;
  for (const entry of entries) {
    const reason = entry.skip !== undefined ? entry.skip || '# @skip' : stopped;
    const result = reason === undefined ? await runEntry(files, entry) : { ...unsent(file, entry), reason };
    results.push(result);
    await teller.tell(result);
    if (result.outcome !== 'failed') continue;
    if (run.environment.signal.aborted) stopped = 'interrupted';
    else if (!run.command.keepGoing) stopped = `not sent, because ${result.name ?? `line ${result.line}`} failed`;
  }
}
