/** A token that a program keeps in place of the file: what the file still says of it, and what the program is told. */
import { accountOf } from './status-lines.js';
import { type KeptToken, tokenToJson } from './stored-token.js';
import { isKeeperName, type KeeperName } from './token-stores.js';

/** Members of an entry that no file holds once a program keeps the token. */
const secretMembers = ['access_token', 'refresh_token', 'id_token', 'dpop_key'] as const;

/** A token kept by another program, as the file records it: enough for `auth status`, nothing secret. */
export function indexEntry(token: KeptToken, keeper: KeeperName): Record<string, unknown> {
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

/** Which program keeps the token of an entry; absent: the file itself. */
export function keeperOf(entry: unknown): KeeperName | undefined {
  const name = (entry as { kept_in?: unknown } | null | undefined)?.kept_in;
  return isKeeperName(name) ? name : undefined;
}

/** An entry as if its secrets were there, for whoever only describes it. */
export const describable = (entry: unknown): unknown => {
  if (keeperOf(entry) === undefined) return entry;
  const facts = entry as Record<string, unknown>;
  const there = (fact: unknown) => (fact === true ? '-' : undefined);
  return { ...facts, access_token: '-', refresh_token: there(facts.renewable), dpop_key: there(facts.dpop) };
};

/** Lines of `key=value` for a helper, an empty one at the end; a line break in a value would begin another line. */
export const helperLines = (members: Readonly<Record<string, string | undefined>>): string =>
  `${Object.entries(members)
    .filter(([, value]) => value !== undefined && !/[\r\n\0]/.test(value))
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')}\n`;

/** The value of a member of a helper's response; the first one counts. */
export function helperMember(output: string, name: string): string | undefined {
  const line = output.split(/\r?\n/).find(each => each.startsWith(`${name}=`));
  return line?.slice(name.length + 1);
}

/** Who a token is for, as a helper is told beside its key. */
export const helperFacts = (key: string, token?: KeptToken): Record<string, string | undefined> => ({
  key,
  server: token?.server,
  flow: token?.flow,
  client_id: token?.clientId,
  account: token && (token.account ?? accountOf(token)),
});

/** Longest piece of a text that macOS's `security` reads in one line, in characters. */
const maxPiece = 2000;

/**
 * A text in pieces that fit in a line of a program: Base64, the first one headed by their number and a mark of the whole,
 * so that pieces of two texts are never read as one.
 */
export function pieces(text: string, mark: string): readonly string[] {
  const whole = Buffer.from(text).toString('base64');
  const cut = whole.match(new RegExp(`.{1,${maxPiece}}`, 'g')) ?? [''];
  return cut.map((piece, at) => (at === 0 ? `${cut.length}.${mark}.${piece}` : `${mark}.${piece}`));
}

/** How many pieces there are by the first one; undefined: it is none of ours. */
export function pieceCount(first: string): number | undefined {
  const count = Number(/^(\d{1,3})\./.exec(first)?.[1]);
  return count > 0 ? count : undefined;
}

/** The text of all pieces; undefined: they are not of one text. */
export function joinPieces(all: readonly string[]): string | undefined {
  const [, mark, first] = all[0]?.split('.') ?? [];
  const rest = all.slice(1).map(piece => piece.split('.'));
  if (mark === undefined || first === undefined || rest.some(([own]) => own !== mark)) return undefined;
  return Buffer.from([first, ...rest.map(([, text = '']) => text)].join(''), 'base64').toString('utf8');
}
