/**
 * All kinds of credentials and their common interface. Each kind is a file in `kinds/` that implements the interface.
 * `kinds/all.ts` collects them in one record, which the other files in this folder use. Two more tables list every kind,
 * because their modules are not needed to send one: as apiclient flags (`written-flags.ts`) and as curl flags
 * (`../request/code/curl.ts`). A kind missing from any table is a compile error.
 */
import type { AuthOptions, HeaderOption, NetworkOptions, SecretSource } from '../options.js';
import type { Credentials, HeaderLine, Signer } from '../request/spec.js';
import type { Secret } from '../secret.js';

export type CredentialKind =
  /**
   * `basic` includes `user:pass@` and netrc. `bearer` is a token the user already has, `oauth2` one that is fetched. `apiKeys`
   * are pairs in the query.
   */
  | keyof AuthOptions
  /** `-H` with a name that indicates a credential. */
  | 'header'
  /** `-b`. A cookie jar follows RFC 6265. */
  | 'cookie'
  /** `--cert`. */
  | 'certificate'
  /** User of the proxy URL (`-x`). */
  | 'proxyUser'
  /** `--connection-params` of a WebSocket. */
  | 'connectionParams';

/** The options that may contain credentials, before any secret is read. */
export interface CredentialFlags {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network?: NetworkOptions;
  readonly connectionParams?: string;
  readonly objects?: { readonly connectionParams?: unknown };
}

/** The parts of a request that may contain credentials. */
export interface RequestCredentials {
  readonly credentials: Credentials;
  readonly headers: readonly HeaderLine[];
  readonly network: NetworkOptions;
}

type NamedSource = readonly [flag: string, source: SecretSource | undefined];

/** Whether a flag's value contains no credential, a reference that is read on use, or the secret itself. */
export type ValueSecrecy = 'nothing' | 'reference' | 'secret';

type CredentialFlagName =
  | ('auth' | 'digest' | 'aws-sigv4' | 'bearer' | 'oauth2' | 'api-key-query')
  | ('header' | 'cookie' | 'cert' | 'proxy' | 'connection-params');

export interface CredentialSpec {
  /** Long name of the flag that sets it, and the flag's form in messages. */
  readonly name: CredentialFlagName;
  readonly flag: string;
  /** True if it sets the Authorization header, which a request has only once. */
  readonly fillsAuthorization?: true;
  /** True if it modifies -u, so that both may be given. */
  readonly modifiesUser?: true;
  isGiven(flags: CredentialFlags): boolean;
  /** Returns the sources of its secrets. Absent for plain text and files. */
  sources?(auth: AuthOptions): readonly NamedSource[];
  /** Returns true if the user may be prompted. */
  mayPrompt?(auth: AuthOptions): boolean;

  /** Classifies the value of each flag that the configuration file may contain, by long name. */
  readonly configured: Readonly<Record<string, (value: string) => ValueSecrecy>>;

  /** Returns true if the request sends this kind to the server. */
  isSent(request: RequestCredentials): boolean;
  /** Returns the Authorization value if it is the same for every request. */
  authorization?(credentials: Credentials): Secret | undefined;
  /** Returns a signer for each request, which overrides `authorization`. */
  signer?(credentials: Credentials): Signer | undefined;
  /** Returns secrets that are not sent verbatim in a header. A server may still echo them. */
  secretsOutsideHeaders?(credentials: Credentials): readonly Secret[];
  /** Returns the parts of a request that change for another origin. */
  dropCrossOrigin(request: RequestCredentials): Partial<RequestCredentials>;

  /**
   * Returns the identity from the server's point of view, including secrets. @param account account the access token was issued
   * to
   */
  identity?(request: RequestCredentials, account: string | undefined): unknown;
  /**
   * Describes the credentials to the user without revealing secrets. Absent if they are described along with the connection.
   */
  describe?(flags: CredentialFlags): readonly string[];
}
