/** `--diff OTHER`: compares the response with a file, or with the response to the same request at another URL or profile. */

import { Writable } from 'node:stream';
import { type JsonDifference, jsonDifferences } from '../core/checks/differences.js';
import { type JsonPath, parseJsonPath, selectJson } from '../core/checks/json-path.js';
import type { RequestCommand } from '../core/command.js';
import { originOf } from '../core/config.js';
import { counted } from '../core/counted.js';
import { differentCode, type Failure, FailureError, failure, isFailure, usageError } from '../core/failure.js';
import { type JsonNode, jsonTree } from '../core/json/tree.js';
import { isProblem } from '../core/problem.js';
import { namesProfile } from '../core/profiles.js';
import { readsStandardInput } from '../core/request/standard-input.js';
import { safeLine } from '../core/response/safe-text.js';
import { pathText } from '../core/response/viewer/paths.js';
import { truncate } from '../core/truncate.js';
import type { Environment, OutputStream } from '../environment.js';
import { readText } from '../io/sources.js';
import { note } from './note.js';
import { runRequest } from './run-request.js';

/** Parses a line as if typed, with the configuration as defaults. */
type ReadRequest = (argv: readonly string[], under: readonly string[]) => RequestCommand | Failure;

/** Runs a request with the values of its profile. */
type FillNames = (
  command: RequestCommand,
  environment: Environment,
  run: (command: RequestCommand) => Promise<number | Failure>,
) => Promise<number | Failure>;

const maxBytes = 64 * 1024 * 1024;
const maxShown = 120;

/** Prints one line per difference. The exit code is 12 if there is one. */
export async function runDiff(
  command: RequestCommand,
  other: string,
  environment: Environment,
  read: ReadRequest,
  fill: FillNames,
): Promise<number | Failure> {
  const { output } = command;
  if (hasOtherOutput(output))
    return usageError('--diff cannot be combined with other output.', 'Remove -o, -O, -a, --curl and --dry-run.');
  const place = otherRequest(command, other, read);
  if (isFailure(place)) return place;
  const ignored = (output.diffIgnore ?? []).filter(text => text.startsWith('$')).map(parseJsonPath);
  const wrong = ignored.find(isFailure);
  if (wrong) return wrong;
  const paths = ignored.filter(each => !isFailure(each)) as readonly JsonPath[];
  // The file is read first, before anything is sent.
  const from = place ? await bodyOf(place, environment, fill) : await fileText(other, environment);
  if (isFailure(from)) return from;
  const to = await bodyOf(command, environment, fill);
  if (isFailure(to)) return to;
  // A file has no head.
  const [old, now] = place
    ? [splitHead(from), splitHead(to)]
    : [
        { head: [], body: from },
        { head: [], body: splitHead(to).body },
      ];
  const lines = [
    ...headDifferences(old.head, now.head, output.diffIgnore ?? []),
    ...(old.body === now.body ? [] : differences(old.body, now.body, paths)),
  ];
  if (!output.silent)
    note(environment, lines.length === 0 ? 'No differences.' : `${counted(lines.length, 'difference')}.`);
  for (const line of lines) environment.stdout.write(`${line}\n`);
  return lines.length === 0 ? 0 : differentCode;
}

const hasOtherOutput = (output: RequestCommand['output']): boolean =>
  output.file !== undefined || Boolean(output.download || output.curl || output.dryRun || output.asserts);

async function fileText(path: string, environment: Environment): Promise<string | Failure> {
  const text = await readText({ from: 'file', path }, environment);
  return isFailure(text) ? { ...text, kind: 'usage' } : text;
}

/** The same request at the other URL, or undefined if OTHER is a file. Credentials are not sent to another origin. */
function otherRequest(command: RequestCommand, other: string, read: ReadRequest): RequestCommand | Failure | undefined {
  if (!namesProfile(other) && !/^(?:https?:\/\/|:\d)/i.test(other)) return undefined;
  if (readsStandardInput(command.body))
    return usageError(
      '--diff sends the body twice, but standard input can be read only once.',
      'Save the body to a file: -d @FILE',
    );
  const found = read([command.method, other], []);
  if (isFailure(found)) return found;
  const isHere = originOf(found.url) === originOf(command.url);
  const isNeutral = (header: (typeof command.headers)[number]): boolean =>
    header.kind !== 'file' && /^(?:accept|content|prefer)\b/i.test(header.name);
  return {
    ...found,
    body: command.body,
    query: command.query,
    headers: [...found.headers, ...(isHere ? command.headers : command.headers.filter(isNeutral))],
    ...(isHere ? { auth: command.auth, network: command.network } : {}),
    ...(command.yes ? { yes: true as const } : {}),
  };
}

/** The body as text, whatever the status. */
async function bodyOf(command: RequestCommand, environment: Environment, fill: FillNames): Promise<string | Failure> {
  const chunks: Buffer[] = [];
  let length = 0;
  const stdout: OutputStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > maxBytes) return done(new FailureError(tooLong(command.url)));
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const { silent, debugLog } = command.output;
  const output = {
    ...command.output,
    include: false,
    verbose: false,
    print: 'hb',
    pretty: 'none',
    fail: false,
    checkStatus: false,
    timing: false,
    meta: undefined,
    writeOut: undefined,
    resume: false,
    silent,
    debugLog,
  } as typeof command.output;
  const ended = await fill({ ...command, output }, environment, filled =>
    runRequest(filled, { ...environment, stdout }),
  );
  return isFailure(ended) ? ended : Buffer.concat(chunks).toString('utf8');
}

const tooLong = (url: string): Failure =>
  failure('limit', `The response of ${url} exceeds 64 MiB, the limit of --diff.`, {
    hint: 'Save both responses with -o, and compare them with diff.',
  });

/** Lines of the head, and the body, of a printed response. */
function splitHead(text: string): { readonly head: readonly string[]; readonly body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { head: [], body: text };
  return { head: text.slice(0, end.index).split(/\r?\n/), body: text.slice(end.index + end[0].length) };
}

/** Headers that differ between any two responses. */
const noise =
  /^(?:date|age|etag|expires|last-modified|connection|keep-alive|content-length|transfer-encoding|server-timing|set-cookie|traceparent|cf-ray|x-(?:request|correlation|trace)-id|x-runtime)$/;

/** A line for each difference in status and headers. */
function headDifferences(
  old: readonly string[],
  now: readonly string[],
  ignored: readonly string[],
): readonly string[] {
  const names = new Set(ignored.map(each => each.toLowerCase()));
  const parsed = ([status = '', ...lines]: readonly string[]): ReadonlyMap<string, string> => {
    const values = new Map<string, string>();
    if (!names.has('status')) values.set('status', /\s(\d{3})/.exec(status)?.[1] ?? '');
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+):\s?(.*)$/.exec(line) ?? [];
      const key = name.toLowerCase();
      if (!noise.test(key) && !names.has(key)) values.set(key, [values.get(key), value].filter(Boolean).join(', '));
    }
    return values;
  };
  const [before, after] = [parsed(old), parsed(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(name => {
    const [from, to] = [before.get(name), after.get(name)];
    if (from === to) return [];
    const shown = safeLine(name);
    if (from === undefined) return [`+ ${shown}: ${short(to ?? '')}`];
    return [to === undefined ? `- ${shown}: ${short(from)}` : `~ ${shown}: ${short(from)} -> ${short(to)}`];
  });
}

/** A line for each difference of two JSON texts; of other texts, the first line that differs. */
function differences(from: string, to: string, ignored: readonly JsonPath[]): readonly string[] {
  const [old, now] = [from, to].map(text => jsonTree(text, {}));
  if (old && now && !isProblem(old) && !isProblem(now)) {
    const [before, after] = [shownIn(from), shownIn(to)];
    const [left, right] = [old.root, now.root].map(root => ignored.flatMap(path => selectJson(path, root)));
    const isIn = (nodes: readonly JsonNode[] = [], node: JsonNode): boolean =>
      nodes.some(each => each.from <= node.from && node.to <= each.to);
    const isIgnored = (each: JsonDifference): boolean =>
      (each.kind !== 'added' && isIn(left, each.from)) || (each.kind !== 'removed' && isIn(right, each.to));
    const found = [...jsonDifferences(old.root, now.root)].filter(each => !isIgnored(each));
    return found.map(each => {
      const path = safeLine(pathText(each.path));
      if (each.kind === 'added') return `+ ${path}: ${after(each.to)}`;
      return each.kind === 'removed'
        ? `- ${path}: ${before(each.from)}`
        : `~ ${path}: ${before(each.from)} -> ${after(each.to)}`;
    });
  }
  const [lines, others] = [from.split('\n'), to.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  const line = at < 0 ? lines.length : at;
  return [`~ line ${line + 1}: ${short(lines[line] ?? '')} -> ${short(others[line] ?? '')}`];
}

const shownIn =
  (text: string) =>
  (node: JsonNode): string =>
    short(text.slice(node.from, Math.min(node.to, node.from + maxShown * 4)));

const short = (text: string): string => truncate(safeLine(text.replace(/\s+/g, ' ')), maxShown);
