/** One request of a text, sent and checked as in `run`: used by the full screen to send it alone. */
import path from 'node:path';
import type { CheckedExchange } from '../../core/checks/exchange.js';
import type { RunCommand } from '../../core/command.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry, HttpFile } from '../../core/http-file/document.js';
import { graphOf } from '../../core/http-file/graph.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import { fill, type Value } from '../../core/http-file/variables.js';
import { entryTitle } from '../../core/masking/by-name.js';
import { maskOf } from '../../core/masking/mask.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import type { NetworkOptions } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { isUnsafe } from '../../core/request/spec.js';
import type { Right } from '../../core/rights/right.js';
import type { Environment } from '../../environment.js';
import { memoryJar } from '../../io/http/cookies/jar.js';
import type { TextGraph, TextOrigin, TextReader, TextRequest, TextValues } from '../../io/http/text-request.js';
import { manifestOf } from '../trust/rights.js';
import type { ReadFileWords, ReadRequest, Run } from './context.js';
import { graphOptions } from './graph.js';
import { besideFolder, grantedFile } from './load.js';
import type { ScannedFile } from './loaded-file.js';
import { disabledBy } from './loop.js';
import {
  forGraphql,
  type MadeRequest,
  makeRequest,
  ownOrigins,
  type UnmadeRequest,
  withNames,
} from './make-request.js';
import { readPlaces } from './places.js';
import { liveScope, scopeBefore, secretsIn, usedResponses } from './scope.js';
import { sendEntry } from './send-entry.js';

interface Reader {
  readonly environment: Environment;
  readonly read: ReadRequest;
  readonly readWords: ReadFileWords;
  readonly flags: readonly string[];
}

/** Values, cookies and certificates from the responses of one API. */
interface Known {
  readonly responses: Map<string, CheckedExchange>;
  readonly certificates: Run['certificates'];
  readonly jar: ReturnType<typeof memoryJar>;
}

/**
 * Returns the reader of one screen, which remembers cookies and the responses to which later requests refer.
 * @param flags defaults for each request
 */
export function textRequests(
  environment: Environment,
  read: ReadRequest,
  readWords: ReadFileWords,
  flags: readonly string[],
): TextReader {
  const knownBy = memoizeWeak((_login: object) => new Map<string, Known>());
  const reader = (place: TextOrigin): Reader & Known => {
    const cache = knownBy(place.login);
    const ours = cache.get(place.home) ?? {
      responses: new Map(),
      certificates: new Map(),
      jar: memoryJar(environment),
    };
    cache.set(place.home, ours);
    return { environment, read, readWords, flags, ...ours };
  };
  return {
    request: (text, at, values, place) => oneRequest(text, at, values, place, reader(place)),
    rights: (text, at, values, place) => rightsIn(text, at, values, place, reader(place)),
    graph: (text, values, place) => graphIn(text, values, place, reader(place)),
  };
}

/** The text, and the files next to it. */
async function scannedText(
  text: string,
  http: HttpFile,
  place: TextOrigin,
  environment: Environment,
): Promise<ScannedFile | Failure> {
  const folder = place.file === undefined ? environment.folder : path.dirname(place.file);
  const beside = await besideFolder(folder, undefined, environment);
  return isFailure(beside) ? beside : { name: 'the text', folder, http, text, ...beside, places: [] };
}

/** The origin for which the login of a tab is meant. A tab without a server sends its login to every server. */
const loginOriginOf = ({ hasLogin, home }: TextOrigin): string | undefined =>
  hasLogin ? (originOf(home) ?? '') : undefined;

async function rightsIn(
  text: string,
  at: readonly number[] | undefined,
  { given, captured, configured }: TextValues,
  place: TextOrigin,
  { environment, read, readWords, flags, responses }: Reader & Known,
): Promise<readonly Right[] | Failure> {
  const http = parseHttpFile(text);
  const scanned = await scannedText(text, http, place, environment);
  if (isFailure(scanned)) return scanned;
  const learned = { captured: new Map(captured), responses };
  const scope = liveScope(scanned, given, environment, learned);
  const named = await readPlaces(http, scope, read, undefined, environment);
  const file = { ...scanned, places: named.values.map(each => each ?? configured) };
  const judging = { command: { flags }, loginOrigin: loginOriginOf(place), savesNothing: at !== undefined };
  const run = { environment, read, readWords, given, learned, ...judging };
  const entries = http.entries.map(entry => ({ ...entry, ...(at === undefined ? { skip: undefined } : {}) }));
  const chosen = at === undefined ? entries : at.flatMap(each => entries[each] ?? []);
  const { rights, refused } = await manifestOf(run, file, chosen);
  const [first] = refused;
  return first && at !== undefined ? usageError(first.text, 'Nothing was sent.') : rights;
}

async function graphIn(
  text: string,
  { given, captured, configured }: TextValues,
  place: TextOrigin,
  { environment, flags, responses }: Reader & Known,
): Promise<TextGraph | Failure> {
  const http = parseHttpFile(text);
  const scanned = await scannedText(text, http, place, environment);
  if (isFailure(scanned)) return scanned;
  const file = { ...scanned, places: http.entries.map(() => configured) };
  const scope = liveScope(file, given, environment, { captured: new Map(captured), responses });
  return {
    nodes: graphOf(http.entries, await graphOptions(file, { flags, cleanup: false }, environment, given)),
    hasValue: (name, at) => fill(`{{${name}}}`, scope, at).missing.length === 0,
  };
}

async function oneRequest(
  text: string,
  at: number,
  { given, captured, configured, isShown }: TextValues,
  place: TextOrigin,
  { environment, read, readWords, flags, responses, certificates, jar }: Reader & Known,
): Promise<TextRequest | Failure> {
  const http = parseHttpFile(text);
  const entry = http.entries[at];
  if (entry === undefined) return usageError('No request to send.', 'GET https://api.example.com/users');
  if (entry.refusal !== undefined) return usageError(`Line ${entry.line}: ${entry.refusal}`, 'Nothing was sent.');
  if (entry.skip !== undefined)
    return usageError(
      `The request is skipped${entry.skip && `: ${entry.skip}`}.`,
      'Remove # @skip above it to send it.',
    );
  const scanned = await scannedText(text, http, place, environment);
  if (isFailure(scanned)) return scanned;
  const bare = await grantedFile(scanned, place.grants, { environment, read, given });
  if (isFailure(bare)) return bare;
  const taken = new Map(captured);
  const learned = { captured: taken, responses };
  const named = await readPlaces(http, liveScope(bare, given, environment, learned), read, undefined, environment);
  const make = (values: ReadonlyMap<string, Value> | undefined) => {
    const file = { ...bare, places: named.values.map(each => each ?? values) };
    const live = liveScope(file, given, environment, learned);
    const scope = isShown ? scopeBefore(live, http.entries, at, expression => `{{${expression}}}`) : live;
    const hidden = secretsIn([file], [given, captured], environment);
    const loginOrigin = loginOriginOf(place);
    const command = { flags, output: shownOutput };
    const run = { command, environment, read, readWords, loginOrigin, savesNothing: true, networks: new Map(), hidden };
    return { file, scope, made: makeRequest(run, file, entry, scope, ownOrigins(file, scope), isShown) };
  };
  let tried = make(configured);
  const first = await tried.made;
  // A text from another source must not send a profile's credentials to another server.
  if (!isFailure(first) && originOf(first.spec.url) !== originOf(place.home)) tried = make(undefined);
  const { file, scope } = tried;
  const disabled = isShown ? undefined : disabledBy(entry, scope);
  if (disabled !== undefined)
    return failure('usage', `The request is disabled: ${disabled}.`, {
      code: 'disabled',
      hint: 'Change the value, or remove the line, to send it.',
    });
  const made = await tried.made;
  if (isFailure(made)) return withNeeds(made, http);
  return {
    spec: entry.graphql ? forGraphql(made.spec) : made.spec,
    network: ownNetwork(made, read),
    loginFlags: made.loginFlags,
    asks: asksFirst(made),
    withheld: made.withheld,
    jar: entry.cookies && made.spec.network.cookieJar === undefined ? jar : undefined,
    shown: text => maskOf(made.spec.hidden ?? [])(withNames(text)),
    left: [...ignoredIn(http, text, entry), ...leftOut(entry, made, responses)],
    async send(spec, options, observer) {
      const { name } = entry;
      const isNeeded = http.entries.some(each => each.needs.some(need => need.text === name));
      const responseNames = name !== undefined && (isNeeded || usedResponses(file).has(name)) ? [name] : [];
      const sendable = { environment, flags, file, scope, entry, learned, responseNames };
      const identity = { certificates, attempt: () => ({ spec, options }) };
      const before = new Map(taken);
      const { asserts, maxEvents } = made.command.output;
      const { done, checks, tries } = await sendEntry({ ...sendable, asserts, maxEvents }, identity, observer);
      if (isFailure(done)) return done;
      const { response, body, missed, streamBytes } = done;
      const captured = new Map([...taken].filter(([name, value]) => before.get(name) !== value));
      return { response, body, checks, captured, tries, streamBytes, problem: missed };
    },
  };
}

const originOf = (url: string): string | undefined => readUrl(url)?.origin;

/** `--yes`, of the screen or in its `# @flags`, confirms it. */
const asksFirst = ({ spec, command: { profile, yes } }: MadeRequest): string | undefined =>
  profile?.confirm === true && !yes && isUnsafe(spec.method) ? profile.name : undefined;

/** The requests whose responses this request needs. */
const needed = (entry: Entry, responses: ReadonlyMap<string, unknown>): readonly string[] =>
  entry.needs.flatMap(({ text }) => (responses.has(text) ? [] : [text]));

/** A name without a value that another request provides, which must be sent first. */
function withNeeds(made: UnmadeRequest, { entries }: HttpFile): Failure {
  if (made.missing === undefined) return made;
  const name = made.missing.replace(/^%\s*/, '');
  const bringer = entries.find(
    each =>
      each.captures.some(capture => capture.name === name) ||
      (each.name !== undefined && name.startsWith(`${each.name}.response.`)),
  );
  return bringer === undefined
    ? made
    : {
        ...made,
        hint: `Send ${entryTitle(bringer)} first, or all requests of the text.`,
      };
}

/** The network options of its flags, which replace the screen's. */
function ownNetwork({ spec, command }: MadeRequest, read: ReadRequest): Partial<NetworkOptions> {
  const bare = read(['GET', command.url], []);
  if (isFailure(bare) || bare.kind !== 'request') return {};
  const usual: Readonly<Record<string, unknown>> = { ...bare.network };
  return Object.fromEntries(
    Object.entries(spec.network).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  );
}

/** Lines of a request that are not sent or not supported, and belong to its file. */
function ignoredIn({ unsupported, imports, notes }: HttpFile, text: string, { from, to }: Entry): readonly string[] {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const [first, end] = [lineAt(from), to < text.length ? lineAt(to) : Number.POSITIVE_INFINITY];
  return [
    ...unsupported.map(each => ({ ...each, text: `Ignored ${each.text}.` })),
    ...imports.map(({ text, line }) => ({ text: `# @import ${text} works only in apiclient run.`, line })),
    ...notes,
  ]
    .filter(({ line }) => line >= first && line < end)
    .map(each => `Line ${each.line}: ${each.text}`);
}

/** The parts of it that only `run` supports. */
function leftOut(entry: Entry, { command }: MadeRequest, responses: ReadonlyMap<string, unknown>): readonly string[] {
  const { output } = command;
  const saved = [...entry.saves.map(({ path: name }) => name), ...(output.file === undefined ? [] : [output.file])];
  return [
    ...entry.unsupported.map(({ text, line }) => `Line ${line}: ${text}`),
    ...needed(entry, responses).map(name => `# @ref ${name} was not sent first. Send it, or all requests.`),
    ...saved.map(
      name =>
        `The response was not saved to ${name}. Run the file with apiclient run, or press s to save the response.`,
    ),
    ...(entry.loop ? ['# @loop works only in apiclient run. The request is sent once.'] : []),
    ...(entry.questions.length > 0 ? ['# @note asks only in apiclient run.'] : []),
    ...(entry.rows ? ['# @rows works only in apiclient run. The request is sent once.'] : []),
    ...(output.etagSave === undefined ? [] : ['--etag-save in # @flags works only in apiclient run.']),
  ];
}

/** Output options of a request that is only shown on the screen. */
const shownOutput = { curl: false, dryRun: false, showSecrets: false } as RunCommand['output'];
