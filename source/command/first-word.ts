/** What the first word means, and the advice when it means nothing: URL first, misspelt commands and methods. */
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { nearest } from '../core/near-miss.js';
import { readTypedUrl } from '../core/request/typed-url.js';
import { flagTable, shownForm } from './flags.js';
import type { FlagTokens } from './tokens.js';

/** Methods that completions offer and that are known to be methods when nothing follows them. */
// biome-ignore format: one line
export const usualMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'];

/** First words that are commands, in lower case only. */
export const commandNames = ['graphql', 'auth', 'profiles', 'demo', 'run', 'completion', 'help'] as const;

/** What may follow `auth`. */
export const authActions = ['status', 'login', 'token', 'introspect', 'logout', 'register'] as const;

/** True for a word that a person means as a URL, and not as a method or a command. */
export const looksLikeUrl = (word: string): boolean => /[:/.?]|^@./.test(word) || /^localhost$/i.test(word);

const twoForms = 'Form: apiclient METHOD URL, apiclient graphql URL or apiclient URL; apiclient --help shows all.';

/** The usage error for a method that stands alone. */
export const missingUrl = (method: string): Failure =>
  usageError(`A URL is missing after ${method}.`, `Form: apiclient ${method} https://api.example.com/users`);

/** Why a lone first word cannot be a URL to open; nothing if it can. */
export function unknownCommand({ words }: FlagTokens): Failure | undefined {
  const [word = ''] = words;
  if (looksLikeUrl(word)) return undefined;
  if (/^(?:usage|man)$/i.test(word)) return usageError(`There is no command ${word}.`, 'Did you mean apiclient help?');
  if (/^version$/i.test(word)) return usageError(`There is no command ${word}.`, 'Did you mean apiclient --version?');
  const near = nearest(word, [...commandNames, ...usualMethods]);
  if (near) return usageError('There is no command of this name.', `Did you mean apiclient ${near}?`);
  if (/^[A-Z]+$/.test(word)) return missingUrl(word);
  return usageError('The first word is neither a method, nor a command, nor a URL.', twoForms);
}

/** Whose place this program takes on a line that was written for them. */
const otherPrograms = /^(?:https?|httpie|wget|xh)$/;

/** `man graphql`, `complete bash`, `curl URL`: a lower-case word that is no usual method, before one that nobody writes for a URL. */
export function commandAdvice(word: string, next: string): Failure | undefined {
  if (otherPrograms.test(word)) {
    const method = usualMethods.find(known => known === next.toUpperCase());
    const form = `Form: apiclient ${method ?? 'GET'} ${method ? 'URL' : shownUrl(next)}`;
    return usageError(`${word} is another program: apiclient stands in its place.`, form);
  }
  if (word !== word.toLowerCase() || usualMethods.includes(word.toUpperCase()) || looksLikeUrl(next)) return undefined;
  if (word === 'man') {
    const topic = commandNames.find(name => name === next);
    return usageError(`There is no command ${word}.`, `Did you mean apiclient help${topic ? ` ${topic}` : ''}?`);
  }
  const near = nearest(word, commandNames) ?? (/^(?:bash|zsh|fish)$/.test(next) ? 'completion' : undefined);
  return usageError(
    `There is no command ${word}.`,
    near
      ? `Did you mean apiclient ${near}?`
      : `For a method of that name: apiclient ${word.toUpperCase()} https://${next}`,
  );
}

/** A URL as a hint may show it: completed, without credentials and query, which can hold secrets. */
export function shownUrl(word: string | undefined): string {
  if (word !== undefined && /^@[\w./-]+$/.test(word)) return word;
  const read = word === undefined ? undefined : readTypedUrl(word);
  if (read === undefined || isFailure(read)) return 'URL';
  const end = read.url.search(/[?#]/);
  return end < 0 ? read.url : `'${read.url.slice(0, end)}?…'`;
}

/** A URL where the method should be: shows the line to type. */
export function urlFirst(given: FlagTokens): Failure {
  const [first, second = ''] = given.words;
  // HTTPie's `--form POST URL`: there it is a switch.
  for (const flag of flagTable) {
    const taken = flag.value === undefined ? undefined : given.all(flag.name).find(each => usualMethods.includes(each));
    if (taken === undefined) continue;
    const form = `Form: apiclient ${taken} ${shownUrl(first)} ${shownForm(flag)}`;
    return usageError(`--${flag.name} takes a value here, and took ${taken} for it.`, form);
  }
  const sends = flagTable.some(({ group, name }) => group === 'Body' && given.has(name));
  const method = usualMethods.find(known => known === second.toUpperCase());
  const guess = method ?? (sends || /^[^=:]+:?=(?!=)/.test(second) ? 'POST' : 'GET');
  return usageError('The method comes before the URL.', `Form: apiclient ${guess} ${shownUrl(first)}`);
}
