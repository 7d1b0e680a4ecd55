/** `FILE.part.json`, which says what an unfinished `FILE.part` is a part of: what `-C` goes on from. */
import { closeSync, constants, readFileSync, type Stats } from 'node:fs';
import { readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type PartMemory, readMemory } from '../../core/response/resume.js';
import type { Environment } from '../../environment.js';
import { fileKindAt } from './named-file.js';
import { openOwn, systemReason } from './own-file.js';

const memoryPath = (part: string) => `${part}.json`;

/** No URL that a server takes is as long, in bytes. */
const maxMemory = 1024 * 1024;

/** Writes what a later run needs to go on. False: it could not be, and the download would begin anew. */
export async function rememberPart(part: string, memory: PartMemory): Promise<boolean> {
  try {
    await forgetPart(part);
    // URLs may hold what is nobody else's business: never into a file that somebody else has made or given a name.
    await writeFile(memoryPath(part), `${JSON.stringify(memory)}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Takes away what was remembered of a part file, as far as it can be. */
export const forgetPart = (part: string): Promise<void> => unlink(memoryPath(part)).catch(() => {});

/** A part file and its memory, from which a download can go on. */
export interface KeptPart {
  readonly part: string;
  readonly memory: PartMemory;
  /** Bytes that are there. */
  readonly size: number;
  /** Which file it is, whatever the name stands for later. */
  readonly ino: number;
  readonly dev: number;
}

/** There is something, but somebody else may have had a hand in it. */
export interface UntrustedPart {
  /** Name and reason: "file.part is a link". */
  readonly why: string;
}

/** What an earlier run left of this file; absent if nothing can be gone on with. */
export function partMemoryFile(part: string, environment: Environment): KeptPart | UntrustedPart | undefined {
  const kept = withOwn(part, environment, (_, found) => found);
  if (!kept || 'why' in kept) return kept;
  const text = withOwn(memoryPath(part), environment, (fd, { size }) => ({
    memory: size > maxMemory ? undefined : readMemory(readFileSync(fd, 'utf8')),
  }));
  if (!text || 'why' in text) return text;
  return text.memory && { part, memory: text.memory, size: kept.size, ino: kept.ino, dev: kept.dev };
}

/** What `use` makes of a file that is ours alone. */
function withOwn<T>(
  file: string,
  environment: Environment,
  use: (fd: number, found: Stats) => T,
): T | UntrustedPart | undefined {
  try {
    const { fd, found } = openOwn(file, constants.O_RDONLY, environment);
    try {
      return use(fd, found);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const reason = systemReason(error);
    return reason === undefined ? undefined : { why: `${path.basename(file)} ${reason}` };
  }
}

/** The part file in a folder that belongs to this URL; the fullest if there are several. */
export async function keptPartOf(folder: string, url: string, environment: Environment): Promise<KeptPart | undefined> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.part.json'));
  let best: KeptPart | undefined;
  for (const name of names) {
    const part = path.join(folder, name.slice(0, -'.json'.length));
    // Most that lies about in a shared folder is somebody else's.
    if (fileKindAt(part)?.isFile() !== true) continue;
    const found = partMemoryFile(part, environment);
    if (!found || 'why' in found || found.memory.url !== url) continue;
    if (found.size > (best?.size ?? -1)) best = found;
  }
  return best;
}
