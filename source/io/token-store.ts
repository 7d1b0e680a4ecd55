/**
 * The stored tokens, by key: in a file, or in a program that stores them instead (a keyring, the configured helper). The file
 * lists all of them, so that listing tokens unlocks no keyring. Reading loads little code, because a plain request with a cached
 * token needs nothing else.
 */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../core/failure.js';
import { keyText, type StoredToken, tokenFromJson, tokenToJson } from '../core/oauth/stored-token.js';
import { describable, indexEntry, keeperOf } from '../core/oauth/token-places.js';
import type { KeeperName, TokenStore } from '../core/oauth/token-stores.js';
import type { OAuth2Options } from '../core/options.js';
import type { Environment } from '../environment.js';
import { loadConfig } from './config.js';
import { withLock } from './files/file-lock.js';
import { privateFolder } from './files/private-file.js';
import { loadTokenFile, type Notify, tokenFile, updateTokenFile } from './tokens/token-file.js';

export { type Notify, tokenFile } from './tokens/token-file.js';

/** The key of a cached token, which reveals nothing. */
export const tokenKey = (options: OAuth2Options): string => createHash('sha256').update(keyText(options)).digest('hex');

const loadKeepers = () => import('./tokens/keepers.js');

/** Failure of a keyring or helper. Another login can replace the token. */
function keeperFailure({ hint, text }: Failure, done: string, keeper?: KeeperName): Failure {
  const step = keeper === 'helper' ? 'Check "token-helper" in the configuration' : 'Unlock the keyring and try again';
  return failure('file', `The token was not ${done}: ${text}`, {
    hint: hint ?? `${step}, or continue without it: --oauth2-no-cache.`,
  });
}

/** Returns the token for a key. An unusable cache counts as empty and causes a one-line note. */
export async function readToken(environment: Environment, key: string, note: Notify): Promise<StoredToken | undefined> {
  const content = await loadTokenFile(environment, note);
  if (isFailure(content)) {
    note(content.text);
    return undefined;
  }
  const entry = Object.hasOwn(content.entries, key) ? content.entries[key] : undefined;
  const keeper = keeperOf(entry);
  if (keeper === undefined) return tokenFromJson(entry);
  const text = await (await loadKeepers()).keepers[keeper].get(key, environment);
  if (isFailure(text)) {
    note(keeperFailure(text, 'read', keeper).text);
    return undefined;
  }
  try {
    return text === undefined ? undefined : tokenFromJson(JSON.parse(text));
  } catch {
    note(`${keeper} returned something other than the stored token.`);
    return undefined;
  }
}

/** Returns all tokens for a listing, without the secrets of those stored in a program. */
export async function readTokens(
  environment: Environment,
  note: Notify,
): Promise<ReadonlyMap<string, StoredToken> | Failure> {
  const content = await loadTokenFile(environment, note);
  if (isFailure(content)) return content;
  if (content.broken) {
    return failure('file', `The token cache ${tokenFile(environment)} is not readable JSON.`, {
      hint: 'Repair it, or move it away. The next login creates a new file and renames the old one.',
    });
  }
  const tokens = new Map<string, StoredToken>();
  for (const [key, entry] of Object.entries(content.entries)) {
    const token = tokenFromJson(describable(entry));
    const keeper = keeperOf(entry);
    if (token) tokens.set(key, keeper === undefined ? token : { ...token, keeperId: keeper });
  }
  return tokens;
}

/**
 * The program that will store the token of an entry, or undefined for the file. A flag takes precedence over the configured
 * helper. Without either, the token remains where it is, so that no run writes a token to the file that another run stored in a
 * keyring.
 */
export async function chooseKeeper(
  environment: Environment,
  wish: TokenStore | undefined,
  current?: KeeperName,
): Promise<KeeperName | undefined | Failure> {
  if (wish === 'file') return undefined;
  if (wish === 'keyring') return (await loadKeepers()).keyringHere(environment);
  const config = loadConfig(environment);
  if (isFailure(config)) return config;
  return config.tokenHelper === undefined ? current : 'helper';
}

/**
 * Caches a token. A failure only causes a note, because the token can still be used.
 * @param wish `--oauth2-store`
 */
export async function writeToken(
  environment: Environment,
  key: string,
  token: StoredToken,
  note: Notify,
  wish?: TokenStore,
): Promise<Failure | undefined> {
  const content = await loadTokenFile(environment, note);
  const before = isFailure(content) ? undefined : keeperOf(content.entries[key]);
  const keeper = await chooseKeeper(environment, wish, before);
  if (isFailure(keeper)) return keeperFailure(keeper, 'stored');
  if (keeper !== undefined) {
    const text = JSON.stringify(tokenToJson(token));
    const problem = await (await loadKeepers()).keepers[keeper].store(key, text, environment, token);
    if (problem) return keeperFailure(problem, 'stored', keeper);
  }
  const problem = await updateTokenFile(environment, note, entries => {
    entries[key] = keeper === undefined ? tokenToJson(token) : indexEntry(token, keeper);
    return true;
  });
  if (!problem && before !== undefined && before !== keeper) {
    const stays = await (await loadKeepers()).keepers[before].erase(key, environment);
    if (stays) note(keeperFailure(stays, `removed from ${before}`, before).text);
  }
  return problem;
}

/** Prefix of the names of files that belong to a token. */
export const entryName = (key: string): string => key.slice(0, 16);

/**
 * Removes the files about requests for these tokens: failures for waiting runs, and markers of refreshes. Without keys, for all
 * tokens. Never fails.
 */
export async function removeOutcomes(environment: Environment, keys?: readonly string[]): Promise<void> {
  const file = tokenFile(environment);
  if (keys === undefined) {
    const { pruneFolder } = await import('./files/prune.js');
    const isOurs = /^tokens\.json\.[^.]+(?:\.login)?\.(?:refused|sent)$/;
    return pruneFolder(path.dirname(file), isOurs, environment, Number.NEGATIVE_INFINITY);
  }
  const names = keys.flatMap(key =>
    ['refused', 'login.refused', 'sent'].map(end => `${file}.${entryName(key)}.${end}`),
  );
  await Promise.all(names.map(name => rm(name, { force: true }).catch(() => {})));
}

/** Removes tokens. A token that a keyring or helper cannot remove remains listed, so that removal can be retried. */
export async function removeTokens(
  environment: Environment,
  keys: readonly string[],
  note: Notify,
): Promise<Failure | undefined> {
  const content = await loadTokenFile(environment, note);
  let refused: Failure | undefined;
  const staying = new Set<string>();
  const entries = isFailure(content) ? {} : content.entries;
  for (const key of keys) {
    const keeper = keeperOf(entries[key]);
    const problem = keeper && (await (await loadKeepers()).keepers[keeper].erase(key, environment));
    if (problem) {
      refused ??= keeperFailure(problem, `removed from ${keeper}`, keeper);
      staying.add(key);
    }
  }
  const problem = await updateTokenFile(environment, note, entries => {
    const removed = keys.filter(key => Object.hasOwn(entries, key) && !staying.has(key));
    for (const key of removed) delete entries[key];
    return removed.length > 0;
  });
  return problem ?? refused;
}

/** Writes the ID of this process into a lock file that it holds, for the messages of processes that wait. */
export const leavePid = (environment: Environment, name: string): Promise<void> =>
  writeFile(lockFile(environment, name), String(environment.hooks?.pid ?? ''), { flag: 'r+' }).catch(() => {});

/** Returns the ID of the process that holds a lock, if it is known. */
export async function pidOf(environment: Environment, name: string): Promise<string | undefined> {
  const text = await readFile(lockFile(environment, name), 'utf8').catch(() => '');
  return /^\d{1,10}$/.exec(text)?.[0];
}

const lockFile = (environment: Environment, name: string): string => `${tokenFile(environment)}.${name}.lock`;

/** Function to run under the lock; its argument is the one from `withLock`. */
type Exclusive<T> = (waitedSince: number | undefined) => Promise<T>;

/**
 * Runs `work` while no other process holds the lock with this name: with rotation, using a refresh token twice would end the
 * login. Runs without a lock if none can be created. Rejects with the signal's reason.
 * @param onWait called when another process holds the lock
 */
export async function withStoreLock<T>(
  environment: Environment,
  name: string,
  signal: AbortSignal,
  work: Exclusive<T>,
  onWait?: () => void,
): Promise<T> {
  const file = lockFile(environment, name);
  let begun = false;
  try {
    await privateFolder(path.dirname(file), environment);
    return await withLock(
      file,
      signal,
      waitedSince => {
        begun = true;
        return work(waitedSince);
      },
      onWait,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (begun) throw error;
    return work(undefined);
  }
}
