/** The settings file of the full screen, by server or profile, and its theme. Readable by its owner only. */

import path from 'node:path';
import { isObject } from '../core/json/loose.js';
import { isRememberedMember, type Remembered, readRemembered } from '../core/remembered.js';
import { type ThemeName, themeNames } from '../core/themes.js';
import type { Environment } from '../environment.js';
import { stateFolder } from './directories.js';
import { withLock } from './files/file-lock.js';
import { readOwn } from './files/own-file.js';
import { privateFolder, writePrivate } from './files/private-file.js';

/** `own` means the configured colours. */
type Theme = ThemeName | 'own';

/** Maximum number of places; those used longest ago are forgotten first. */
const maxPlaces = 200;

const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'screen.json');

/** Format version. A newer file is read as far as possible, but never written. */
const version = 1;

/** The file, including members written by other versions of this program. */
interface Content {
  readonly version?: unknown;
  readonly places?: Readonly<Record<string, unknown>>;
  readonly theme?: unknown;
}

/** Returns an empty object if there is no file, or others can write to it. */
function contentOf(environment: Environment): Content {
  try {
    const parsed: unknown = JSON.parse(readOwn(fileOf(environment), environment)?.toString('utf8') ?? '{}');
    return isObject(parsed) ? { ...parsed, places: isObject(parsed.places) ? parsed.places : {} } : {};
  } catch {
    return {};
  }
}

/** Settings by place, the most recently changed last. */
export const rememberedPlaces = (environment: Environment): ReadonlyMap<string, Remembered> =>
  new Map(Object.entries(contentOf(environment).places ?? {}).map(([place, value]) => [place, readRemembered(value)]));

/** Writes the settings of a place. Other places, and members unknown to this version, are preserved. Rejects if it cannot. */
export const rememberPlace = (place: string, settings: Remembered, environment: Environment): Promise<void> =>
  changed(environment, content => {
    const places = content.places ?? {};
    const others = Object.entries(places).filter(([name]) => name !== place);
    const choice = places[place];
    const unknown = isObject(choice) ? Object.entries(choice).filter(([name]) => !isRememberedMember(name)) : [];
    const own = [place, { ...Object.fromEntries(unknown), ...settings }] as const;
    return { ...content, places: Object.fromEntries([...others.slice(1 - maxPlaces), own]) };
  });

/** The theme chosen on the screen, or undefined if none was chosen or this version does not have it. */
export function rememberedTheme(environment: Environment): Theme | undefined {
  const { theme } = contentOf(environment);
  return ['own', ...themeNames].find((name): name is Theme => name === theme);
}

/** Saves a theme; undefined restores the configured one. Rejects if it cannot be written. */
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
