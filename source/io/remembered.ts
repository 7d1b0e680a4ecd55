/** The file of settings of the full screen, by server or profile, and its theme; of its owner only. */

import path from 'node:path';
import { isObject } from '../core/json/loose.js';
import { isRememberedMember, type Remembered, readRemembered } from '../core/remembered.js';
import { type ThemeName, themeNames } from '../core/themes.js';
import type { Environment } from '../environment.js';
import { stateFolder } from './directories.js';
import { withLock } from './files/file-lock.js';
import { readOwn } from './files/own-file.js';
import { privateFolder, writePrivate } from './files/private-file.js';

/** `own`: the colours of the configuration. */
type Theme = ThemeName | 'own';

/** Those used longest ago are forgotten. */
const maxPlaces = 200;

const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'screen.json');

/** Format version. A file of a newer one is read as far as it is understood, and not written. */
const version = 1;

/** The file, and what is in it that other versions of this program have written. */
interface Content {
  readonly version?: unknown;
  readonly places?: Readonly<Record<string, unknown>>;
  readonly theme?: unknown;
}

/** Empty if there is no file, or it is not ours alone. */
function contentOf(environment: Environment): Content {
  try {
    const found: unknown = JSON.parse(readOwn(fileOf(environment), environment)?.toString('utf8') ?? '{}');
    return isObject(found) ? { ...found, places: isObject(found.places) ? found.places : {} } : {};
  } catch {
    return {};
  }
}

/** By place, the one changed last at the end. */
export const rememberedPlaces = (environment: Environment): ReadonlyMap<string, Remembered> =>
  new Map(Object.entries(contentOf(environment).places ?? {}).map(([place, value]) => [place, readRemembered(value)]));

/**
 * Writes the settings of a place; those of others, and members unknown to this version, stay as another program has written
 * them. Rejects if it cannot.
 */
export const rememberPlace = (place: string, settings: Remembered, environment: Environment): Promise<void> =>
  changed(environment, content => {
    const places = content.places ?? {};
    const others = Object.entries(places).filter(([name]) => name !== place);
    const found = places[place];
    const unknown = isObject(found) ? Object.entries(found).filter(([name]) => !isRememberedMember(name)) : [];
    const own = [place, { ...Object.fromEntries(unknown), ...settings }] as const;
    return { ...content, places: Object.fromEntries([...others.slice(1 - maxPlaces), own]) };
  });

/** The theme that was chosen on the screen; undefined: none was, or none that this version has. */
export function rememberedTheme(environment: Environment): Theme | undefined {
  const { theme } = contentOf(environment);
  return ['own', ...themeNames].find((name): name is Theme => name === theme);
}

/** Keeps a theme; undefined: that of the configuration counts again. Rejects if it cannot be written. */
export const rememberTheme = (theme: Theme | undefined, environment: Environment): Promise<void> =>
  changed(environment, content => ({ ...content, theme }));

async function changed(environment: Environment, change: (content: Content) => Content): Promise<void> {
  await privateFolder(path.dirname(fileOf(environment)), environment);
  await withLock(`${fileOf(environment)}.lock`, environment.signal, async () => {
    const content = contentOf(environment);
    if (Number(content.version ?? version) > version) return;
    const next = { ...change(content), version };
    await writePrivate(fileOf(environment), `${JSON.stringify(next, undefined, 1)}\n`, environment);
  });
}
