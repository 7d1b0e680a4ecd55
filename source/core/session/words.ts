/** The words of a session: header and credential flags, as typed on the command line. */
import type { HeaderOption } from '../options.js';

/** Returns true for a valid session name, which is also the name of a folder. */
export const isSessionName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(name);

/**
 * Headers that belong to one request instead of a session, because they describe its body, a cached copy, or this particular
 * exchange.
 */
const ofOneRequest = /^(?:content-.*|if-.*|cookie|host|range|expect|transfer-encoding|connection|te|trailer)$/i;

const partsOf = (word: string): { readonly flag: string; readonly value: string } => {
  const [, flag = '', value = ''] = /^--([^=]+)=?([\s\S]*)$/.exec(word) ?? [];
  return { flag, value };
};

const headerName = (value: string): string => (/^([^:;]*)/.exec(value)?.[1] ?? '').trim().toLowerCase();

/** Flags that identify the user. A new login replaces another one. */
const login = /^(?:auth|digest|bearer|aws-sigv4|oauth2(?:-.*)?)$/;

/** Returns true if a word of a command line is stored. `-H @FILE` and words that belong to one request are not. */
export function isStoredInFile(word: string): boolean {
  const { flag, value } = partsOf(word);
  if (flag === 'header') return !value.startsWith('@') && !ofOneRequest.test(headerName(value));
  return flag === 'api-key-query' || login.test(flag);
}

const isCookie = (word: string): boolean => {
  const { flag, value } = partsOf(word);
  return flag === 'cookie' || (flag === 'header' && headerName(value) === 'cookie');
};

/** Returns true if a session stores a word of the command line, either in its file or as a cookie in its jar. */
export const isStored = (word: string): boolean => isStoredInFile(word) || isCookie(word);

/** Returns the cookies of `-b` and `-H 'Cookie: …'` as `name=value`. The last one of each name counts. */
export function typedCookies(words: readonly string[]): readonly string[] {
  const pairs = words
    .filter(isCookie)
    .map(word => partsOf(word))
    .flatMap(({ flag, value }) => (flag === 'cookie' ? value : value.replace(/^[^:;]*[:;]/, '')).split(';'))
    .map(pair => pair.trim())
    .filter(pair => pair !== '');
  return [...new Map(pairs.map(pair => [cookieName(pair), pair])).values()];
}

/** Returns the name of a `name=value` pair. */
export const cookieName = (pair: string): string => pair.split('=', 1)[0] ?? '';

/** Returns the subject of a word. A newer word with the same subject replaces it. Flags of a login have separate subjects. */
function subjectOf(word: string): string {
  const { flag, value } = partsOf(word);
  if (flag === 'oauth2-param') return `login ${flag} ${value.split('=', 1)[0]}`;
  if (flag.startsWith('oauth2-')) return `login ${flag}`;
  if (flag === 'header') return `header ${headerName(value)}`;
  if (flag === 'api-key-query') return `key ${value.split('=', 1)[0]}`;
  return flag === 'cookie' ? 'cookie' : 'login';
}

/** Returns true for a login and for the flags that modify it, which a new login replaces. */
const isOfLogin = (subject: string): boolean => /^login(?: |$)/.test(subject);

/** Returns the stored words whose subjects do not occur in the newer words. */
export function wordsLeft(stored: readonly string[], newer: readonly string[]): readonly string[] {
  const subjects = new Set(newer.map(subjectOf));
  const authorization = subjects.has('header authorization');
  return stored.filter(word => {
    const subject = subjectOf(word);
    if (subjects.has(subject)) return false;
    if (isOfLogin(subject)) return !authorization && !subjects.has('login');
    return !(subject === 'header authorization' && subjects.has('login'));
  });
}

/** Binds a header to its origin, so that redirects to other origins drop it. A session belongs to one origin. */
export const boundHeader = (option: HeaderOption): HeaderOption =>
  option.kind === 'set' ? { ...option, isBound: true } : option;

/** Returns the headers of a command line and binds those that the session stores. @param stored words of the session */
export function boundHeaders(headers: readonly HeaderOption[], stored: readonly string[]): readonly HeaderOption[] {
  const subjects = new Set(stored.map(subjectOf));
  return headers.map(option =>
    'name' in option && subjects.has(`header ${option.name.toLowerCase()}`) ? boundHeader(option) : option,
  );
}

/** Returns the words of a session after a command line. A header that was removed (`-H "Name:"`) is forgotten. */
export const mergedWords = (stored: readonly string[], newer: readonly string[]): readonly string[] => [
  ...wordsLeft(stored, newer),
  ...newer.filter(word => !/^--header=[^:;]*:\s*$/.test(word)),
];

/**
 * Returns the words to store and the words to forget after headers and credentials have changed on the full screen: all words
 * of each subject that changed.
 */
export function changedWords(
  before: readonly string[],
  after: readonly string[],
): { readonly words: readonly string[]; readonly gone: readonly string[] } {
  const changed = [...before.filter(word => !after.includes(word)), ...after.filter(word => !before.includes(word))];
  const subjects = new Set(changed.map(subjectOf));
  const isChanged = (subject: string): boolean =>
    subjects.has(subject) || (isOfLogin(subject) && subjects.has('login'));
  const those = (words: readonly string[]) => words.filter(word => isChanged(subjectOf(word)));
  return { words: those(after), gone: those(before) };
}
