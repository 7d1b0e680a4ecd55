/**
 * The cookie jar of `--cookie-jar FILE`, by tough-cookie (RFC 6265 and the public suffix list), in a separate chunk. The file
 * is in curl's (Netscape) format, or in tough-cookie's JSON if its name ends in .json or it begins with `{`.
 */
import { closeSync, existsSync, fstatSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Cookie, CookieJar } from 'tough-cookie';
import { errorCode, type Failure, failure, isFailure, usageError } from '../../../core/failure.js';
import { wireValue } from '../../../core/request/wire-text.js';
import { safeLine } from '../../../core/response/safe-text.js';
import type { Environment } from '../../../environment.js';
import { nonBlocking } from '../../../platform/open-flags.js';
import { privateFileMode } from '../../../platform/permissions.js';
import { errorReason } from '../../files/error-reason.js';
import { withLock } from '../../files/file-lock.js';
import { fileKindAt, openNamed, plantedReason, rejectPlanted } from '../../files/named-file.js';
import { fileError } from '../../files/own-file.js';
import { replaceFile } from '../../files/replace-file.js';
import { fileFailure, pathOf, readBytes } from '../../sources.js';
import { anySignal } from '../stop.js';
import { isNetscape, netscape, readNetscape } from './netscape.js';

/** More than any site sets. Further cookies of a response are dropped. */
const maxCookiesPerResponse = 1000;

/** Runs lock a jar for milliseconds. A lock that lasts longer than this is not one of theirs. */
const maxLockWaitMs = 20_000;

/** Cookies are in memory until `save`. */
export interface Jar {
  /** One sentence for each cookie in the file that is never sent. */
  readonly warnings: readonly string[];
  /** The Cookie header for a URL, or an empty string if there is none. Non-UTF-8 bytes are as `wireValue` writes them. */
  header(url: string): Promise<string>;
  /** Stores Set-Cookie lines. Invalid ones are dropped. */
  take(lines: readonly string[], url: string): Promise<void>;
  /** Merges new cookies into the current file, which other runs may have changed. Only its owner can read it. */
  save(): Promise<Failure | undefined>;
}

/** A jar and the format of its file. */
interface JarFile {
  readonly jar: CookieJar;
  readonly json: boolean;
}

/** Set-Cookie lines of one response, stored again in the current file at the end. */
interface ReceivedCookies {
  readonly lines: readonly string[];
  readonly url: string;
  readonly now: Date;
}

/**
 * Opens a jar. A missing file is an empty jar; an unreadable one is a failure. Each character is one byte, as in Node's
 * headers, so that a server gets back exactly the value it set.
 */
export async function openJar(file: string, environment: Environment): Promise<Jar | Failure> {
  const absolute = pathOf(file, environment);
  let there: Stats | undefined;
  try {
    there = fileKindAt(absolute);
  } catch (error) {
    return fileFailure(file, error);
  }
  const planted = there && plantedReason(absolute, there, environment);
  // Another user's jar would log us in as that user. A jar of ours with a second hard link is read, and replaced.
  if (planted !== undefined && there?.uid !== environment.userId) {
    return failure('file', `The cookie jar ${file} is ignored: it ${planted}.`, { hint: 'Use another file.' });
  }
  const opened = await readJar(file, environment);
  if (isFailure(opened)) return opened;
  if (!there && !existsSync(path.dirname(absolute))) {
    const hint = 'Nothing was sent. Use another file, or create its folder first.';
    return usageError(`Cannot write ${file}: the folder does not exist.`, hint);
  }
  const received: ReceivedCookies[] = [];
  return {
    ...cookiesIn(opened.jar, environment, each => received.push(each)),
    warnings: await warningsOf(opened.jar, file),
    async save() {
      if (received.length === 0) return undefined;
      try {
        const failed = await withJarLock(absolute, environment, async isShared => {
          const content = isShared ? await readJar(file, environment) : opened;
          if (isFailure(content)) return content;
          if (content !== opened) for (const each of received) await store(content.jar, each);
          await writePrivately(absolute, await bytesOf(content, environment), environment);
          return undefined;
        });
        if (failed === undefined) received.length = 0;
        return failed;
      } catch (error) {
        if (isFailure(error)) return error;
        return failure('file', `The cookies could not be written to ${file}: ${errorReason(error)}.`, {
          code: String(errorCode(error)),
          hint: 'Check --cookie-jar.',
          cause: error,
        });
      }
    },
  };
}

/** Returns a jar that lasts for the run. */
export function memoryJar(environment: Environment): Jar {
  let isEmpty = true;
  const { header, take } = cookiesIn(new CookieJar(), environment, () => {
    isEmpty = false;
  });
  return {
    // The lookup costs more than the rest of a request's preparation.
    header: async url => (isEmpty ? '' : header(url)),
    take,
    warnings: [],
    save: async () => undefined,
  };
}

async function readJar(file: string, environment: Environment): Promise<JarFile | Failure> {
  const found = await readBytes({ from: 'file', path: file }, environment);
  if (isFailure(found) && found.code !== 'ENOENT') return found;
  const bytes = isFailure(found) ? Buffer.alloc(0) : Buffer.from(found);
  const text = bytes.toString('latin1');
  const json = text.trimStart().startsWith('{') || (text === '' && file.endsWith('.json'));
  if (!json && !isNetscape(text)) {
    const hint = 'Saving cookies would overwrite it. Use another file.';
    return failure('file', `${file} is not a cookie jar.`, { hint });
  }
  try {
    const jar = json && text ? await CookieJar.deserialize(bytes.toString('utf8')) : new CookieJar();
    if (!json) await readNetscape(text, jar);
    return { jar, json };
  } catch (error) {
    return failure('file', `${file} is not a cookie jar.`, {
      hint: 'It contains other JSON. Use another file.',
      cause: error,
    });
  }
}

async function bytesOf({ jar, json }: JarFile, environment: Environment): Promise<Uint8Array> {
  const stored = await jar.serialize();
  if (json) return Buffer.from(`${JSON.stringify(stored, null, 2)}\n`);
  const cookies = stored.cookies.flatMap(each => Cookie.fromJSON(each) ?? []);
  return Buffer.from(netscape(cookies, environment.now()), 'latin1');
}

/**
 * A tab in a path would start the next field of the file. RFC 6265bis rejects all other controls, and Node accepts none in a
 * header.
 */
const control = /[\x00-\x1f\x7f]/;

const cookiesIn = (
  jar: CookieJar,
  environment: Environment,
  onReceived: (cookies: ReceivedCookies) => void,
): Pick<Jar, 'header' | 'take'> => ({
  async header(url) {
    const cookies = (await jar.getCookies(url)).map(each => each.cookieString());
    return cookies
      .filter(each => !control.test(each))
      .map(wireValue)
      .join('; ');
  },
  async take(lines, url) {
    const clean = lines.slice(0, maxCookiesPerResponse).filter(line => !control.test(line));
    const cookies = { lines: clean, url, now: new Date(environment.now()) };
    onReceived(cookies);
    await store(jar, cookies);
  },
});

async function store(jar: CookieJar, { lines, url, now }: ReceivedCookies): Promise<void> {
  for (const line of lines) await jar.setCookie(line, url, { ignoreError: true, loose: true, now });
}

async function warningsOf(jar: CookieJar, file: string): Promise<readonly string[]> {
  const { cookies } = await jar.serialize();
  const bad = cookies.filter(({ key = '', value = '' }) => control.test(`${key}${value}`));
  return bad.map(
    ({ key }) => `The cookie ${safeLine(key ?? '')} of ${file} contains a control character and is not sent.`,
  );
}

/**
 * Runs `work` while no other run changes this jar.
 * @param work receives whether the file is regular, and so may have been changed by others, or a device, which is only written
 * to
 */
async function withJarLock<T>(
  file: string,
  environment: Environment,
  work: (isShared: boolean) => Promise<T>,
): Promise<T> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === false) return work(false);
  const lock = `${stats ? await realpath(file) : file}.lock`;
  // Another user's lock would never be released.
  rejectPlanted(lock, fileKindAt(lock), environment);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(fileError('EBUSY', 'is locked by another run')), maxLockWaitMs);
  const waiting = anySignal([environment.signal, late.signal]);
  try {
    return await withLock(lock, waiting.signal, () => work(true));
  } finally {
    clearTimeout(timer);
    waiting.release();
  }
}

/** Replaces the file atomically, private to its owner. Links are followed; a device (`/dev/null`) is written to. */
async function writePrivately(name: string, content: Uint8Array, environment: Environment): Promise<void> {
  const stats = fileKindAt(name);
  if (stats?.isFile() !== true) {
    // Checked after opening, because the name may have been redirected meanwhile.
    const fd = openToWrite(name, environment);
    try {
      if (!fstatSync(fd).isFile()) return void writeFileSync(fd, content);
    } finally {
      closeSync(fd);
    }
  }
  await replaceFile(await realpath(name), content, privateFileMode, environment);
}

function openToWrite(name: string, environment: Environment): number {
  if (statSync(name, { throwIfNoEntry: false })?.isFIFO())
    throw fileError('ESPIPE', 'is a FIFO, which can only be read');
  return openNamed(name, nonBlocking, privateFileMode, environment);
}
