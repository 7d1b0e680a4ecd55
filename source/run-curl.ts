/** `apiclient [FLAGS] curl …`: converts a curl line to one of ours. A separate chunk. */

import { readCurlLines } from './command/curl/import.js';
import { translatePasted } from './command/curl/pasted.js';
import { type Translated, translateCurl } from './command/curl/translate.js';
import { type Failure, isFailure, usageError } from './core/failure.js';
import { entriesText } from './core/import/pasted.js';
import { readTypedUrl } from './core/request/typed-url.js';
import type { Environment } from './environment.js';
import { readText } from './io/sources.js';
import { note } from './plain/note.js';

/** Returns our line for a line that contains `curl`. @param at position of `curl`; our flags precede it */
export async function lineOfCurl(
  argv: readonly string[],
  at: number,
  environment: Environment,
): Promise<readonly string[] | Failure> {
  const [before, theirs] = [argv.slice(0, at), argv.slice(at + 1)];
  const [first = '--help'] = theirs;
  if (/^(?:--help|-h)$/.test(first)) return ['help', 'curl'];
  const pasted =
    theirs.length === 1 && first.startsWith('@') ? await pastedText(first.slice(1), environment) : undefined;
  if (isFailure(pasted)) return pasted;
  const translated = pasted === undefined ? translateCurl(theirs) : translatePasted(pasted);
  if (isFailure(translated)) return translated;
  const cookies = await cookiesOf(translated, environment);
  if (isFailure(cookies)) return cookies;
  const line = [...before, ...translated.argv, ...cookies];
  if (!line.some(word => word === '-s' || word === '--silent'))
    for (const text of translated.notes) note(environment, text);
  return line;
}

/** Returns a flag with the cookies of the file of `-b` for the URL, if there are any. */
async function cookiesOf(
  { argv, cookieFile }: Translated,
  environment: Environment,
): Promise<readonly string[] | Failure> {
  const typed = readTypedUrl(argv[1] ?? '');
  // An invalid URL is reported when the line is parsed.
  if (cookieFile === undefined || isFailure(typed)) return [];
  const { openJar } = await import('./io/http/cookies/jar.js');
  const jar = await openJar(cookieFile, environment);
  if (isFailure(jar)) return jar;
  const cookies = await jar.header(typed.url);
  return cookies === '' ? [] : [`--cookie=${cookies}`];
}

/** Returns a pasted curl line as an entry of a `.http` file. */
export function entryOfCurl(text: string): string | Failure {
  const imported = readCurlLines(text, '');
  const [loss] = imported?.collection?.items.length === 0 ? imported.untranslated : [];
  if (loss) return usageError(`${loss.feature.replace(/\.$/, '')}.`, 'Copy the whole command: curl https://…');
  return imported?.collection
    ? entriesText(imported.collection)
    : usageError('This is not a curl line.', 'Copy the whole command: curl https://…');
}

const pastedText = (file: string, environment: Environment): Promise<string | Failure> =>
  readText(file === '-' ? { from: 'stdin' } : { from: 'file', path: file }, environment);
