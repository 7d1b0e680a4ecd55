/** `apiclient run`: prepares the requests of files, and sends or prints them. */

import type { RunCommand } from '../../core/command.js';
import { expectedFailure, type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry, Unsupported } from '../../core/http-file/document.js';
import type { GraphOptions } from '../../core/http-file/graph.js';
import type { Row } from '../../core/http-file/rows.js';
import type { Value } from '../../core/http-file/variables.js';
import { maskOf } from '../../core/masking/mask.js';
import { hasUserName } from '../../core/options.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { memoryJar } from '../../io/http/cookies/jar.js';
import { readRows } from '../../io/rows.js';
import { readSecret } from '../../io/secrets.js';
import { note } from '../note.js';
import { Output } from '../output.js';
import { outputStyleOf } from '../output-style.js';
import { Painter } from '../paint.js';
import { refuseFiles } from '../summary.js';
import { printManifests, trustedFiles } from '../trust/run.js';
import type { ReadFileWords, ReadRequest, Run, RunSessions } from './context.js';
import { describeFiles } from './describe.js';
import { graphOptions, printGraph } from './graph.js';
import { givenValues, loadFile } from './load.js';
import type { ScannedFile } from './loaded-file.js';
import { inEnvironmentOf } from './places.js';
import { askedValues } from './prompts.js';
import { fileOfRows } from './rows.js';
import { bodyNotes, overrideNotes } from './run-notes.js';
import { CollectionCaptures, liveScope, scopeBefore, secretsIn, standIn } from './scope.js';
import { chooseRequests, namedFiles } from './select.js';
import { sendAll } from './send-all.js';
import { sessionValues } from './session-scope.js';
import { runSessions } from './sessions.js';
import { type ChosenFile, verify } from './verify.js';

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
  const values = await valuesOf(command, environment);
  if (isFailure(values)) return values;
  const { typedValues, rows, given } = values;
  const readWords = remembered(readFileWords, words => words.join('\0'));
  const files = await loadFiles(command, environment, read, given);
  if (isFailure(files)) return files;
  const optionsOf = (file: ScannedFile): Promise<GraphOptions> => graphOptions(file, command, environment, given);
  const scanned = await chooseRequests(files, command, environment, optionsOf);
  if (isFailure(scanned)) return scanned;
  if (command.list || command.graph) return printGraph(scanned, command, environment, optionsOf);
  const judging = { command, environment, read, readWords, given };
  if (command.manifest) return printManifests(judging, scanned, command.manifest, environment);
  const chosen = await trustedFiles(judging, scanned);
  if (isFailure(chosen)) return chosen;
  const sessions = runSessions(environment, wordsOf);
  const isDescribed = command.output.curl || command.output.dryRun;
  const valuesByEntry = await valuesByRequest({ command, environment, read, given, sessions }, chosen, isDescribed);
  if (isFailure(valuesByEntry)) return valuesByEntry;
  const secrets = secretsIn(
    chosen.map(({ file }) => file),
    [given, ...valuesByEntry.ofSessions.values()],
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
  const refused = await refuseUnready(run, chosen, valuesByEntry.all);
  if (refused) return refused;
  noteIgnored(run, chosen);
  if (isDescribed) return describeFiles(run, chosen);
  const { repeat } = command;
  if (repeat && chosen[0]) return (await import('./repeat.js')).repeatFile(run, chosen[0], repeat);
  noteAdded(run, scanned);
  return sendAll(run, chosen, { typedValues, rows: rows?.all, optionsOf });
}

/** Values given on the command line. `given` also contains the first row of `--rows`, for the checks before sending. */
interface GivenValues {
  readonly typedValues: ReadonlyMap<string, Value>;
  readonly rows: OpenRows | undefined;
  readonly given: Map<string, Value>;
}

async function valuesOf(command: RunCommand, environment: Environment): Promise<GivenValues | Failure> {
  const typedValues = await givenValues(command, environment);
  if (isFailure(typedValues)) return typedValues;
  const rows = command.rows === undefined ? undefined : await openRows(command.rows, environment);
  if (isFailure(rows)) return rows;
  return { typedValues, rows, given: new Map([...typedValues, ...(rows?.first.values ?? [])]) };
}

async function loadFiles(
  command: RunCommand,
  environment: Environment,
  read: ReadRequest,
  given: ReadonlyMap<string, Value>,
): Promise<readonly { readonly file: ScannedFile; readonly line?: number }[] | Failure> {
  const names = await namedFiles(command.files, environment);
  if (isFailure(names)) return names;
  const files: { readonly file: ScannedFile; readonly line?: number }[] = [];
  for (const { name, root, ...line } of names) {
    const file = await loadFile(name, command, environment, read, given, root);
    if (isFailure(file)) return file;
    files.push({ file, ...line });
  }
  return files;
}

type ValuesByEntry = ReadonlyMap<Entry, ReadonlyMap<string, Value>>;

/** Returns the values of sessions and first rows for each request. Adds the answers of the user to the given values. */
async function valuesByRequest(
  run: Parameters<typeof sessionValues>[0] & { readonly given: Map<string, Value> },
  chosen: readonly ChosenFile[],
  isDescribed: boolean,
): Promise<{ readonly ofSessions: ValuesByEntry; readonly all: ValuesByEntry } | Failure> {
  const isBroken = chosen.some(({ file }) => file.http.problems.length > 0);
  const ofSessions = isBroken ? new Map() : await sessionValues(run, chosen, isDescribed);
  if (isFailure(ofSessions)) return ofSessions;
  const answers = await askedValues(run.given, chosen, run.environment);
  if (isFailure(answers)) return answers;
  for (const [name, value] of answers) run.given.set(name, value);
  const all = isBroken ? new Map() : await firstRowsOf(chosen, run, ofSessions);
  return isFailure(all) ? all : { ofSessions, all };
}

interface OpenRows {
  readonly first: Row;
  readonly all: AsyncIterable<Row>;
}

/** Rows of `--rows`, of which the first has been read. */
async function openRows(name: string, environment: Environment): Promise<OpenRows | Failure> {
  const rows = readRows(name, environment);
  try {
    const { done, value: first } = await rows.next();
    if (done)
      return usageError(`${name === '-' ? 'Standard input' : name} contains no rows.`, 'Add rows below the header.');
    return {
      first,
      all: (async function* () {
        yield first;
        yield* rows;
      })(),
    };
  } catch (error) {
    return expectedFailure(error);
  }
}

/** Values for each request before it is sent: from its session, and from the first row of its `# @rows`. */
async function firstRowsOf(
  chosen: readonly ChosenFile[],
  { given, environment }: Pick<Run, 'given' | 'environment'>,
  sessionValues: ValuesByEntry,
): Promise<ValuesByEntry | Failure> {
  const values = new Map(sessionValues);
  for (const { file, entries } of chosen) {
    const live = liveScope(file, given, environment, { captured: new Map(), responses: new Map() });
    for (const [index, entry] of entries.entries()) {
      if (!entry.rows || entry.skip !== undefined) continue;
      const name = fileOfRows(file, entry, scopeBefore(live, entries, index, standIn), environment);
      if (isFailure(name)) return name;
      const rows = await openRows(name, environment);
      if (isFailure(rows)) return { ...rows, text: `${file.name}:${entry.rows.line}: ${rows.text}` };
      values.set(entry, new Map([...(values.get(entry) ?? []), ...rows.first.values]));
    }
  }
  return values;
}

/** Names the requests that were not chosen, but are sent because others need them. */
function noteAdded(
  { environment, command }: Run,
  chosen: readonly { readonly file: ScannedFile; readonly addedEntries: readonly Entry[] }[],
): void {
  for (const { file, addedEntries } of chosen) {
    const names = addedEntries.map(entry => entry.name ?? `line ${entry.line}`);
    if (names.length > 0 && !command.output.silent)
      note(environment, `Also sending ${names.join(', ')} from ${file.name}, which the selected requests need.`);
  }
}

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
  if (!basic || !hasUserName(basic) || basic.password.from !== 'prompt') return command;
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
async function refuseUnready(
  run: Run,
  chosen: readonly ChosenFile[],
  sessionValues: ValuesByEntry,
): Promise<Failure | undefined> {
  const captures = new CollectionCaptures();
  const selections = chosen.map(({ file, entries }) => {
    // Values that an earlier file of the collection will have captured.
    const earlier = captures.of(file);
    const scope = liveScope(file, run.given, run.environment, { captured: new Map(earlier), responses: new Map() });
    for (const { name } of entries.flatMap(entry => entry.captures))
      earlier.set(name, { text: standIn(), foreign: true });
    return verify(file, entries, scope, run.read, run.command.flags, sessionValues);
  });
  const problems = selections.flatMap(each => each.problems);
  const missing = [...new Set(selections.flatMap(each => each.missing))];
  const broughtBy = [...new Set(selections.flatMap(each => each.broughtBy))];
  const strict = run.command.network.strict ? unsupportedIn(chosen) : [];
  if (problems.length > 0 || strict.length > 0) {
    const all = [...problems, ...strict.map(({ text }) => `${text} is not supported (--strict).`)].map(run.mask);
    const [text = '', ...others] = all;
    return failure('usage', text, { others, hint: 'Nothing was sent.' });
  }
  const { reports, output } = run.command;
  if (missing.length === 0) return refuseFiles([...reports.map(({ file }) => file), output.meta], run.environment);
  const text = `No value for ${missing.join(', ')}.`;
  if (broughtBy.length > 0) {
    const flags = broughtBy.map(each => `--request ${each}`).join(' ');
    return usageError(text, `It is in a request that is not run: ${flags}.`);
  }
  const [, name = 'name'] = /^\{\{([A-Za-z_][\w.-]*)\}/.exec(missing[0] ?? '') ?? [];
  const script = unsupportedIn(chosen).find(each => each.sets?.includes(name));
  const why = script ? `The script at ${script.place}, which sets it, is not run.` : 'Nothing was sent.';
  return usageError(text, `${why} Pass ${name}=value or --env NAME, or add @name = value to the file.`);
}

/** Unsupported features, with their lines. */
const unsupportedIn = (chosen: readonly ChosenFile[]): readonly (Unsupported & { readonly place: string })[] =>
  chosen.flatMap(({ file, entries }) => {
    const sent = entries.filter(entry => entry.skip === undefined);
    const own = file.http.unsupported.map(each => ({ ...each, file: file.name }));
    const all = [
      ...own,
      ...sent.flatMap(entry => entry.unsupported.map(each => ({ ...each, file: entry.importedFrom ?? file.name }))),
    ];
    return all
      .sort((a, b) => a.line - b.line)
      .map(each => ({ ...each, place: `${each.file}:${each.line}`, text: `${each.file}:${each.line}: ${each.text}` }));
  });

function noteIgnored({ command, environment, given }: Run, chosen: readonly ChosenFile[]): void {
  if (command.output.silent) return;
  for (const { text, isScript } of unsupportedIn(chosen))
    note(environment, `${text} is ${isScript ? 'not run' : 'ignored'}.`);
  for (const { file } of chosen)
    for (const { text, line } of file.http.notes) note(environment, `${file.name}:${line}: ${text}`);
  for (const text of [...bodyNotes(chosen, command.flags), ...overrideNotes(chosen, given)]) note(environment, text);
}
