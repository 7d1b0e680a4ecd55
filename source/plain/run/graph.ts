/** The graph of a file's requests, and `--list` and `--graph`, which print it and send nothing. */
import type { RunCommand } from '../../core/command.js';
import type { Entry } from '../../core/http-file/document.js';
import { type GraphOptions, graphOf, needText } from '../../core/http-file/graph.js';
import type { Value } from '../../core/http-file/variables.js';
import { shownEntryUrl } from '../../core/masking/by-name.js';
import { asciiJson } from '../../core/response/ascii-json.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import { filledBodies } from '../trust/rights.js';
import type { ScannedFile } from './loaded-file.js';
import { liveScope } from './scope.js';
import type { ChosenRequests } from './select.js';

/** The parts of a file's graph that its text does not contain. */
export async function graphOptions(
  file: ScannedFile,
  { flags, cleanup }: Pick<RunCommand, 'flags' | 'cleanup'>,
  environment: Environment,
  given: ReadonlyMap<string, Value>,
): Promise<GraphOptions> {
  const live = liveScope(file, given, environment, { captured: new Map(), responses: new Map() });
  const bodies = new Map<Entry, readonly string[]>();
  for (const entry of file.http.entries) {
    if (entry.body.some(piece => piece.kind === 'file' && piece.filled))
      bodies.set(entry, await filledBodies({ environment }, file, entry, live));
  }
  const sessionIn = (words: readonly string[]): string | undefined =>
    words.flatMap(word => /(?:^|\s)--session(?:-read-only)?[=\s](\S+)/.exec(word)?.[1] ?? []).at(-1);
  const common = sessionIn(flags);
  return {
    variables: file.http.variables,
    commandLineNames: given,
    cleanup,
    extraTexts: entry => [...flags, ...(bodies.get(entry) ?? [])],
    session: entry => sessionIn(entry.flags.map(({ text }) => text)) ?? common,
  };
}

/** Prints the chosen requests in order. */
export async function printGraph(
  chosenRequests: readonly ChosenRequests[],
  { graph, asJson }: RunCommand,
  { stdout }: Environment,
  optionsOf: (file: ScannedFile) => Promise<GraphOptions>,
): Promise<number> {
  const requests = [];
  for (const { file, entries } of chosenRequests) {
    const nodes = graphOf(entries, await optionsOf(file));
    for (const node of nodes) {
      const { entry, needs, waits, cleansUp } = node;
      const names = (indexes: readonly number[]): readonly string[] => indexes.map(each => titleOf(entries[each]));
      const neededIndexes = new Set(needs.map(({ on }) => on));
      const waitsOnly = names(waits.filter(each => !neededIndexes.has(each)));
      const cleanup = cleansUp && (cleansUp.length > 0 ? names(cleansUp) : ['always']);
      if (asJson) {
        const { name, line, method, url, tags, skip, rows } = entry;
        const needsJson = needs.map(({ on, name: value }) => ({ request: titleOf(entries[on]), value }));
        const facts = { file: file.name, line, name, method, url: shownEntryUrl(url), tags, skip, rows: rows?.text };
        requests.push({ ...facts, cleanup, needs: needsJson, waits: waitsOnly });
        continue;
      }
      stdout.write(`${listLine(file, entry)}\n`);
      if (!graph) continue;
      for (const need of needs) stdout.write(`  ${safeLine(`needs ${needText(need, nodes)}`)}\n`);
      if (cleanup)
        stdout.write(`  ${safeLine(cleansUp.length > 0 ? `cleans up ${cleanup.join(', ')}` : 'always sent')}\n`);
      else if (waitsOnly.length > 0) stdout.write(`  ${safeLine(`waits for ${waitsOnly.join(', ')}`)}\n`);
    }
  }
  if (asJson) stdout.write(`${asciiJson(requests, 2)}\n`);
  return 0;
}

const titleOf = (entry: Entry | undefined): string => entry?.name ?? `line ${entry?.line}`;

const listLine = ({ name }: ScannedFile, { line, name: title = '', method, url, skip, tags, rows }: Entry): string =>
  [
    `${name}:${line}`,
    title,
    `${method} ${shownEntryUrl(url)}`,
    ...(skip === undefined ? [] : ['skipped']),
    ...tags.map(tag => `#${tag}`),
    ...(rows ? [`rows ${rows.text}`] : []),
  ]
    .map(text => safeLine(text))
    .join('\t');
