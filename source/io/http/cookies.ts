/**
 * The cookie jar of `--cookie-jar FILE`, by tough-cookie (RFC 6265 and the public suffix list): a chunk of its own. The
 * file is curl's (Netscape) format, or tough-cookie's JSON if its name ends in .json or it begins with `{`.
 */
import { closeSync, constants, fstatSync, statSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Cookie, CookieJar } from 'tough-cookie';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { wireText } from '../../core/request/wire-text.js';
import type { Environment } from '../../environment.js';
import { makeFolder } from '../files/make-folder.js';
import { openNamed, whatIsAt, whyPlanted } from '../files/named-file.js';
import { fileError } from '../files/own-file.js';
import { replaceFile } from '../files/replace-file.js';
import { whyOf } from '../files/why.js';
import { readBytes } from '../sources.js';

/** More than any site sets; beyond it an answer's cookies are left out. */
const mostCookiesPerAnswer = 1000;

/** The cookies of `--cookie-jar` (RFC 6265). They live in memory until `save`. */
export interface Jar {
  /** The value of the Cookie header for a URL; empty if there is none. */
  header(url: string): Promise<string>;
  /** Takes Set-Cookie lines in. What breaks the rules is left out. */
  take(lines: readonly string[], url: string): Promise<void>;
  /** Writes the file, readable by its owner only. */
  save(): Promise<Failure | undefined>;
}

/**
 * Opens a jar. A file that is not there yet is an empty jar; one that cannot be read is a failure. Cookies are bytes here,
 * each a character, as Node hands headers over: what a server set goes back to it unchanged.
 */
export async function openJar(file: string, environment: Environment): Promise<Jar | Failure> {
  const place = path.resolve(environment.folder, file);
  const there = whatIsAt(place);
  const planted = there && whyPlanted(place, there, environment);
  // A jar of somebody else's would log us in as him; of two names of ours one is read, and replaced.
  if (planted !== undefined && there?.uid !== environment.userId) {
    return failure('file', `The cookie jar ${file} is not used: it ${planted}.`, { hint: 'Name another file.' });
  }
  const found = await readBytes({ from: 'file', path: file }, environment);
  if (isFailure(found) && found.code !== 'ENOENT') return found;
  const bytes = isFailure(found) ? Buffer.alloc(0) : Buffer.from(found);
  const text = bytes.toString('latin1');
  const json = text.trimStart().startsWith('{') || (text === '' && file.endsWith('.json'));
  let jar: CookieJar;
  try {
    jar = json && text ? await CookieJar.deserialize(bytes.toString('utf8')) : new CookieJar();
  } catch (error) {
    return failure('file', `${file} is not a cookie jar.`, {
      hint: 'It holds JSON of another kind. Name another file.',
      cause: error,
    });
  }
  if (!json && !isNetscape(text)) {
    const hint = 'It would be replaced by cookies; nothing was sent. Name another file.';
    return failure('file', `${file} is not a cookie jar.`, { hint });
  }
  if (!json) await readNetscape(text, jar);
  return {
    ...cookiesIn(jar),
    async save() {
      try {
        const stored = await jar.serialize();
        await writePrivately(
          path.resolve(environment.folder, file),
          json
            ? Buffer.from(`${JSON.stringify(stored, null, 2)}\n`)
            : Buffer.from(
                netscape(
                  stored.cookies.flatMap(each => Cookie.fromJSON(each) ?? []),
                  environment.now(),
                ),
                'latin1',
              ),
          environment,
        );
        return undefined;
      } catch (error) {
        return failure('file', `The cookies could not be written to ${file}: ${whyOf(error)}.`, {
          code: String((error as NodeJS.ErrnoException).code),
          hint: 'Look at --cookie-jar.',
          cause: error,
        });
      }
    },
  };
}

/** A jar of one chain of redirects, which is never saved. */
export const memoryJar = (): Jar => ({ ...cookiesIn(new CookieJar()), save: async () => undefined });

const cookiesIn = (jar: CookieJar): Pick<Jar, 'header' | 'take'> => ({
  header: async url => wireText(await jar.getCookieString(url)),
  async take(lines, url) {
    for (const line of lines.slice(0, mostCookiesPerAnswer)) {
      // A tab in a path would begin the next field of the file. RFC 6265bis refuses all other controls.
      if (/[\x00-\x1f\x7f]/.test(line)) continue;
      await jar.setCookie(line, url, { ignoreError: true, loose: true });
    }
  },
});

/** Whether a text can be a jar: empty, with the first line that all who write such files write, or with a cookie in it. */
const isNetscape = (text: string): boolean =>
  text.trim() === '' || /^#[^\n]*cookie/i.test(text) || text.split('\n').some(line => line.split('\t').length >= 6);

async function readNetscape(text: string, jar: CookieJar): Promise<void> {
  for (const line of text.split(/\r?\n/)) {
    const httpOnly = line.startsWith('#HttpOnly_');
    const fields = (httpOnly ? line.slice(10) : line).split('\t');
    const [domain = '', below, where = '/', secure, expires = '0', key = '', value = ''] = fields;
    if (fields.length < 6 || (line.startsWith('#') && !httpOnly)) continue;
    const host = domain.replace(/^\./, '');
    const cookie = new Cookie({
      key,
      value,
      domain: host,
      hostOnly: below !== 'TRUE',
      path: where,
      secure: secure === 'TRUE',
      httpOnly,
      expires: Number(expires) > 0 ? new Date(Number(expires) * 1000) : 'Infinity',
    });
    await jar.store.putCookie(cookie);
  }
}

const netscapeHead = '# Netscape HTTP Cookie File\n# Written by apiclient. These lines are credentials.\n\n';

/** Without what a server has deleted: its moment in 1970 would be a zero, which means a cookie of this session. */
function netscape(cookies: readonly Cookie[], now: number): string {
  const lines = cookies.flatMap(cookie => {
    const expires = cookie.expiryTime();
    if (expires !== undefined && expires <= now) return [];
    const below = cookie.hostOnly === false;
    return [
      `${cookie.httpOnly ? '#HttpOnly_' : ''}${below ? '.' : ''}${cookie.domain}`,
      below ? 'TRUE' : 'FALSE',
      cookie.path ?? '/',
      cookie.secure ? 'TRUE' : 'FALSE',
      expires !== undefined && Number.isFinite(expires) ? Math.round(expires / 1000) : 0,
      cookie.key,
      cookie.value,
    ].join('\t');
  });
  return `${netscapeHead}${lines.map(line => `${line}\n`).join('')}`;
}

/**
 * Another process sees the old file or the new one, and never a file others can read. A link stays a link; a device
 * (`/dev/null`) is written to, never replaced.
 */
async function writePrivately(name: string, content: Uint8Array, environment: Environment): Promise<void> {
  await makeFolder(path.dirname(name));
  const found = whatIsAt(name);
  if (found?.isFile() !== true) {
    // Looked at once it is open: what the name stands for may change.
    const fd = openToWrite(name, environment);
    try {
      if (!fstatSync(fd).isFile()) return void writeFileSync(fd, content);
    } finally {
      closeSync(fd);
    }
  }
  await replaceFile(await realpath(name), content, 0o600, environment);
}

function openToWrite(name: string, environment: Environment): number {
  if (statSync(name, { throwIfNoEntry: false })?.isFIFO()) throw fileError('ESPIPE', 'is a FIFO, which is only read');
  return openNamed(name, constants.O_NONBLOCK ?? 0, 0o600, environment);
}
