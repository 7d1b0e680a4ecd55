/**
 * Options set by flags: credentials, headers, body, network, output. Secrets are still *sources*. The file contains only types
 * and is long because every option is documented here.
 */
import type { ClientAuthentication } from './oauth/client/client-auth.js';
import type { OAuth2Flow } from './oauth/flows.js';
import type { TokenStore } from './oauth/token-stores.js';
import type { ItemPath } from './request/items/path.js';
import type { Secret } from './secret.js';

/** `file` with path `-` is standard input. */
export type SecretSource =
  | { readonly from: 'text'; readonly value: Secret }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly path: string }
  /**
   * With `netrc`, the password of this user may be in the netrc file, which is tried before prompting. `instead` describes the
   * alternative without a terminal, to follow "or".
   */
  | {
      readonly from: 'prompt';
      readonly label: string;
      readonly instead?: string;
      readonly netrc?: { readonly host: string; readonly user: string };
    };

/** Literal text, a file, or standard input. */
export type TextSource =
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'stdin' };

/** `-u`, or `user:pass@` in the URL. With `whole`, the source contains `user:pass`, which is split at the first colon. */
export type UserOption = { readonly whole: SecretSource } | { readonly user: string; readonly password: SecretSource };

export const hasUserName = (option: UserOption): option is Extract<UserOption, { readonly user: string }> =>
  'user' in option;

/**
 * Credentials. At most one of `basic`, `digest`, `aws`, `bearer` and `oauth2` is set. API keys can be combined with any of
 * them.
 */
export interface AuthOptions {
  readonly basic?: UserOption;
  /** `--digest`, which is never sent as Basic. */
  readonly digest?: UserOption;
  /** `--aws-sigv4 aws:amz:REGION:SERVICE`. Missing parts are derived from the host name. */
  readonly aws?: { readonly key: UserOption; readonly region?: string; readonly service?: string };
  readonly bearer?: SecretSource;
  /** `-K name=value`, in order. */
  readonly apiKeys: readonly {
    readonly name: string;
    readonly value: SecretSource;
  }[];
  readonly oauth2?: OAuth2Options;
}

/** Values of `--oauth2-use`. */
export const tokenUses = ['access_token', 'id_token'] as const;
export type TokenUse = (typeof tokenUses)[number];

/** The authorization server. */
interface LoginServer {
  /** Absent only if `issuer` is given. */
  readonly tokenUrl?: string;
  readonly authUrl?: string;
  readonly deviceUrl?: string;
  readonly issuer?: string;
  /** `--oauth2-provider`, after its preset has supplied other options. */
  readonly provider?: string;
  /** `--oauth2-accept-issuer`: an issuer that the metadata of `issuer` may name instead. */
  readonly acceptIssuer?: string;
  /** `--oauth2-insecure-http`: accept metadata over plain http from another machine. */
  readonly insecureHttp?: true;
}

/** Endpoints that the metadata does not contain. */
interface TokenEndpoints {
  readonly revocationUrl?: string;
  readonly introspectionUrl?: string;
  readonly userinfoUrl?: string;
}

/** The client and its proof. */
interface LoginClient {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: SecretSource;
  /** `--oauth2-client-auth`. By default, it depends on the credentials and the server's metadata. */
  readonly clientAuth?: ClientAuthentication;
  /** `--oauth2-client-key`: file with the client's private key. */
  readonly clientKey?: string;
  /** `--oauth2-client-audience`: audience of the client's assertion: `issuer`, `token-url` or a URL. */
  readonly clientAudience?: string;
}

/** The user, or the token that a flow starts with. */
interface LoginUser {
  readonly username?: string;
  readonly password?: SecretSource;
  /** `--oauth2-account`: distinguishes several users of one client. */
  readonly account?: string;
  /** Initial token of `token_exchange`, `jwt_bearer` and `refresh_token`. */
  readonly subjectToken?: SecretSource;
  readonly assertion?: SecretSource;
  readonly refreshToken?: SecretSource;
}

/** How the user logs in with a browser. */
interface LoginPage {
  /** `--oauth2-port`; 0 for any free port. */
  readonly port: number;
  readonly redirectUri?: string;
  /**
   * `--oauth2-redirect-cert` and its key, PEM files for an https redirect URI. If absent, a certificate is generated for the
   * login.
   */
  readonly redirectCert?: string;
  readonly redirectKey?: string;
  readonly pkce: boolean;
  /** `--oauth2-par`: push the authorization request (RFC 9126) even if the server does not require it. */
  readonly par?: true;
  /** False with `--no-browser`. */
  readonly browser: boolean;
  /** `--qr`: also show the login URL as a QR code. */
  readonly qr?: true;
}

/** Parameters, use and storage of the token. */
interface TokenOptions {
  readonly scope?: string;
  readonly params: readonly (readonly [name: string, value: string])[];
  /** `--oauth2-use`: the token to send; the access token by default. */
  readonly use?: TokenUse;
  /** `--oauth2-dpop`: bind the token to a generated key (RFC 9449). */
  readonly dpop?: true;
  /** False with `--oauth2-no-cache`. */
  readonly cache: boolean;
  /**
   * `--oauth2-store`. Defaults to the configured helper, otherwise the store that already contains the token, otherwise the
   * file.
   */
  readonly store?: TokenStore;
}

/** `--oauth2` and its flags. Secrets are still sources. */
export interface OAuth2Options extends LoginServer, TokenEndpoints, LoginClient, LoginUser, LoginPage, TokenOptions {
  readonly flow: OAuth2Flow;
}

/** A `-H` flag. `file` reads header lines from a file (`-H @FILE`). */
export type HeaderOption =
  /** With `isBound`, a session stores the header for its origin only. */
  | { readonly kind: 'set'; readonly name: string; readonly value: string; readonly isBound?: true }
  /** A key entered on the full screen. Its value is masked regardless of its name. */
  | { readonly kind: 'secret'; readonly name: string; readonly value: SecretSource }
  | { readonly kind: 'empty'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** The body specified by flags or items. Combining two kinds is a usage error. */
export type BodyOption =
  /** `-d` and `--data-urlencode`, joined with `&` in order. */
  | { readonly kind: 'data'; readonly pieces: readonly DataPiece[] }
  /** Concatenated pieces of one document. */
  | { readonly kind: 'json'; readonly sources: readonly TextSource[] }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  /** `name=text` and `name:=json` items, in order. */
  | { readonly kind: 'items'; readonly fields: readonly ItemOption[] };

/** `name=text`, `name:=json`, or either with `@FILE`: a value in a JSON document, with its path. */
export interface ItemOption {
  /** Name as typed, with escaping backslashes unresolved. */
  readonly name: string;
  readonly path: ItemPath;
  readonly as: 'text' | 'json';
  readonly source: TextSource;
}

/** `name==text` or `name==@FILE`: a query parameter. */
export interface QueryOption {
  readonly name: string;
  readonly source: TextSource;
}

/** A `-d` or `--data-urlencode` flag. The latter percent-encodes the value after `name=`. */
export type DataPiece =
  | TextSource
  | {
      readonly from: 'urlencode';
      readonly name: string;
      readonly value: TextSource;
    };

/** A part of a multipart body (RFC 7578): `-F name=value`, `name=@file`, `name=<file` or `--form-string`. */
export interface FormPart {
  readonly name: string;
  readonly source: TextSource;
  /** `<FILE`: the file's content is the text of a field. */
  readonly inline?: true;
  /** Value of `;type=`. */
  readonly type?: string;
  /** Value of `;filename=`. Defaults to the base name of the file. */
  readonly filename?: string;
}

/** Values of `--tls-min` and `--tls-max`. */
export type TlsVersion = '1.0' | '1.1' | '1.2' | '1.3';

/** How redirects are followed. */
interface RedirectOptions {
  readonly follow: boolean;
  readonly maxRedirects: number;
  readonly locationTrusted: boolean;
}

/** Times in milliseconds and sizes in bytes. Absent for no limit. */
interface LimitOptions {
  readonly timeoutMs?: number;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  /** `--retry-all`: also retry methods that are not idempotent. */
  readonly retryAll?: true;
  readonly maxSize?: number;
}

/** How the server is reached. */
export interface RouteOptions {
  readonly proxy?: string;
  /** `--noproxy`, in the format of NO_PROXY. */
  readonly noProxy?: string;
  readonly unixSocket?: string;
  /** `--resolve host:port:address`. */
  readonly resolve: readonly {
    readonly host: string;
    readonly port: number;
    readonly address: string;
  }[];
  /**
   * `--connect-to host:port:to-host:to-port`, and the URL's zone. An absent source part matches anything, and an absent target
   * part is unchanged.
   */
  readonly connectTo?: readonly {
    readonly host?: string;
    readonly port?: number;
    readonly toHost?: string;
    readonly toPort?: number;
  }[];
  /** `-4` / `-6`. */
  readonly family?: 4 | 6;
}

/** Trusted issuers, the client certificate and TLS versions. */
export interface TlsFlags {
  readonly insecure: boolean;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** `--key-pass`: passphrase of the key, or of the PKCS#12 store in `certFile`. */
  readonly keyPass?: SecretSource;
  readonly tlsMin?: TlsVersion;
  readonly tlsMax?: TlsVersion;
}

/** Cookies and netrc credentials. */
interface CookieOptions {
  /** `-b name=value`, in order, as typed. */
  readonly cookies: readonly string[];
  readonly cookieJar?: string;
  readonly netrc: boolean;
  /** `--digest` without `-u`: netrc credentials are used for Digest and never sent as Basic. */
  readonly netrcDigest?: true;
}

/** Options for sending a request. */
export interface NetworkOptions extends RedirectOptions, LimitOptions, RouteOptions, TlsFlags, CookieOptions {
  /** `--path-as-is`. */
  readonly pathAsIs?: true;
  /** `--http1.1` or `--http2`. By default, https offers both and the server chooses. */
  readonly httpVersion?: '1.1' | '2';
  /** `--strict`: reject a response that violates HTTP/1 instead of accepting it with a note. */
  readonly strict: boolean;
}

/** Parts of an exchange that are printed. */
interface PrintOptions {
  readonly include: boolean;
  readonly verbose: boolean;
  readonly silent: boolean;
  readonly timing: boolean;
  /** `-p`: letters H, B, h, b, m. The default depends on other flags and the terminal. */
  readonly print?: string;
  /** `--all`: print all exchanges of a redirect chain. */
  readonly isEveryHop?: true;
  /** `-w`: a curl format. */
  readonly writeOut?: TextSource;
  /** `--meta FILE|-`. */
  readonly meta?: string;
  readonly debugLog?: string;
}

/** How a body is printed. */
export interface LookOptions {
  /** Defaults to `all` in a terminal and `none` in a pipe. */
  readonly pretty?: 'all' | 'colors' | 'format' | 'none';
  /** `--pager`: pass output on a terminal to $PAGER. */
  readonly isPaged?: true;
  /** `--format-options`. */
  readonly formatting?: FormatOptions;
  /** `--response-charset` and `--response-type` override the content type of the response. */
  readonly responseCharset?: string;
  readonly responseType?: string;
}

/** The part of the responses that is printed. */
export interface SelectionOptions {
  /** `--filter`: a JSONPath (RFC 9535). */
  readonly filter?: string;
  /** `-r`: print the strings that `--filter` selects without quotes. */
  readonly isRawOutput?: true;
  /** `--paginate` of a request. */
  readonly pages?: PagesOption;
  /** `--max-events`: number of messages after which a WebSocket or an event stream is closed. */
  readonly maxEvents?: number;
}

/** Saved bodies, and conditions for requesting them. */
interface SaveOptions {
  /** `-o`; `-` is standard output. */
  readonly file?: string;
  readonly download: boolean;
  /** `-C`. */
  readonly resume: boolean;
  /** `--etag-compare FILE`: request the response only if its tag differs from this one. */
  readonly etagCompare?: string;
  /** `--etag-save FILE`. */
  readonly etagSave?: string;
  /** `-z`: a date or a file, as typed. */
  readonly timeCondition?: string;
}

/** Checks of a response, which decide about the exit code. */
interface CheckOptions {
  /** `--fail`: do not print or save a response with status 400 or more. */
  readonly fail: boolean;
  readonly checkStatus: boolean;
  /** `-a`: checks as typed; absent if there are none. */
  readonly asserts?: readonly string[];
  /** `--diff OTHER`: a file, a URL or `@profile/path`. */
  readonly diff?: string;
  /** `--diff-ignore`: JSONPaths and header names that are not compared. */
  readonly diffIgnore?: readonly string[];
}

/** A request that is printed instead of sent. */
interface CodeOptions {
  readonly dryRun: boolean;
  /** `--curl` or `--print-code`: print the request as code without sending it. */
  readonly curl: boolean;
  /** `--print-code fetch` or `--print-code http`: print JavaScript or an entry of a `.http` file instead of a curl command. */
  readonly code?: 'fetch' | 'http';
  readonly showSecrets: boolean;
}

/** Output of a command, both printed and saved. */
export interface OutputOptions
  extends PrintOptions,
    LookOptions,
    SelectionOptions,
    SaveOptions,
    CheckOptions,
    CodeOptions {}

/** `--format-options`: formatting of JSON and XML. */
export interface FormatOptions {
  /** Spaces for each level (default: 2). */
  readonly indent?: number;
  /** Whether the members of JSON objects are sorted by name. */
  readonly sortKeys?: boolean;
}

/** `--paginate` of a request, with the paths of `--next` and `--merge`, and `--max-pages`. */
export interface PagesOption {
  readonly next?: string;
  readonly merge?: string;
  readonly max?: number;
}

/** `--report FORMAT[=FILE]`. Without a file, the report is printed instead of the result lines. */
export interface ReportOption {
  readonly format: 'junit' | 'tap' | 'json' | 'html' | 'github';
  readonly file?: string;
}
