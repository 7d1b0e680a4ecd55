/** Names of token stores, and the configured helper program (`"token-helper"`). */
import { type Failure, usageError } from '../failure.js';

/** Values of `--oauth2-store`. */
export const tokenStores = ['file', 'keyring'] as const;
export type TokenStore = (typeof tokenStores)[number];

export const tokenStoreChoices: readonly { readonly value: TokenStore; readonly help: string }[] = [
  { value: 'file', help: 'a file that only you can read' },
  { value: 'keyring', help: 'Secret Service, the keychain of macOS, or pass' },
];

/** Programs that store tokens. `helper` is the configured one. */
const keeperNames = ['secret-tool', 'security', 'pass', 'helper'] as const;
export type KeeperName = (typeof keeperNames)[number];

export const isKeeperName = (name: unknown): name is KeeperName => (keeperNames as readonly unknown[]).includes(name);

/** How to start a helper: a program with its arguments, or a shell command. */
export type TokenHelper = { readonly argv: readonly [string, ...string[]] } | { readonly shell: string };

/** Parses `"token-helper"`: a program, a list of a program and its arguments, or a shell command after `!`. */
export function tokenHelper(value: unknown): TokenHelper | Failure {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [program, ...more] = words;
  const isText = (word: unknown): word is string => typeof word === 'string' && !word.includes('\0');
  if (!isText(program) || program.trim() === '' || !more.every(isText)) {
    return usageError('"token-helper" is not a program.', '{"token-helper": ["my-helper", "--vault", "work"]}');
  }
  if (!program.startsWith('!')) return { argv: [program, ...more] };
  if (more.length === 0 && program.slice(1).trim() !== '') return { shell: program.slice(1) };
  return usageError(
    '"token-helper" is not a line for a shell.',
    'A shell runs everything after "!": {"token-helper": "!my-helper | tail -1"}',
  );
}
