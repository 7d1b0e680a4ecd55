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

/** The length of a piece that is hidden: words of ours are rarely lost, and no more of a secret than this is shown. */
const pieceLength = 4;

/** A short text without any piece of these secrets; those shorter than a piece are hidden as whole words. */
export function hidePieces(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter(each => each !== '').flatMap(each => [each, encodeQuery(each)]);
  const places = forms.filter(form => form.length < pieceLength).flatMap(form => placesOf(form, text));
  for (let at = 0; at + pieceLength <= text.length; at++) {
    const piece = text.slice(at, at + pieceLength);
    if (forms.some(form => form.includes(piece))) places.push([at, at + pieceLength]);
  }
  return hidden(text, places);
}

/**
 * Searched plainly, form by form: a pattern of all forms is refused by the engine from some 30 kB on, in an error that
 * repeats it, and a server may make a secret as long as it likes (the realm of Digest stands in `Authorization`).
 */
function maskOf(found: readonly string[]): (text: string) => string {
  const forms = [...new Set(found)];
  if (forms.length === 0) return text => text;
  return text =>
    hidden(
      text,
      forms.flatMap(form => placesOf(form, text)),
    );
}

type Place = readonly [start: number, end: number];

function placesOf(form: string, text: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(form); at >= 0; ) {
    const end = at + form.length;
    const isFound = form.length >= shortest || standsAlone(text, at, end);
    if (isFound) places.push([at, end]);
    at = text.indexOf(form, isFound ? end : at + 1);
  }
  return places;
}

const standsAlone = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));

/** The text with bullets for each run of places that overlap. */
function hidden(text: string, places: Place[]): string {
  let shown = '';
  let behind = 0;
  for (const [start, end] of places.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= behind) shown += text.slice(behind, start) + bullets;
    behind = Math.max(behind, end);
  }
  return shown + text.slice(behind);
}

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
