/**
 * Secrets that a server repeats in its headers (a redirect that keeps the query, the link to the next page, a login page
 * that is told where to go back to) and in its words about an error. Where an exchange is described, they are bullets as in
 * the request.
 */
import { bullets } from '../secret.js';
import { encodeQuery } from './url.js';

/** Shorter ones would hide words that are none; a key of the query is also found by its name (`maskLike`). */
const shortest = 6;

/** A function that puts bullets for every secret in a text, however often it is percent-encoded (up to twice). */
export const echoMask = (secrets: readonly string[]): ((text: string) => string) =>
  maskOf(secrets.filter(each => each.length >= shortest).flatMap(formsOf));

/**
 * The same for what a server says in words, before it becomes a part of a sentence of ours: short secrets too, but as whole
 * words only, so that what is said can still be read.
 */
export const wordMask = (secrets: readonly string[]): ((text: string) => string) =>
  maskOf(secrets.filter(each => each !== '').flatMap(formsOf));

function maskOf(found: readonly string[]): (text: string) => string {
  const forms = [...new Set(found)].sort((a, b) => b.length - a.length);
  if (forms.length === 0) return text => text;
  const pattern = forms.map(form =>
    form.length < shortest ? `${noLetter.before}${escaped(form)}${noLetter.behind}` : escaped(form),
  );
  const any = new RegExp(pattern.join('|'), 'gu');
  return text => text.replace(any, bullets);
}

const noLetter = { before: '(?<![\\p{L}\\p{N}_])', behind: '(?![\\p{L}\\p{N}_])' };

/** How a secret may stand in a header: as it is, as part of a URL, as part of a URL within a URL. */
function formsOf(secret: string): string[] {
  const strict = encodeQuery(secret);
  const loose = strict.replace(/%(?:21|27|28|29|2A)/g, decodeURIComponent);
  const encoded = [strict, loose, formEncoded(secret)];
  const twice = encoded.map(each => each.replaceAll('%', '%25'));
  const all = [secret, ...encoded, ...twice];
  return [...all, ...all.map(each => each.replace(/%[0-9A-F]{2}/g, found => found.toLowerCase()))];
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
