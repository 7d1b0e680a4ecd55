/** Where this program keeps its files. Made from the environment record, so that a test has a home of its own. */
import path from 'node:path';
import type { Environment } from '../environment.js';

const absolute = (value: string | undefined): string | undefined =>
  value && path.isAbsolute(value) ? value : undefined;

/** The folder for what must survive a restart but is no setting: tokens, history, drafts. XDG variables hold everywhere. */
export function stateFolder(environment: Environment): string {
  const { variables, home, platform } = environment;
  const chosen = absolute(variables.XDG_STATE_HOME);
  if (chosen) return path.join(chosen, 'apiclient');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'apiclient');
  if (platform === 'win32') {
    return path.join(absolute(variables.LOCALAPPDATA) ?? path.join(home, 'AppData', 'Local'), 'apiclient');
  }
  return path.join(home, '.local', 'state', 'apiclient');
}

/** The folder for what can be fetched again: schemas. */
export function cacheFolder(environment: Environment): string {
  const { variables, home, platform } = environment;
  const chosen = absolute(variables.XDG_CACHE_HOME);
  if (chosen) return path.join(chosen, 'apiclient');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'apiclient');
  if (platform === 'win32') {
    return path.join(absolute(variables.LOCALAPPDATA) ?? path.join(home, 'AppData', 'Local'), 'apiclient', 'Cache');
  }
  return path.join(home, '.cache', 'apiclient');
}

/** The folder for settings. */
export function configFolder(environment: Environment): string {
  const { variables, home, platform } = environment;
  const chosen = absolute(variables.XDG_CONFIG_HOME);
  if (chosen) return path.join(chosen, 'apiclient');
  if (platform === 'darwin') return path.join(home, 'Library', 'Preferences', 'apiclient');
  if (platform === 'win32') {
    return path.join(absolute(variables.APPDATA) ?? path.join(home, 'AppData', 'Roaming'), 'apiclient', 'Config');
  }
  return path.join(home, '.config', 'apiclient');
}
