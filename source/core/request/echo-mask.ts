/**
 * Masks secrets that a server echoes: in headers (redirects that keep the query, pagination links, login pages with a return
 * URL) and in its error messages.
 */
import { bullets } from '../secret.js';
import { encodeQuery } from './url.js';

/** Shorter secrets would mask ordinary text; query keys are also found by name (`maskLike`). */
const minSecretLength = 6;

/** Returns a function that masks every secret in a text, percent-encoded up to twice. */
export const echoMask = (secrets: readonly string[]): ((text: string) => string) =>
  maskOf(secrets.filter(each => each.length >= minSecretLength).flatMap(formsOf));

/**
 * The same for a server's message inside a sentence of ours: short secrets too, but as whole words only, so that the message
 * stays readable.
 */
export const wordMask = (secrets: readonly string[]): ((text: string) => string) =>
  maskOf(secrets.filter(each => each !== '').flatMap(formsOf));

/** The same for texts in which secrets may stand as parts of JSON strings. */
export const jsonMask = (secrets: readonly string[]): ((text: string) => string) =>
  wordMask([...secrets, ...secrets.map(text => JSON.stringify(text).slice(1, -1))]);

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
  if (forms.length === 0) return noMask;
  return text =>
    hidden(
      text,
      forms.flatMap(form => placesOf(form, text)),
    );
}

/** The mask of those who have no secrets. */
export const noMask = (text: string): string => text;

type Span = readonly [start: number, end: number];

function placesOf(form: string, text: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(form); at >= 0; ) {
    const end = at + form.length;
    const isFound = form.length >= minSecretLength || standsAlone(text, at, end);
    if (isFound) places.push([at, end]);
    at = text.indexOf(form, isFound ? end : at + 1);
  }
  return places;
}

const standsAlone = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));

/** The text with bullets for each run of places that overlap. */
function hidden(text: string, places: Span[]): string {
  let shown = '';
  let behind = 0;
  for (const [start, end] of places.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= behind) shown += text.slice(behind, start) + bullets;
    behind = Math.max(behind, end);
  }
  return shown + text.slice(behind);
}

/** A secret verbatim, within a URL, and within a URL inside a URL. */
function formsOf(secret: string): string[] {
  const strict = encodeQuery(secret);
  const loose = strict.replace(/%(?:21|27|28|29|2A)/g, decodeURIComponent);
  const encoded = [strict, loose, formEncoded(secret)];
  const twice = encoded.map(each => each.replaceAll('%', '%25'));
  const all = [secret, ...encoded, ...twice];
  return [...all, ...all.map(each => each.replace(/%[0-9A-F]{2}/g, found => found.toLowerCase()))];
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
