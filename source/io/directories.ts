/** Where this program keeps its files. Made from the environment record, so that a test has a home of its own. */
import path from 'node:path';
import type { Environment } from '../environment.js';

/** What decides where they are. */
export type Home = Pick<Environment, 'variables' | 'home' | 'platform'>;

/** Where a kind of file is kept, on each system below the user's home. An XDG variable holds everywhere. */
interface DirectoryNames {
  readonly xdg: string;
  readonly unix: string;
  readonly mac: string;
  /** The variable that names the folder on Windows, where it is without one, and what stands below the program's own folder. */
  readonly windows: readonly [variable: string, usual: string, below: string];
}

const state: DirectoryNames = {
  xdg: 'XDG_STATE_HOME',
  unix: '.local/state',
  mac: 'Library/Application Support',
  windows: ['LOCALAPPDATA', 'AppData/Local', ''],
};
const cache: DirectoryNames = {
  xdg: 'XDG_CACHE_HOME',
  unix: '.cache',
  mac: 'Library/Caches',
  windows: ['LOCALAPPDATA', 'AppData/Local', 'Cache'],
};
const config: DirectoryNames = {
  xdg: 'XDG_CONFIG_HOME',
  unix: '.config',
  mac: 'Library/Preferences',
  windows: ['APPDATA', 'AppData/Roaming', 'Config'],
};

function folderOf({ xdg, unix, mac, windows }: DirectoryNames, { variables, home, platform }: Home): string {
  const named = (name: string): string | undefined => {
    const value = variables[name];
    return value && path.isAbsolute(value) ? value : undefined;
  };
  const chosen = named(xdg);
  if (chosen) return path.join(chosen, 'apiclient');
  if (platform !== 'win32') return path.join(home, platform === 'darwin' ? mac : unix, 'apiclient');
  const [variable, usual, below] = windows;
  return path.join(named(variable) ?? path.join(home, usual), 'apiclient', below);
}

/** The folder for what must survive a restart but is no setting: tokens, history, drafts. */
export const stateFolder = (home: Home): string => folderOf(state, home);
/** The folder for what can be made again: schemas, compiled code. */
export const cacheFolder = (home: Home): string => folderOf(cache, home);
/** The folder for settings. */
export const configFolder = (home: Home): string => folderOf(config, home);
