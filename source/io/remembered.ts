/** The file of settings of the full screen, by server or profile; of its owner only. */
import path from 'node:path';
import { type Remembered, readRemembered } from '../core/remembered.js';
import type { Environment } from '../environment.js';
import { stateFolder } from './directories.js';
import { readOwn } from './files/own-file.js';
import { writePrivate } from './files/private-file.js';

/** Those used longest ago are forgotten. */
const maxPlaces = 200;

const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'screen.json');

/** By place, the one changed last at the end; empty if there is no file, or it is not ours alone. */
export function rememberedPlaces(environment: Environment): ReadonlyMap<string, Remembered> {
  try {
    const read: unknown = JSON.parse(readOwn(fileOf(environment), environment)?.toString('utf8') ?? '{}');
    const { places } = read as { readonly places?: unknown };
    return new Map(Object.entries(places ?? {}).map(([place, value]) => [place, readRemembered(value)]));
  } catch {
    return new Map();
  }
}

/** Writes the settings of a place; those of others stay as another program may have written them. Rejects if it cannot. */
export async function rememberPlace(place: string, settings: Remembered, environment: Environment): Promise<void> {
  const others = [...rememberedPlaces(environment)].filter(([name]) => name !== place).slice(1 - maxPlaces);
  const places = Object.fromEntries([...others, [place, settings]]);
  await writePrivate(fileOf(environment), `${JSON.stringify({ places }, undefined, 1)}\n`, environment);
}
