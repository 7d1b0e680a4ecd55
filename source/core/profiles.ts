/** Profiles of the configuration: a named base URL with flags, used as `@name/path`. */
import { type Failure, isFailure, usageError } from './failure.js';
import { readTypedUrl } from './request/typed-url.js';

/** A profile of the configuration; its flags are not validated yet. */
export interface Profile {
  readonly name: string;
  /** Absolute base URL without credentials and fragment. */
  readonly url: string;
  /** Its flags, as typed. */
  readonly words: readonly string[];
  /** Confirm mutations and unsafe methods. */
  readonly confirm: boolean;
}

/** Reads flags written as words. */
type FlagsReader = (value: unknown, where: string) => readonly string[];

const form = '{"profiles": {"staging": {"url": "https://staging.example.com", "flags": {"bearer": "env:TOKEN"}}}}';
/** Allowed names. */
export const nameForm = /^[A-Za-z0-9][\w.-]*$/;

/** Reads the member "profiles" of a configuration. */
export function readProfiles(
  found: Readonly<Record<string, unknown>>,
  readFlags: FlagsReader,
  refuse: (text: string, hint: string) => void,
): ReadonlyMap<string, Profile> {
  const profiles = new Map<string, Profile>();
  for (const [name, value] of Object.entries(found)) {
    const where = `profiles["${name}"]`;
    if (!nameForm.test(name)) {
      refuse(`"${name}" is no name for a profile.`, 'Letters, digits, dot, dash and underline, as in @staging/users.');
      continue;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse(`"${where}" is not an object.`, form);
      continue;
    }
    const { url: typed, flags = {}, confirm = false, ...others } = value as Readonly<Record<string, unknown>>;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) refuse(`${where} has a member "${unknown}" that means nothing.`, form);
    if (typeof confirm !== 'boolean') refuse(`"confirm" of ${where} is neither true nor false.`, form);
    const url = baseUrl(typed);
    if (isFailure(url)) refuse(`the URL of ${where}: ${url.text}`, url.hint ?? form);
    else profiles.set(name, { name, url, words: readFlags(flags, `${where}.flags`), confirm: confirm === true });
  }
  return profiles;
}

function baseUrl(typed: unknown): string | Failure {
  if (typeof typed !== 'string') return usageError('it is missing.', form);
  const read = readTypedUrl(typed);
  if (isFailure(read)) return read;
  if (read.credentials)
    return usageError('it holds a user.', 'Credentials stand under "flags": {"auth": "ada:env:PASSWORD"}');
  if (read.url.includes('#')) return usageError('it has a fragment, which no server gets to see.', form);
  return read.url;
}

export const namesProfile = (word: string): boolean => word.startsWith('@');

/** Resolves `@name`, `@name/path` or `@name?query`, or fails for an unknown profile. */
export function profileAt<P extends Pick<Profile, 'url'>>(
  profiles: ReadonlyMap<string, P>,
  word: string,
): { readonly profile: P; readonly name: string; readonly url: string } | Failure {
  const [, name = '', rest = ''] = /^@([^/?#]*)([\s\S]*)$/.exec(word) ?? [];
  const profile = profiles.get(name);
  if (profile) return { profile, name, url: joined(profile.url, rest) };
  if (!nameForm.test(name))
    return usageError(
      'No profile is named after @.',
      'Form: @staging or @staging/users; apiclient profiles lists them.',
    );
  const known = [...profiles.keys()].map(each => `@${each}`);
  return usageError(
    `There is no profile ${name}.`,
    known.length === 0
      ? `A profile stands in the configuration: ${form}`
      : `There is ${known.slice(0, 12).join(', ')}.`,
  );
}

/** Appends path to path and query to query. */
function joined(base: string, rest: string): string {
  const [, before = '', baseQuery = ''] = /^([^?]*)(\?.*)?$/s.exec(base) ?? [];
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest) ?? [];
  const whole = path === '' ? before : `${before.replace(/\/$/, '')}${path}`;
  const both = baseQuery.length > 1 && query.length > 1 ? `${baseQuery}&${query.slice(1)}` : query || baseQuery;
  return `${whole}${both}${hash}`;
}
