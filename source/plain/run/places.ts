/** Profiles named by a file's requests: the environment of each, and its values for `{{name}}`. */
import { type Failure, isFailure } from '../../core/failure.js';
import { valueTexts } from '../../core/http-file/captured-values.js';
import type { HttpFile } from '../../core/http-file/document.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import { inEnvironment } from '../../core/profiles.js';
import type { Environment } from '../../environment.js';
import { readProfileValues } from '../../io/profile-values.js';
import type { ReadRequest } from './context.js';
import type { PlaceValues } from './loaded-file.js';

interface Places {
  readonly values: PlaceValues;
  /** A profile with the requested environment. */
  readonly isFound: boolean;
  /** Why a profile does not have it. */
  readonly refused?: Failure;
}

const wordIn = (url: string): string | undefined => /^@[^/?#{}]+/.exec(url.trim())?.[0];

/** Reads a request's `@shop` as `@shop:dev` if the profile has the environment dev. */
export function inEnvironmentOf(read: ReadRequest, name: string | undefined): ReadRequest {
  if (name === undefined) return read;
  const cache = new Map<string, boolean>();
  const has = (word: string): boolean => {
    const isPlace = cache.get(word) ?? !isFailure(read(['GET', word], []));
    cache.set(word, isPlace);
    return isPlace;
  };
  return (argv, under) => {
    const [method = '', url = '', ...rest] = argv;
    const address = inEnvironment(url, name);
    return read([method, address !== url && has(wordIn(address) ?? address) ? address : url, ...rest], under);
  };
}

/**
 * @param scope of the file, before anything is sent
 * @param name of the requested environment
 */
export async function readPlaces(
  { entries }: HttpFile,
  scope: Scope,
  read: ReadRequest,
  name: string | undefined,
  environment: Environment,
): Promise<Places> {
  const byWord = new Map<string, ReadonlyMap<string, Value> | undefined>();
  let isFound = false;
  let refused: Failure | undefined;
  const values: (ReadonlyMap<string, Value> | undefined)[] = [];
  for (const [at, entry] of entries.entries()) {
    const word = wordIn(fill(entry.url, scope, at).text) ?? '';
    if (word !== '' && !byWord.has(word)) {
      const command = name === undefined ? undefined : inNamedEnvironment(word, name, read);
      if (isFailure(command)) refused ??= command;
      else isFound ||= command !== undefined;
      byWord.set(word, await profileValues(word, read, environment));
    }
    values.push(byWord.get(word));
  }
  return { values, isFound, refused };
}

/** Reads a profile with an environment, or returns undefined if the word cannot have one. */
function inNamedEnvironment(word: string, name: string, read: ReadRequest): ReturnType<ReadRequest> | undefined {
  const address = inEnvironment(word, name);
  return address === word ? undefined : read(['GET', address], []);
}

/** Returns the values of a profile. Its problems are reported when the request itself is parsed. */
async function profileValues(
  word: string,
  read: ReadRequest,
  environment: Environment,
): Promise<ReadonlyMap<string, Value> | undefined> {
  const command = read(['GET', word], []);
  const values = isFailure(command) ? undefined : command.profile?.values;
  return values && valueTexts((await readProfileValues(values, environment)).values, false);
}
