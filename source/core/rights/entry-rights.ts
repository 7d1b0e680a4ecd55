/** Rights that a request of a `.http` file needs. */
import { schemaFile } from '../checks/check.js';
import { isFailure } from '../failure.js';
import { sentLines } from '../http-file/body.js';
import type { BodyPiece, Entry } from '../http-file/document.js';
import { entryCommand } from '../http-file/entry-command.js';
import { fill, loopSource, type Scope } from '../http-file/variables.js';
import { readTypedUrl } from '../request/typed-url.js';
import { type FilePlace, fileRight } from './paths.js';
import { type Right, rightOf } from './right.js';
import { type FlagUse, type ReadWords, type RefusedWords, wordRights } from './words.js';

/** Credentials of a request that its file does not contain. */
export interface OtherCredentials {
  /** Origin of the server that receives them, or `undefined` if it is not known yet. */
  readonly server?: string;
  /** Owner of the credentials: `your profile "shop"`. */
  readonly owner: string;
  /** Descriptions of their kinds; empty if there are none. */
  readonly kinds: readonly string[];
  /** Kinds from a profile or the configuration, or `undefined` if neither is used. */
  readonly stored?: readonly string[];
}

/** Rights of one request. */
export interface EntryRights {
  readonly rights: readonly Right[];
  /** Right to send credentials from elsewhere over a route chosen by the file. They are withheld unless it is granted. */
  readonly rerouted?: Right;
  /** Server as written in the file, with names for values from the command line and from responses. */
  readonly receiver: string;
}

/** Adds the right to send what is read to a server, so that an approved file needs a new approval for another server. */
export const withReceiver = (rights: readonly Right[], to: string): readonly Right[] =>
  rights.flatMap(right =>
    right.verb === 'read' && right.by === undefined ? [right, rightOf('send', right.what, { to })] : right,
  );

/**
 * @param scope sources of values; `asNames` leaves names unchanged if their values are generated or received when the request
 * is sent
 */
export function entryRights<Command>(
  entry: Entry,
  scope: Scope,
  readWords: (argv: readonly string[]) => ReadWords<Command>,
  others: (argv: readonly string[], own: ReadWords<Command>) => OtherCredentials,
  place: FilePlace,
): EntryRights | RefusedWords {
  const names: Scope = { ...scope, asNames: true, made: new Map() };
  const actual = entryCommand(entry, scope, entry.at);
  const template = entryCommand(entry, names, entry.at);
  const argvOf = ({ url, argv }: typeof actual): readonly string[] => [entry.method, serverIn(url), ...argv.slice(2)];
  const argv = argvOf(actual);
  const read = readWords(argv);
  const { owner, kinds, stored, server = originOf(actual.url) } = others(argv, read);
  const namedIn = (url: string): string => (url.startsWith('@') ? server : originOf(url));
  const origins = { server, named: namedIn(template.url) };
  // The user may type another server for each run.
  const given = new Map([...scope.given].map(([name, value]) => [name, { ...value, text: `{{${name}}}` }]));
  const receiver = namedIn(entryCommand(entry, { ...names, given, made: new Map() }, entry.at).url);
  const ofWords = wordRights(read, readWords(argvOf(template)), origins, place);
  if (typeof ofWords === 'string') return ofWords;
  const filePath = (kind: 'read' | 'write', text: string): readonly Right[] => {
    const { text: path, needs } = fill(text, scope, entry.at);
    const shown = fill(text, names, entry.at).text;
    const isHidden = needs !== undefined;
    const right = fileRight(kind, { actual: path, template: shown, base: place.folder, isHidden }, place);
    return right ? [right] : [];
  };
  const subject = (of: readonly string[]): string => `${owner}${of.length === 0 ? '' : ` (${of.join(', ')})`}`;
  const ways = ofWords.filter(({ verb }) => verb === 'reroute' || verb === 'weaken');
  const moved = movedLogin(read.flags);
  const way = [...ways.map(({ verb, to = '', by = '' }) => (verb === 'weaken' ? by : `${by} ${to}`)), ...moved].join(
    ', ',
  );
  const hasSession = ofWords.some(({ what }) => what.startsWith('your session'));
  return {
    rights: [
      ...(stored ? [rightOf('send', subject(stored), { to: server })] : []),
      ...withReceiver(
        [
          ...ofWords,
          ...piecesOf(entry).flatMap(piece => (piece.kind === 'file' ? filePath('read', piece.path) : [])),
          ...(entry.rows ? filePath('read', entry.rows.text) : []),
          ...(fill(textsOf(entry), scope, entry.at).needs ?? []),
        ],
        receiver,
      ),
      ...entry.asserts.flatMap(({ text }) => {
        const file = schemaFile(text);
        return file === undefined ? [] : filePath('read', file);
      }),
      ...entry.saves.flatMap(({ path }) => filePath('write', path)),
    ],
    rerouted:
      way !== '' && (kinds.length > 0 || hasSession)
        ? rightOf('send', subject(kinds), { to: server, by: `over ${way}` })
        : undefined,
    receiver,
  };
}

/** Flags that determine which server receives the credentials of a login, or how well they are protected. */
const movesLogin =
  /^oauth2-(?:provider|issuer|accept-issuer|(?:auth|device|revocation|introspection|userinfo)-url|redirect-uri|no-pkce|insecure-http)$/;

/** Returns the flags by which a file changes the destination of a login that it does not contain. */
const movedLogin = (flags: readonly FlagUse[]): readonly string[] =>
  flags.some(({ name }) => name === 'oauth2')
    ? []
    : flags.flatMap(({ name, value }) =>
        movesLogin.test(name) ? [typeof value === 'string' ? `--${name} ${value}` : `--${name}`] : [],
      );

/** Returns the part of a URL that specifies the server, as typed. */
const serverIn = (url: string): string => /^(?:[^:/?#]+:\/\/)?[^/?#]*/.exec(url)?.[0] ?? '';

/** Returns the origin of a URL. If it contains a name without a value, returns it as typed but without a user. */
function originOf(url: string): string {
  const typed = serverIn(url).replace(/\/\/[^/]*@/, '//');
  const read = typed.startsWith('@') || typed.includes('{{') ? undefined : readTypedUrl(typed);
  return read === undefined || isFailure(read) ? typed : new URL(read.url).origin;
}

/** Returns the parts of a body, with the fragments that it may use. */
const piecesOf = ({ body, fragments }: Entry): readonly BodyPiece[] => [
  ...body,
  ...fragments.map(({ piece }) => piece),
];

/** Returns all texts of a request in which names are filled in. */
export const textsOf = (entry: Entry): string => {
  const { url, headers, asserts, captures, flags, saves, retry, rows, loop, skipIf } = entry;
  return [
    url,
    ...headers.flatMap(({ name, text }) => [name, text]),
    ...piecesOf(entry).flatMap(piece =>
      piece.kind === 'text' ? sentLines(piece).map(({ text }) => text) : piece.path,
    ),
    ...[...asserts, ...captures, ...flags].map(({ text }) => text),
    ...saves.map(({ path }) => path),
    retry?.until ?? '',
    rows?.text ?? '',
    loop?.name === undefined ? '' : loopSource(loop),
    skipIf === undefined ? '' : `{{${skipIf.text.replace(/^!/, '')}}}`,
  ].join('\n');
};
