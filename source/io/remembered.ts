/** The settings file of the full screen, by server or profile, and its theme. Readable by its owner only. */

import { isObject } from '../core/json/loose.js';
import { isRememberedMember, type Remembered, readRemembered } from '../core/remembered.js';
import { type ThemeName, themeNames } from '../core/themes.js';
import type { Environment } from '../environment.js';
import { JsonStore, looseObject, withLatest } from './files/json-store.js';

/** `own` means the configured colours. */
type Theme = ThemeName | 'own';

/** Maximum number of places; those used longest ago are forgotten first. */
const maxPlaces = 200;

/** The file, including members written by other versions of this program. */
interface Content {
  readonly places: Readonly<Record<string, unknown>>;
  readonly theme?: unknown;
}

const store = new JsonStore<Content>(
  'screen.json',
  parsed => {
    const content = looseObject(parsed);
    return { ...content, places: looseObject(content.places) };
  },
  1,
);

/** Settings by place, the most recently changed last. */
export const rememberedPlaces = (environment: Environment): ReadonlyMap<string, Remembered> =>
  new Map(Object.entries(store.read(environment).places).map(([place, value]) => [place, readRemembered(value)]));

/** Writes the settings of a place. Other places, and members unknown to this version, are preserved. Rejects if it cannot. */
export const rememberPlace = (place: string, settings: Remembered, environment: Environment): Promise<void> =>
  store.change(environment, content => {
    const choice = content.places[place];
    const unknown = isObject(choice) ? Object.entries(choice).filter(([name]) => !isRememberedMember(name)) : [];
    const own = { ...Object.fromEntries(unknown), ...settings };
    return { ...content, places: withLatest(content.places, place, own, maxPlaces) };
  });

/** The theme chosen on the screen, or undefined if none was chosen or this version does not have it. */
export function rememberedTheme(environment: Environment): Theme | undefined {
  const { theme } = store.read(environment);
  return ['own', ...themeNames].find((name): name is Theme => name === theme);
}

/** Saves a theme; undefined restores the configured one. Rejects if it cannot be written. */
export const rememberTheme = (theme: Theme | undefined, environment: Environment): Promise<void> =>
  store.change(environment, content => ({ ...content, theme }));
