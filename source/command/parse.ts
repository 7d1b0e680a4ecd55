/** argv -> Command | Failure. Pure: reads no file, variable or stream, so secrets are still the names of their sources. */
import type { Command, GraphqlCommand, RequestCommand } from '../core/command.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { namesCachedSchema } from '../core/graphql/sending/options.js';
import { nearest, oneSlipFrom } from '../core/near-miss.js';
import type { HeaderOption } from '../core/options.js';
import { inEnvironment, namesProfile } from '../core/profiles.js';
import { isToken } from '../core/request/header-option.js';
import { shellWord } from '../core/request/shell.js';
import { conflictingStdinUsers } from '../core/request/standard-input.js';
import { readTypedUrl, type TypedUrl } from '../core/request/typed-url.js';
import { withDefaults } from './defaults.js';
import { commandAdvice, looksLikeUrl, missingUrl, unknownCommand, urlFirst, usualMethods } from './first-word.js';
import { type CommandName, commandNames, type FlagName, takesUrl } from './flags.js';
import { parseAuth, parseHeaders } from './parse/auth.js';
import { parseBody, parseCompress } from './parse/body.js';
import { type GraphqlOptions, parseGraphql } from './parse/graphql.js';
import { parseNetwork } from './parse/network.js';
import { parseOpen } from './parse/open.js';
import { namesFile, parseOpenapi } from './parse/openapi.js';
import {
  parseAuthCommand,
  parseCompletion,
  parseDemo,
  parseHelp,
  parseHistory,
  parseImport,
  parseProfiles,
  parseTrust,
} from './parse/others.js';
import { parseOutput, parseScreen } from './parse/output.js';
import { parseRepeat } from './parse/repeat.js';
import { parseRun } from './parse/run.js';
import { parseSession, parseSessions } from './parse/sessions.js';
import { parseWs } from './parse/ws.js';
import { flagTokens, readLine } from './read-line.js';
import { rejectStrayFlags } from './stray-flags.js';
import { tokenise } from './tokenise.js';
import type { FlagTokens, Occurrence, Tokens } from './tokens.js';
import { collectUsageErrors, type UsageErrors } from './usage-errors.js';

export { defaultNetwork } from '../core/request/default-network.js';
export { defaultOutput } from './parse/output.js';

/**
 * Parses the arguments. Every failure is a usage error with the line to type. `defaults` are flags as typed (`['--follow',
 * '--timeout', '10']`), overridden by `argv`.
 * @param resolveProfile resolves the URL of `@profile/path`; absent if there are no profiles
 * @param isPartial true if another line may supply the `--oauth2` that `--oauth2-*` flags modify; without one, they are ignored
 */
export function parse(
  argv: readonly string[],
  defaults: readonly string[] = [],
  resolveProfile: ResolveProfileUrl = readTypedUrlOf,
  isPartial = false,
): Command | Failure {
  // Its topic may be a flag, which must not be parsed as one.
  if (argv[0] === 'help') return parseHelp(argv.slice(1));
  const errors = collectUsageErrors();
  const typed = readLine(argv);
  errors.unwrap(typed.problem, undefined);
  const name = commandOf(typed.words);
  const merged = defaults.length === 0 ? typed : withDefaults(tokenise(defaults, errors), typed, name);
  const tokens = isPartial && !hasOtherLogin(name, typed) ? withoutOverlay(merged) : merged;
  const environment = name === 'run' || name === 'trust' ? undefined : environmentIn(tokens);
  const resolve: ResolveProfileUrl = (word, flag) => resolveProfile(inEnvironment(word, environment), flag);
  const given = flagTokens(withProfileUrls(tokens, resolve, errors));
  // A request for help takes precedence over errors on the line.
  if (given.on('help')) return usageOf(name, given, argv.includes('--help'));
  if (given.on('version')) return { kind: 'version' };
  if (errors.first) return errors.first;
  if (environment !== undefined && !typed.words.some(namesProfile))
    errors.add('--env has no effect without a profile.', 'Usage: apiclient GET @shop/users --env dev');
  const command = parseCommand(name, given, resolve, errors);
  return errors.first ?? command;
}

function usageOf(name: CommandName, { words }: FlagTokens, isLong: boolean): Command {
  const action = name === 'auth' || name === 'sessions' ? words[1] : undefined;
  return { kind: 'usage', command: name === 'screen' ? 'request' : name, brief: isLong ? undefined : true, action };
}

/** Returns true for commands whose `--oauth2-*` flags need no `--oauth2`: the requests of a run supply it, or the command itself. */
const hasOtherLogin = (name: CommandName, { words: [, action] }: Tokens): boolean =>
  name === 'run' || (name === 'auth' && (action === 'register' || action === 'doctor'));

/** The value of `--env`: the environment of a profile. */
function environmentIn({ occurrences }: Tokens): string | undefined {
  const value = occurrences.findLast(({ flag }) => flag.name === 'env')?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Drops the `--oauth2-*` flags of a line that does not contain the login they modify. */
const withoutOverlay = ({ occurrences, words }: Tokens): Tokens =>
  occurrences.some(({ flag }) => flag.name === 'oauth2')
    ? { occurrences, words }
    : { occurrences: occurrences.filter(({ flag }) => !flag.name.startsWith('oauth2-')), words };

/** @param flag the flag that has the URL as its value, unless it is the command's own URL */
type ResolveProfileUrl = (word: string, flag?: FlagName) => string | Failure;

/** `@profile/path` as the value of a flag that takes a URL. */
function withProfileUrls(tokens: Tokens, resolveProfile: ResolveProfileUrl, errors: UsageErrors): Tokens {
  const occurrences = tokens.occurrences.map((each): Occurrence => {
    const { flag, value } = each;
    if (typeof value !== 'string' || !namesProfile(value) || !takesUrl(flag)) return each;
    return { flag, value: errors.unwrap(resolveProfile(value, flag.name), '') };
  });
  return { ...tokens, occurrences };
}

const readTypedUrlOf: ResolveProfileUrl = word => {
  const read = readTypedUrl(word);
  return isFailure(read) ? read : read.url;
};

function parseCommand(
  name: CommandName,
  given: FlagTokens,
  resolveProfile: ResolveProfileUrl,
  errors: UsageErrors,
): Command | Failure {
  if (name === 'screen' && given.words.length > 0) {
    const refused = unknownCommand(given);
    if (refused) return refused;
  }
  rejectStrayFlags(name, given, errors);
  const url = (word: string): TypedUrl => readUrl(word, resolveProfile, errors);
  switch (name) {
    case 'request':
      return parseRequest(given, url, errors);
    case 'graphql':
      return parseGraphqlCommand(given, given.words.slice(1), false, url, errors);
    case 'openapi':
      return parseOpenapi(given, url, errors);
    case 'open':
      return parseOpen(given, url, errors);
    case 'screen':
      return parseGraphqlCommand(given, given.words, true, url, errors);
    case 'auth':
      return parseAuthCommand(given, url, errors);
    case 'profiles':
      return parseProfiles(given, errors);
    case 'sessions':
      return parseSessions(given, errors);
    case 'history':
      return parseHistory(given, errors);
    case 'demo':
      return parseDemo(given, errors);
    case 'run':
      return parseRun(given, errors);
    case 'ws':
      return parseWs(given, url, errors);
    case 'import':
      return parseImport(given, errors);
    case 'trust':
      return parseTrust(given, errors);
    case 'completion':
      return parseCompletion(given, errors);
    case 'help':
      return parseHelp(given.words.slice(1));
  }
}

/** Lower-case names are commands, two or more words a request, anything else opens the full screen. */
function commandOf(words: readonly string[]): CommandName {
  const [first = ''] = words;
  const command = commandNames.find(each => each === first);
  if (command) return command;
  return words.length > 1 || usualMethods.includes(first.toUpperCase()) ? 'request' : 'screen';
}

function parseRequest(given: FlagTokens, urlOf: UrlReader, errors: UsageErrors): RequestCommand | Failure {
  const [typed = '', url, ...words] = given.words;
  if (looksLikeUrl(typed)) return urlFirst(given);
  const method = typed.toUpperCase();
  if (url === undefined) return missingUrl(method);
  const refused = methodProblem(typed, method, url);
  if (refused) return refused;
  const slip = oneSlipFrom(method, usualMethods);
  const target = urlOf(url);
  const headers = withChunks(parseHeaders(given, errors), given);
  const auth = parseAuth(given, target, headers, errors);
  const repeat = parseRepeat(given, errors);
  const session = parseSession(given, errors);
  if (!repeat && (given.has('jobs') || given.has('report')))
    errors.add(
      `--${given.has('jobs') ? 'jobs' : 'report'} has no effect on a request without --repeat.`,
      'Usage: apiclient GET URL --repeat 100 --jobs 4',
    );
  const { body, query } = parseBody(given, words, errors);
  const compress = parseCompress(given, headers, errors);
  if (body && (method === 'HEAD' || method === 'TRACE')) {
    errors.add(
      `${method} requests cannot have a body.`,
      method === 'HEAD' ? 'Use GET or POST, or put name==text after the URL to add to its query.' : 'Remove the body.',
    );
  }
  const network = parseNetwork(given, errors, target);
  const output = parseOutput(given, errors);
  errors.unwrap(
    conflictingStdinUsers({ auth, headers, query, body, network, texts: [['-w', output.writeOut]] }),
    undefined,
  );
  return {
    kind: 'request',
    method,
    methodSlip: slip,
    url: target.url,
    auth,
    headers,
    body,
    compress,
    query,
    network,
    output,
    repeat,
    session,
    yes: given.on('yes') || undefined,
  };
}

function methodProblem(typed: string, method: string, url: string): Failure | undefined {
  if (!isToken(method)) {
    const hint = `Use ${usualMethods.slice(0, 7).join(', ')}, or another method name that your server supports.`;
    return usageError('The method contains characters that are not allowed in HTTP.', hint);
  }
  const advice = commandAdvice(typed, url);
  if (advice) return advice;
  const command = typed === typed.toLowerCase() && !usualMethods.includes(method) && nearest(typed, commandNames);
  if (command) return usageError(`Unknown command ${typed}.`, `Did you mean apiclient ${command}?`);
  if (method !== 'CONNECT') return undefined;
  const hint = 'Usage: apiclient GET URL --proxy http://proxy.example:3128';
  return usageError('CONNECT is not supported as a method, because it only opens a tunnel through a proxy.', hint);
}

/** Returns true for a path such as ./schema.json or schema.graphql, but not for /graphql, which lacks a host. */
const namesSchemaFile = (word: string): boolean => namesFile(word, /\.(?:graphqls?|gql)$/i) && !/^\/[^.]*$/.test(word);

function parseGraphqlCommand(
  given: FlagTokens,
  typed: readonly string[],
  bare: boolean,
  urlOf: UrlReader,
  errors: UsageErrors,
): GraphqlCommand {
  const [url, ...words] = typed;
  if (!bare && url !== undefined && usualMethods.includes(url.toUpperCase())) {
    const hint = 'Usage: apiclient graphql URL --query TEXT. Pass --get to send a query with GET.';
    errors.add('apiclient graphql does not take a method.', hint);
  }
  if (!bare && url !== undefined && namesSchemaFile(url))
    errors.add(
      `${url} is a file, not a URL.`,
      `Usage: apiclient graphql [URL] --schema ${shellWord(url)} --find WORDS`,
    );
  const target = url === undefined ? undefined : urlOf(url);
  const headers = parseHeaders(given, errors);
  const auth = parseAuth(given, target ?? {}, headers, errors);
  const network = parseNetwork(given, errors, target);
  const own = parseGraphql(given, words, errors);
  if (!target && needsServer(own)) {
    errors.add(
      'No URL after graphql.',
      `Usage: apiclient graphql https://api.example.com/graphql ${own.query ? '--query TEXT' : '--print-schema'}`,
    );
  }
  const variables = own.items.map(({ name, as, source }) => [`${name}${as === 'json' ? ':=' : '='}`, source] as const);
  const uploaded = own.uploads.filter(({ file }) => file === '-').map(() => ['--upload', { from: 'stdin' }] as const);
  const { schemaTask } = own;
  const readsInput = schemaTask?.kind === 'validate' && schemaTask.patterns.includes('@-');
  const checked = readsInput ? [['--validate', { from: 'stdin' }] as const] : [];
  const output = parseOutput(given, errors);
  errors.unwrap(
    conflictingStdinUsers({
      auth,
      headers,
      network,
      texts: [
        ['--query', own.query],
        ['--variables', own.variables],
        ['--extensions', own.objects?.extensions],
        ['--connection-params', own.objects?.connectionParams],
        ['-w', output.writeOut],
        ...variables,
        ...uploaded,
        ...checked,
      ],
    }),
    undefined,
  );
  const session = parseSession(given, errors);
  if (session && !target)
    errors.add('--session requires a URL.', 'Usage: apiclient graphql URL --query TEXT --session NAME');
  return {
    kind: 'graphql',
    url: target?.url,
    session,
    bare,
    auth,
    headers,
    network,
    output,
    ...own,
    yes: given.on('yes') || undefined,
    screen: parseScreen(given, errors),
  };
}

/** Whether something is requested that a schema file cannot answer. */
function needsServer({ query, picks, printSchema, printQuery, schemaTask, schema, sends }: GraphqlOptions): boolean {
  const onlyReads = schemaTask !== undefined || printSchema !== undefined || printQuery;
  if (onlyReads && schema !== undefined && !namesCachedSchema(schema)) return false;
  return Boolean(query || picks.length > 0 || printSchema || schemaTask || sends.documentId);
}

/** `--chunked` is an alias for the header that curl users type. */
function withChunks(headers: readonly HeaderOption[], given: FlagTokens): readonly HeaderOption[] {
  const own = headers.some(each => each.kind !== 'file' && /^transfer-encoding$/i.test(each.name));
  if (own || !given.on('chunked')) return headers;
  return [...headers, { kind: 'set', name: 'Transfer-Encoding', value: 'chunked' }];
}

/** Reads the URL of a command, which may be a profile. */
type UrlReader = (word: string) => TypedUrl;

const anyUrl: TypedUrl = { url: 'https://x' };

function readUrl(typed: string, resolveProfile: ResolveProfileUrl, errors: UsageErrors): TypedUrl {
  if (!namesProfile(typed)) return errors.unwrap(readTypedUrl(typed), anyUrl);
  const url = resolveProfile(typed);
  return errors.unwrap(isFailure(url) ? url : readTypedUrl(url), anyUrl);
}
