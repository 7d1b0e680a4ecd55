/** The left side of a check and the source of a capture: a part of an exchange. */
import { type Failure, isFailure, usageError } from '../failure.js';
import { parsedJson } from '../json/loose.js';
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
  /** `line`: index of one header line, or `*` for each of them. If absent, they are joined. */
  | { readonly kind: 'header'; readonly name: string; readonly line?: number | '*' }
  | { readonly kind: 'cookie'; readonly name: string; readonly attribute?: (typeof cookieAttributes)[number] }
  | { readonly kind: 'time'; readonly phase: keyof typeof phases }
  | { readonly kind: 'cert'; readonly field: keyof typeof certificateFields }
  /** The first group of the pattern in the body, or the entire match. */
  | { readonly kind: 'regex'; readonly pattern: RegExp }
  /** Nodes of an XML or HTML body. */
  | { readonly kind: 'xpath' | 'css'; readonly path: string }
  /** The body, compared with a JSON Schema in a file. */
  | { readonly kind: 'schema' }
  /** A statistic of all responses of `--repeat`: `p99`, `min`, `mean`, `max`, `rate`. */
  | { readonly kind: 'load'; readonly statistic: string }
  | { readonly kind: 'json'; readonly path: JsonPath; readonly text: string };

type ReadTarget = { readonly target: Target; readonly rest: string } | Failure;

/** A word that begins a target. */
interface TargetRow {
  /** Reads the text between the word and the operator. */
  readonly read: (rest: string) => ReadTarget;
  /** Words that can follow, for completion. */
  readonly words?: readonly string[];
  /** Whether the body must be read. */
  readonly body?: true;
}

const plain = (kind: 'status' | 'version' | 'url' | 'redirects'): TargetRow => ({
  read: rest => ({ target: { kind }, rest }),
});
const ofBody = (kind: 'body' | 'size' | 'errors' | 'sha256' | 'md5' | 'schema'): TargetRow => ({
  read: rest => ({ target: { kind }, rest }),
  body: true,
});
const ofMarkup = (kind: 'xpath' | 'css', usage: string): TargetRow => ({
  body: true,
  read(text) {
    const { word, rest } = firstWord(text);
    return word === ''
      ? usageError(`${kind} needs an expression in quotes.`, usage)
      : { target: { kind, path: word }, rest };
  },
});

/** The targets by their first word. Parser, completion and messages use this table. */
const targets: Readonly<Record<string, TargetRow>> = {
  status: plain('status'),
  version: plain('version'),
  body: ofBody('body'),
  size: ofBody('size'),
  url: plain('url'),
  redirects: plain('redirects'),
  errors: ofBody('errors'),
  sha256: ofBody('sha256'),
  md5: ofBody('md5'),
  header: {
    read(text) {
      const { word, rest } = firstWord(text);
      if (word === '') return usageError('header needs a name.', 'Usage: header content-type');
      const [, name = word, line] = /^(.+)\[(\d{1,6}|\*)\]$/.exec(word) ?? [];
      const own = { kind: 'header', name: name.replace(/:$/, '') } as const;
      if (line === undefined) return { target: own, rest };
      return { target: { ...own, line: line === '*' ? line : Number(line) }, rest };
    },
  },
  cookie: {
    read(text) {
      const { word, rest } = firstWord(text);
      if (word === '') return usageError('cookie needs a name.', 'Usage: cookie session, cookie session.secure');
      const attributeIn = (typed = '') => cookieAttributes.find(name => name === typed.toLowerCase());
      const [, name = '', typed] =
        /^(.+)(?:\.([\w-]+)|\[([\w-]+)\])$/.exec(word)?.filter(each => each !== undefined) ?? [];
      const inWord = attributeIn(typed);
      if (inWord) return { target: { kind: 'cookie', name, attribute: inWord }, rest };
      const then = firstWord(rest);
      const attribute = attributeIn(then.word);
      return attribute
        ? { target: { kind: 'cookie', name: word, attribute }, rest: then.rest }
        : { target: { kind: 'cookie', name: word }, rest };
    },
  },
  time: {
    words: Object.keys(phases),
    body: true,
    read(text) {
      const { word, rest } = firstWord(text);
      const phase = nameIn(phases, word);
      return phase
        ? { target: { kind: 'time', phase }, rest }
        : { target: { kind: 'time', phase: 'total' }, rest: text };
    },
  },
  cert: {
    words: Object.keys(certificateFields),
    read(text) {
      const { word, rest } = firstWord(text);
      const field = nameIn(certificateFields, word);
      if (field) return { target: { kind: 'cert', field }, rest };
      return usageError(`cert needs one of ${Object.keys(certificateFields).join(', ')}.`, 'Usage: cert days > 14');
    },
  },
  regex: {
    body: true,
    read(text) {
      const slashes = readSlashes(text);
      const { word, rest } = slashes ? { word: slashes.source, rest: slashes.rest } : firstWord(text);
      const pattern = readPattern(word, slashes?.flags);
      return isFailure(pattern) ? pattern : { target: { kind: 'regex', pattern }, rest };
    },
  },
  xpath: ofMarkup('xpath', 'Usage: xpath "//book/@id" == "1"'),
  css: ofMarkup('css', 'Usage: css "h1" == "Shop"'),
  schema: ofBody('schema'),
  jsonpath: {
    body: true,
    read(text) {
      // A JSON string can contain any path, even one with a line break.
      const [quoted] = /^"(?:[^"\\]|\\.)*"/s.exec(text) ?? [];
      const { word, rest } = firstWord(text);
      const source = quoted === undefined ? word : (parsedString(quoted) ?? word);
      const path = parseJsonPath(source);
      return isFailure(path) ? path : { target: { kind: 'json', path, text: source }, rest };
    },
  },
  $: { read: text => jsonTarget(text), body: true },
};

const words = Object.keys(targets).filter(word => word !== 'jsonpath');

/** Kinds of targets that need the body. `size` and `time` only need its end. */
export const bodyTargets: ReadonlySet<string> = new Set(
  Object.entries(targets).flatMap(([word, { body }]) => (body ? [word === '$' ? 'json' : word] : [])),
);

/** Returns the words that start a target, or those that can follow one of them. */
export const targetWords = (after?: string): readonly string[] =>
  after === undefined ? words : ((Object.hasOwn(targets, after) ? targets[after]?.words : undefined) ?? []);

const form = 'Usage: status, header NAME, cookie NAME, body, size, time, url, cert days, errors, $.items[0].id';

/** Reads `/PATTERN/FLAGS` at the beginning of a text, and returns it with the text after it. */
export function readSlashes(text: string) {
  let isClass = false;
  for (let at = 1; text.startsWith('/') && at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '[' || char === ']') isClass = char === '[';
    else if (char === '/' && !isClass) {
      const [flags = ''] = /^[a-z]*/.exec(text.slice(at + 1)) ?? [];
      const rest = text.slice(at + 1 + flags.length);
      return at > 1 && /^(?:\s|$)/.test(rest)
        ? { source: text.slice(1, at), flags, rest: rest.trimStart() }
        : undefined;
    }
  }
  return undefined;
}

const parsedString = (text: string): string | undefined => parsedJson(text) as string | undefined;

/** Reads a word or a quoted text at the beginning of a text, and returns it with the text after it. */
function firstWord(text: string): { readonly word: string; readonly rest: string } {
  const [whole = '', quoted, single, bare] = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s=!<>~]+))\s*/s.exec(text) ?? [];
  return { word: quoted?.replace(/\\(["\\])/g, '$1') ?? single ?? bare ?? '', rest: text.slice(whole.length) };
}

/** Reads the target at the beginning of a text, and returns it with the text after it. */
export function readTarget(text: string): ReadTarget {
  const trimmed = text.trim();
  if (trimmed.startsWith('$')) return jsonTarget(trimmed);
  const { word, rest } = firstWord(trimmed);
  if (Object.hasOwn(targets, word) && targets[word]) return targets[word].read(rest);
  if (/^(?:p\d{1,2}(?:\.\d+)?|min|mean|max|rate)$/.test(word))
    return { target: { kind: 'load', statistic: word }, rest };
  const meant = nearest(word, words);
  return usageError(
    word === '' ? 'A check needs a target.' : `${word} is not a target.`,
    meant ? `Did you mean ${meant}? ${form}` : form,
  );
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

/** Parses a regular expression (ECMAScript with Unicode). */
export function readPattern(text: string, flags = ''): RegExp | Failure {
  const flagsWithUnicode = `${flags.replace('u', '')}u`;
  const stray = /[^imsu]/.exec(flags)?.[0];
  if (stray !== undefined) return usageError(`Unknown pattern flag ${stray}.`, 'Use the flags i, m and s.');
  try {
    return new RegExp(text, flagsWithUnicode);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    return usageError(`The pattern is invalid: ${why}.`, 'Usage: body matches "^ok", regex "token=(\\w+)"');
  }
}

/** Reads a path, which ends at the first blank or comparison outside brackets. */
function jsonTarget(text: string): ReadTarget {
  const end = pathEnd(text);
  const source = text.slice(0, end);
  const path = parseJsonPath(source);
  return isFailure(path) ? path : { target: { kind: 'json', path, text: source }, rest: text.slice(end).trimStart() };
}

function pathEnd(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '[') depth++;
    else if (char === ']') depth--;
    else if (depth > 0 && (char === '"' || char === "'")) at = quoteEnd(text, at);
    else if (depth === 0 && /[\s=!<>~]/.test(char)) {
      // Blanks may separate segments (RFC 9535 2.1.1).
      const blanks = /^\s+(?=[.[])/.exec(text.slice(at))?.[0].length;
      if (blanks === undefined) return at;
      at += blanks - 1;
    }
  }
  return text.length;
}

/** Returns the offset of the closing quote, or the length of the text if there is none. */
function quoteEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}
