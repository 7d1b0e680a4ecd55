/** Finds credentials that come from a profile, a session, the configuration or the command line instead of the file. */
import { mayCarryCredential } from '../credentials/header.js';
import type { CredentialFlags, CredentialKind } from '../credentials/kind.js';
import { credentialKinds } from '../credentials/kinds/all.js';
import type { AuthOptions, NetworkOptions } from '../options.js';
import { isSecret, reveal } from '../secret.js';

const words: Readonly<Record<CredentialKind, string>> = {
  basic: 'password',
  digest: 'password',
  aws: 'AWS key',
  bearer: 'Bearer token',
  oauth2: 'OAuth 2.0 token',
  apiKeys: 'API key',
  header: 'headers',
  cookie: 'cookies',
  certificate: 'client certificate',
  proxyUser: 'proxy password',
  connectionParams: 'connection parameters',
};

type Identity = CredentialFlags & { readonly network: NetworkOptions };

/** Describes the kinds of credentials in a command that are not from the file. */
export function credentialsBeside(command: Identity, own: Identity): readonly string[] {
  const others: CredentialFlags = {
    auth: {
      ...without(command.auth, own.auth),
      apiKeys: lacking(command.auth.apiKeys, own.auth.apiKeys),
    } as AuthOptions,
    headers: lacking(command.headers, own.headers),
    network: { ...command.network, ...networkOf(command.network, own.network) },
  };
  const kinds = Object.entries(credentialKinds) as [CredentialKind, (typeof credentialKinds)[CredentialKind]][];
  return [
    ...new Set([
      ...kinds.filter(([, kind]) => kind.isGiven(others)).map(([name]) => words[name]),
      ...(command.network.netrc && !own.network.netrc ? ['netrc password'] : []),
      ...(command.network.cookieJar === own.network.cookieJar ? [] : [words.cookie]),
    ]),
  ];
}

/** Returns a command with only the file's own credentials. */
export const onlyOwn = <C extends Identity>(command: C, own: Identity): C => ({
  ...command,
  auth: own.auth,
  headers: command.headers.filter(each => !mayCarryCredential(each) || lacking([each], own.headers).length === 0),
  network: { ...command.network, ...identityOf(own.network) },
});

const without = (all: AuthOptions, own: AuthOptions): Partial<AuthOptions> =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => !isSame(value, own[name as keyof AuthOptions])));

const lacking = <T>(all: readonly T[], own: readonly T[]): readonly T[] =>
  all.filter(each => !own.some(other => isSame(each, other)));

const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** Returns a value as text for comparison. The text contains secrets. */
const textOf = (value: unknown): string => {
  if (isSecret(value)) return JSON.stringify(reveal(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${name}:${textOf(member)}`)}}`;
};

/** Returns the members of the network options that authenticate the user. */
const identityOf = ({ cookies, cookieJar, netrc, netrcDigest, certFile, keyFile, keyPass }: NetworkOptions) => ({
  cookies,
  cookieJar,
  netrc,
  netrcDigest,
  certFile,
  keyFile,
  keyPass,
});

function networkOf(all: NetworkOptions, own: NetworkOptions): Partial<NetworkOptions> {
  const same = all.certFile === own.certFile && all.keyFile === own.keyFile;
  return {
    cookies: lacking(all.cookies, own.cookies),
    ...(same ? { certFile: undefined, keyFile: undefined, keyPass: undefined } : {}),
    ...(all.proxy === own.proxy ? { proxy: undefined } : {}),
  };
}
