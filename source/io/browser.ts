/** Opens the user's browser and checks whether there is one. Never uses a shell, and opens only http(s) URLs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../core/failure.js';
import { readUrl } from '../core/request/read-url.js';
import type { Environment } from '../environment.js';
import { tokenFile } from './token-store.js';

/** Whether this is a remote session: a browser opened here would be on another display, or on none. */
export const isRemote = ({ variables }: Environment): boolean =>
  Boolean(variables.SSH_CONNECTION || variables.SSH_TTY || variables.SSH_CLIENT);

/**
 * Whether this is a container: a browser outside cannot reach its loopback address. Podman sets `container`; an empty value
 * means no.
 */
export const isContained = ({ platform, variables: { container } }: Environment): boolean =>
  container === undefined
    ? platform === 'linux' && ['/.dockerenv', '/run/.containerenv'].some(file => existsSync(file))
    : container !== '';

/**
 * A non-empty `BROWSER` always means yes: in remote sessions, editors set it to a helper that opens the user's local browser.
 */
export function hasBrowser(environment: Environment): boolean {
  const { platform, variables } = environment;
  if (variables.BROWSER) return true;
  if (isRemote(environment)) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(variables.DISPLAY || variables.WAYLAND_DISPLAY || variables.WSL_DISTRO_NAME);
}

/** If the opener exits within this time, in milliseconds, it had no browser. A process that continues is the browser. */
const failsWithinMs = 1000;

/** Returns why a browser did not start, or undefined if it did. */
const startProblem = (child: ChildProcess): Promise<string | undefined> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve(undefined), failsWithinMs);
    const settle = (problem: string | undefined): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    // Without a listener, a failed start would end this program.
    child.on('error', error => settle(errorCode(error) === 'ENOENT' ? 'it was not found' : error.message));
    child.once('exit', (code, signal) => {
      if (code === 0) settle(undefined);
      else settle(signal ? `it was ended by ${signal}` : `it exited with code ${code}`);
    });
  });

/**
 * The commands in `BROWSER`, separated by colons. `%s` is replaced by the URL; otherwise the URL is appended, as in xdg-open.
 */
export const browserCommands = (browser: string, url: string): readonly (readonly string[])[] =>
  browser.split(':').flatMap(each => {
    const words = each.split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return [
      words.some(word => word.includes('%s')) ? words.map(word => word.replaceAll('%s', () => url)) : [...words, url],
    ];
  });

/** A file for the output of a command. It has no name, so it disappears with its last reader. */
function outputFile(folder: string, environment: Environment): number | 'ignore' {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `.browser-${Buffer.from(environment.random(8)).toString('hex')}`);
    const descriptor = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
    return descriptor;
  } catch {
    return 'ignore';
  }
}

/** The first characters that a command printed, on one line. */
function outputIn(descriptor: number): string {
  const bytes = Buffer.alloc(300);
  const length = readSync(descriptor, bytes, 0, bytes.length, 0);
  return bytes.toString('utf8', 0, length).trim().replace(/\s+/g, ' ');
}

/**
 * Starts a command of `BROWSER`, never through a shell: the URL is a single argument, whatever it contains. A pipe would end a
 * browser that prints after this program has exited, so its output goes to a file.
 * @returns why it did not start
 */
async function startCommand(
  [program = '', ...words]: readonly string[],
  environment: Environment,
): Promise<string | undefined> {
  const { variables, folder } = environment;
  const output = variables.BROWSER ? outputFile(path.dirname(tokenFile(environment)), environment) : 'ignore';
  try {
    const stdio = ['ignore', output, output] as const;
    const child = spawn(program, words, { stdio: [...stdio], detached: true, cwd: folder, env: { ...variables } });
    child.unref();
    const problem = await startProblem(child);
    const text = problem === undefined || output === 'ignore' ? '' : outputIn(output);
    return problem && `${program}: ${problem}${text === '' ? '.' : ` and printed: ${text}`}`;
  } finally {
    if (output !== 'ignore') closeSync(output);
  }
}

/**
 * Opens a page and returns whether a browser could be started. Never rejects: the URL is printed anyway.
 * @param onProblem called if a command of `BROWSER` failed
 */
export async function openBrowser(
  url: string,
  environment: Environment,
  onProblem: (problem: string) => void = () => {},
): Promise<boolean> {
  const page = readUrl(url);
  if (page === undefined || !/^https?:$/.test(page.protocol)) return false;
  const { platform, variables } = environment;
  const isUnix = !['darwin', 'win32'].includes(platform) && !variables.WSL_DISTRO_NAME;
  let commands: readonly (readonly string[])[] | undefined;
  if (variables.BROWSER) commands = browserCommands(variables.BROWSER, page.href);
  else if (isUnix) commands = [['xdg-open', page.href]];
  try {
    if (commands === undefined)
      return (await startProblem(await (await import('open')).default(page.href))) === undefined;
    for (const command of commands) {
      const problem = await startCommand(command, environment);
      if (problem === undefined) return true;
      if (variables.BROWSER) onProblem(`BROWSER did not open a page. ${problem}`);
    }
    return false;
  } catch {
    return false;
  }
}

/** The command that forwards the callback's port from the user's machine to this one. */
export function forwardCommand(environment: Environment, port: number): string {
  const { SSH_CONNECTION: connection, USER: user, LOGNAME: logname } = environment.variables;
  const [, , host = '', sshPort = '22'] = connection?.split(' ') ?? [];
  const name = user || logname;
  const portFlag = sshPort === '22' ? '' : `-p ${sshPort} `;
  return `ssh ${portFlag}-L ${port}:127.0.0.1:${port} ${name ? `${name}@` : ''}${host || 'THIS-MACHINE'}`;
}
