/** Merges the configuration with the command line. The command line silently takes precedence. */
import { isDeepStrictEqual } from 'node:util';
import type {
  Command,
  GraphqlCommand,
  HostIdentity,
  IdentityElsewhere,
  KnownProfile,
  ScreenOptions,
  UsedProfile,
} from '../core/command.js';
import { type Config, flagsFor, originOf } from '../core/config.js';
import { withoutLogin } from '../core/credentials/config.js';
import { hasCredentials, setsAuthorization } from '../core/credentials/flags.js';
import { forOtherOrigin } from '../core/credentials/request-credentials.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { namesSchemaUrl } from '../core/graphql/sending/options.js';
import type { AuthOptions } from '../core/options.js';
import { type Profile, profileAt } from '../core/profiles.js';
import { defaultNetwork } from '../core/request/default-network.js';
import { parse } from './parse.js';

/**
 * Parses a line with the configuration's flags as defaults.
 * @param load reads the configuration; not called for help, version and completions, which must work with a broken one
 * @param file path of the configuration, for failures caused by it
 * @param under flags that override the configuration but not the line, such as those that a run has for its requests
 */
export function configured(
  argv: readonly string[],
  load: () => Config | Failure,
  file: string,
  under: readonly string[] = [],
): Command | Failure {
  const used = new UsedProfiles(load);
  const alone = parse(argv, [], used.resolve, true);
  const between = isFailure(alone) ? [] : withoutRivals(under, alone);
  const typed = between.length === 0 ? alone : parse(argv, between, used.resolve, true);
  if (isFailure(typed) || hasNoDefaults(typed)) return typed;
  const config = used.config();
  if (isFailure(config)) return config;
  if (typed.kind === 'profiles') return listed(config, file);
  const words = wordsFor(config, typed.kind === 'demo' ? undefined : typed.url, used.own);
  const isOverlay = argv.some(word => word.startsWith('--oauth2-'));
  const command =
    words.length === 0 && !isOverlay ? typed : parse(argv, [...withoutRivals(words, typed), ...between], used.resolve);
  if (isFailure(command)) return withCulprit(command, argv, file);
  const strayed = used.own && leavesOrigin(command, used.own, used.named);
  if (strayed) return strayed;
  const elsewhere = command.kind === 'graphql' ? identitiesElsewhere(command, config, used.named) : noIdentities;
  if (isFailure(elsewhere)) return inFile(elsewhere, file);
  return withSettings(command, config, used.own, elsewhere, hasCredentialsOfLine(typed) ? undefined : argv);
}

const inFile = (failure: Failure, file: string): Failure => ({ ...failure, text: `${file}: ${failure.text}` });

/** Names the file in a failure, unless it is about a typed flag that modifies the configured login. */
function withCulprit(failure: Failure, argv: readonly string[], file: string): Failure {
  const isTyped = argv.some(word => word.startsWith('--oauth2-') && failure.text.includes(nameOf(word)));
  return isTyped ? failure : inFile(failure, file);
}

/**
 * Adds the profile and the settings of the screen.
 * @param argv the line, unless its credentials override the configuration's
 */
function withSettings(
  command: Command,
  config: Config,
  profile: Profile | undefined,
  elsewhere: ReadonlyMap<string, IdentityElsewhere>,
  argv: readonly string[] | undefined,
): Command {
  const named: { readonly profile?: UsedProfile } = profile ? { profile: usedOf(profile) } : {};
  switch (command.kind) {
    case 'request':
    case 'ws':
      return { ...command, ...named };
    case 'demo':
      return { ...command, screen: withScreenSettings(command.screen, config, argv) };
    case 'openapi':
      return { ...command, ...named, screen: withScreenSettings(command.screen, config, argv) };
    case 'graphql':
      return {
        ...command,
        ...named,
        elsewhere: elsewhere.size === 0 ? undefined : elsewhere,
        screen: withScreenSettings(command.screen, config, argv),
      };
    default:
      return command;
  }
}

const noIdentities: ReadonlyMap<string, IdentityElsewhere> = new Map();

/** The configuration of a line, and the profiles that the line uses. */
class UsedProfiles {
  /** The profile of the command's URL. */
  own: Profile | undefined;
  /** Profiles named by flags: their credentials are for those URLs, not for the command's URL. */
  readonly named = new Map<string, Profile>();
  readonly #load: () => Config | Failure;
  #config: Config | Failure | undefined;

  constructor(load: () => Config | Failure) {
    this.#load = load;
  }

  /** The configuration, which is read once. */
  config(): Config | Failure {
    this.#config ??= this.#load();
    return this.#config;
  }

  readonly resolve = (word: string, flag?: string): string | Failure => {
    const config = this.config();
    const at = isFailure(config) ? config : profileAt(config.profiles, word);
    if (isFailure(at)) return at;
    if (flag === undefined) this.own = at.profile;
    else this.named.set(at.url, at.profile);
    return at.url;
  };
}

const kindsWithoutDefaults = [
  ...(['run', 'sessions', 'history', 'import', 'trust', 'help', 'usage', 'version', 'completion'] as const),
] as const;

type CommandWithoutDefaults = Extract<Command, { readonly kind: (typeof kindsWithoutDefaults)[number] }>;

const hasNoDefaults = (command: Command): command is CommandWithoutDefaults =>
  (kindsWithoutDefaults as readonly string[]).includes(command.kind);

function withScreenSettings(screen: ScreenOptions, config: Config, argv: readonly string[] | undefined): ScreenOptions {
  const { queries, searchSynonyms, editor, layout, title, keys, theme, profiles } = config;
  return {
    ...screen,
    queries,
    searchSynonyms,
    editor,
    layout,
    title,
    keys: keys.size === 0 ? undefined : keys,
    themeSetting: theme,
    hosts: argv && hostsOf(argv, config),
    profiles: profiles.size === 0 ? undefined : knownProfiles(config),
  };
}

/** Returns the flag of a word, without its value. */
const nameOf = (word: string): string => word.split('=', 1)[0] ?? '';

const usedOf = ({ name, confirm, openapi, values }: Profile): UsedProfile => ({
  name,
  confirm,
  openapi,
  values,
});

/**
 * Returns the flags for a URL: general flags, flags for its origin, and flags of the profile, whose login takes precedence over
 * the origin's.
 */
function wordsFor(config: Config, url: string | undefined, profile: Profile | undefined): readonly string[] {
  const words = flagsFor(config, url);
  if (!profile) return words;
  const request = parse(['GET', profile.url], profile.words);
  return [...(isFailure(request) ? words : withoutRivals(words, request)), ...profile.words];
}

/** Drops flags that conflict with the command's credentials. */
const withoutRivals = (words: readonly string[], command: Command): readonly string[] =>
  hasCredentialsOfLine(command) ? withoutLogin(words, hasLogin(command) && command.auth.basic !== undefined) : words;

/** A profile's credentials never leave its origin, whatever is on the line. */
function leavesOrigin(command: Command, profile: Profile, named: ReadonlyMap<string, Profile>): Failure | undefined {
  if (command.kind !== 'request' && command.kind !== 'graphql' && command.kind !== 'openapi') return undefined;
  const request = parse(['GET', profile.url], profile.words);
  if (isFailure(request) || request.kind !== 'request' || !hasCredentials(request)) return undefined;
  const only = `Profile ${profile.name} sends its credentials only to ${originOf(profile.url)}`;
  const hint = 'Use the URL instead of the profile, and pass the credentials explicitly.';
  if (command.network.locationTrusted) return usageError(`${only}, but --location-trusted would forward them.`, hint);
  if (command.kind !== 'graphql' || command.subscriptionUrl === undefined) return undefined;
  // A nested profile has separate credentials.
  if (named.has(command.subscriptionUrl)) return undefined;
  const stream = originOf(command.subscriptionUrl.replace(/^ws/i, 'http'));
  return stream === originOf(profile.url)
    ? undefined
    : usageError(`${only}, but --subscription-url has another origin.`, hint);
}

/**
 * Identities for URLs named by flags: the profile's, or the origin's if only a schema is requested. Cookies and certificates on
 * the line are only for the command's own URL.
 */
function identitiesElsewhere(
  command: GraphqlCommand,
  config: Config,
  named: ReadonlyMap<string, Profile>,
): ReadonlyMap<string, IdentityElsewhere> | Failure {
  const identities = new Map<string, IdentityElsewhere>();
  const { schema, schemaTask, subscriptionUrl } = command;
  const old = schemaTask?.kind === 'diff' ? schemaTask.old : undefined;
  for (const url of [schema, old, subscriptionUrl]) {
    if (url === undefined) continue;
    const profile = named.get(url);
    if (!profile && !isConfiguredSchema(url, command, config)) continue;
    const request = parse(['graphql', url], wordsFor(config, url, profile), urlsOf(config));
    if (isFailure(request)) return request;
    if (request.kind !== 'graphql') continue;
    const { network: line } = forOtherOrigin({ credentials: { apiKeys: [] }, headers: [], network: command.network });
    const changed = Object.entries(request.network).filter(
      ([name, value]) => !isDeepStrictEqual(value, defaultNetwork[name as keyof typeof defaultNetwork]),
    );
    const network = { ...line, ...Object.fromEntries(changed), locationTrusted: false };
    identities.set(url, { auth: request.auth, headers: request.headers, network });
  }
  return identities;
}

/** Whether a schema is requested from another origin that has flags in the configuration. */
function isConfiguredSchema(url: string, command: GraphqlCommand, { hosts }: Config): boolean {
  if (url === command.subscriptionUrl || !namesSchemaUrl(url)) return false;
  const origin = originOf(url);
  const home = command.url === undefined ? undefined : originOf(command.url);
  return origin !== home && hosts.has(origin ?? '');
}

/** Lists the profiles for `apiclient profiles`. Reports invalid ones. */
function listed(config: Config, file: string): Command | Failure {
  for (const profile of config.profiles.values()) {
    const identity = identityOf(profile, config);
    if (isFailure(identity)) return { ...identity, text: `${file}: profiles["${profile.name}"]: ${identity.text}` };
  }
  return { kind: 'profiles', profiles: knownProfiles(config), file };
}

/** The valid profiles. Errors in the others are reported when they are used by name. */
function knownProfiles(config: Config): ReadonlyMap<string, KnownProfile> {
  const profiles = new Map<string, KnownProfile>();
  for (const [name, profile] of config.profiles) {
    const identity = identityOf(profile, config);
    if (isFailure(identity)) continue;
    const { url, confirm, openapi, values } = profile;
    profiles.set(name, { url, confirm, identity, openapi, values });
  }
  return profiles;
}

/** The identity in a profile. Its flags may be for requests or operations. */
function identityOf(profile: Profile, config: Config): HostIdentity | Failure {
  const command = parse(['graphql', profile.url], profile.words, urlsOf(config));
  if (isFailure(command)) return command;
  return command.kind === 'graphql'
    ? { auth: command.auth, headers: command.headers }
    : { auth: { apiKeys: [] }, headers: [] };
}

const urlsOf =
  (config: Config) =>
  (word: string): string | Failure => {
    const at = profileAt(config.profiles, word);
    return isFailure(at) ? at : at.url;
  };

/** The line's identity on each origin of the configuration. Errors there are reported when the origin is used. */
function hostsOf(argv: readonly string[], config: Config): ReadonlyMap<string, HostIdentity> {
  const hosts = new Map<string, HostIdentity>();
  if (config.hosts.size === 0) return hosts;
  for (const origin of ['', ...config.hosts.keys()]) {
    const command = parse(argv, flagsFor(config, origin), urlsOf(config), true);
    if (isFailure(command) || command.kind !== 'graphql') continue;
    hosts.set(origin, { auth: command.auth, headers: command.headers });
  }
  return hosts;
}

/** The line has credentials, so the configuration's are not used. */
const hasCredentialsOfLine = (command: Command): boolean =>
  hasLogin(command) && setsAuthorization({ headers: [], ...command });

const hasLogin = (command: Command): command is Extract<Command, { readonly auth: AuthOptions }> => 'auth' in command;
