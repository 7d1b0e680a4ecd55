/**
 * Handles tokens that a program stores instead of the file: the entry that remains in the file, and the data passed to the
 * program.
 */
import { accountOf } from './status-lines.js';
import { type StoredToken, tokenToJson } from './stored-token.js';
import { isKeeperName, type KeeperName } from './token-stores.js';

/** Members of an entry that are not stored in the file if a program stores the token. */
const secretMembers = ['access_token', 'refresh_token', 'id_token', 'dpop_key'] as const;

/** Returns the file's entry for a token stored by another program: enough for `auth status`, without secrets. */
export function indexEntry(token: StoredToken, keeper: KeeperName): Record<string, unknown> {
  const entry = Object.entries(tokenToJson(token)).filter(
    ([name]) => !(secretMembers as readonly string[]).includes(name),
  );
  return {
    ...Object.fromEntries(entry),
    kept_in: keeper,
    account: token.account ?? accountOf(token),
    renewable: token.refreshToken !== undefined || undefined,
    dpop: token.dpopKey !== undefined || undefined,
  };
}

/** Returns the program that stores the token of an entry, or undefined if the file does. */
export function keeperOf(entry: unknown): KeeperName | undefined {
  const name = (entry as { kept_in?: unknown } | null | undefined)?.kept_in;
  return isKeeperName(name) ? name : undefined;
}

/** Returns an entry with dummy secrets, for code that only describes it. */
export const describable = (entry: unknown): unknown => {
  if (keeperOf(entry) === undefined) return entry;
  const facts = entry as Record<string, unknown>;
  const there = (fact: unknown) => (fact === true ? '-' : undefined);
  return { ...facts, access_token: '-', refresh_token: there(facts.renewable), dpop_key: there(facts.dpop) };
};

/** Returns `key=value` lines for a helper, followed by an empty line. A line break in a value would start another line. */
export const helperLines = (members: Readonly<Record<string, string | undefined>>): string =>
  `${Object.entries(members)
    .filter(([, value]) => value !== undefined && !/[\r\n\0]/.test(value))
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')}\n`;

/** Returns a member's value in a helper's response. The first one counts. */
export function helperMember(output: string, name: string): string | undefined {
  const line = output.split(/\r?\n/).find(each => each.startsWith(`${name}=`));
  return line?.slice(name.length + 1);
}

/** Returns the token's identity, which a helper receives along with the key. */
export const helperFacts = (key: string, token?: StoredToken): Record<string, string | undefined> => ({
  key,
  server: token?.server,
  flow: token?.flow,
  client_id: token?.clientId,
  account: token && (token.account ?? accountOf(token)),
});

/** Maximum number of characters that macOS's `security` reads in one line. */
const maxPiece = 2000;

/**
 * Splits a text into pieces that fit on a line of a program. The pieces are Base64. The first one starts with their number and
 * a mark of the entire text, so that pieces of two texts are never combined.
 */
export function pieces(text: string, mark: string): readonly string[] {
  const whole = Buffer.from(text).toString('base64');
  const cut = whole.match(new RegExp(`.{1,${maxPiece}}`, 'g')) ?? [''];
  return cut.map((piece, at) => (at === 0 ? `${cut.length}.${mark}.${piece}` : `${mark}.${piece}`));
}

/** Returns the number of pieces from the first one, or undefined if the piece was not written by apiclient. */
export function pieceCount(first: string): number | undefined {
  const count = Number(/^(\d{1,3})\./.exec(first)?.[1]);
  return count > 0 ? count : undefined;
}

/** Joins pieces. Returns undefined if they do not belong to one text. */
export function joinPieces(all: readonly string[]): string | undefined {
  const [, mark, first] = all[0]?.split('.') ?? [];
  const rest = all.slice(1).map(piece => piece.split('.'));
  if (mark === undefined || first === undefined || rest.some(([own]) => own !== mark)) return undefined;
  return Buffer.from([first, ...rest.map(([, text = '']) => text)].join(''), 'base64').toString('utf8');
}
