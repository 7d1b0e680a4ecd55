/** Chooses the requests of a run: by name, tag, line or an earlier report, with the requests that they need. */
import { statSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { addTo } from '../../core/add-to.js';
import type { RunCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry, LineText, Need } from '../../core/http-file/document.js';
import { circularAfter, type GraphNode, type GraphOptions, graphOf, withNeeds } from '../../core/http-file/graph.js';
import { entryTitle } from '../../core/masking/by-name.js';
import { nearest } from '../../core/near-miss.js';
import type { Environment } from '../../environment.js';
import { filesFirst, namesFor } from '../../io/document-files.js';
import { readText } from '../../io/sources.js';
import { note } from '../note.js';
import type { ScannedFile } from './loaded-file.js';

/** A file of the command line, of which only the request at a line may be meant. */
interface NamedFile {
  readonly name: string;
  readonly line?: number;
  /** Absolute path of the folder on the command line that contains the file. */
  readonly root?: string;
}

/** Returns the path if it is a folder. */
function folderAt(file: string): string | undefined {
  try {
    return statSync(file).isDirectory() ? file : undefined;
  } catch {
    // The message comes from reading it.
    return undefined;
  }
}

async function filesNamed(word: string, folder: string): Promise<readonly NamedFile[] | Failure> {
  if (word === '-') return [{ name: word }];
  const root = folderAt(path.resolve(folder, word));
  const names = await namesFor(word, folder, /\.(?:http|rest)$/i);
  if (root !== undefined) return names.toSorted(filesFirst).map(name => ({ name, root }));
  if (names.length > 0) return names.map(name => ({ name }));
  const [, file, line] = /^(.+):(\d{1,7})$/.exec(word) ?? [];
  if (file !== undefined) return [{ name: file, line: Number(line) }];
  if (/[*?[{]|\/$/.test(word))
    return usageError(`${word} matches no .http file.`, 'Usage: apiclient run "api/**/*.http"');
  // The message about a missing file comes from reading it.
  return [{ name: word }];
}

/** Expands folders and patterns, and reads `FILE:LINE`. */
export async function namedFiles(
  words: readonly string[],
  { folder }: Environment,
): Promise<readonly NamedFile[] | Failure> {
  const files: NamedFile[] = [];
  for (const word of words) {
    const named = await filesNamed(word, folder);
    if (isFailure(named)) return named;
    files.push(...named);
  }
  return files.length > 0 ? files : usageError(`${words.join(' ')} contains no .http file.`, 'Pass a .http file.');
}

/** The requests of a file in the order in which they are sent one at a time. */
interface SendingOrder {
  readonly entries: readonly Entry[];
  /** Problems of `# @ref` and `# @after` lines, by the request that has them. */
  readonly problems: ReadonlyMap<Entry, Failure>;
}

/** A request that is being ordered, with the needs that have not been visited. */
interface Step {
  readonly entry: Entry;
  /** Request of the file. `entry` is a copy of it if it is sent again. */
  readonly named: Entry;
  readonly needs: Need[];
}

/** Puts each request after those that its `# @ref` names. */
function sendingOrder({ name, http }: ScannedFile): SendingOrder {
  const { entries } = http;
  const byName = new Map<string, Entry[]>();
  for (const each of entries) if (each.name !== undefined) addTo(byName, each.name, each);
  for (const each of http.sections) if (!byName.has(each)) byName.set(each, []);
  const problems = new Map<Entry, Failure>();
  const unknownRequest = (directive: string, need: LineText): Failure => {
    const importProblem = http.problems.find(each => each.text.startsWith('# @import'));
    if (importProblem) return usageError(`${name}:${importProblem.line}: ${importProblem.text}`, 'Nothing was sent.');
    const names = [...byName].flatMap(([known, namesakes]) => (namesakes.length > 0 ? known : []));
    const hint = namesHint(need.text, names);
    return usageError(`${name}:${need.line}: # @${directive} ${need.text}: no such request.`, hint);
  };
  const orderedEntries = new Set<Entry>();
  const unorderedByName = new Map([...byName].map(([name, namesakes]) => [name, new Set(namesakes)]));
  /** The requests being ordered, each required by the previous one. */
  const path: Step[] = [];
  const onPath = new Set<Entry>();
  const enter = (named: Entry, isForced = false): void => {
    if (orderedEntries.has(named) && !isForced) return;
    // A request that is sent again is another step of the run.
    const entry = orderedEntries.has(named) ? { ...named } : named;
    onPath.add(named);
    path.push({ entry, named, needs: entry.skip === undefined ? [...entry.needs] : [] });
  };
  const leave = ({ entry, named }: Step): void => {
    orderedEntries.add(entry);
    unorderedByName.get(entry.name ?? '')?.delete(entry);
    onPath.delete(named);
    path.pop();
  };
  const refuseCycle = (need: Need, neededEntries: readonly Entry[]): void => {
    const start = path.findIndex(({ named }) => neededEntries.includes(named));
    const cycle = [...path.slice(start).map(({ entry }) => entry.name ?? `line ${entry.line}`), need.text];
    const position = `${name}:${need.line}: # @${directiveOf(need)} ${need.text}`;
    const text = `${position} refers back to itself: ${cycle.join(' → ')}.`;
    for (const { entry } of path.slice(start)) problems.set(entry, usageError(text, 'Remove one of these references.'));
  };
  const visit = (need: Need, { entry }: Step): void => {
    if (unorderedByName.get(need.text)?.size === 0 && !need.isForced) return;
    const neededEntries = byName.get(need.text);
    if (neededEntries === undefined) problems.set(entry, unknownRequest(directiveOf(need), need));
    else if (neededEntries.some(each => onPath.has(each))) refuseCycle(need, neededEntries);
    else for (const each of neededEntries.toReversed()) enter(each, need.isForced);
  };
  for (const first of entries) {
    const strayName = first.after.find(({ text }) => !byName.has(text));
    if (strayName) problems.set(first, unknownRequest('after', strayName));
    if (first.importedFrom === undefined) enter(first);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const need = last.needs.shift();
      if (need) visit(need, last);
      else leave(last);
    }
  }
  return { entries: [...orderedEntries], problems };
}

const directiveOf = ({ isForced }: Need): string => (isForced ? 'forceRef' : 'ref');

function namesHint(wanted: string, names: readonly string[]): string {
  const near = nearest(wanted, names);
  if (near !== undefined) return `Did you mean ${near}?`;
  return names.length === 0
    ? 'No request in the file has a name. Add one with ### login or # @name login.'
    : `Requests: ${names.join(', ')}`;
}

/** The chosen requests of a file, in order. */
export interface ChosenRequests<File extends ScannedFile = ScannedFile> {
  readonly file: File;
  readonly entries: readonly Entry[];
  /** Requests that were not chosen, but are needed by those that were. */
  readonly addedEntries: readonly Entry[];
}

/** A request of `--rerun-failed`. */
interface ReportedRequest {
  readonly file: string;
  readonly title: string;
  readonly line: number;
}

/** Reads the requests that did not pass from a report of `--report json`. */
async function failedRequests(
  name: string | undefined,
  environment: Environment,
): Promise<readonly ReportedRequest[] | Failure | undefined> {
  if (name === undefined) return undefined;
  const text = await readText({ from: 'file', path: name }, environment);
  if (isFailure(text)) return text;
  const formatFailure = usageError(
    `${name} is not a JSON report of apiclient run.`,
    'Write one with apiclient run FILE --report json=FILE.',
  );
  try {
    const { results } = JSON.parse(text) as { readonly results?: unknown };
    if (!Array.isArray(results)) return formatFailure;
    return results.filter(
      ({ file, title, outcome, reason }) =>
        typeof file === 'string' &&
        typeof title === 'string' &&
        (outcome === 'failed' || /^(?:needs|not sent|interrupted)/.test(reason)),
    );
  } catch {
    return formatFailure;
  }
}

/** Chooses the requests of files. @param optionsOf parts of the graph of a file */
export async function chooseRequests(
  files: readonly { readonly file: ScannedFile; readonly line?: number }[],
  command: RunCommand,
  environment: Environment,
  optionsOf: (file: ScannedFile) => Promise<GraphOptions>,
): Promise<readonly ChosenRequests[] | Failure> {
  const { requests, tags, rerunFailed, cleanup } = command;
  const reportedRequests = await failedRequests(rerunFailed, environment);
  if (isFailure(reportedRequests)) return reportedRequests;
  const all = files.flatMap(({ file }) => file.http.entries);
  const matchFailure = unmatchedWord(files, all, command);
  if (matchFailure) return matchFailure;
  const isSelected = selector(requests, tags);
  const cleansUp = cleanup || tags.length > 0 || reportedRequests !== undefined;
  const chosenRequests: ChosenRequests[] = [];
  for (const { file, line } of files) {
    const isReported = failedFilter(file, reportedRequests, environment);
    const isAt = lineFilter(file, line);
    const order = sendingOrder(file);
    if (line !== undefined && !order.entries.some(isAt)) return noRequestAt(file, line, order);
    const isWanted = (entry: Entry): boolean => isSelected(entry) && isAt(entry) && isReported(entry);
    const chosen = chooseInFile(file, order, isWanted, cleansUp, await optionsOf(file));
    if (isFailure(chosen)) return chosen;
    chosenRequests.push(chosen);
  }
  const staleTitles = (reportedRequests ?? []).flatMap(each =>
    files.some(({ file }) => file.http.entries.some(failedFilter(file, [each], environment))) ? [] : [each.title],
  );
  if (chosenRequests.every(({ entries }) => entries.length === 0))
    return nothingChosen(files, command, staleTitles.length > 0) ?? chosenRequests;
  if (staleTitles.length > 0 && !command.output.silent)
    note(environment, `${rerunFailed} also lists requests that these files do not contain: ${staleTitles.join(', ')}.`);
  return chosenRequests;
}

/** Returns why no request is chosen, or undefined if that is not a failure. */
function nothingChosen(
  files: readonly { readonly file: ScannedFile }[],
  { list, graph, manifest, rerunFailed }: RunCommand,
  isStale: boolean,
): Failure | undefined {
  if (isStale)
    return usageError(`The failed requests in ${rerunFailed} are not in these files.`, 'Pass the files of the report.');
  if (rerunFailed !== undefined)
    return usageError(`No request of ${rerunFailed} failed.`, 'Run the files without --rerun-failed.');
  if (files.some(({ file }) => file.http.entries.length > 0))
    return usageError('No request matches.', 'Pass --list to see the requests with their tags.');
  const isShown = list || graph || manifest !== undefined;
  if (isShown || files.some(({ file }) => file.http.problems.length > 0)) return undefined;
  return usageError(
    `${files.map(({ file }) => file.name).join(', ')} contains no requests.`,
    'Write one, such as GET https://api.example.com/users.',
  );
}

/** Chooses requests of a file, and adds those that they need and, if requested, the cleanups after them. */
function chooseInFile(
  file: ScannedFile,
  { entries: ordered, problems }: SendingOrder,
  isWanted: (entry: Entry) => boolean,
  cleansUp: boolean,
  options: GraphOptions,
): ChosenRequests | Failure {
  const nodes = graphOf(ordered, options);
  const neededIndexes = withNeeds(
    nodes,
    ordered.flatMap((entry, index) => (isWanted(entry) ? [index] : [])),
  );
  const cleanupIndexes = cleansUp ? cleanupsOf(nodes, new Set(neededIndexes)) : [];
  const entries = withNeeds(nodes, [...neededIndexes, ...cleanupIndexes]).flatMap(index => ordered[index] ?? []);
  const problem = entries.map(entry => problems.get(entry)).find(each => each !== undefined);
  if (problem) return problem;
  const circular = circularAfter(graphOf(entries, options));
  if (circular)
    return usageError(
      `${file.name}:${circular.line}: # @after ${circular.text} waits for a request that needs this one.`,
      'Remove the # @after line.',
    );
  return { file, entries, addedEntries: entries.filter(entry => !isWanted(entry)) };
}

/** Returns a function that selects requests by `--request` and `--tag`. */
function selector(requests: readonly string[], tags: readonly string[]): (entry: Entry) => boolean {
  const isNamed = requests.map(matcher);
  const excludedTags = tags.filter(tag => tag.startsWith('!')).map(tag => tag.slice(1));
  const includedTags = tags.filter(tag => !tag.startsWith('!'));
  return ({ name, tags: own }) =>
    (isNamed.length === 0 || isNamed.some(matches => matches(name))) &&
    (includedTags.length === 0 || includedTags.some(tag => own.includes(tag))) &&
    !excludedTags.some(tag => own.includes(tag));
}

function noRequestAt({ name }: ScannedFile, line: number, { entries }: SendingOrder): Failure {
  const lines = entries.map(entry => entry.line).join(', ');
  return usageError(
    `No request at ${name}:${line}.`,
    lines === '' ? 'The file contains no requests.' : `Requests are on lines ${lines}.`,
  );
}

/** Cleanups of requests that are sent; `# @always` if everything that it needs is sent. */
const cleanupsOf = (nodes: readonly GraphNode[], sentIndexes: ReadonlySet<number>): readonly number[] =>
  nodes.flatMap(({ cleansUp, needs }, index) => {
    if (!cleansUp) return [];
    const isDue =
      cleansUp.length > 0 ? cleansUp.some(each => sentIndexes.has(each)) : needs.every(({ on }) => sentIndexes.has(on));
    return isDue && sentIndexes.size > 0 ? [index] : [];
  });

/** A `--request` or `--tag` that matches nothing in any file, with a suggestion. */
function unmatchedWord(
  files: readonly { readonly file: ScannedFile }[],
  all: readonly Entry[],
  { requests, tags }: RunCommand,
): Failure | undefined {
  const names = [...new Set(all.flatMap(({ name }) => name ?? []))];
  const request = requests.find(each => !names.some(matcher(each)));
  const [onlyFile] = files.length === 1 ? files : [];
  const problemStart = onlyFile ? `${onlyFile.file.name} has no request` : 'No file has a request';
  if (request !== undefined) return usageError(`${problemStart} ${request}.`, namesHint(request, names));
  const knownTags = [...new Set(all.flatMap(each => each.tags))];
  // Without slow requests, --tag '!slow' excludes nothing. A similar tag suggests a typing mistake.
  const isMistake = (each: string): boolean => !each.startsWith('!') || nearest(each.slice(1), knownTags) !== undefined;
  const word = tags.find(each => !knownTags.includes(each.replace(/^!/, '')) && isMistake(each));
  if (word === undefined) return undefined;
  const tag = word.replace(/^!/, '');
  return usageError(`No request has the tag ${tag}.`, tagHint(tag, knownTags));
}

function tagHint(tag: string, knownTags: readonly string[]): string {
  const suggestion = nearest(tag, knownTags);
  if (suggestion) return `Did you mean ${suggestion}?`;
  return knownTags.length > 0 ? `Tags: ${knownTags.join(', ')}` : 'Add # @tag above a request.';
}

/** A request by its exact name, or by a pattern. */
function matcher(pattern: string): (name: string | undefined) => boolean {
  const matches = /[*?[{]/.test(pattern) ? picomatch(pattern, { dot: true, bash: true }) : undefined;
  return name => name !== undefined && (name === pattern || (matches?.(name) ?? false));
}

function lineFilter({ text }: ScannedFile, line: number | undefined): (entry: Entry) => boolean {
  if (line === undefined) return () => true;
  if (line === 0) return () => false;
  let from = 0;
  for (let at = 1; at < line && from >= 0; at++) from = text.indexOf('\n', from) + 1 || -1;
  return entry => from >= entry.from && (from < entry.to || (entry.to === text.length && from === text.length));
}

/** Requests of a report are found by title, because lines move; of several with one title, by line. */
function failedFilter(
  { name, http }: ScannedFile,
  reportedRequests: readonly ReportedRequest[] | undefined,
  { folder }: Environment,
): (entry: Entry) => boolean {
  if (reportedRequests === undefined) return () => true;
  const titles = new Map<string, number>();
  for (const entry of http.entries) titles.set(entryTitle(entry), (titles.get(entryTitle(entry)) ?? 0) + 1);
  const isSame = (a: string, b: string): boolean => path.resolve(folder, a) === path.resolve(folder, b);
  return entry => {
    const title = entryTitle(entry);
    return reportedRequests.some(
      each =>
        each.title === title &&
        isSame(each.file, entry.importedFrom ?? name) &&
        (titles.get(title) === 1 || each.line === entry.line),
    );
  };
}
