/** The header lines of a request from what the user gave and what is sent by default. */

import { isSecretName } from '../credentials/header.js';
import { type Failure, isFailure } from '../failure.js';
import type { HeaderOption } from '../options.js';
import { reveal, type Secret, secret } from '../secret.js';
import { version } from '../version.js';
import { readHeaderLine } from './header-option.js';
import type { HeaderLine } from './spec.js';

/** A `-H` whose file, if it named one, was read, and whose secret is at hand. */
export type ReadHeaderOption =
  | Exclude<HeaderOption, { readonly kind: 'file' | 'secret' }>
  | { readonly kind: 'hidden'; readonly name: string; readonly value: Secret };

/** What this Node can undo: zstd came with 22.15 and 23.8. */
const codings = ['gzip', 'deflate', 'br', ...(process.versions.zstd === undefined ? [] : ['zstd'])];

/** What the program sends unless the user says otherwise. */
export const defaultHeaders: readonly HeaderLine[] = [
  { name: 'User-Agent', value: `apiclient/${version}` },
  { name: 'Accept', value: '*/*' },
  { name: 'Accept-Encoding', value: codings.join(', ') },
];

/** Whether the body is sent in chunks (RFC 9112 7.1). */
export const asksForChunks = (headers: readonly HeaderLine[]): boolean =>
  headers.some(({ name, value }) => /^transfer-encoding$/i.test(name) && /\bchunked\b/i.test(reveal(value)));

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * Puts the lines together: defaults the user neither set nor removed, then the user's own in their order and case.
 * @param extra lines the body asks for (Content-Type, Accept): they replace defaults and give way to the user's
 */
export function buildHeaders(
  options: readonly ReadHeaderOption[],
  extra: readonly HeaderLine[] = [],
): { readonly headers: readonly HeaderLine[]; readonly removed: readonly string[] } {
  const named = (name: string): boolean => options.some(each => same(each.name, name));
  const base = [...defaultHeaders.filter(each => !extra.some(more => same(more.name, each.name))), ...extra];
  const own = options.flatMap((each): HeaderLine[] => {
    if (each.kind === 'remove') return [];
    if (each.kind === 'empty') return [{ name: each.name, value: '' }];
    if (each.kind === 'hidden') return [{ name: each.name, value: each.value }];
    return [{ name: each.name, value: isSecretName(each.name) ? secret(each.value) : each.value }];
  });
  const removed = options
    .filter(each => each.kind === 'remove' && !own.some(line => same(line.name, each.name)))
    .map(each => each.name.toLowerCase());
  return { headers: [...base.filter(each => !named(each.name)), ...own], removed: [...new Set(removed)] };
}

/** Reads the text of a `-H @FILE`: one header a line; empty lines and lines that begin with `#` are passed over. */
export function readHeaderFile(text: string): readonly ReadHeaderOption[] | Failure {
  const found: ReadHeaderOption[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = readHeaderLine(line);
    if (isFailure(read)) return read;
    found.push(read);
  }
  return found;
}
