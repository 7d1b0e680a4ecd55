/** Programs that can store a token instead of the file (`--oauth2-store keyring`, `"token-helper"`), each with its protocol. */
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import type { StoredToken } from '../../core/oauth/stored-token.js';
import {
  helperFacts,
  helperLines,
  helperMember,
  joinPieces,
  pieceCount,
  pieces,
} from '../../core/oauth/token-places.js';
import type { KeeperName } from '../../core/oauth/token-stores.js';
import type { Environment } from '../../environment.js';
import { loadConfig } from '../config.js';
import { fromHome } from '../sources.js';
import { type HelperEnd, runHelper } from './run-helper.js';

/** Stores texts by name. A failure reports in one line which program failed, and why. */
interface Keeper {
  /** Returns undefined if nothing is stored under this name. */
  get(key: string, environment: Environment): Promise<string | undefined | Failure>;
  /** @param text one line */
  store(key: string, text: string, environment: Environment, token: StoredToken): Promise<undefined | Failure>;
  /** Removes a text. Succeeds even if nothing is stored. */
  erase(key: string, environment: Environment): Promise<undefined | Failure>;
}

const refused = (program: string, { code, error }: HelperEnd): Failure =>
  failure('file', `${program} exited with code ${code}${error === '' ? '' : `: ${error}`}.`, { code: 'token_keeper' });

/** Runs a program. An exit that `isFine` does not accept is a failure. */
async function ran(
  argv: readonly [string, ...string[]],
  input: string,
  environment: Environment,
  isFine: (end: HelperEnd) => boolean = ({ code }) => code === 0,
): Promise<HelperEnd | Failure> {
  const end = await runHelper(argv, input, environment);
  return isFailure(end) || isFine(end) ? end : refused(path.basename(argv[0]), end);
}

const undefinedOr = (end: HelperEnd | Failure): undefined | Failure => (isFailure(end) ? end : undefined);

const attributes = (key: string): readonly string[] => ['application', 'apiclient', 'token', key];

/**
 * Secret Service (GNOME Keyring, KWallet, KeePassXC) through libsecret's command line tool. Exit code 1 without a message means
 * that there is none.
 */
const secretTool: Keeper = {
  async get(key, environment) {
    const none = ({ code, error }: HelperEnd): boolean => code === 0 || (code === 1 && error === '');
    const end = await ran(['secret-tool', 'lookup', ...attributes(key)], '', environment, none);
    return isFailure(end) ? end : end.output.trim() || undefined;
  },
  async store(key, text, environment, { clientId }) {
    const label = `--label=apiclient: ${clientId}`;
    return undefinedOr(await ran(['secret-tool', 'store', label, ...attributes(key)], text, environment));
  },
  async erase(key, environment) {
    const none = ({ code, error }: HelperEnd): boolean => code === 0 || error === '';
    return undefinedOr(await ran(['secret-tool', 'clear', ...attributes(key)], '', environment, none));
  },
};

/** pass stores each token in a file encrypted by GnuPG. */
const pass: Keeper = {
  async get(key, environment) {
    const none = ({ code, error }: HelperEnd): boolean => code === 0 || /is not in the password store/.test(error);
    const end = await ran(['pass', 'show', `apiclient/${key}`], '', environment, none);
    return isFailure(end) ? end : end.output.trim() || undefined;
  },
  async store(key, text, environment) {
    const argv = ['pass', 'insert', '--multiline', '--force', `apiclient/${key}`] as const;
    return undefinedOr(await ran(argv, `${text}\n`, environment));
  },
  async erase(key, environment) {
    const none = ({ code, error }: HelperEnd): boolean => code === 0 || /is not in the password store/.test(error);
    return undefinedOr(await ran(['pass', 'rm', '--force', `apiclient/${key}`], '', environment, none));
  },
};

/** Exit code of `security` for a missing item (errSecItemNotFound). */
const itemNotFound = 44;

/**
 * The keychain of macOS. `security` reads a secret from an argument, from the terminal, or from a line of its standard input
 * (`-i`). Such a line is too short for a token, so it is stored in pieces.
 */
const security: Keeper = {
  async get(key, environment) {
    const first = await securityPiece(key, 0, environment);
    if (first === undefined || isFailure(first)) return first;
    const all = [first];
    for (let at = 1; at < (pieceCount(first) ?? 1); at += 1) {
      const next = await securityPiece(key, at, environment);
      if (next === undefined || isFailure(next)) return next;
      all.push(next);
    }
    return joinPieces(all);
  },
  async store(key, text, environment) {
    // A shorter text would leave the last pieces of the previous one.
    const problem = await security.erase(key, environment);
    if (problem) return problem;
    const mark = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const lines = pieces(text, mark).map(
      (piece, at) => `add-generic-password -U -s apiclient -a ${key}.${at} -l apiclient -w ${piece}\n`,
    );
    // `security -i` exits with 0 even if a line fails, so read the text back.
    const end = await ran(['security', '-i'], lines.join(''), environment);
    if (isFailure(end)) return end;
    if ((await security.get(key, environment)) === text) return undefined;
    return refused('security', { ...end, error: end.error || 'the keychain did not accept the token' });
  },
  async erase(key, environment) {
    const first = await securityPiece(key, 0, environment);
    if (first === undefined || isFailure(first)) return first;
    for (let at = (pieceCount(first) ?? 1) - 1; at >= 0; at -= 1) {
      const argv = ['security', 'delete-generic-password', '-s', 'apiclient', '-a', `${key}.${at}`] as const;
      const end = await ran(argv, '', environment, ({ code }) => code === 0 || code === itemNotFound);
      if (isFailure(end)) return end;
    }
    return undefined;
  },
};

async function securityPiece(key: string, at: number, environment: Environment): Promise<string | undefined | Failure> {
  const argv = ['security', 'find-generic-password', '-s', 'apiclient', '-a', `${key}.${at}`, '-w'] as const;
  const end = await ran(argv, '', environment, ({ code }) => code === 0 || code === itemNotFound);
  if (isFailure(end)) return end;
  return end.code === 0 ? end.output.trim() : undefined;
}

/** The configured program, called like git's credential helpers: its last argument is `get`, `store` or `erase`. */
const helper: Keeper = {
  async get(key, environment) {
    const end = await askHelper('get', helperLines(helperFacts(key)), environment);
    return isFailure(end) ? end : helperMember(end.output, 'token') || undefined;
  },
  async store(key, text, environment, token) {
    const lines = helperLines({ ...helperFacts(key, token), token: text });
    return undefinedOr(await askHelper('store', lines, environment));
  },
  async erase(key, environment) {
    return undefinedOr(await askHelper('erase', helperLines(helperFacts(key)), environment));
  },
};

async function askHelper(
  action: 'get' | 'store' | 'erase',
  lines: string,
  environment: Environment,
): Promise<HelperEnd | Failure> {
  const config = loadConfig(environment);
  if (isFailure(config)) return config;
  const { tokenHelper } = config;
  if (tokenHelper === undefined)
    return usageError('The configuration no longer contains "token-helper".', noHelperHint);
  if ('shell' in tokenHelper) return ran(['/bin/sh', '-c', `${tokenHelper.shell} ${action}`], lines, environment);
  const [program, ...words] = tokenHelper.argv;
  return ran([fromHome(program, environment), ...words, action], lines, environment);
}

const noHelperHint = 'Add it again, or remove the login: apiclient auth logout.';

/** By name. A keeper without a row does not compile. */
export const keepers: Readonly<Record<KeeperName, Keeper>> = { 'secret-tool': secretTool, security, pass, helper };

function isThere(program: string, { variables }: Environment): boolean {
  const folders = (variables.PATH ?? '').split(path.delimiter).filter(folder => path.isAbsolute(folder));
  return folders.some(folder => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The keyring of this machine: the system's, or pass if it is set up. A failure reports what is missing. */
export function keyringHere(environment: Environment): KeeperName | Failure {
  const { home, platform, variables } = environment;
  if (platform === 'darwin' && isThere('security', environment)) return 'security';
  const { DBUS_SESSION_BUS_ADDRESS: bus, PASSWORD_STORE_DIR: store, XDG_RUNTIME_DIR: runtime } = variables;
  const hasBus = Boolean(bus) || (runtime !== undefined && existsSync(path.join(runtime, 'bus')));
  if (hasBus && isThere('secret-tool', environment)) return 'secret-tool';
  const hasPass = isThere('pass', environment);
  if (hasPass && existsSync(path.join(store || path.join(home, '.password-store'), '.gpg-id'))) return 'pass';
  const missing = [
    isThere('secret-tool', environment) ? 'no session bus for secret-tool' : 'no secret-tool (Secret Service)',
    hasPass ? 'pass is not set up' : 'no pass',
  ].join(', ');
  return usageError(
    `No keyring available: ${missing}.`,
    'Install libsecret-tools in a desktop session, set up pass (pass init), or remove --oauth2-store.',
  );
}
