/** Interprets the first word, with advice for mistakes: URL first, misspelt commands and methods. */
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { nearest } from '../core/near-miss.js';
import { readTypedUrl } from '../core/request/typed-url.js';
import { commandNames, flagTable, shownForm } from './flags.js';
import type { FlagTokens } from './tokens.js';

/** Methods that completion offers and that are recognised if nothing follows. */
// biome-ignore format: one line
export const usualMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'];

/** The words after `auth`. */
// biome-ignore format: one line
export const authActions = ['status', 'login', 'token', 'introspect', 'userinfo', 'logout', 'register', 'doctor'] as const;

/** Whether the word is meant as a URL rather than a method or command. */
export const looksLikeUrl = (word: string): boolean => /[:/.?]|^@./.test(word) || /^localhost$/i.test(word);

const twoForms =
  'Usage: apiclient METHOD URL, apiclient graphql URL or apiclient URL. Run apiclient --help for all commands.';

export const missingUrl = (method: string): Failure =>
  usageError(`No URL after ${method}.`, `Usage: apiclient ${method} https://api.example.com/users`);

/** Commands of other programs, in lower case. */
const wordsOfOthers: Readonly<Record<string, string>> = {
  login: 'Usage: apiclient auth login --oauth2 FLOW:TOKEN_URL:CLIENT_ID. Run apiclient help oauth2 to see each flow.',
  logout: 'Did you mean apiclient auth logout?',
  status: 'Did you mean apiclient auth status?',
  token: 'Did you mean apiclient auth token?',
  tokens: 'Did you mean apiclient auth status?',
  register: 'Usage: apiclient auth register --oauth2-issuer URL',
  config: 'Edit the configuration file instead. See apiclient help configuration.',
  configure: 'Edit the configuration file instead. See apiclient help configuration.',
  settings: 'Edit the configuration file instead. See apiclient help configuration.',
  update: 'Update it the way you installed it: with npm, with apt, or from a newer release archive.',
  upgrade: 'Update it the way you installed it: with npm, with apt, or from a newer release archive.',
  uninstall: 'Did you mean apiclient help uninstall?',
  version: 'Did you mean apiclient --version?',
  schema: 'Usage: apiclient graphql URL --print-schema',
  query: 'Usage: apiclient graphql URL --query TEXT',
  test: 'Usage: apiclient run FILE.http. See apiclient help http-files.',
};

/** Returns why a lone first word is not a URL to open, or undefined if it is one. */
export function unknownCommand({ words }: FlagTokens): Failure | undefined {
  const [word = ''] = words;
  if (looksLikeUrl(word)) return undefined;
  const advice = wordsOfOthers[word];
  if (advice !== undefined) return usageError(`Unknown command ${word}.`, advice);
  if (/^(?:usage|man)$/i.test(word)) return usageError(`Unknown command ${word}.`, 'Did you mean apiclient help?');
  const near = nearest(word, [...commandNames, ...usualMethods]);
  if (near) return usageError('Unknown command.', `Did you mean apiclient ${near}?`);
  if (/^[A-Z]+$/.test(word)) return missingUrl(word);
  return usageError('The first word is not a method, a command or a URL.', twoForms);
}

/** Other programs whose command lines are accepted. */
const otherPrograms = /^(?:https?|httpie|wget|xh)$/;

/**
 * Returns advice for `man graphql`, `complete bash`, `curl URL`: an unusual lower-case method before a word that is not a URL.
 */
export function commandAdvice(word: string, next: string): Failure | undefined {
  if (otherPrograms.test(word)) {
    const method = usualMethods.find(each => each === next.toUpperCase());
    const form = `Form: apiclient ${method ?? 'GET'} ${method ? 'URL' : shownUrl(next)}`;
    return usageError(`${word} is another program. Use apiclient instead.`, form);
  }
  if (word !== word.toLowerCase() || usualMethods.includes(word.toUpperCase()) || looksLikeUrl(next)) return undefined;
  const advice = wordsOfOthers[word];
  if (advice !== undefined) return usageError(`Unknown command ${word}.`, advice);
  if (word === 'man') {
    const topic = commandNames.find(name => name === next);
    return usageError(`Unknown command ${word}.`, `Did you mean apiclient help${topic ? ` ${topic}` : ''}?`);
  }
  const near = nearest(word, commandNames) ?? (/^(?:bash|zsh|fish)$/.test(next) ? 'completion' : undefined);
  return usageError(
    `Unknown command ${word}.`,
    near
      ? `Did you mean apiclient ${near}?`
      : `To send a request with that method: apiclient ${word.toUpperCase()} https://${next}`,
  );
}

/** A URL for a hint: completed, without credentials and query, which may contain secrets. */
export function shownUrl(word: string | undefined): string {
  if (word !== undefined && /^@[\w./-]+$/.test(word)) return word;
  const read = word === undefined ? undefined : readTypedUrl(word);
  if (read === undefined || isFailure(read)) return 'URL';
  const end = read.url.search(/[?#]/);
  return end < 0 ? read.url : `'${read.url.slice(0, end)}?…'`;
}

/** Handles a URL typed instead of the method: shows the line to type. */
export function urlFirst(given: FlagTokens): Failure {
  const [first, second = ''] = given.words;
  // In HTTPie's `--form POST URL`, --form is a switch.
  for (const flag of flagTable) {
    const taken = flag.value === undefined ? undefined : given.all(flag.name).find(each => usualMethods.includes(each));
    if (taken === undefined) continue;
    const form = `Usage: apiclient ${taken} ${shownUrl(first)} ${shownForm(flag)}`;
    return usageError(`--${flag.name} takes a value, so ${taken} was read as its value.`, form);
  }
  const sends = flagTable.some(({ group, name }) => group === 'Body' && given.has(name));
  const method = usualMethods.find(each => each === second.toUpperCase());
  const guess = method ?? (sends || /^[^=:]+:?=(?!=)/.test(second) ? 'POST' : 'GET');
  return usageError('The method must come before the URL.', `Usage: apiclient ${guess} ${shownUrl(first)}`);
}
