/**
 * What the command line asks for, as data. `command/` makes it from argv; `plain/` and `tui/` carry it out. Nothing here
 * has touched a file, the network or an environment variable yet: secrets are still *sources*.
 */

import type { AgainOptions, SchemaTask, SendOptions } from './graphql/sending/options.js';
import type {
  AuthOptions,
  BodyOption,
  HeaderOption,
  ItemOption,
  NetworkOptions,
  OutputOptions,
  QueryOption,
  TextSource,
} from './options.js';
import type { Profile } from './profiles.js';

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
  /** The usual method that `method` is one slip away from: GET for GTE. It is sent as it was typed all the same. */
  readonly methodSlip?: string;
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
  /** The credentials its flags give; their secrets are not read yet. */
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
  /** `--connection-params`: replaces the payload of `connection_init`. */
  readonly connectionParams?: string;
  /** JSON objects that stand in files: `--extensions @FILE`, `--connection-params @FILE`. Whoever runs the command reads them. */
  readonly objects?: { readonly extensions?: TextSource; readonly connectionParams?: TextSource };
  readonly profile?: UsedProfile;
  /** `--yes`: what a profile asks before is sent without a question. */
  readonly yes?: true;
  /** Full screen only: `--no-mouse`, `--ascii`, `--theme`, `--linear`, `--keep-going`. */
  readonly screen: ScreenOptions;
}

/** `--subscription-protocol`. `graphql-ws` is the older WebSocket protocol, whose name the newer library took over. */
export type SubscriptionProtocol = 'auto' | 'graphql-transport-ws' | 'graphql-ws' | 'sse' | 'sse-single' | 'multipart';

/** How the full screen looks and listens: `--no-mouse`, `--ascii`, `--theme`, `--linear`, `--keep-going`, and the configuration's keys. */
export interface ScreenOptions {
  readonly mouse: boolean;
  readonly ascii: boolean;
  readonly theme?: 'dark' | 'light' | 'none';
  readonly linear: boolean;
  /** With `linear`, off a terminal: a command that was refused does not end it. */
  readonly keepGoing?: true;
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
  readonly action: 'status' | 'login' | 'token' | 'introspect' | 'logout' | 'register';
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
