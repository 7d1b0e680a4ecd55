/** Opens the user's browser and checks whether there is one. Never uses a shell, and opens only http(s) URLs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readUrl } from '../core/request/read-url.js';
import type { Environment } from '../environment.js';

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

const hasStarted = (child: ChildProcess): Promise<boolean> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve(true), failsWithinMs);
    const settle = (started: boolean): void => {
      clearTimeout(timer);
      resolve(started);
    };
    // Without a listener, a failed start would end this program.
    child.on('error', () => settle(false));
    child.once('exit', code => settle(code === 0));
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

/** Never through a shell: the URL is a single argument, whatever it contains. */
function startCommand([program = '', ...words]: readonly string[], { variables, folder }: Environment): ChildProcess {
  const child = spawn(program, words, { stdio: 'ignore', detached: true, cwd: folder, env: { ...variables } });
  child.unref();
  return child;
}

/** Opens a page and returns whether a browser could be started. Never rejects: the URL is printed anyway. */
export async function openBrowser(url: string, environment: Environment): Promise<boolean> {
  const page = readUrl(url);
  if (page === undefined || !/^https?:$/.test(page.protocol)) return false;
  const { platform, variables } = environment;
  const isUnix = !['darwin', 'win32'].includes(platform) && !variables.WSL_DISTRO_NAME;
  const commands = variables.BROWSER
    ? browserCommands(variables.BROWSER, page.href)
    : isUnix
      ? [['xdg-open', page.href]]
      : undefined;
  try {
    if (commands === undefined) return await hasStarted(await (await import('open')).default(page.href));
    for (const command of commands) if (await hasStarted(startCommand(command, environment))) return true;
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
