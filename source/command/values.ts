/** Parses flag values shared by several parts of the parser: sources of secrets and texts, numbers, pairs. */
import { secretSourceOf } from '../core/credentials/sources.js';
import type { SecretSource, TextSource } from '../core/options.js';
import { orList } from '../core/or-list.js';
import { readUrl } from '../core/request/read-url.js';
import { urlProblem } from '../core/request/url/problem.js';
import { namesUser } from '../core/request/url.js';
import type { UsageErrors } from './usage-errors.js';

/** `env:NAME`, `file:PATH`, `text:REST`, or the text itself. Nothing is read yet. */
export function secretSource(text: string, flag: string, errors: UsageErrors): SecretSource {
  const source = secretSourceOf(text);
  if (source.from !== 'env' && source.from !== 'file') return source;
  const name = source.from === 'env' ? source.name : source.path;
  if (name === '')
    errors.add(`${flag}: no name after ${source.from}:.`, `Use env:NAME, file:PATH, file:- or text:LITERAL.`);
  if (name.includes('\0'))
    errors.add(`${flag}: the name after ${source.from}: contains NUL.`, 'Use env:NAME or file:PATH.');
  return source;
}

/** `@FILE`, `@-` or the text itself. */
export function textSource(text: string, flag: string, errors: UsageErrors): TextSource {
  if (!text.startsWith('@')) return { from: 'text', text };
  return fileSource(text.slice(1), flag, errors);
}

/** The text after `@`, or after another file marker. */
export function fileSource(path: string, flag: string, errors: UsageErrors, mark = '@'): TextSource {
  if (path === '') {
    const form = flag.endsWith('=') ? `${flag}${mark}` : `${flag} ${mark}`;
    errors.add(`${flag}: no file name after ${mark}.`, `Usage: ${form}FILE, or ${form}- for standard input`);
  }
  return path === '-' ? { from: 'stdin' } : { from: 'file', path };
}

/** `name=value`, split at the first `=`. */
export function pair(text: string, flag: string, errors: UsageErrors): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at <= 0) errors.add(`${flag} needs a name and a value.`, `Usage: ${flag} NAME=VALUE`);
  return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
}

/** Reports a word where no further word is expected. */
export const unexpected = (word: string): string => `Unexpected argument: ${word.slice(0, 40)}`;

/** A whole number from `least` to `most`. */
export function wholeNumber(text: string, flag: string, most: number, errors: UsageErrors, least = 0): number {
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
  const form = most === 65_535 ? 8080 : 3;
  errors.add(`${flag} needs a whole number from ${least} to ${most}.`, `Usage: ${flag} ${form}`);
  return least;
}

// The limit of a timer (2^31 - 1 ms). A longer delay would fire at once.
const maxSeconds = 2_147_483;

/** Seconds with decimals -> milliseconds, at least 1. */
export function seconds(text: string, flag: string, errors: UsageErrors): number {
  const value = Number(text);
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) && value > 0 && value <= maxSeconds)
    return Math.max(1, Math.round(value * 1000));
  const bare = /^(\d+(?:\.\d+)?) ?(ms|s|sec|m|min)?$/.exec(text.replace(',', '.'));
  const factor = secondsPerUnit[bare?.[2] ?? 's'] ?? 1;
  const example = bare && Number(bare[1]) > 0 ? Number(bare[1]) * factor : 2.5;
  const isLimit = flag !== '--every' && flag !== '--delay';
  errors.add(
    `${flag} needs a number of seconds, more than 0 and at most ${maxSeconds}.`,
    `Usage: ${flag} ${example}${isLimit ? '. Omit the flag to use the default limit.' : ''}`,
  );
  return 1;
}

const secondsPerUnit: Readonly<Record<string, number>> = { ms: 0.001, m: 60, min: 60 };

/** Bytes, with optional binary suffixes as in `10k`, `5M`, `1G`, `1T` (also `KiB`, `MB` …). */
export function byteCount(text: string, flag: string, errors: UsageErrors): number {
  const [, digits, unit = ''] = /^(\d{1,15})(?:([kmgt])(?:i?b)?|b)?$/i.exec(text) ?? [];
  const value = Number(digits) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' ');
  if (digits !== undefined && value > 0 && Number.isSafeInteger(value)) return value;
  errors.add(`${flag} needs a number of bytes greater than 0.`, `Usage: ${flag} 500000, ${flag} 10M or ${flag} 1G`);
  return 1;
}

/** An absolute URL with one of these schemes and without `user:pass@`, which would be sent as credentials, and shown. */
export function absoluteUrl(text: string, flag: string, schemes: readonly string[], errors: UsageErrors): string {
  if (namesUser(text)) {
    errors.add(`The URL of ${flag} contains a user or password.`, 'Pass credentials with -u or --oauth2.');
  }
  return urlWithUser(text, flag, schemes, errors);
}

/** An absolute URL with one of these schemes. May contain `user:pass@`. */
export function urlWithUser(text: string, flag: string, schemes: readonly string[], errors: UsageErrors): string {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/[^/?#:\\])/i.exec(text)?.[0].toLowerCase();
  if (scheme && schemes.includes(scheme) && readUrl(text) && !/[\u0000- \u007f\\]/.test(text)) return text;
  const typed = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? '';
  const problem = schemes.includes(typed) ? urlProblem(text) : undefined;
  if (problem) errors.add(`The URL of ${flag} is not valid: ${problem}.`, `Usage: ${flag} ${typed}://HOST:PORT`);
  errors.add(
    `${flag} needs a URL with ${orList(schemes.map(name => `${name}://`))}.`,
    `Usage: ${flag} ${schemes.at(-1)}://…`,
  );
  return text;
}
