/** The words of a session: flags of headers and login, as they would be typed. */
import { secrecyOf } from '../credentials/config.js';
import { isSecretName } from '../credentials/header.js';
import type { HeaderOption, NetworkOptions } from '../options.js';

/** The name of a session, which is the name of a folder. */
export const isSessionName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(name);

/** Headers of one request, not of a session: they speak of its body, of a copy at hand, or of this one exchange. */
const ofOneRequest = /^(?:content-.*|if-.*|cookie|host|range|expect|transfer-encoding|connection|te|trailer)$/i;

const partsOf = (word: string): { readonly flag: string; readonly value: string } => {
  const [, flag = '', value = ''] = /^--([^=]+)=?([\s\S]*)$/.exec(word) ?? [];
  return { flag, value };
};

const headerName = (value: string): string => (/^([^:;]*)/.exec(value)?.[1] ?? '').trim().toLowerCase();

/** Flags that say who we are; one login takes the place of another. */
const login = /^(?:auth|digest|bearer|aws-sigv4|oauth2(?:-.*)?)$/;

/** Whether a word of a line is kept; `-H @FILE` and what belongs to one request are not. */
export function isKept(word: string): boolean {
  const { flag, value } = partsOf(word);
  if (flag === 'header') return !value.startsWith('@') && !ofOneRequest.test(headerName(value));
  return flag === 'api-key-query' || login.test(flag);
}

/** The subject of a word: a newer word about the same takes its place. */
function subjectOf(word: string): string {
  const { flag, value } = partsOf(word);
  if (flag === 'header') return `header ${headerName(value)}`;
  if (flag === 'api-key-query') return `key ${value.split('=', 1)[0]}`;
  return 'login';
}

/** Those of the kept words about which the newer ones say nothing. */
export function wordsLeft(kept: readonly string[], newer: readonly string[]): readonly string[] {
  const subjects = new Set(newer.map(subjectOf));
  const authorization = subjects.has('header authorization');
  return kept.filter(word => {
    const subject = subjectOf(word);
    if (subjects.has(subject)) return false;
    return !(subject === 'login' && authorization) && !(subject === 'header authorization' && subjects.has('login'));
  });
}

/** A header that follows no redirect to another origin: a session belongs to one. */
export const boundHeader = (option: HeaderOption): HeaderOption =>
  option.kind === 'set' ? { ...option, isBound: true } : option;

/** The headers of a line, with those bound that the session keeps. @param kept its words */
export function boundHeaders(headers: readonly HeaderOption[], kept: readonly string[]): readonly HeaderOption[] {
  const subjects = new Set(kept.map(subjectOf));
  return headers.map(option =>
    'name' in option && subjects.has(`header ${option.name.toLowerCase()}`) ? boundHeader(option) : option,
  );
}

/** The words of a session after a line: a header that was removed (`-H "Name:"`) is forgotten. */
export const mergedWords = (kept: readonly string[], newer: readonly string[]): readonly string[] => [
  ...wordsLeft(kept, newer),
  ...newer.filter(word => !/^--header=[^:;]*:\s*$/.test(word)),
];

/** Words to keep and words to forget, once headers and login have changed on the screen: all of each subject that has. */
export function changedWords(
  before: readonly string[],
  after: readonly string[],
): { readonly kept: readonly string[]; readonly gone: readonly string[] } {
  const changed = [...before.filter(word => !after.includes(word)), ...after.filter(word => !before.includes(word))];
  const subjects = new Set(changed.map(subjectOf));
  const those = (words: readonly string[]) => words.filter(word => subjects.has(subjectOf(word)));
  return { kept: those(after), gone: those(before) };
}

/** A word as it may be shown: secrets as bullets, names of variables and files as they are. */
export function maskedWord(word: string): string {
  const { flag, value } = partsOf(word);
  const name = /^([^:=]*[:=]\s*)/.exec(value)?.[1] ?? '';
  const isSecret = secrecyOf(flag, value) === 'secret' || (flag === 'header' && isSecretName(headerName(value)));
  if (!isSecret) return word;
  return flag === 'header' || flag === 'api-key-query' ? `--${flag}=${name}••••` : `--${flag}=••••`;
}

/** A request that is only shown has the cookies of its session as `-b` would give them. @param header of the jar */
export function withCookies(network: NetworkOptions, header: string): NetworkOptions {
  const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
  const typed = new Set(network.cookies.map(nameOf));
  const kept = header.split('; ').filter(pair => pair !== '' && !typed.has(nameOf(pair)));
  return { ...network, cookies: [...network.cookies, ...kept] };
}
