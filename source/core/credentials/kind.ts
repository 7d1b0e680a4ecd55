/**
 * Every kind of credential there is, and all that is asked of a kind. Each kind is a file of `kinds/` that answers every
 * question; `kinds/all.ts` is the record over all of them, and the files beside this one read it. Two more tables name each
 * kind, because their modules are not needed to send one: as our own flags (`written-flags.ts`) and as curl's
 * (`../request/code/curl.ts`). A kind that is missing anywhere does not compile.
 */
import type { AuthOptions, HeaderOption, NetworkOptions, SecretSource } from '../options.js';
import type { Credentials, HeaderLine, Signer } from '../request/spec.js';
import type { Secret } from '../secret.js';

export type CredentialKind =
  /**
   * `basic` also from `user:pass@` and netrc; `bearer`: a token the user has; `oauth2`: one that is fetched; `apiKeys`: pairs in
   * the query.
   */
  | keyof AuthOptions
  /** `-H` with the name of a credential. */
  | 'header'
  /** `-b`; a cookie jar follows RFC 6265. */
  | 'cookie'
  /** `--cert`. */
  | 'certificate'
  /** User of the proxy URL (`-x`). */
  | 'proxyUser'
  /** `--connection-params` of a WebSocket. */
  | 'connectionParams';

/** The options that may have credentials, before any secret is read. */
export interface CredentialFlags {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network?: NetworkOptions;
  readonly connectionParams?: string;
  readonly objects?: { readonly connectionParams?: unknown };
}

/** The parts of a request that may have credentials. */
export interface RequestCredentials {
  readonly credentials: Credentials;
  readonly headers: readonly HeaderLine[];
  readonly network: NetworkOptions;
}

type NamedSource = readonly [flag: string, source: SecretSource | undefined];

/** Whether a flag's value has no credential, a reference read on use, or the secret itself. */
export type ValueSecrecy = 'nothing' | 'reference' | 'secret';

type CredentialFlagName =
  | ('auth' | 'digest' | 'aws-sigv4' | 'bearer' | 'oauth2' | 'api-key-query')
  | ('header' | 'cookie' | 'cert' | 'proxy' | 'connection-params');

export interface CredentialSpec {
  /** Long name of the flag that gives it, and the flag's form in messages. */
  readonly name: CredentialFlagName;
  readonly flag: string;
  /** Fills the Authorization header, of which a request has one. */
  readonly fillsAuthorization?: true;
  /** Modifies -u, so both may be given. */
  readonly modifiesUser?: true;
  isGiven(flags: CredentialFlags): boolean;
  /** Where its secrets are read; absent for plain text and files. */
  sources?(auth: AuthOptions): readonly NamedSource[];
  /** Whether a person may be prompted. */
  mayPrompt?(auth: AuthOptions): boolean;

  /** For each of its flags that the configuration file may have, by long name. */
  readonly configured: Readonly<Record<string, (value: string) => ValueSecrecy>>;

  /** Whether a request has it for the server. */
  isSent(request: RequestCredentials): boolean;
  /** The Authorization value, if it is the same for every request. */
  authorization?(credentials: Credentials): Secret | undefined;
  /** Signs each request; overrides `authorization`. */
  signer?(credentials: Credentials): Signer | undefined;
  /** Secrets not sent verbatim in a header; a server may still echo them. */
  secretsOutsideHeaders?(credentials: Credentials): readonly Secret[];
  /** The parts of a request that differ for another origin. */
  dropCrossOrigin(request: RequestCredentials): Partial<RequestCredentials>;

  /** Whom a server takes us for, secrets included. @param account whom the access token was issued to */
  identity?(request: RequestCredentials, account: string | undefined): unknown;
  /** For a person, without secrets; absent if it is described with the connection. */
  describe?(flags: CredentialFlags): readonly string[];
}
