/**
 * Programs that some tests drive and that a machine may lack. The tests run on any machine with Node. Tests that need one of
 * these programs are wrapped in `withPrograms`. They are skipped if it is missing, and the last line of the run reports that
 * (`run/reporter.mjs`). `.ci/run` installs all programs and allows no skipped tests.
 *
 *     withPrograms(['fish'], () => {
 *       test('…', …);
 *     });
 *
 * The callback itself also runs on a machine without the program, so start the program in a hook or in a test. The POSIX shell
 * (`sh`) and its basic tools need no entry here, because npm itself runs its scripts with them.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

interface Program {
  /** Possible names on the PATH, most common first, or a file that only some systems have. */
  readonly files: readonly [string, ...string[]];
  /** Debian and Homebrew packages that contain the program. None if the system includes it or will never have it. */
  readonly debian?: string;
  readonly homebrew?: string;
}

const table = {
  apache2: { files: ['apache2', 'httpd'], debian: 'apache2', homebrew: 'httpd' },
  bash: { files: ['bash'], debian: 'bash' },
  'bash-completion': { files: ['/usr/share/bash-completion/bash_completion'], debian: 'bash-completion' },
  chromium: { files: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  curl: { files: ['curl'], debian: 'curl' },
  dash: { files: ['dash'], debian: 'dash' },
  expect: { files: ['expect'], debian: 'expect' },
  dbus: { files: ['dbus-run-session'], debian: 'dbus' },
  fish: { files: ['fish'], debian: 'fish', homebrew: 'fish' },
  git: { files: ['git'], debian: 'git' },
  'gnome-keyring': { files: ['gnome-keyring-daemon'], debian: 'gnome-keyring' },
  gnupg: { files: ['gpg'], debian: 'gnupg', homebrew: 'gnupg' },
  groff: { files: ['groff'], debian: 'groff', homebrew: 'groff' },
  httpie: { files: ['http'], debian: 'httpie', homebrew: 'httpie' },
  jq: { files: ['jq'], debian: 'jq', homebrew: 'jq' },
  ksh: { files: ['ksh', 'ksh93'], debian: 'ksh', homebrew: 'ksh93' },
  less: { files: ['less'], debian: 'less' },
  mandoc: { files: ['mandoc'], debian: 'mandoc', homebrew: 'mandoc' },
  nginx: { files: ['nginx'], debian: 'nginx', homebrew: 'nginx' },
  // On macOS, the keychain takes precedence.
  pass: { files: ['pass'], debian: 'pass' },
  // Linux's view of processes. /dev/full is available on the same systems.
  procfs: { files: ['/proc/self/exe'] },
  python3: { files: ['python3'], debian: 'python3' },
  ruby: { files: ['ruby'], debian: 'ruby' },
  // Only Debian's ruby finds gems from Debian packages.
  'ruby-graphql': {
    files: ['/usr/share/doc/ruby-graphql'],
    debian: 'ruby-graphql',
  },
  'ruby-webrick': { files: ['/usr/share/doc/ruby-webrick'], debian: 'ruby-webrick' },
  openssl: { files: ['openssl'], debian: 'openssl' },
  screen: { files: ['screen'], debian: 'screen' },
  'secret-tool': { files: ['secret-tool'], debian: 'libsecret-tools' },
  squid: { files: ['squid'], debian: 'squid', homebrew: 'squid' },
  ssh: { files: ['ssh'], debian: 'openssh-client' },
  sshd: { files: ['sshd'], debian: 'openssh-server' },
  strace: { files: ['strace'], debian: 'strace' },
  tinyproxy: { files: ['tinyproxy'], debian: 'tinyproxy', homebrew: 'tinyproxy' },
  tmux: { files: ['tmux'], debian: 'tmux', homebrew: 'tmux' },
  vim: { files: ['vim'], debian: 'vim' },
  zsh: { files: ['zsh'], debian: 'zsh' },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof table;

const programs: Readonly<Record<ProgramName, Program>> = table;

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first of these names that is an executable on the PATH. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(folder => folder !== '');
  return names
    .flatMap(name => (path.isAbsolute(name) ? name : folders.map(folder => path.join(folder, name))))
    .find(isExecutable);
}

/** Path of a program, or undefined if this machine lacks it. */
export const findProgram = (name: ProgramName): string | undefined =>
  programs[name].files.find(file => path.isAbsolute(file) && existsSync(file)) ?? onPath(...programs[name].files);

/** Path of a program that is known to exist, for use inside `withPrograms`. */
export function programFile(name: ProgramName): string {
  const file = findProgram(name);
  if (file === undefined) throw new Error(`${name} is not installed, and this test is not inside withPrograms.`);
  return file;
}

/** Packages of the missing programs. If they are installed, nothing is skipped. */
export const missingPackages = (system: 'debian' | 'homebrew'): readonly string[] =>
  (Object.keys(programs) as ProgramName[])
    .filter(name => findProgram(name) === undefined)
    .flatMap(name => programs[name][system] ?? []);

/**
 * Defines tests that need something. If it is missing they are skipped, and the run's last line names it.
 * @param what its name in that line, such as `root`
 */
export function onlyWith(what: string, there: boolean, define: () => void): void {
  // run/reporter.mjs parses this title.
  if (there) define();
  else describe.skip(`skipped without ${what}`, define);
}

/** Defines tests that need these programs. */
export function withPrograms(names: readonly ProgramName[], define: () => void): void {
  const missing = names.filter(name => findProgram(name) === undefined);
  onlyWith(missing.join(', '), missing.length === 0, define);
}
