/** The small commands: `auth`, `demo`, `history`, `import`, `trust`, `profiles`, `completion`, `help`. */
import type {
  AuthCommand,
  Command,
  DemoCommand,
  HistoryCommand,
  ImportCommand,
  TrustCommand,
} from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import { nearest } from '../../core/near-miss.js';
import { typedClientId, unknownClient } from '../../core/oauth/spec.js';
import { namesProfile } from '../../core/profiles.js';
import { conflictingStdinUsers } from '../../core/request/standard-input.js';
import { type TypedUrl, withScheme } from '../../core/request/typed-url.js';
import { authActions } from '../first-word.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { absoluteUrl, unexpected, wholeNumber } from '../values.js';
import { parseAuth } from './auth.js';
import { parseNetwork, path } from './network.js';
import type { AssumedLogin } from './oauth2.js';
import { parseOutput, parseScreen } from './output.js';
import { filesAndValues } from './run.js';

/** `apiclient demo`. Takes no words. */
export function parseDemo(given: FlagTokens, errors: UsageErrors): DemoCommand {
  if (given.on('serve') && given.on('linear'))
    errors.add('--linear has no effect with --serve, which opens no screen.', 'Usage: apiclient demo --serve');
  for (const other of ['serve', 'linear'] as const)
    if (given.on('tour') && given.on(other))
      errors.add(
        `--tour and --${other} cannot be combined, because the tour needs the full screen.`,
        'Usage: apiclient demo --tour',
      );
  noMoreWords(given, 1, 'Usage: apiclient demo [--tour | --serve] [--port PORT]', errors);
  return {
    kind: 'demo',
    port: wholeNumber(given.last('port') ?? '0', '--port', 65_535, errors),
    serve: given.on('serve'),
    output: parseOutput(given, errors),
    screen: { ...parseScreen(given, errors), tour: given.on('tour') || undefined },
  };
}

/** `apiclient history`. */
export function parseHistory(given: FlagTokens, errors: UsageErrors): HistoryCommand {
  noMoreWords(given, 1, 'Usage: apiclient history [--find WORDS] [--json]', errors);
  const find = given.last('find');
  return { kind: 'history', json: given.on('as-json'), find };
}

const authForm =
  'Usage: apiclient auth status, apiclient auth login|token|introspect|userinfo|logout [@PROFILE], apiclient auth doctor ISSUER|@PROFILE [CLIENT_ID], apiclient auth register --oauth2-issuer URL';

type AuthAction = AuthCommand['action'];

/** Words after each action: a profile, one of the stored tokens, or an issuer and a client ID. */
const takes: Readonly<Record<AuthAction, { readonly profile?: true; readonly token?: true }>> = {
  status: {},
  login: { profile: true },
  token: { profile: true, token: true },
  introspect: { profile: true },
  userinfo: { profile: true },
  logout: { profile: true, token: true },
  register: {},
  doctor: { profile: true },
};

/** Flags that apply only to some actions, and the first of them for a hint. */
const ofActions: readonly (readonly [
  flag: 'all' | 'force' | 'expired' | 'id' | 'decode',
  actions: readonly string[],
])[] = [
  ['all', ['logout']],
  ['force', ['logout']],
  ['expired', ['logout']],
  ['id', ['token', 'introspect']],
  ['decode', ['token']],
];

/** `apiclient auth …`. Rejects a missing or unknown action, and suggests the closest one. */
export function parseAuthCommand(
  given: FlagTokens,
  urlOf: (word: string) => Partial<TypedUrl>,
  errors: UsageErrors,
): AuthCommand {
  const action = parseAction(given.words[1], errors);
  const target = targetOf(action ?? 'status', given, urlOf, errors);
  noMoreWords(given, 2 + target.count, authForm, errors);
  refuseOtherFlags(action, given, errors);
  // The client has no ID yet.
  const assumed = action === 'register' ? { assumed: 'authorization_code::new' } : target.login;
  const auth = parseAuth(given, {}, [], errors, assumed);
  const network = parseNetwork(given, errors);
  errors.unwrap(conflictingStdinUsers({ auth, headers: [], network }), undefined);
  const { count: _, login: __, ...named } = target;
  return {
    kind: 'auth',
    action: action ?? 'status',
    ...named,
    all: given.on('all'),
    force: given.on('force'),
    expired: given.on('expired'),
    json: given.on('as-json'),
    id: given.on('id'),
    decode: given.on('decode'),
    auth,
    network,
    output: parseOutput(given, errors),
  };
}

function parseAction(word: string | undefined, errors: UsageErrors): AuthAction | undefined {
  const action = authActions.find(each => each === word);
  if (action) return action;
  const near = word === undefined ? undefined : nearest(word, authActions);
  errors.add(
    word === undefined ? 'auth needs an action.' : 'Unknown auth action.',
    near ? `Did you mean apiclient auth ${near}?` : authForm,
  );
  return undefined;
}

/** Rejects flags of other actions, and a missing authorization server. */
function refuseOtherFlags(action: AuthAction | undefined, given: FlagTokens, errors: UsageErrors): void {
  for (const [flag, actions] of ofActions)
    if (given.on(flag) && !actions.includes(action ?? ''))
      errors.add(`--${flag} applies only to auth ${actions[0]}.`, `Usage: apiclient auth ${actions[0]} --${flag}`);
  if (given.on('as-json') && action !== 'status')
    errors.add('--json applies only to auth status.', 'Usage: apiclient auth status --json');
  if (action === 'register' && !given.has('oauth2-issuer'))
    errors.add('auth register needs an authorization server.', 'Usage: apiclient auth register --oauth2-issuer URL');
}

/** The words after an action. */
interface AuthTarget extends Pick<AuthCommand, 'url' | 'profileWord' | 'which'> {
  /** The number of words that were understood. */
  readonly count: number;
  /** The login that they describe. */
  readonly login?: AssumedLogin;
}

function targetOf(
  action: AuthAction,
  given: FlagTokens,
  urlOf: (word: string) => Partial<TypedUrl>,
  errors: UsageErrors,
): AuthTarget {
  const [first, second] = given.words.slice(2);
  const { profile, token } = takes[action];
  if (first === undefined) {
    if (action !== 'doctor' || given.has('oauth2')) return { count: 0 };
    if (!given.has('oauth2-issuer') && !given.has('oauth2-provider'))
      errors.add(
        'auth doctor needs an authorization server.',
        'Usage: apiclient auth doctor ISSUER|@PROFILE [CLIENT_ID]',
      );
    return { count: 0, login: { assumed: `authorization_code::${unknownClient}` } };
  }
  if (profile && namesProfile(first)) {
    const { url } = urlOf(first);
    return { count: 1, profileWord: first, url, login: { isPartial: true } };
  }
  if (action === 'doctor') return examined(first, second, errors);
  return token && second === undefined ? { count: 1, which: first } : { count: 0 };
}

/** The authorization server and client of `auth doctor`. */
function examined(server: string, client: string | undefined, errors: UsageErrors): AuthTarget {
  // The names of presets have no dot, and localhost is not one of them.
  const isUrl = /^(?:[a-z][a-z0-9+.-]*:\/\/|:\d|localhost\b|\[|[^:/]*\.)/i.test(server);
  const named = isUrl
    ? { issuer: absoluteUrl(withScheme(server), 'apiclient auth doctor', ['http', 'https'], errors) }
    : { provider: server };
  const assumed = `authorization_code::${typedClientId(client ?? unknownClient)}`;
  return { count: client === undefined ? 1 : 2, login: { assumed, ...named } };
}

const importForm = 'Usage: apiclient import shop.postman_collection.json [-o FOLDER]';

/** `apiclient import FILE… [-o FOLDER] [--dry-run]`. */
export function parseImport(given: FlagTokens, errors: UsageErrors): ImportCommand {
  const files = given.words.slice(1);
  if (files.length === 0) errors.add('import needs a file.', importForm);
  const url = files.find(file => /^https?:\/\//i.test(file));
  if (url !== undefined)
    errors.add('import takes files, not URLs.', 'Download the file first, or pass - and pipe it in.');
  const folder = given.last('output');
  if (folder !== undefined) path(folder, '-o', errors);
  if (folder === '-') errors.add('import writes several files, so -o needs a folder.', importForm);
  return { kind: 'import', files, folder, dryRun: given.on('dry-run'), yes: given.on('yes') };
}

const trustForm = 'Usage: apiclient trust FILE.http, apiclient trust --list, apiclient trust --remove FILE.http';

/** `apiclient trust FILE…`, `--list`, `--remove FILE…`. */
export function parseTrust(given: FlagTokens, errors: UsageErrors): TrustCommand {
  const { files, values } = filesAndValues(given);
  const [isList, isRemove] = [given.on('list'), given.on('remove')];
  let action: TrustCommand['action'] = 'add';
  if (isList) action = 'list';
  else if (isRemove) action = 'remove';
  if (isList && isRemove) errors.add('--list and --remove cannot be combined.', trustForm);
  else if (isList && files.length > 0) errors.add('--list does not take files.', trustForm);
  else if (!isList && files.length === 0) errors.add('trust needs a file.', trustForm);
  if (files.includes('-')) errors.add('Standard input cannot be trusted.', 'Usage: apiclient run - --trust');
  const environmentName = given.last('env');
  if (action !== 'add' && (environmentName !== undefined || values.length > 0))
    errors.add('Values have no effect with --list or --remove.', trustForm);
  return { kind: 'trust', action, files, values, environmentName };
}

/** `apiclient profiles`. The list is read from the configuration later. */
export function parseProfiles(given: FlagTokens, errors: UsageErrors): Command {
  noMoreWords(given, 1, 'Usage: apiclient profiles', errors);
  return { kind: 'profiles', profiles: new Map(), file: '' };
}

/** `apiclient completion …`. Rejects a missing or unknown shell. */
export function parseCompletion(given: FlagTokens, errors: UsageErrors): Command {
  const shells = ['bash', 'zsh', 'fish'] as const;
  const word = given.words[1];
  const shell = shells.find(each => each === word);
  if (!shell) {
    const near = word === undefined ? undefined : nearest(word, shells);
    errors.add(
      'completion needs a shell: bash, zsh or fish.',
      near ? `Did you mean apiclient completion ${near}?` : 'Usage: apiclient completion bash',
    );
  }
  noMoreWords(given, 2, 'Usage: apiclient completion bash', errors);
  return { kind: 'completion', shell: shell ?? 'bash' };
}

/** The words after `apiclient help`: a command, flag or topic, or words to search for. They are resolved later. */
export function parseHelp(typed: readonly string[]): Command | Failure {
  const words = typed.filter(word => word !== '-h' && word !== '--help');
  if (words.length > 0) return { kind: 'help', topic: words.join(' ') };
  return typed.length > 0 ? { kind: 'help', topic: 'help' } : { kind: 'help' };
}

function noMoreWords(given: FlagTokens, most: number, form: string, errors: UsageErrors): void {
  const extra = given.words[most];
  if (extra !== undefined) errors.add(unexpected(extra), form);
}
