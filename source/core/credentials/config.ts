/** Classifies credential flags in the configuration file as secrets or references. */
import { isAuthorization } from './header.js';
import type { ValueSecrecy } from './kind.js';
import { allKinds } from './kinds/all.js';

const secrecyByFlag = new Map(allKinds.flatMap(kind => Object.entries(kind.configured)));

/** Classifies the value of a flag, given by its long name. */
export const secrecyOf = (flag: string, value: string): ValueSecrecy => secrecyByFlag.get(flag)?.(value) ?? 'nothing';

/** Flags (`--name=value`) that set or modify the Authorization header. */
const login = /^--(?:auth|bearer|oauth2|digest|aws-sigv4)(?:=|$|-)/;
/** Flags that modify the `--oauth2` of another line. */
const modifier = /^--oauth2-/;
/** Flags that select the scheme for a user and password. */
const scheme = /^--(?:digest|aws-sigv4)(?:=|$)/;

/**
 * Removes credential flags, because the command line has its own.
 * @param keepScheme true to retain the scheme: a password meant for Digest must not be sent as Basic
 */
export const withoutLogin = (words: readonly string[], keepScheme = false): readonly string[] =>
  words.filter(
    word =>
      (!login.test(word) || (keepScheme && scheme.test(word))) &&
      !isAuthorization(/^--header=([^:]*):/.exec(word)?.[1]?.trimEnd() ?? ''),
  );

/** Returns true if the words replace a login instead of modifying it. */
export const replacesLogin = (words: readonly string[]): boolean => {
  const others = words.filter(word => !modifier.test(word));
  return withoutLogin(others).length < others.length;
};
