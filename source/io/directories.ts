/** The program's folders, derived from the environment record so that each test can have its own home. */
import path from 'node:path';
import type { Environment } from '../environment.js';

type Home = Pick<Environment, 'variables' | 'home' | 'platform'>;

/** Below the user's home. An XDG variable takes precedence on every system. */
interface DirectoryNames {
  readonly xdg: string;
  readonly unix: string;
  readonly mac: string;
  /** The Windows variable with the folder, its default, and the path of our folder below it. */
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

/** State that must survive a restart but is not a setting: tokens, history, drafts. */
export const stateFolder = (home: Home): string => folderOf(state, home);
export const cacheFolder = (home: Home): string => folderOf(cache, home);
export const configFolder = (home: Home): string => folderOf(config, home);

/** Folder of cached schemas and OpenAPI descriptions. */
export const schemaFolder = (home: Home): string => path.join(cacheFolder(home), 'schemas');
