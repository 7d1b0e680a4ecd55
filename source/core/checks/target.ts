/** The left side of a check and the source of a capture: a part of an exchange. */
import { type Failure, isFailure, usageError } from '../failure.js';
import { nearest } from '../near-miss.js';
import type { CheckedCertificate, CheckedTiming } from './exchange.js';
import { type JsonPath, parseJsonPath } from './json-path.js';

/** Cookie attributes that can follow the cookie name. */
const cookieAttributes = ['domain', 'expires', 'httponly', 'max-age', 'path', 'samesite', 'secure'] as const;

/** Phases available to `time`, with their members in a timing. */
export const phases = {
  dns: 'dnsMs',
  connect: 'connectMs',
  tls: 'tlsMs',
  'first-byte': 'firstByteMs',
  total: 'totalMs',
} as const satisfies Record<string, keyof CheckedTiming>;

/** Fields available to `cert`, with their members in a certificate. */
export const certificateFields = {
  days: 'days',
  expires: 'validTo',
  issuer: 'issuer',
  serial: 'serial',
  starts: 'validFrom',
  subject: 'subject',
} as const satisfies Record<string, keyof CheckedCertificate>;

const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>, word: string): Name | undefined =>
  Object.hasOwn(table, word) ? (word as Name) : undefined;

/** A part of an exchange. */
export type Target =
  | { readonly kind: 'status' | 'version' | 'body' | 'size' | 'url' | 'redirects' | 'errors' | 'sha256' | 'md5' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'cookie'; readonly name: string; readonly attribute?: (typeof cookieAttributes)[number] }
  | { readonly kind: 'time'; readonly phase: keyof typeof phases }
  | { readonly kind: 'cert'; readonly field: keyof typeof certificateFields }
  /** The first group of the pattern in the body, or the entire match. */
  | { readonly kind: 'regex'; readonly pattern: RegExp }
  /** A statistic of all responses of `--repeat`: `p99`, `min`, `mean`, `max`, `rate`. */
  | { readonly kind: 'load'; readonly statistic: string }
  | { readonly kind: 'json'; readonly path: JsonPath; readonly text: string };

const simple = ['status', 'version', 'body', 'size', 'url', 'redirects', 'errors', 'sha256', 'md5'] as const;
const words = [...simple, 'header', 'cookie', 'time', 'cert', 'regex', '$'];

/** Returns the words that start a target, or those that can follow one of them. */
export const targetWords = (after?: string): readonly string[] => {
  if (after === undefined) return words;
  if (after === 'time') return Object.keys(phases);
  return after === 'cert' ? Object.keys(certificateFields) : [];
};
const form = 'Usage: status, header NAME, cookie NAME, body, size, time, url, cert days, errors, $.items[0].id';

/** Reads a word or a quoted text at the beginning of a text, and returns it with the text after it. */
function firstWord(text: string): { readonly word: string; readonly rest: string } {
  const [whole = '', quoted, single, bare] = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s=!<>~]+))\s*/s.exec(text) ?? [];
  return { word: quoted?.replace(/\\(["\\])/g, '$1') ?? single ?? bare ?? '', rest: text.slice(whole.length) };
}

/** Reads the target at the beginning of a text, and returns it with the text after it. */
export function readTarget(text: string): { readonly target: Target; readonly rest: string } | Failure {
  const trimmed = text.trim();
  if (trimmed.startsWith('$')) return jsonTarget(trimmed);
  const { word, rest } = firstWord(trimmed);
  const plain = simple.find(name => name === word);
  if (plain) return { target: { kind: plain }, rest };
  if (word === 'jsonpath') {
    const path = firstWord(rest);
    const jsonPath = parseJsonPath(path.word);
    return isFailure(jsonPath)
      ? jsonPath
      : { target: { kind: 'json', path: jsonPath, text: path.word }, rest: path.rest };
  }
  if (/^(?:p\d{1,2}(?:\.\d+)?|min|mean|max|rate)$/.test(word))
    return { target: { kind: 'load', statistic: word }, rest };
  const next = firstWord(rest);
  switch (word) {
    case 'time': {
      const phase = nameIn(phases, next.word);
      return phase
        ? { target: { kind: 'time', phase }, rest: next.rest }
        : { target: { kind: 'time', phase: 'total' }, rest };
    }
    case 'header':
      if (next.word === '') return usageError('header needs a name.', 'Usage: header content-type');
      return { target: { kind: 'header', name: next.word.replace(/:$/, '') }, rest: next.rest };
    case 'cookie': {
      if (next.word === '') return usageError('cookie needs a name.', 'Usage: cookie session, cookie session secure');
      const then = firstWord(next.rest);
      const attribute = cookieAttributes.find(name => name === then.word.toLowerCase());
      const target = { kind: 'cookie', name: next.word } as const;
      return attribute ? { target: { ...target, attribute }, rest: then.rest } : { target, rest: next.rest };
    }
    case 'cert': {
      const field = nameIn(certificateFields, next.word);
      if (field) return { target: { kind: 'cert', field }, rest: next.rest };
      return usageError(`cert needs one of ${Object.keys(certificateFields).join(', ')}.`, 'Usage: cert days > 14');
    }
    case 'regex':
      return regexTarget(next);
    default: {
      const meant = nearest(word, words);
      return usageError(
        word === '' ? 'A check needs a target.' : `${word} is not a target.`,
        meant ? `Did you mean ${meant}? ${form}` : form,
      );
    }
  }
}

/**
 * Parses the source of a capture (`$.access_token`, `header location`).
 * @returns a usage failure for an invalid target, or for text after it
 */
export function parseTarget(text: string): Target | Failure {
  const target = readTarget(text);
  if (isFailure(target)) return target;
  return target.rest === '' ? target.target : usageError(`Unexpected "${target.rest}" after ${text.trim()}.`, form);
}

function regexTarget({ word, rest }: { readonly word: string; readonly rest: string }) {
  const pattern = readPattern(word);
  return isFailure(pattern) ? pattern : ({ target: { kind: 'regex', pattern }, rest } as const);
}

/** Parses a regular expression (ECMAScript with Unicode). */
export function readPattern(text: string): RegExp | Failure {
  try {
    return new RegExp(text, 'u');
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    return usageError(`The pattern is invalid: ${why}.`, 'Usage: body matches "^ok", regex "token=(\\w+)"');
  }
}

/** Reads a path, which ends at the first blank or comparison outside brackets. */
function jsonTarget(text: string): { readonly target: Target; readonly rest: string } | Failure {
  const end = pathEnd(text);
  const source = text.slice(0, end);
  const path = parseJsonPath(source);
  return isFailure(path) ? path : { target: { kind: 'json', path, text: source }, rest: text.slice(end).trimStart() };
}

function pathEnd(text: string): number {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (depth > 0 && (char === '"' || char === "'")) quote = char;
    else if (char === '[') depth++;
    else if (char === ']') depth--;
    else if (depth === 0 && /[\s=!<>~]/.test(char)) return at;
  }
  return text.length;
}
