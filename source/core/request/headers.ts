/** Combines the user's header lines with the defaults. */

import { isSecretName } from '../credentials/header.js';
import { type Failure, isFailure } from '../failure.js';
import type { HeaderOption } from '../options.js';
import { reveal, type Secret, secret } from '../secret.js';
import { version } from '../version.js';
import { readHeaderLine } from './header-option.js';
import type { HeaderLine } from './spec.js';

/** A `-H` after reading its file and secret. */
export type ReadHeaderOption =
  | Exclude<HeaderOption, { readonly kind: 'file' | 'secret' }>
  | { readonly kind: 'hidden'; readonly name: string; readonly value: Secret };

export const defaultHeaders: readonly HeaderLine[] = [
  { name: 'User-Agent', value: `apiclient/${version}` },
  { name: 'Accept', value: '*/*' },
  { name: 'Accept-Encoding', value: 'gzip, deflate, br, zstd' },
];

/** Returns true if the body is sent chunked (RFC 9112 7.1). */
export const asksForChunks = (headers: readonly HeaderLine[]): boolean =>
  headers.some(({ name, value }) => /^transfer-encoding$/i.test(name) && /\bchunked\b/i.test(reveal(value)));

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A part of a compressed body cannot be decoded. Fetch requests it uncompressed, too. */
const uncompressed: HeaderLine = { name: 'Accept-Encoding', value: 'identity' };

/**
 * Returns the defaults that the user neither set nor removed, followed by the user's lines in their order and case.
 * @param extra lines for the body (Content-Type, Accept), which override defaults and are overridden by the user's lines
 */
export function buildHeaders(
  options: readonly ReadHeaderOption[],
  extra: readonly HeaderLine[] = [],
): { readonly headers: readonly HeaderLine[]; readonly removed: readonly string[] } {
  const named = (name: string): boolean => options.some(each => same(each.name, name));
  const isPartial = options.some(each => each.kind !== 'remove' && same(each.name, 'range'));
  const added = isPartial ? [uncompressed, ...extra] : extra;
  const base = [...defaultHeaders.filter(each => !added.some(more => same(more.name, each.name))), ...added];
  const lines = options.flatMap((each): HeaderLine[] => {
    if (each.kind === 'remove') return [];
    if (each.kind === 'empty') return [{ name: each.name, value: '' }];
    if (each.kind === 'hidden') return [{ name: each.name, value: each.value }];
    const value = isSecretName(each.name) ? secret(each.value) : each.value;
    return [{ name: each.name, value, isBound: each.isBound }];
  });
  const removed = options
    .filter(each => each.kind === 'remove' && !lines.some(line => same(line.name, each.name)))
    .map(each => each.name.toLowerCase());
  return { headers: [...base.filter(each => !named(each.name)), ...lines], removed: [...new Set(removed)] };
}

/** Parses a `-H @FILE`: one header per line. Empty lines and `#` comments are skipped. */
export function readHeaderFile(text: string): readonly ReadHeaderOption[] | Failure {
  const headers: ReadHeaderOption[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = readHeaderLine(line);
    if (isFailure(read)) return read;
    headers.push(read);
  }
  return headers;
}
