/**
 * What the flags of a command say, as data, by what they are about: credentials, headers, body, network, output. Secrets are
 * still *sources*. It is long because every option has its line here, with what it means; types only.
 */
import type { ClientAuthentication } from './oauth/client/client-auth.js';
import type { OAuth2Flow } from './oauth/flows.js';
import type { ItemPath } from './request/items/path.js';
import type { Secret } from './secret.js';

/** Where a secret comes from. `file` with path `-` is standard input. */
export type SecretSource =
  | { readonly from: 'text'; readonly value: Secret }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly path: string }
  /** `netrc`: the user whose password for a host may stand in the netrc file, before anybody is asked. */
  | {
      readonly from: 'prompt';
      readonly label: string;
      readonly netrc?: { readonly host: string; readonly user: string };
    };

/** A text given in place, in a file, or on standard input. */
export type TextSource =
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'stdin' };

/** `-u`, or `user:pass@` of the URL. `whole` = the source yields `user:pass`, split at the first colon once read. */
export type UserOption = { readonly whole: SecretSource } | { readonly user: string; readonly password: SecretSource };

/** The credentials of a command. At most one of `basic`, `digest`, `aws`, `bearer` and `oauth2`; API keys go with any. */
export interface AuthOptions {
  readonly basic?: UserOption;
  /** `--digest`: the same is never sent as Basic. */
  readonly digest?: UserOption;
  /** `--aws-sigv4 aws:amz:REGION:SERVICE`: an access key. What is not said is taken from the host's name. */
  readonly aws?: { readonly key: UserOption; readonly region?: string; readonly service?: string };
  readonly bearer?: SecretSource;
  /** `-K name=value`, in order. */
  readonly apiKeys: readonly {
    readonly name: string;
    readonly value: SecretSource;
  }[];
  readonly oauth2?: OAuth2Options;
}

/** `--oauth2` and the flags that belong to it; the secrets are still sources. */
export interface OAuth2Options {
  readonly flow: OAuth2Flow;
  /** Absent only when `issuer` is given. */
  readonly tokenUrl?: string;
  readonly clientId: string;
  /** Absent: public client. */
  readonly clientSecret?: SecretSource;
  readonly scope?: string;
  readonly authUrl?: string;
  readonly deviceUrl?: string;
  readonly issuer?: string;
  readonly username?: string;
  readonly password?: SecretSource;
  /** `--oauth2-port`; 0: a free one. */
  readonly port: number;
  readonly redirectUri?: string;
  readonly params: readonly (readonly [name: string, value: string])[];
  /** `--oauth2-client-auth`; absent: by what is given and what the server's metadata offers. */
  readonly clientAuth?: ClientAuthentication;
  readonly pkce: boolean;
  /** False with `--no-browser`. */
  readonly browser: boolean;
  /** False with `--oauth2-no-cache`. */
  readonly cache: boolean;
  /** `--oauth2-insecure-http`: metadata is believed even if it came over plain http from another machine. */
  readonly insecureHttp?: true;
  /** `--oauth2-client-key`: a file with the client's private key. */
  readonly clientKey?: string;
  /** `--oauth2-client-audience`: whom a signed proof of the client is for: `issuer`, `token-url` or a URL. */
  readonly clientAudience?: string;
  /** `--oauth2-dpop`: the token is bound to a key of ours (RFC 9449). */
  readonly dpop?: true;
  /** `--qr`: the URL of a login is shown as a QR code too. */
  readonly qr?: true;
  /** `--oauth2-par`: the authorization request is pushed ahead (RFC 9126), also where the server does not ask for that. */
  readonly par?: true;
  /** `--oauth2-account`: a name for one of several people at one client. */
  readonly account?: string;
  /** What `token_exchange`, `jwt_bearer` and `refresh_token` begin with. */
  readonly subjectToken?: SecretSource;
  readonly assertion?: SecretSource;
  readonly refreshToken?: SecretSource;
  /** `--oauth2-redirect-cert` and its key, PEM files, for a redirect URI that is https; absent: made for the login. */
  readonly redirectCert?: string;
  readonly redirectKey?: string;
}

/** One `-H`. `file`: header lines are read from it (`-H @FILE`). */
export type HeaderOption =
  | { readonly kind: 'set'; readonly name: string; readonly value: string }
  /** A key that was typed on the screen, or whose place was: whatever its name, its value is not shown. */
  | { readonly kind: 'secret'; readonly name: string; readonly value: SecretSource }
  | { readonly kind: 'empty'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** The body as the flags or items give it. There is one kind at most: two are a usage error. */
export type BodyOption =
  /** `-d` and `--data-urlencode`, joined with `&` in order. */
  | { readonly kind: 'data'; readonly pieces: readonly DataPiece[] }
  /** The pieces of one document, joined as they are. */
  | { readonly kind: 'json'; readonly sources: readonly TextSource[] }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  /** `name=text` and `name:=json` items, in order. */
  | { readonly kind: 'items'; readonly fields: readonly ItemOption[] };

/** `name=text`, `name:=json`, or the same with `@FILE` for the value: one value of a JSON document, and its place there. */
export interface ItemOption {
  /** As typed, without the backslashes that are no part of the path. */
  readonly name: string;
  readonly path: ItemPath;
  /** What the source yields: a text, or JSON text. */
  readonly as: 'text' | 'json';
  readonly source: TextSource;
}

/** `name==text` or `name==@FILE`: a pair of the query. */
export interface QueryOption {
  readonly name: string;
  readonly source: TextSource;
}

/** One `-d`, or one `--data-urlencode`: its value is percent-encoded behind `name=`. */
export type DataPiece =
  | TextSource
  | {
      readonly from: 'urlencode';
      readonly name: string;
      readonly value: TextSource;
    };

/** One `-F name=value`, `name=@file` or `name=<file`, or one `--form-string`: a part of a multipart body (RFC 7578). */
export interface FormPart {
  readonly name: string;
  readonly source: TextSource;
  /** `<FILE`: what is read is the text of a field, and no file on its own. */
  readonly inline?: true;
  /** `;type=`. */
  readonly type?: string;
  /** `;filename=`; for files the base name if absent. */
  readonly filename?: string;
}

/** `--tls-min`, `--tls-max`. */
export type TlsVersion = '1.0' | '1.1' | '1.2' | '1.3';

/** Times are milliseconds, sizes are bytes; absent = no bound. */
export interface NetworkOptions {
  readonly follow: boolean;
  readonly maxRedirects: number;
  readonly locationTrusted: boolean;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  /** `--retry-all`: methods that are not idempotent are tried again too. */
  readonly retryAll?: true;
  readonly proxy?: string;
  /** `--noproxy`: hosts to be reached directly, as NO_PROXY has them. */
  readonly noProxy?: string;
  readonly insecure: boolean;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** `--key-pass`: opens the key, or the PKCS#12 store of `certFile`. */
  readonly keyPass?: SecretSource;
  readonly tlsMin?: TlsVersion;
  readonly tlsMax?: TlsVersion;
  readonly unixSocket?: string;
  /** `--resolve host:port:address`. */
  readonly resolve: readonly {
    readonly host: string;
    readonly port: number;
    readonly address: string;
  }[];
  /** `--connect-to host:port:to-host:to-port`, and the zone of the URL; what is absent is any, or the same. */
  readonly connectTo?: readonly {
    readonly host?: string;
    readonly port?: number;
    readonly toHost?: string;
    readonly toPort?: number;
  }[];
  /** `--path-as-is`. */
  readonly pathAsIs?: true;
  /** `-4` / `-6`. */
  readonly family?: 4 | 6;
  readonly http2: boolean;
  /** `--strict`: an answer that breaks a rule of HTTP/1 is refused, not read with a note. */
  readonly strict: boolean;
  /** `-b name=value`, in order, as typed. */
  readonly cookies: readonly string[];
  readonly cookieJar?: string;
  readonly netrc: boolean;
  /** `--digest` without `-u`: what the netrc file says is for Digest, and never sent as Basic. */
  readonly netrcDigest?: true;
  readonly maxSize?: number;
}

/** What is printed and kept of a command, and where it goes. */
export interface OutputOptions {
  readonly include: boolean;
  readonly verbose: boolean;
  /** `-p`: letters of H, B, h, b, m; absent: what the other flags and the terminal say. */
  readonly print?: string;
  /** `-w`: a format in curl's words. */
  readonly writeOut?: TextSource;
  /** `--fail`: of an answer of 400 or more nothing is printed or saved. */
  readonly fail: boolean;
  /** Absent: `all` on a terminal, `none` in a pipe. */
  readonly pretty?: 'all' | 'colors' | 'format' | 'none';
  /** `-o`; `-` is standard output. */
  readonly file?: string;
  readonly download: boolean;
  /** `-C`. */
  readonly resume: boolean;
  readonly silent: boolean;
  readonly checkStatus: boolean;
  readonly timing: boolean;
  /** `--meta FILE|-`. */
  readonly meta?: string;
  /** `--curl`, `--print-code`: the request is printed as code, and nothing is sent. */
  readonly curl: boolean;
  /** `--print-code fetch`: as JavaScript instead of a curl command. */
  readonly fetch?: true;
  readonly showSecrets: boolean;
  readonly dryRun: boolean;
  readonly debugLog?: string;
}
