/** One request of a file as it is sent: its flags parsed as if typed, its body assembled. */
import path from 'node:path';
import type { RequestCommand } from '../../core/command.js';
import { secrecyOf } from '../../core/credentials/config.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { acceptResult } from '../../core/graphql/request.js';
import { sentText } from '../../core/http-file/body.js';
import type { BodyPiece, Entry, FilePiece } from '../../core/http-file/document.js';
import {
  type EntryBody,
  entryBody,
  type FilledPiece,
  graphqlBody,
  leavesFolder,
} from '../../core/http-file/entry-body.js';
import { type EntryCommand, entryCommand } from '../../core/http-file/entry-command.js';
import { separatorsIn } from '../../core/http-file/outgoing.js';
import { type Filled, fill, type Scope } from '../../core/http-file/variables.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { onlyOwn } from '../../core/rights/credentials.js';
import type { Right } from '../../core/rights/right.js';
import type { ReadWords } from '../../core/rights/words.js';
import { withCookies } from '../../core/session/identity-words.js';
import { boundHeaders, isStoredInFile, typedCookies, wordsLeft } from '../../core/session/words.js';
import type { Session } from '../../io/sessions/session.js';
import { readBytes, readText } from '../../io/sources.js';
import { prepareRequest } from '../prepare.js';
import { type Judging, rightsOf, untrusted } from '../trust/rights.js';
import type { Run } from './context.js';
import type { LoadedFile } from './loaded-file.js';
import { filledHeaders } from './scope.js';
import { withSession } from './session-scope.js';

/** The part of a run that is needed to build a request. */
type Making = Pick<Run, 'environment' | 'read' | 'readWords' | 'networks' | 'hidden'> & {
  /** If absent, sessions have no effect. */
  readonly sessions?: Run['sessions'];
  readonly command: Pick<Run['command'], 'flags' | 'output'>;
} & Pick<Judging, 'loginOrigin' | 'savesNothing'>;

/** A request, and the equivalent typed command. */
export interface MadeRequest {
  readonly command: RequestCommand;
  readonly spec: RequestSpec;
  /** Sources of its values, including its session. */
  readonly scope: Scope;
  /** The command line's credentials were dropped, because a response determined the request's URL. */
  readonly left: boolean;
  /** The route chosen by the file, for which credentials from elsewhere were withheld. */
  readonly withheld?: Right;
  /** The part of `--session` for its origin. */
  readonly session?: Session;
  /** `--oauth2` flags of the file, as words. */
  readonly loginFlags: readonly string[];
}

/**
 * @param origins origins of the file's requests that do not depend on a response
 * @param shown only for display: the URL may contain names
 */
export async function makeRequest(
  run: Making,
  file: LoadedFile,
  entry: Entry,
  outer: Scope,
  origins: ReadonlySet<string>,
  shown = false,
): Promise<MadeRequest | Failure> {
  const trusted = await trustedScope(run, file, entry, outer, shown);
  if (isFailure(trusted)) return trusted;
  const { scope, withheld } = trusted;
  const words = entryCommand(entry, scope, entry.at);
  const unready = unreadyWords(words);
  if (unready) return unready;
  const { flags, output } = run.command;
  const isElsewhere = words.foreignOrigin && !origins.has(originOf(words.url));
  const typed = filledHeaders(isElsewhere ? withoutCredentials(flags) : flags, scope, entry.at);
  const line = shown ? withParseableUrl(words) : words.argv;
  const read = await readLine(run, line, typed, { scope, at: entry.at, withheld, isElsewhere, shown });
  if (isFailure(read)) return read;
  const { session } = read;
  const command = {
    ...read.command,
    output: { ...read.command.output, curl: output.curl, dryRun: output.dryRun, showSecrets: output.showSecrets },
  };
  const prepared = await prepareRequest(command, run.environment);
  if (isFailure(prepared)) return prepared;
  const body = await bodyOf(run, file, entry, scope, words);
  if (isFailure(body)) return body;
  const refused = body && refusedBody(prepared);
  if (refused) return refused;
  if (session && !shown) await session.takeCookies(typedCookies(typed.words));
  const shownCookies = (shown && (await session?.jar.header(command.url))) || '';
  const network = sharedNetwork(run, withCookies(command.network, command.headers, shownCookies));
  const spec = { ...withBody(prepared, body), network, hidden: run.hidden };
  return {
    command: { ...command, network },
    spec,
    scope,
    left: isElsewhere && flags.some(holdsCredential),
    withheld,
    session,
    loginFlags: loginFlags(run.readWords(line)),
  };
}

function unreadyWords({
  problems: [problem],
  missing: [missing],
}: ReturnType<typeof entryCommand>): Failure | undefined {
  if (problem) return usageError(problem.text, 'Nothing was sent.');
  return missing && noValue(missing.text);
}

/** Returns the values of a request and of its session, if all rights that they need are granted. */
async function trustedScope(
  run: Making,
  file: LoadedFile,
  entry: Entry,
  outer: Scope,
  shown: boolean,
): Promise<{ readonly scope: Scope; readonly withheld?: Right } | Failure> {
  // Before the file's session is opened, and again with its values.
  const early = checked(run, file, entry, outer);
  if (isFailure(early)) return early;
  const scope = await withSession(run, entry, outer, shown);
  if (isFailure(scope)) return scope;
  const late = scope === outer ? early : checked(run, file, entry, scope);
  return isFailure(late) ? late : { scope, ...late };
}

/** Parses the words of a request with the flags of the command line and of its session. */
async function readLine(
  run: Making,
  line: readonly string[],
  typed: ReturnType<typeof filledHeaders>,
  {
    scope,
    at,
    withheld,
    isElsewhere,
    shown,
  }: {
    readonly scope: Scope;
    readonly at: number;
    readonly withheld: Right | undefined;
    /** True if a response determines the request's URL. */
    readonly isElsewhere: boolean;
    readonly shown: boolean;
  },
): Promise<{ readonly command: RequestCommand; readonly session: Session | undefined } | Failure> {
  const bare = run.read(line, typed.words);
  if (isFailure(bare)) return bare;
  // If a response determines the request's URL, it does not get values stored for others.
  const session = isElsewhere || withheld ? undefined : await sessionOf(run, bare, shown);
  if (isFailure(session)) return session;
  const headers = session && filledHeaders(sessionHeaders(run, session, typed.words, line), scope, at);
  const [missing] = [...typed.missing, ...(headers?.missing ?? [])];
  if (missing !== undefined) return noValue(missing);
  const inSession = headers ? run.read(line, [...headers.words, ...typed.words]) : bare;
  if (isFailure(inSession)) return inSession;
  const [own] = withheld ? run.readWords(line).commands : [];
  const command = headers ? { ...inSession, headers: boundHeaders(inSession.headers, headers.words) } : inSession;
  return { command: own ? onlyOwn(command, own) : command, session };
}

/** Returns why the body of a file cannot be sent with a request. */
function refusedBody({ method, body }: RequestSpec): Failure | undefined {
  if (body) return usageError('The body is given both in the file and in # @flags.', 'Remove one of them.');
  if (/^(?:HEAD|TRACE)$/.test(method))
    return usageError(`${method} requests cannot have a body.`, 'Use GET or POST, or remove the body.');
  return undefined;
}

const loginFlags = ({ flags }: ReadWords<unknown>): readonly string[] =>
  flags.flatMap(({ name, value }) => {
    if (!/^oauth2(?:-|$)/.test(name)) return [];
    if (typeof value === 'string') return `--${name}=${value}`;
    return value ? `--${name}` : `--no-${name}`;
  });

/** Fails for a right that was not granted. Returns the route to which credentials from elsewhere must not be sent. */
function checked(run: Making, file: LoadedFile, entry: Entry, scope: Scope): { readonly withheld?: Right } | Failure {
  const rights = rightsOf(run, file, entry, scope);
  if (isFailure(rights)) return rights;
  const missing = rights.rights.find(each => !file.grants(each));
  if (missing) return untrusted(missing);
  return rights.rerouted && !file.grants(rights.rerouted) ? { withheld: rights.rerouted } : {};
}

/** A request for display may have names in its host. */
async function sessionOf(
  { sessions }: Making,
  { session, url }: RequestCommand,
  shown: boolean,
): Promise<Session | Failure | undefined> {
  if (!sessions || !session || url.startsWith(nowhere)) return undefined;
  return sessions.open(session, new URL(url).origin, shown);
}

/** Stored flags are overridden by the flags of the run and of the file. */
const sessionHeaders = (
  { sessions }: Making,
  session: Session,
  under: readonly string[],
  line: readonly string[],
): readonly string[] => wordsLeft(session.words, [...under.filter(isStoredInFile), ...(sessions?.wordsOf(line) ?? [])]);

const mark = '/~names~';
const nowhere = 'http://names.invalid';

/** Makes a URL with names in its host parseable. */
function withParseableUrl({ argv, foreignOrigin }: EntryCommand): readonly string[] {
  if (!foreignOrigin) return argv;
  const [method = '', url = '', ...rest] = argv;
  const at = url.indexOf('{{');
  const before = at < 0 ? url : url.slice(0, at);
  const start = /^(?:[^:]+:\/\/)?$/.test(before) ? `${nowhere}${mark}${before}` : `${before}${mark}`;
  return [method, start + url.slice(before.length), ...rest];
}

/** The text of a request for display, with its names as written. */
export const withNames = (text: string): string =>
  text
    .replaceAll(`${nowhere}${mark}`, '')
    .replaceAll(mark, '')
    .replace(/^Host: names\.invalid\n/m, '')
    .replace(/%7B%7B((?:(?!%7[BD]).)*?)%7D%7D/g, (_, name: string) => `{{${name}}}`);

/** A request that cannot be created. `missing` is the name that has no value, if that is the reason. */
export interface UnmadeRequest extends Failure {
  readonly missing?: string;
}

export const noValue = (expression: string): UnmadeRequest => ({
  ...usageError(`{{${expression}}} has no value.`, 'Set a value for it, or send the request that captures it first.'),
  missing: expression,
});

const originOf = (url: string): string =>
  /^[^:/?#]+:\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? url.split(/[/?#]/, 1)[0] ?? '';

/** Origins of requests whose host does not come from a response. */
export const ownOrigins = (file: LoadedFile, scope: Scope): ReadonlySet<string> =>
  new Set(
    file.http.entries.flatMap((entry, at) => {
      const { url, foreignOrigin, missing } = entryCommand(entry, scope, at);
      return foreignOrigin || missing.some(each => entry.url.startsWith(`{{${each.text}`)) ? [] : [originOf(url)];
    }),
  );

function holdsCredential(word: string): boolean {
  const [, name = '', value = ''] = /^--([^=]+)=?([\s\S]*)$/.exec(word) ?? [];
  return secrecyOf(name, value) !== 'nothing' || /^(?:cert|key|oauth2|netrc|cookie-jar)/.test(name);
}

const withoutCredentials = (flags: readonly string[]): readonly string[] =>
  flags.filter(word => !holdsCredential(word));

async function bodyOf(
  { environment }: Making,
  file: LoadedFile,
  entry: Entry,
  scope: Scope,
  { type, operationName }: { readonly type?: string; readonly operationName?: string },
): Promise<EntryBody | Failure | undefined> {
  const pieces = await filledPieces(environment, file, entry, entry.body, scope);
  if (isFailure(pieces)) return pieces;
  if (!entry.graphql) return entryBody(pieces, type);
  const text = joinedText(pieces);
  const fragments: string[] = [];
  for (const { name, piece } of entry.fragments) {
    if (![text, ...fragments].some(each => spreads(each, name))) continue;
    const filled = await filledPieces(environment, file, entry, [piece], scope);
    if (isFailure(filled)) return filled;
    fragments.push(joinedText(filled));
  }
  return entryBody([{ kind: 'text', text: graphqlBody(text, operationName, fragments) }], type);
}

/** Whether a document contains `...NAME`. */
const spreads = (document: string, name: string): boolean =>
  document.split('...').some((part, index) => index > 0 && /^\s*([\w.-]+)/.exec(part)?.[1] === name);

const joinedText = (pieces: readonly FilledPiece[]): string =>
  pieces.map(piece => (piece.kind === 'text' ? piece.text : '')).join('');

/** Fills in the names in pieces of a body, and reads files whose text is required. */
async function filledPieces(
  environment: Making['environment'],
  file: LoadedFile,
  entry: Entry,
  parts: readonly BodyPiece[],
  scope: Scope,
): Promise<readonly FilledPiece[] | Failure> {
  const { at } = entry;
  const pieces: FilledPiece[] = [];
  for (const piece of parts) {
    const filled = fill(piece.kind === 'text' ? sentText(piece) : piece.path, scope, at);
    const [missing] = filled.missing;
    if (missing !== undefined) return noValue(missing);
    if (piece.kind === 'text') {
      if (movesMessages(entry, sentText(piece), filled.text)) return movedMessages;
      pieces.push({ kind: 'text', text: filled.text });
      continue;
    }
    const read = await filledFile(environment, file, entry, piece, filled, scope);
    if (isFailure(read)) return read;
    pieces.push(read);
  }
  return pieces;
}

async function filledFile(
  environment: Making['environment'],
  file: LoadedFile,
  entry: Entry,
  piece: FilePiece,
  filledPath: Filled,
  scope: Scope,
): Promise<FilledPiece | Failure> {
  if (leavesFolder(piece.path, filledPath))
    return failure('usage', `A response determines the body file: ${filledPath.text}.`, {
      hint: 'The file is not read. Write its name in the request.',
    });
  const name = path.resolve(file.folder, filledPath.text);
  const isText = piece.filled || entry.graphql || entry.stream === 'websocket' || piece.encoding !== undefined;
  if (!isText) return { kind: 'file', path: name };
  const text = await textOf(name, piece.encoding, environment);
  if (isFailure(text)) return text;
  if (!piece.filled) return { kind: 'text', text };
  const filled = fill(text, scope, entry.at);
  if (filled.missing[0] !== undefined) return noValue(filled.missing[0]);
  return movesMessages(entry, text, filled.text) ? movedMessages : { kind: 'text', text: filled.text };
}

/** Returns whether the values in a text change how it is split into the messages of a WebSocket. */
const movesMessages = ({ stream }: Entry, template: string, filled: string): boolean =>
  stream === 'websocket' && separatorsIn(template) !== separatorsIn(filled);

const movedMessages = usageError(
  'A value would add or remove a separator of messages (===).',
  'Nothing was sent. Write the separators in the body.',
);

async function textOf(
  name: string,
  encoding: string | undefined,
  environment: Run['environment'],
): Promise<string | Failure> {
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return readText({ from: 'file', path: name }, environment);
  const bytes = await readBytes({ from: 'file', path: name }, environment);
  if (isFailure(bytes)) return bytes;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return usageError(`The encoding ${encoding} is not supported.`, 'Usage: <@latin1 ./file, <@utf-16le ./file');
  }
}

/** The headers that the body requires are overridden by the file's. */
function withBody(spec: RequestSpec, entryBody: EntryBody | undefined): RequestSpec {
  if (!entryBody) return spec;
  const { body, type } = entryBody;
  const has = (name: string): boolean =>
    spec.removed.includes(name) || spec.headers.some(each => each.name.toLowerCase() === name);
  return {
    ...spec,
    headers:
      type === undefined || has('content-type')
        ? spec.headers
        : [...spec.headers, { name: 'Content-Type', value: type }],
    body,
  };
}

/** A GraphQL request sends a default Accept header, unless the file has one. */
export const forGraphql = (spec: RequestSpec): RequestSpec => ({
  ...spec,
  headers: spec.headers.map(each =>
    each.name === 'Accept' && each.value === '*/*' ? { name: 'Accept', value: acceptResult } : each,
  ),
});

/** A key's password is not part of the text by which options are compared. */
function sharedNetwork({ networks }: Making, network: RequestSpec['network']): RequestSpec['network'] {
  if (network.keyPass) return network;
  const key = JSON.stringify(network);
  const known = networks.get(key);
  if (known) return known;
  networks.set(key, network);
  return network;
}
