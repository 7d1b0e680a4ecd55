/** The small commands: `auth`, `demo`, `completion`, `help`. */
import type { AuthCommand, Command, DemoCommand } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import { nearest } from '../../core/near-miss.js';
import { conflictingStdinUsers } from '../../core/request/standard-input.js';
import { authActions } from '../first-word.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { unexpected, wholeNumber } from '../values.js';
import { parseAuth } from './auth.js';
import { parseNetwork } from './network.js';
import { parseOutput, parseScreen } from './output.js';

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
    screen: { ...parseScreen(given, errors), ...(given.on('tour') ? { tour: true as const } : {}) },
  };
}

const authForm =
  'Usage: apiclient auth status, apiclient auth login --oauth2 …, apiclient auth token [--oauth2 …], apiclient auth introspect --oauth2 …, apiclient auth logout [--all] [--force], apiclient auth register --oauth2-issuer URL';

/** `apiclient auth …`. Rejects a missing or unknown action, and suggests the closest one. */
export function parseAuthCommand(given: FlagTokens, errors: UsageErrors): AuthCommand {
  const word = given.words[1];
  const action = authActions.find(each => each === word);
  if (!action) {
    const near = word === undefined ? undefined : nearest(word, authActions);
    errors.add(
      word === undefined ? 'auth needs an action.' : 'Unknown auth action.',
      near ? `Did you mean apiclient auth ${near}?` : authForm,
    );
  }
  noMoreWords(given, 2, authForm, errors);
  for (const flag of ['all', 'force'] as const)
    if (given.on(flag) && action !== 'logout')
      errors.add(`--${flag} applies only to auth logout.`, `Usage: apiclient auth logout --${flag}`);
  for (const flag of ['id', 'decode'] as const) {
    if (given.on(flag) && action !== 'token' && !(flag === 'id' && action === 'introspect')) {
      errors.add(`--${flag} applies only to auth token.`, `Usage: apiclient auth token --${flag}`);
    }
  }
  if (action === 'register' && !given.has('oauth2-issuer'))
    errors.add('auth register needs an authorization server.', 'Usage: apiclient auth register --oauth2-issuer URL');
  // The client has no ID yet.
  const auth = parseAuth(given, {}, [], errors, action === 'register' ? 'authorization_code::new' : undefined);
  const network = parseNetwork(given, errors);
  errors.unwrap(conflictingStdinUsers({ auth, headers: [], network }), undefined);
  return {
    kind: 'auth',
    action: action ?? 'status',
    all: given.on('all'),
    force: given.on('force'),
    id: given.on('id'),
    decode: given.on('decode'),
    auth,
    network,
    output: parseOutput(given, errors),
  };
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
