/**
 * The parsed command line. `command/` builds it from argv, `plain/` and `tui/` run it. No file, network or environment variable
 * has been read yet: secrets are still *sources*.
 */

import type { AgainOptions, SchemaTask, SendOptions } from './graphql/sending/options.js';
import type { KeptValues } from './http-file/kept-values.js';
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
import type { Secret } from './secret.js';
import type { ThemeName } from './themes.js';

/** A valid command line; usage errors are `Failure`s. */
export type Command =
  /** `apiclient help [TOPIC]`, the topic as typed. */
  | { readonly kind: 'help'; readonly topic?: string }
  /** `--help` of a command, `request` for requests; `brief`: `-h`; `action`: the word after `auth` or `sessions`. */
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
  | TrustCommand;

/** `apiclient <METHOD> <url> [item…] [flags]` */
export interface RequestCommand {
  readonly kind: 'request';
  /** Upper-cased HTTP token. */
  readonly method: string;
  /** The common method `method` is probably a typo of: GET for GTE. Sent as typed anyway. */
  readonly methodSlip?: string;
  /** Absolute http(s) URL without userinfo, otherwise as typed. */
  readonly url: string;
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly body?: BodyOption;
  /** `name==value` items, in order. */
  readonly query: readonly QueryOption[];
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
  readonly profile?: UsedProfile;
  /** `--yes`: skip the profile's confirmation. */
  readonly yes?: true;
  /** `--repeat`: send it so often, and print how long it took. */
  readonly repeat?: RepeatOptions;
  readonly session?: SessionOption;
  /** Texts that were filled in: hidden where the request is shown. */
  readonly hidden?: readonly Secret[];
}

/** `--session`, `--session-read-only`. */
export interface SessionOption {
  readonly name: string;
  readonly isReadOnly: boolean;
}

/** `apiclient sessions` */
export interface SessionsCommand {
  readonly kind: 'sessions';
  readonly action: 'list' | 'show' | 'remove';
  readonly name?: string;
  /** Only the part of this origin. */
  readonly origin?: string;
}

/** A profile with its flags parsed, for lists and choices. */
export interface KnownProfile extends Pick<Profile, 'url' | 'confirm' | 'openapi' | 'values'> {
  /** Credentials of its flags, secrets not read yet. */
  readonly identity: HostIdentity;
}

/** The profile a URL was typed with (`@name/path`). */
export interface UsedProfile extends Pick<Profile, 'openapi' | 'values'> {
  readonly name: string;
  /** Ask before sending a mutation or an unsafe method. */
  readonly confirm: boolean;
}

/** `apiclient graphql <url> [item…] [flags]`, and `apiclient [<url>]`, the same without an action. */
export interface GraphqlCommand {
  readonly kind: 'graphql';
  /** Absolute http(s) URL; absent: the full screen asks. */
  readonly url?: string;
  /** Typed as `apiclient` or `apiclient <url>`: off a terminal, the usage error shows both main forms. */
  readonly bare: boolean;
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
  /** `--query`; absent without `printSchema`: the full screen. */
  readonly query?: TextSource;
  /** `--variables`: JSON text. */
  readonly variables?: TextSource;
  /** `name=text` and `name:=json` items, in order; they override `variables`. */
  readonly items: readonly ItemOption[];
  readonly operation?: string;
  /** `--pick PATH`, in order: ticked into `query`, or into a new operation. */
  readonly picks: readonly string[];
  /** `--print-query`: print the query instead of sending it. */
  readonly printQuery: boolean;
  /** `--schema FILE|URL|kept`: the schema of a file (SDL or introspection JSON), of another server, or the kept one. */
  readonly schema?: string;
  readonly printSchema?: 'sdl' | 'json';
  readonly schemaTask?: SchemaTask;
  /** `--refresh-schema`: ignore the cached schema. */
  readonly refreshSchema: boolean;
  readonly validate: boolean;
  readonly get: boolean;
  readonly sends: SendOptions;
  readonly again: AgainOptions;
  /** `--incremental`: print each `@defer` or `@stream` part on a line as it arrives. */
  readonly incremental: boolean;
  /** `--upload variables.file=@path`. */
  readonly uploads: readonly { readonly path: string; readonly file: string }[];
  readonly subscriptionUrl?: string;
  readonly subscriptionProtocol: SubscriptionProtocol;
  readonly session?: SessionOption;
  /** Texts that were filled in: hidden where the request is shown. */
  readonly hidden?: readonly Secret[];
  /** `--connection-params`: replaces the payload of `connection_init`. */
  readonly connectionParams?: string;
  /** `--extensions @FILE`, `--connection-params @FILE`: read when the command runs. */
  readonly objects?: { readonly extensions?: TextSource; readonly connectionParams?: TextSource };
  readonly profile?: UsedProfile;
  /** The configuration's identities of the URLs that flags name, by URL: each is for that origin only. */
  readonly elsewhere?: ReadonlyMap<string, IdentityElsewhere>;
  /** `--yes`: skip the profile's confirmation. */
  readonly yes?: true;
  readonly screen: ScreenOptions;
}

/** `--subscription-protocol`. `graphql-ws` is the older WebSocket protocol, whose name a newer library took over. */
export type SubscriptionProtocol = 'auto' | 'graphql-transport-ws' | 'graphql-ws' | 'sse' | 'sse-single' | 'multipart';

/** Options of the full screen, and keys from the configuration. */
export interface ScreenOptions {
  readonly mouse: boolean;
  readonly ascii: boolean;
  readonly theme?: ThemeName;
  /** `"theme"` of the configuration, as written: `core/themes.ts` reads it. */
  readonly themeSetting?: unknown;
  readonly linear: boolean;
  /** `demo --tour`: seven steps, each waiting for the key it names. */
  readonly tour?: true;
  /** `--linear` off a terminal: a rejected command does not end the program. */
  readonly keepGoing?: true;
  /** Keys by action id from the configuration, replacing the defaults. */
  readonly keys?: ReadonlyMap<string, readonly string[]>;
  /** Identities by origin from the configuration, for servers visited later; '' for all others. */
  readonly hosts?: ReadonlyMap<string, HostIdentity>;
  /** Directory of `.graphql` files from the configuration, offered among saved files. */
  readonly queries?: string;
  /** Profiles by name from the configuration, for URLs typed later. */
  readonly profiles?: ReadonlyMap<string, KnownProfile>;
}

/** The values of a profile's place, read; absent: it has none. */
export interface PlaceValues {
  readonly configured?: KeptValues;
  /** Why others have no value, by name. */
  readonly unread?: ReadonlyMap<string, string>;
}

/** Credentials and headers for one origin, none read yet. */
export interface HostIdentity extends PlaceValues {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
}

/** The same for a URL that a flag names, with the network options on the way there. */
export interface IdentityElsewhere extends HostIdentity {
  readonly network: NetworkOptions;
}

/** `apiclient auth status | token [--id] [--decode] | introspect | logout [--all] [--force]` */
export interface AuthCommand {
  readonly kind: 'auth';
  readonly action: 'status' | 'login' | 'token' | 'introspect' | 'logout' | 'register';
  readonly all: boolean;
  /** `--force`: remove a renewable token that was not revoked. */
  readonly force: boolean;
  /** `--id`: the ID token. */
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
  /** Paths as typed; `-` is standard input. */
  readonly files: readonly string[];
  /** `--request`: only these are sent; empty: all. */
  readonly requests: readonly string[];
  /** `--env`. */
  readonly environmentName?: string;
  /** `name=value`, in order; `env:NAME` and `file:PATH` are not read yet. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly keepGoing: boolean;
  /** `--jobs`: how many files run side by side. */
  readonly jobs: number;
  /** `--trust`: accept everything that needs trust, for this run. */
  readonly trust?: true;
  /** `--manifest`: print the rights that the files need, and send nothing. */
  readonly manifest?: 'text' | 'json';
  /** `--repeat`: run the file so often, and print how long each request took. */
  readonly repeat?: RepeatOptions;
  readonly list: boolean;
  readonly reports: readonly ReportOption[];
  /** Flags of requests that stand on the line (`--timeout=5`): they hold for every request that does not say otherwise. */
  readonly flags: readonly string[];
  readonly auth: AuthOptions;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

/** `apiclient trust FILE…`, `--list`, `--remove FILE`. */
export interface TrustCommand {
  readonly kind: 'trust';
  readonly action: 'add' | 'list' | 'remove';
  /** Paths as typed. */
  readonly files: readonly string[];
  /** `--env` and `name=value`: the values of the run that is approved. */
  readonly environmentName?: string;
  readonly values: RunCommand['values'];
}

/** `apiclient openapi URL|FILE|@profile [item…]` */
export interface OpenapiCommand {
  readonly kind: 'openapi';
  /** Absolute URL of the API or of its description; absent: `schema` is all there is. */
  readonly url?: string;
  /** The description: a file, or a URL. It stands in place of a URL, or after `--schema`. */
  readonly schema?: string;
  readonly task: OpenapiTask;
  readonly screen: ScreenOptions;
  /** `--refresh-schema`: ignore the kept description. */
  readonly refreshSchema: boolean;
  /** False with `--no-validate`. */
  readonly validate: boolean;
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
  readonly session?: SessionOption;
  readonly hidden?: readonly Secret[];
  readonly profile?: UsedProfile;
  /** `--yes`: skip the profile's confirmation. */
  readonly yes?: true;
}

/** `apiclient demo` */
export interface DemoCommand {
  readonly kind: 'demo';
  /** `--port`; 0 or absent: any free port. */
  readonly port: number;
  /** `--serve`: only the API, until a signal ends it. */
  readonly serve: boolean;
  readonly output: OutputOptions;
  readonly screen: ScreenOptions;
}

/** `apiclient profiles` */
export interface ProfilesCommand {
  readonly kind: 'profiles';
  /** In the order of the configuration; filled in when it was read. */
  readonly profiles: ReadonlyMap<string, KnownProfile>;
  readonly file: string;
}
