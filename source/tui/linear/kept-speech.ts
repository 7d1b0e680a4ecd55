/** The verbosity, kept from one session to the next. */
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../../io/directories.js';
import { readOwn } from '../../io/files/own-file.js';
import { writePrivate } from '../../io/files/private-file.js';
import type { Speech } from './spoken.js';

const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'linear.json');

/** The last choice; `verbose` by default. */
export function readSpeech(environment: Environment): Speech {
  try {
    const kept: unknown = JSON.parse(readOwn(fileOf(environment), environment)?.toString('utf8') ?? 'null');
    return (kept as { readonly speech?: unknown } | null)?.speech === 'brief' ? 'brief' : 'verbose';
  } catch {
    return 'verbose';
  }
}

/** False if it could not be saved: it then applies to this session only. */
export async function keepSpeech(speech: Speech, environment: Environment): Promise<boolean> {
  try {
    await writePrivate(fileOf(environment), `${JSON.stringify({ speech })}\n`, environment);
    return true;
  } catch {
    return false;
  }
}
