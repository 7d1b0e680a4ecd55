/** Profiles of the configuration: a named base URL with flags, used as `@name/path`. */

import { replacesLogin, secrecyOf, withoutLogin } from './credentials/config.js';
import { type Failure, isFailure, usageError } from './failure.js';
import { hintText } from './hint.js';
import { isObject } from './json/loose.js';
import { holdSecret, openValues, readValueSources, type ValueSources } from './profile-values.js';
import { readUrl } from './request/read-url.js';
import { readTypedUrl } from './request/typed-url.js';

/** A profile of the configuration. Its flags have not been validated yet. */
export interface Profile {
  readonly name: string;
  /** Absolute base URL without credentials and fragment. */
  readonly url: string;
  /** Flags of the profile as typed. */
  readonly words: readonly string[];
  /** True to confirm mutations and unsafe methods. */
  readonly confirm: boolean;
  /** File or URL of its OpenAPI description, as written. `~/` has not been expanded yet. */
  readonly openapi?: string;
  /** Values for `{{name}}`; absent if there are none. */
  readonly values?: ValueSources;
}

/** Parses flags written as words. */
type FlagsReader = (value: unknown, where: string) => readonly string[];

const form = '{"profiles": {"staging": {"url": "https://staging.example.com", "flags": {"bearer": "env:TOKEN"}}}}';
const openapiForm =
  '{"profiles": {"staging": {"url": "https://staging.example.com", "openapi": "~/api/openapi.yaml"}}}';
/** Syntax of profile names. */
export const nameForm = /^[A-Za-z0-9][\w.-]*$/;
/** Syntax of the names of profiles and their environments: `shop:live`. */
export const placeForm = /^[A-Za-z0-9][\w.-]*(?::[A-Za-z0-9][\w.-]*)?$/;

interface ProfileChecks {
  readonly readFlags: FlagsReader;
  readonly refuse: (text: string, hint: string) => void;
  /** Called for a secret among the values. */
  readonly onSecret: () => void;
}

/** Parses the "profiles" member of a configuration. */
export function readProfiles(
  found: Readonly<Record<string, unknown>>,
  checks: ProfileChecks,
): ReadonlyMap<string, Profile> {
  const profiles = Object.entries(found).flatMap(([name, value]) => readProfile(name, value, checks));
  return new Map(profiles.map(profile => [profile.name, profile]));
}

/** Parses a profile and its environments. */
function readProfile(name: string, value: unknown, checks: ProfileChecks): readonly Profile[] {
  const where = `profiles["${name}"]`;
  const refused = (text: string, hint: string): readonly Profile[] => {
    checks.refuse(text, hint);
    return [];
  };
  if (!nameForm.test(name))
    return refused(
      `"${name}" is not a name for a profile.`,
      'Letters, digits, dot, dash and underline, as in @staging/users.',
    );
  if (!isObject(value)) return refused(`"${where}" must be an object.`, form);
  const { environments = {}, ...own } = value;
  if (!isObject(environments)) return refused(`"environments" of ${where} must be an object.`, environmentsForm);
  const isPlaceless = own.url === undefined && Object.keys(environments).length > 0;
  const base = readSettings(name, isPlaceless ? { ...own, url: nowhere } : own, where, checks);
  if (base && isPlaceless && hasSecrets(base))
    checks.refuse(`the credentials of ${where} are for no origin.`, originHint);
  const inEnvironments = Object.entries(environments).flatMap(([environment, members]) => {
    const at = `${where}.environments["${environment}"]`;
    if (!nameForm.test(environment))
      return refused(`"${environment}" is not a name for an environment.`, environmentsForm);
    if (!isObject(members)) return refused(`"${at}" must be an object.`, environmentsForm);
    const profile = readSettings(`${name}:${environment}`, members, at, checks, base);
    if (!profile) return [];
    const words = [...inherited(base, profile), ...profile.words];
    return { ...profile, words, values: inheritedValues(base, profile) };
  });
  return base && !isPlaceless ? [base, ...inEnvironments] : inEnvironments;
}

/** @param base the profile whose URL, description and confirmation an environment inherits */
function readSettings(
  name: string,
  members: Readonly<Record<string, unknown>>,
  at: string,
  { readFlags, refuse, onSecret }: ProfileChecks,
  base?: Profile,
): Profile | undefined {
  const {
    url: typed = base?.url === nowhere ? undefined : base?.url,
    flags = {},
    confirm = base?.confirm ?? false,
    openapi = base?.openapi,
    values: typedValues,
    ...others
  } = members;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) refuse(`${at} has an unknown member "${unknown}".`, form);
  if (typeof confirm !== 'boolean') refuse(`"confirm" of ${at} is neither true nor false.`, form);
  const isNamed = typeof openapi === 'string' && openapi.trim() !== '';
  if (openapi !== undefined && !isNamed) refuse(`"openapi" of ${at} must be a file or a URL.`, openapiForm);
  const values = readValueSources(typedValues, at, refuse);
  if (holdSecret(values)) onSecret();
  const url = baseUrl(typed);
  if (isFailure(url)) refuse(`the URL of ${at}: ${url.text}`, hintText(url.hint ?? form));
  const words = readFlags(flags, `${at}.flags`);
  if (isFailure(url)) return undefined;
  return {
    name,
    url,
    words,
    confirm: confirm === true,
    openapi: isNamed ? openapi : undefined,
    values: unlessEmpty(values),
  };
}

/** URL of a profile that has URLs only in its environments. */
const nowhere = 'http://nowhere.invalid';
const originHint = 'Give the profile a URL, or write them into its environments.';

const hasSecrets = ({ words, values = new Map() }: Profile): boolean =>
  !words.every(isNoCredential) || openValues(values).size < values.size;

const environmentsForm =
  '{"profiles": {"shop": {"environments": {"dev": {"url": "http://localhost:8080"}, "live": {"url": "https://shop.example", "confirm": true}}}}}';

const unlessEmpty = (values: ValueSources): ValueSources | undefined => (values.size === 0 ? undefined : values);

const isSameOrigin = (base: Profile, { url }: Profile): boolean => readUrl(base.url)?.origin === readUrl(url)?.origin;

/** Combines a profile's values with those of an environment, which override them. Secrets are not used for another origin. */
function inheritedValues(base: Profile | undefined, own: Profile): ValueSources | undefined {
  const above = base?.values ?? new Map();
  const values = base === undefined || isSameOrigin(base, own) ? above : openValues(above);
  return unlessEmpty(new Map([...values, ...(own.values ?? [])]));
}

/**
 * Returns the profile's flags for one of its environments. Credentials are excluded for another origin or if the environment
 * has its own.
 */
function inherited(base: Profile | undefined, profile: Profile): readonly string[] {
  if (base === undefined) return [];
  const { words } = profile;
  const own = isSameOrigin(base, profile) ? base.words : base.words.filter(isNoCredential);
  return replacesLogin(words) ? withoutLogin(own) : own;
}

function isNoCredential(word: string): boolean {
  const [, flag = '', value = ''] = /^--([^=]*)=?([\s\S]*)$/.exec(word) ?? [];
  return secrecyOf(flag, value) === 'nothing' && !/^(?:cert|key|key-pass)$/.test(flag);
}

/** Adds the environment given by `--env` to the word's profile: `@shop/users` becomes `@shop:dev/users`. */
export const inEnvironment = (word: string, environment: string | undefined): string =>
  environment === undefined ? word : word.replace(/^@([^/?#:]*)(?=[/?#]|$)/, whole => `${whole}:${environment}`);

/** Returns the profile in the name of an environment: `shop` for `shop:live`. */
const profileOf = (name: string): string => name.replace(/:.*$/s, '');

/**
 * Returns the names of a profile's environments, including the profile itself if it has a URL. Empty if it has no environments.
 * @param name profile or any of its environments
 */
export function placesOf(profiles: ReadonlyMap<string, unknown>, name: string): readonly string[] {
  const places = [...profiles.keys()].filter(each => profileOf(each) === profileOf(name));
  return places.some(each => each.includes(':')) ? places : [];
}

function baseUrl(typed: unknown): string | Failure {
  if (typeof typed !== 'string') return usageError('it is missing.', form);
  const read = readTypedUrl(typed);
  if (isFailure(read)) return read;
  if (read.credentials)
    return usageError('it holds a user.', 'Credentials belong under "flags": {"auth": "ada:env:PASSWORD"}');
  if (read.url.includes('#')) return usageError('it has a fragment, which no server gets to see.', form);
  return read.url;
}

export const namesProfile = (word: string): boolean => word.startsWith('@');

/** Resolves `@name`, `@name/path` or `@name?query`. Fails for an unknown profile. */
export function profileAt<P extends Pick<Profile, 'url'>>(
  profiles: ReadonlyMap<string, P>,
  word: string,
): { readonly profile: P; readonly name: string; readonly url: string } | Failure {
  const [, name = '', rest = ''] = /^@([^/?#]*)([\s\S]*)$/.exec(word) ?? [];
  const profile = profiles.get(name);
  if (profile) return { profile, name, url: joined(profile.url, rest) };
  const environments = [...profiles.keys()].filter(each => each.startsWith(`${profileOf(name)}:`));
  if (environments.length > 0) {
    const [, base = '', environment] = /^([^:]*)(?::(.*))?$/s.exec(name) ?? [];
    const text =
      environment === undefined
        ? `The profile ${base} has no URL of its own: name an environment.`
        : `The profile ${base} has no environment ${environment}.`;
    return usageError(
      text,
      `There is ${environments
        .slice(0, 12)
        .map(each => `@${each}`)
        .join(', ')}; --env NAME names one, too.`,
    );
  }
  if (!nameForm.test(name.replace(':', '')))
    return usageError(
      'No profile is named after @.',
      'Usage: @staging or @staging/users; apiclient profiles lists them.',
    );
  const names = [...profiles.keys()].map(each => `@${each}`);
  return usageError(
    name.includes(':') && profiles.has(profileOf(name))
      ? `The profile ${profileOf(name)} has no environments.`
      : `There is no profile ${name}.`,
    names.length === 0
      ? `A profile belongs in the configuration: ${form}`
      : `There is ${names.slice(0, 12).join(', ')}.`,
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
