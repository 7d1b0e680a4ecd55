/**
 * `--session NAME`: data that belongs to one origin, in a separate folder below the state folder: a file with header and login
 * flags, and a cookie file. Both are readable by their owner only, locked and merged, so that many runs can use them at the
 * same time.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, type Failure, failure, failureIn, isFailure } from '../../core/failure.js';
import type { CapturedValues } from '../../core/http-file/captured-values.js';
import type { Value } from '../../core/http-file/variables.js';
import { wireBytes } from '../../core/request/wire-text.js';
import { cookieName, isStoredInFile, mergedWords, typedCookies, wordsLeft } from '../../core/session/words.js';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../directories.js';
import { errorReason } from '../files/error-reason.js';
import { withLock } from '../files/file-lock.js';
import { readOwn } from '../files/own-file.js';
import { privateFolder, writePrivate } from '../files/private-file.js';
import { removeStaleParts } from '../files/replace-file.js';
import { type Jar, memoryJar, openJar } from '../http/cookies/jar.js';
import {
  contentOf,
  type ReadContent,
  readContent,
  type SessionContent,
  withCaptured,
  writtenContent,
} from './session-content.js';

export interface Session extends Pick<SessionContent, 'origin' | 'words'> {
  readonly name: string;
  /** Values captured by runs, including this one. */
  values: CapturedValues;
  /** Its cookies; for other origins, only those set during this run. */
  readonly jar: Jar;
  /** Whether nothing is saved. */
  readonly isReadOnly: boolean;
  /** Flags that were saved or forgotten since it was opened. */
  readonly changed: readonly string[];
  /** Puts `name=value` pairs into the jar: host-only cookies for every path. The next save of the jar stores them. */
  takeCookies(pairs: readonly string[]): Promise<void>;
  /** Saves flags and cookies, merged with those saved meanwhile. @param gone entries to forget */
  save(words: readonly string[], gone?: readonly string[]): Promise<Failure | undefined>;
  /** Saves captured values, merged with those saved meanwhile. */
  saveValues(captured: ReadonlyMap<string, Value>): Promise<Failure | undefined>;
}

const root = (environment: Environment): string => path.join(stateFolder(environment), 'sessions');
const folderOf = (name: string, environment: Environment): string => path.join(root(environment), name);
const fileOf = (name: string, origin: string, environment: Environment): string =>
  path.join(folderOf(name, environment), createHash('sha256').update(origin).digest('hex').slice(0, 24));

/** Folder errors that removing the session would not fix. */
const ofTheFolder = new Set(['EACCES', 'EDQUOT', 'ENOSPC', 'EPERM', 'EROFS']);

/** @param file the file of the session, or its folder */
const unusable = (name: string, file: string, error: unknown): Failure =>
  failureIn(error) ??
  failure('file', `The session ${name} cannot be used. ${file}: ${errorReason(error)}.`, {
    hint: ofTheFolder.has(errorCode(error) ?? '')
      ? `Pass --session-read-only ${name} to use it without saving.`
      : `Run apiclient sessions remove ${name} to delete it.`,
    cause: error,
  });

/** Opens the part of a session that belongs to an origin, which may not exist yet. */
export async function openSession(
  name: string,
  origin: string,
  isReadOnly: boolean,
  environment: Environment,
): Promise<Session | Failure> {
  const file = fileOf(name, origin, environment);
  try {
    if (!isReadOnly) await privateFolder(folderOf(name, environment), environment);
    const { words, values } = readContent(file, origin, environment);
    const cookieFile = `${file}.cookies.json`;
    const changed: string[] = [];
    const hasNoFile = isReadOnly && !existsSync(cookieFile);
    const cookies = hasNoFile ? memoryJar(environment) : await openJar(cookieFile, environment);
    if (isFailure(cookies)) return cookies;
    const session: Session = {
      name,
      origin,
      words,
      values,
      isReadOnly,
      changed,
      jar: jarOf(cookies, origin, isReadOnly, environment, listed),
      async takeCookies(pairs) {
        const stored = (await session.jar.header(`${origin}/`)).split('; ');
        const lines = pairs.filter(pair => !stored.includes(pair)).map(pair => `${wireBytes(pair)}; Path=/`);
        if (lines.length > 0) await session.jar.take(lines, `${origin}/`);
      },
      async save(newer, gone = []) {
        if (isReadOnly) return undefined;
        changed.push(...newer, ...gone);
        const pairs = typedCookies(newer);
        const names = new Set(pairs.map(cookieName));
        const removed = typedCookies(gone).filter(pair => !names.has(cookieName(pair)));
        await session.takeCookies([...removed.map(expired), ...pairs]);
        const unsaved = await session.jar.save();
        const words = newer.filter(isStoredInFile);
        if (unsaved || words.length + gone.length === 0) return unsaved;
        return change(now => ({ ...now, words: mergedWords(wordsLeft(now.words, gone), words) }));
      },
      async saveValues(captured) {
        session.values = withCaptured(session.values, captured);
        return isReadOnly ? undefined : change(now => ({ ...now, values: withCaptured(now.values, captured) }));
      },
    };
    return session;
  } catch (error) {
    return unusable(name, `${file}.json`, error);
  }

  /** A session with only cookies is listed too. */
  async function listed(): Promise<Failure | undefined> {
    const isMissing = existsSync(`${file}.cookies.json`) && !existsSync(`${file}.json`);
    return isMissing ? change(now => now) : undefined;
  }

  async function change(changed: (now: ReadContent) => ReadContent): Promise<Failure | undefined> {
    try {
      await withLock(`${file}.lock`, environment.signal, async () => {
        const next = changed(readContent(file, origin, environment));
        await writePrivate(`${file}.json`, writtenContent(next), environment);
      });
      return undefined;
    } catch (error) {
      return unusable(name, `${file}.json`, error);
    }
  }
}

/** Whether anything is stored. */
export function sessionExists(name: string, origin: string, environment: Environment): boolean {
  const file = fileOf(name, origin, environment);
  return existsSync(`${file}.json`) || existsSync(`${file}.cookies.json`);
}

/** A pair that removes its cookie. */
const expired = (pair: string): string => `${cookieName(pair)}=; Max-Age=0`;

/** Session cookies are only sent to the session's origin, even if their Domain allows more. */
function jarOf(
  jar: Jar,
  origin: string,
  isReadOnly: boolean,
  environment: Environment,
  saved: () => Promise<Failure | undefined>,
): Jar {
  const others = memoryJar(environment);
  const of = (url: string): Jar => (new URL(url).origin === origin ? jar : others);
  return {
    warnings: jar.warnings,
    header: url => of(url).header(url),
    take: (lines, url) => of(url).take(lines, url),
    save: async () => (isReadOnly ? undefined : ((await jar.save()) ?? (await saved()))),
  };
}

export interface StoredSession {
  readonly name: string;
  readonly parts: readonly (SessionContent & { readonly cookies: readonly string[] })[];
}

/** All stored sessions, by name; of cookies, only their names. */
export async function storedSessions(environment: Environment): Promise<readonly StoredSession[] | Failure> {
  try {
    const names = (await readdir(root(environment)).catch(missing)).sort();
    const sessions = names.map(async name => ({ name, parts: await partsOf(name, environment) }));
    return (await Promise.all(sessions)).filter(({ parts }) => parts.length > 0);
  } catch (error) {
    return (
      failureIn(error) ??
      failure('file', `The sessions cannot be listed. ${root(environment)}: ${errorReason(error)}.`, {
        hint: 'Check the permissions of the folder.',
        cause: error,
      })
    );
  }
}

async function partsOf(name: string, environment: Environment): Promise<StoredSession['parts']> {
  const folder = folderOf(name, environment);
  const files = (await readdir(folder).catch(missing)).filter(file => /^[\da-f]{24}\.json$/.test(file)).sort();
  return files.flatMap(file => {
    const bytes = readOwn(path.join(folder, file), environment);
    const content = bytes && contentOf(bytes);
    if (!content) return [];
    const jar = readOwn(path.join(folder, file.replace(/\.json$/, '.cookies.json')), environment);
    const { origin, words, values } = content;
    return [{ origin, words, values, cookies: jar ? cookieNames(jar) : [] }];
  });
}

function cookieNames(bytes: Uint8Array): readonly string[] {
  try {
    const { cookies } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { cookies: readonly { key?: unknown }[] };
    return cookies.map(({ key }) => String(key));
  } catch {
    return [];
  }
}

/** Forgets a session, or its part for one origin. Returns false if there is none. */
export async function removeSession(
  name: string,
  origin: string | undefined,
  environment: Environment,
): Promise<boolean | Failure> {
  const folder = folderOf(name, environment);
  try {
    const fileName = origin === undefined ? '' : path.basename(fileOf(name, origin, environment));
    // A lock is removed by its holder.
    const isOurs = (file: string): boolean =>
      file.startsWith(fileName) && !file.startsWith('.') && !file.includes('.lock');
    await removeStaleParts(folder, environment);
    const files = (await readdir(folder).catch(missing)).filter(isOurs);
    for (const file of files) await rm(path.join(folder, file), { force: true });
    await rmdir(folder).catch(stillUsed);
    return files.length > 0;
  } catch (error) {
    return unusable(name, folder, error);
  }
}

/** The folder has parts of other origins, or a lock of another run. */
function stillUsed(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
}

function missing(error: unknown): string[] {
  if (['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)))) return [];
  throw error;
}
