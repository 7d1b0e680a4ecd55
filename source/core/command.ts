/**
 * What the command line asks for, as data. `command/` makes it from argv; `plain/` and `tui/` carry it out. Nothing here
 * has touched a file, the network or an environment variable yet: secrets are still *sources*. It is long because every
 * option has its line here, with what it means; types only.
 */

import type { AgainOptions, SchemaTask, SendOptions } from './graphql/sending/options.js';
import type { ClientAuthentication } from './oauth/client-auth.js';
import type { OAuth2Flow } from './oauth/flows.js';
import type { Profile } from './profiles.js';
import type { ItemPath } from './request/items/path.js';
import type { Secret } from './secret.js';

export type { AgainOptions, SchemaTask, SendOptions };

/** One command line, read: `kind` decides who carries it out. A usage error never becomes one. */
export type Command =
  /** `topic` is a command, a flag or another topic as it was typed; absent: the general help. `brief`: `-h`, and `help` alone. */
  | { readonly kind: 'help'; readonly topic?: string; readonly brief?: true }
  | { readonly kind: 'version' }
  | { readonly kind: 'completion'; readonly shell: 'bash' | 'zsh' | 'fish' }
  | RequestCommand
  | GraphqlCommand
  | AuthCommand
  | DemoCommand
  | ProfilesCommand;

/** `apiclient <METHOD> <url> [item…] [flags]` */
export interface RequestCommand {
  readonly kind: 'request';
  /** Upper-cased HTTP token. */
  readonly method: string;
  /** Absolute http(s) URL with a scheme, without userinfo, as typed otherwise. */
  readonly url: string;
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly body?: BodyOption;
  /** `name==value` items, in order. */
  readonly query: readonly QueryOption[];
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
  readonly profile?: UsedProfile;
  /** `--yes`: what a profile asks before is sent without a question. */
  readonly yes?: true;
}

/** A profile with its flags read, as it is listed and chosen from. */
export interface KnownProfile extends Pick<Profile, 'url' | 'confirm'> {
  /** Who it says we are; the secrets are not read yet. */
  readonly identity: HostIdentity;
}

/** The profile that a URL was typed by (`@name/path`). */
export interface UsedProfile {
  readonly name: string;
  /** It wants to be asked before a mutation or an unsafe method is sent. */
  readonly confirm: boolean;
}

/** `apiclient graphql <url> [item…] [flags]`, and `apiclient [<url>]`, which is the same without an action. */
export interface GraphqlCommand {
  readonly kind: 'graphql';
  /** Absolute http(s) URL; absent: the full screen asks. */
  readonly url?: string;
  /** True for the forms `apiclient` and `apiclient <url>`: their usage error off a terminal shows the two main forms. */
  readonly bare: boolean;
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
  /** `--query`; absent and no `printSchema`: the full screen. */
  readonly query?: TextSource;
  /** `--variables`: JSON text. */
  readonly variables?: TextSource;
  /** `name=text` and `name:=json` items, in order: variables, over `variables`. */
  readonly items: readonly ItemOption[];
  readonly operation?: string;
  /** `--pick PATH`, in order: rows of the schema tree that are ticked into `query`, or into a new operation. */
  readonly picks: readonly string[];
  /** `--print-query`: prints what the picks make instead of sending it. */
  readonly printQuery: boolean;
  /** `--schema FILE`: SDL or introspection JSON instead of introspection. */
  readonly schema?: string;
  readonly printSchema?: 'sdl' | 'json';
  readonly schemaTask?: SchemaTask;
  /** `--refresh-schema`: ignore what is cached. */
  readonly refreshSchema: boolean;
  readonly validate: boolean;
  readonly get: boolean;
  readonly sends: SendOptions;
  readonly again: AgainOptions;
  /** `--incremental`: each part of a `@defer` or `@stream` answer is a line, as it came. */
  readonly incremental: boolean;
  /** `--upload variables.file=@path`. */
  readonly uploads: readonly { readonly path: string; readonly file: string }[];
  readonly subscriptionUrl?: string;
  readonly subscriptionProtocol: SubscriptionProtocol;
  /** `--connection-params JSON`: replaces the payload of `connection_init`. */
  readonly connectionParams?: string;
  readonly profile?: UsedProfile;
  /** `--yes`: what a profile asks before is sent without a question. */
  readonly yes?: true;
  /** Full screen only: `--no-mouse`, `--ascii`, `--theme`, `--linear`. */
  readonly screen: ScreenOptions;
}

/** `--subscription-protocol`. `graphql-ws` is the older WebSocket protocol, whose name the newer library took over. */
export type SubscriptionProtocol = 'auto' | 'graphql-transport-ws' | 'graphql-ws' | 'sse' | 'sse-single' | 'multipart';

/** How the full screen looks and listens: `--no-mouse`, `--ascii`, `--theme`, `--linear`, and the configuration's keys. */
export interface ScreenOptions {
  readonly mouse: boolean;
  readonly ascii: boolean;
  readonly theme?: 'dark' | 'light' | 'none';
  readonly linear: boolean;
  /** Keys by action id that replace the table's, from the configuration. */
  readonly keys?: ReadonlyMap<string, readonly string[]>;
  /** Who we are on servers that are gone to later, by origin, from the configuration; '' stands for all others. */
  readonly hosts?: ReadonlyMap<string, HostIdentity>;
  /** A folder of `.graphql` files, from the configuration: the list of saved ones shows them too. */
  readonly queries?: string;
  /** What `@name` stands for where a URL is typed later, by name, from the configuration. */
  readonly profiles?: ReadonlyMap<string, KnownProfile>;
}

/** Credentials and header lines for the servers of one origin, none of them read yet. */
export interface HostIdentity {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
}

/** `apiclient auth status | token [--id] [--decode] | introspect | logout [--all]` */
export interface AuthCommand {
  readonly kind: 'auth';
  readonly action: 'status' | 'token' | 'introspect' | 'logout';
  readonly all: boolean;
  /** `--id`: the ID token. */
  readonly id: boolean;
  /** `--decode`: what the token says of itself. */
  readonly decode: boolean;
  readonly auth: AuthOptions;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

/** `apiclient demo` */
export interface DemoCommand {
  readonly kind: 'demo';
  /** `--port`; 0 or absent: a free one. */
  readonly port: number;
  readonly output: OutputOptions;
  readonly screen: ScreenOptions;
}

/** `apiclient profiles` */
export interface ProfilesCommand {
  readonly kind: 'profiles';
  /** By name, in the order of the configuration; filled in when that was read. */
  readonly profiles: ReadonlyMap<string, KnownProfile>;
  /** The configuration's file. */
  readonly file: string;
}

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
  /** `--oauth2-port`, 8484; 0: a free one. */
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
  /** `--oauth2-dpop`: the token is bound to a key of ours (RFC 9449). */
  readonly dpop?: true;
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
  | { readonly kind: 'empty'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** The body as the flags or items give it. There is one kind at most: two are a usage error. */
export type BodyOption =
  /** `-d` and `--data-urlencode`, joined with `&` in order. */
  | { readonly kind: 'data'; readonly pieces: readonly DataPiece[] }
  | { readonly kind: 'json'; readonly source: TextSource }
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
