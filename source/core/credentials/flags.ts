/**
 * Credentials as specified by flags, before secrets are read: which ones are given, by which flag, and where their secrets are.
 */
import type { AuthOptions, HeaderOption, SecretSource } from '../options.js';
import { isAuthorization } from './header.js';
import type { CredentialFlags } from './kind.js';
import { allKinds } from './kinds/all.js';

/** Flags that set the Authorization header. They are mutually exclusive. */
export const authorizationFlags = allKinds.filter(kind => kind.fillsAuthorization && !kind.modifiesUser);

/** Returns true if a `-H` sets the Authorization header. */
export const fillsAuthorization = (option: HeaderOption): boolean =>
  (option.kind === 'set' || option.kind === 'empty') && isAuthorization(option.name);

/** Returns true if the Authorization header is set or removed (`-H Authorization:`). */
export const setsAuthorization = (flags: CredentialFlags): boolean =>
  allKinds.some(kind => kind.fillsAuthorization && kind.isGiven(flags)) ||
  flags.headers.some(option => option.kind !== 'file' && isAuthorization(option.name));

export const hasCredentials = (flags: CredentialFlags): boolean => allKinds.some(kind => kind.isGiven(flags));

/** Returns every secret source with its flag. */
export const secretSources = (auth: AuthOptions): readonly (readonly [flag: string, source: SecretSource])[] =>
  allKinds.flatMap(kind =>
    (kind.sources?.(auth) ?? []).flatMap(([flag, source]) => (source === undefined ? [] : [[flag, source] as const])),
  );

/** Returns true if any secret must be read. Failing to read it is a usage error. */
export const needsReading = (auth: AuthOptions): boolean =>
  secretSources(auth).some(([, source]) => source.from !== 'text');

/** Returns true if the user may be prompted before the first request. */
export const mayPrompt = (auth: AuthOptions): boolean =>
  secretSources(auth).some(([, source]) => source.from === 'prompt') || allKinds.some(kind => kind.mayPrompt?.(auth));
