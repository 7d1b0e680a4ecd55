/** The file of settings of the full screen, by server or profile; of its owner only. */
import path from 'node:path';
import { isRememberedMember, type Remembered, readRemembered } from '../core/remembered.js';
import type { Environment } from '../environment.js';
import { stateFolder } from './directories.js';
import { withLock } from './files/file-lock.js';
import { readOwn } from './files/own-file.js';
import { privateFolder, writePrivate } from './files/private-file.js';

/** Those used longest ago are forgotten. */
const maxPlaces = 200;

const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'screen.json');

/** Format version. A file of a newer one is read as far as it is understood, and not written. */
const version = 1;

/** The file, and what is in it that other versions of this program have written. */
interface Content {
  readonly version?: unknown;
  readonly places?: Readonly<Record<string, unknown>>;
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By place, the one changed last at the end. */
export const rememberedPlaces = (environment: Environment): ReadonlyMap<string, Remembered> =>
  new Map(Object.entries(contentOf(environment).places ?? {}).map(([place, value]) => [place, readRemembered(value)]));

/**
 * Writes the settings of a place; those of others, and members unknown to this version, stay as another program has written
 * them. Rejects if it cannot.
 */
export async function rememberPlace(place: string, settings: Remembered, environment: Environment): Promise<void> {
  await privateFolder(path.dirname(fileOf(environment)), environment);
  await withLock(`${fileOf(environment)}.lock`, environment.signal, async () => {
    const content = contentOf(environment);
    if (Number(content.version ?? version) > version) return;
    const places = content.places ?? {};
    const others = Object.entries(places).filter(([name]) => name !== place);
    const found = places[place];
    const unknown = isObject(found) ? Object.entries(found).filter(([name]) => !isRememberedMember(name)) : [];
    const own = [place, { ...Object.fromEntries(unknown), ...settings }] as const;
    const next = { ...content, version, places: Object.fromEntries([...others.slice(1 - maxPlaces), own]) };
    await writePrivate(fileOf(environment), `${JSON.stringify(next, undefined, 1)}\n`, environment);
  });
}
