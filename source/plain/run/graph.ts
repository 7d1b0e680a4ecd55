/** The graph of a file's requests, and `--list` and `--graph`, which print it and send nothing. */
import type { RunCommand } from '../../core/command.js';
import type { Entry } from '../../core/http-file/document.js';
import { type GraphNode, type GraphOptions, graphOf, needText } from '../../core/http-file/graph.js';
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
  const requests: object[] = [];
  for (const { file, entries } of chosenRequests) {
    const nodes = graphOf(entries, await optionsOf(file));
    for (const node of nodes) {
      if (asJson) requests.push(jsonOf(file, node, nodes));
      else stdout.write(`${listLine(file, node.entry)}\n`);
      if (graph && !asJson) for (const line of graphLines(node, nodes)) stdout.write(`  ${safeLine(line)}\n`);
    }
  }
  if (asJson) stdout.write(`${asciiJson(requests, 2)}\n`);
  return 0;
}

const titlesOf = (indexes: readonly number[], nodes: readonly GraphNode[]): readonly string[] =>
  indexes.map(each => titleOf(nodes[each]?.entry));

/** Titles of the requests that a request waits for without using their values. */
function waitsOnly({ needs, waits }: GraphNode, nodes: readonly GraphNode[]): readonly string[] {
  const neededIndexes = new Set(needs.map(({ on }) => on));
  return titlesOf(
    waits.filter(each => !neededIndexes.has(each)),
    nodes,
  );
}

function jsonOf(file: ScannedFile, node: GraphNode, nodes: readonly GraphNode[]): object {
  const { name, line, method, url, tags, skip, rows } = node.entry;
  const { cleansUp } = node;
  return {
    ...{ file: file.name, line, name, method, url: shownEntryUrl(url), tags, skip, rows: rows?.text },
    cleanup: cleansUp?.length === 0 ? ['always'] : cleansUp && titlesOf(cleansUp, nodes),
    needs: node.needs.map(({ on, name: value }) => ({ request: titleOf(nodes[on]?.entry), value })),
    waits: waitsOnly(node, nodes),
  };
}

/** Lines of `--graph` below a request. */
function graphLines(node: GraphNode, nodes: readonly GraphNode[]): readonly string[] {
  const lines = node.needs.map(need => `needs ${needText(need, nodes)}`);
  const waits = waitsOnly(node, nodes);
  if (node.cleansUp?.length === 0) lines.push('always sent');
  else if (node.cleansUp) lines.push(`cleans up ${titlesOf(node.cleansUp, nodes).join(', ')}`);
  else if (waits.length > 0) lines.push(`waits for ${waits.join(', ')}`);
  return lines;
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
