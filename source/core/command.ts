/**
 * The parsed command line. `command/` builds it from argv, and `plain/` and `tui/` execute it. No file, network or environment
 * variable has been read yet, so secrets are still *sources*.
 */

import type { EditorKeys } from './config.js';
import type { AgainOptions, SchemaTask, SendOptions } from './graphql/sending/options.js';
import type { SubscriptionProtocol } from './graphql/stream/protocols.js';
import type { CapturedValues } from './http-file/captured-values.js';
import type { RepeatOptions } from './load/options.js';
import type { OpenapiTask } from './openapi/options.js';
import type {
  AuthOptions,
  BodyOption,
  HeaderOption,
  ItemOption,
  NetworkOptions,
  OutputOptions,
  QueryOption,
  ReportOption,
  TextSource,
} from './options.js';
import type { Profile } from './profiles.js';
import type { BodyCoding } from './request/spec.js';
import type { Secret } from './secret.js';
import type { ThemeName } from './themes.js';

/** A valid command line. Usage errors are `Failure`s. */
export type Command =
  /** `apiclient help [TOPIC]`, with the topic as typed. */
  | { readonly kind: 'help'; readonly topic?: string }
  /**
   * `--help` of a command, or of requests for `request`. `brief` is set by `-h`. `action` is the word after `auth` or
   * `sessions`.
   */
  | { readonly kind: 'usage'; readonly command: string; readonly brief?: true; readonly action?: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'completion'; readonly shell: 'bash' | 'zsh' | 'fish' }
  | RequestCommand
  | GraphqlCommand
  | AuthCommand
  | DemoCommand
  | RunCommand
  | OpenapiCommand
  | ProfilesCommand
  | SessionsCommand
  | HistoryCommand
  | WsCommand
  | ImportCommand
  | TrustCommand;

/** Options of every command that sends requests to one URL. */
interface SendingOptions {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
  readonly session?: SessionOption;
  /** Values that were filled in. They are hidden wherever the request is shown. */
  readonly hidden?: readonly Secret[];
  readonly profile?: UsedProfile;
}

/** `apiclient <METHOD> <url> [item…] [flags]` */
export interface RequestCommand extends SendingOptions {
  readonly kind: 'request';
  /** Upper-case HTTP method. */
  readonly method: string;
  /** Common method for which `method` is probably a typo: GET for GTE. The request is sent as typed anyway. */
  readonly methodSlip?: string;
  /** Absolute http(s) URL without userinfo, otherwise as typed. */
  readonly url: string;
  readonly body?: BodyOption;
  /** `--compress`: content coding of the body. */
  readonly compress?: BodyCoding;
  /** `name==value` items, in order. */
  readonly query: readonly QueryOption[];
  /** `--yes`: skip the profile's confirmation prompt. */
  readonly yes?: true;
  /** `--repeat`: send the request repeatedly and print timing statistics. */
  readonly repeat?: RepeatOptions;
}

/** `--session` or `--session-read-only`. */
export interface SessionOption {
  readonly name: string;
  readonly isReadOnly: boolean;
}

/** `apiclient sessions` */
export interface SessionsCommand {
  readonly kind: 'sessions';
  readonly action: 'list' | 'show' | 'remove';
  readonly name?: string;
  /** Limits the command to the parts of sessions for this origin. */
  readonly origin?: string;
}

/** `apiclient history [--find WORDS] [--json]` */
export interface HistoryCommand {
  readonly kind: 'history';
  readonly find?: string;
  readonly json: boolean;
}

/** A profile with its flags parsed, for lists and selection. */
export interface KnownProfile extends Pick<Profile, 'url' | 'confirm' | 'openapi' | 'values'> {
  /** Credentials from its flags. Secrets have not been read yet. */
  readonly identity: HostIdentity;
}

/** The profile that a URL was typed with (`@name/path`). */
export interface UsedProfile extends Pick<Profile, 'openapi' | 'values'> {
  readonly name: string;
  /** True to ask before sending a mutation or an unsafe method. */
  readonly confirm: boolean;
}

/** The operation of `apiclient graphql`, and how it is sent. */
export interface OperationOptions {
  /** `--query`. Without it and `printSchema`, the full screen is opened. */
  readonly query?: TextSource;
  /** `--variables`: JSON text. */
  readonly variables?: TextSource;
  /** `name=text` and `name:=json` items, in order; they override `variables`. */
  readonly items: readonly ItemOption[];
  readonly operation?: string;
  /** `--pick PATH`, in order. The rows are ticked in `query` or in a new operation. */
  readonly picks: readonly string[];
  /** `--print-query`: print the query instead of sending it. */
  readonly printQuery: boolean;
  readonly validate: boolean;
  readonly get: boolean;
  readonly sends: SendOptions;
  readonly again: AgainOptions;
  /** `--incremental`: print each `@defer` or `@stream` part on a separate line as it arrives. */
  readonly incremental: boolean;
  /** `--upload variables.file=@path`. */
  readonly uploads: readonly { readonly path: string; readonly file: string }[];
  /** `--extensions @FILE` and `--connection-params @FILE`, which are read when the command runs. */
  readonly objects?: { readonly extensions?: TextSource; readonly connectionParams?: TextSource };
}

/** The schema of `apiclient graphql`, and tasks on it. */
export interface SchemaOptions {
  /** `--schema FILE|URL|cached`: the schema of a file (SDL or introspection JSON), of another server, or from the cache. */
  readonly schema?: string;
  readonly printSchema?: 'sdl' | 'json';
  readonly schemaTask?: SchemaTask;
  /** `--refresh-schema`: ignore the cached schema. */
  readonly refreshSchema: boolean;
}

/** How `apiclient graphql` subscribes. */
export interface SubscriptionOptions {
  readonly subscriptionUrl?: string;
  readonly subscriptionProtocol: SubscriptionProtocol;
  /** `--connection-params`: replaces the payload of `connection_init`. */
  readonly connectionParams?: string;
}

/** `apiclient graphql <url> [item…] [flags]`, and `apiclient [<url>]`, which is the same without an action. */
export interface GraphqlCommand extends SendingOptions, OperationOptions, SchemaOptions, SubscriptionOptions {
  readonly kind: 'graphql';
  /** Absolute http(s) URL. If absent, the full screen asks for it. */
  readonly url?: string;
  /** True if typed as `apiclient` or `apiclient <url>`. Without a terminal, the usage error then shows both main forms. */
  readonly bare: boolean;
  /** Configured identities for the URLs in flags, by URL. Each applies only to that origin. */
  readonly elsewhere?: ReadonlyMap<string, IdentityElsewhere>;
  /** `--yes`: skip the profile's confirmation prompt. */
  readonly yes?: true;
  readonly screen: ScreenOptions;
}

/** Options of the full screen, and configured keys. */
export interface ScreenOptions {
  readonly mouse: boolean;
  readonly ascii: boolean;
  readonly theme?: ThemeName;
  /** `"theme"` from the configuration, verbatim. `core/themes.ts` parses it. */
  readonly themeSetting?: unknown;
  readonly linear: boolean;
  /** `demo --tour`: seven steps, each of which waits for the key it mentions. */
  readonly tour?: true;
  /** `--linear` without a terminal: a rejected command does not end the program. */
  readonly keepGoing?: true;
  /** Configured keys by action ID, which replace the defaults. */
  readonly keys?: ReadonlyMap<string, readonly string[]>;
  /** Configured identities by origin, for servers visited later. The key '' applies to all other origins. */
  readonly hosts?: ReadonlyMap<string, HostIdentity>;
  /** Configured directory of `.graphql` files, which are listed along with saved files. */
  readonly queries?: string;
  /** Configured Latin keys of other characters. */
  readonly layout?: ReadonlyMap<string, string>;
  /** `"title": false` in the configuration: leave the window's title unchanged. */
  readonly title?: false;
  /** Configured keys of the text panes. */
  readonly editor?: EditorKeys;
  /** Configured groups of words with the same meaning in a search. */
  readonly searchSynonyms?: readonly string[];
  /** Configured profiles by name, for URLs typed later. */
  readonly profiles?: ReadonlyMap<string, KnownProfile>;
}

/** Values of a profile environment that have been read. Absent if it has none. */
export interface PlaceValues {
  readonly configured?: CapturedValues;
  /** Reasons why other names have no value, by name. */
  readonly unread?: ReadonlyMap<string, string>;
}

/** Credentials and headers for one origin. None have been read yet. */
export interface HostIdentity extends PlaceValues {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
}

/** The identity for a URL in a flag, with the network options needed to reach it. */
export interface IdentityElsewhere extends HostIdentity {
  readonly network: NetworkOptions;
}

/** `apiclient auth status | token [--id] [--decode] | introspect | logout [--all] [--force]` */
export interface AuthCommand {
  readonly kind: 'auth';
  readonly action: 'status' | 'login' | 'token' | 'introspect' | 'userinfo' | 'logout' | 'register' | 'doctor';
  /** Base URL of the profile that supplies the login, or the URL to test with it. */
  readonly url?: string;
  /** Profile as typed: `@shop`. */
  readonly profileWord?: string;
  /** Number or account of a stored token, as listed by `auth status`. */
  readonly which?: string;
  readonly all: boolean;
  /** `--expired`: remove tokens that are expired and cannot be renewed. */
  readonly expired: boolean;
  /** `--json`. */
  readonly json: boolean;
  /** `--force`: remove a renewable token even if it was not revoked. */
  readonly force: boolean;
  /** `--id`: use the ID token. */
  readonly id: boolean;
  /** `--decode`: print the token's claims. */
  readonly decode: boolean;
  readonly auth: AuthOptions;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

/** `apiclient run FILE.http… [name=value…]` */
export interface RunCommand {
  readonly kind: 'run';
  /** Files, folders, patterns and `FILE:LINE` as typed. `-` is standard input. */
  readonly files: readonly string[];
  /** `--request`: names or patterns of the requests to send. Empty for all. */
  readonly requests: readonly string[];
  /** `--tag`: words of `# @tag`. A request with a word after `!` is not sent. */
  readonly tags: readonly string[];
  /** `--rerun-failed`: a JSON report. Only its requests that did not pass are sent. */
  readonly rerunFailed?: string;
  /** `--rows`: a file with one round of the run per row. `-` is standard input. */
  readonly rows?: string;
  /** `--bail`: after the first failure, send only cleanups. */
  readonly bail: boolean;
  /** `--cleanup`: the DELETE request for a created resource is sent even after failures. */
  readonly cleanup: boolean;
  /** `--delay`: milliseconds between the starts of two requests. */
  readonly delayMs: number;
  /** `--env`. */
  readonly environmentName?: string;
  /** `name=value` pairs in order. `env:NAME` and `file:PATH` have not been read yet. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly keepGoing: boolean;
  /** `--jobs`: number of requests to send at a time. */
  readonly jobs: number;
  /** `--trust`: accept everything that requires trust, for this run only. */
  readonly trust?: true;
  /** `--manifest`: print the rights that the files need, without sending anything. */
  readonly manifest?: 'text' | 'json';
  /** `--repeat`: run the file repeatedly and print the timing of each request. */
  readonly repeat?: RepeatOptions;
  readonly list: boolean;
  /** `--graph`: print which requests wait for which, without sending anything. */
  readonly graph: boolean;
  /** `--json`: print the list, the graph or the manifest as JSON. */
  readonly asJson: boolean;
  readonly reports: readonly ReportOption[];
  /** Request flags on the command line (`--timeout=5`). They apply to every request that does not override them. */
  readonly flags: readonly string[];
  readonly auth: AuthOptions;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

/** `apiclient ws URL` */
export interface WsCommand extends SendingOptions {
  readonly kind: 'ws';
  /** Absolute http(s) URL without userinfo; `ws` and `wss` have been mapped to it. */
  readonly url: string;
  /** `--subprotocol`, in order of preference. */
  readonly subprotocols: readonly string[];
}

/** `apiclient import FILE…`. */
export interface ImportCommand {
  readonly kind: 'import';
  /** Paths as typed. `-` is standard input, and a folder is a Bruno collection. */
  readonly files: readonly string[];
  /** Folder for the files. If absent, it is named after the collection. */
  readonly folder?: string;
  /** List the files without writing them. */
  readonly dryRun: boolean;
  /** `--yes`: replace existing files. */
  readonly yes: boolean;
}

/** `apiclient trust FILE…`, `--list`, `--remove FILE`. */
export interface TrustCommand {
  readonly kind: 'trust';
  readonly action: 'add' | 'list' | 'remove';
  /** Paths as typed. */
  readonly files: readonly string[];
  /** `--env` and `name=value`: the values of the run to approve. */
  readonly environmentName?: string;
  readonly values: RunCommand['values'];
}

/** `apiclient openapi URL|FILE|@profile [item…]` */
export interface OpenapiCommand extends SendingOptions {
  readonly kind: 'openapi';
  /** Absolute URL of the API or of its description. If absent, `schema` is used by itself. */
  readonly url?: string;
  /** Description: a file, or a URL. It is given instead of a URL or after `--schema`. */
  readonly schema?: string;
  readonly task: OpenapiTask;
  readonly screen: ScreenOptions;
  /** `--refresh-schema`: ignore the cached description. */
  readonly refreshSchema: boolean;
  /** False with `--no-validate`. */
  readonly validate: boolean;
  /** `--yes`: skip the profile's confirmation prompt. */
  readonly yes?: true;
}

/** `apiclient demo` */
export interface DemoCommand {
  readonly kind: 'demo';
  /** `--port`. 0 or absent for any free port. */
  readonly port: number;
  /** `--serve`: run only the API until a signal stops it. */
  readonly serve: boolean;
  readonly output: OutputOptions;
  readonly screen: ScreenOptions;
}

/** `apiclient profiles` */
export interface ProfilesCommand {
  readonly kind: 'profiles';
  /** Profiles in the order of the configuration, added after reading it. */
  readonly profiles: ReadonlyMap<string, KnownProfile>;
  readonly file: string;
}
