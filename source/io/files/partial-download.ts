/** `FILE.part.json` describes an unfinished `FILE.part` so that `-C` can resume it. */
import { closeSync, constants, readFileSync, type Stats } from 'node:fs';
import { readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { type PartMemory, readMemory } from '../../core/response/resume.js';
import type { Environment } from '../../environment.js';
import { privateFileMode } from '../../platform/permissions.js';
import { fileKindAt } from './named-file.js';
import { openOwn, systemReason } from './own-file.js';

const memoryPath = (part: string) => `${part}.json`;

/** Longer than any URL a server accepts, in bytes. */
const maxMemory = 1024 * 1024;

/** Saves the state for resuming. Returns false if it cannot be saved; the next download then starts over. */
export async function rememberPart(part: string, memory: PartMemory): Promise<boolean> {
  try {
    await forgetPart(part);
    // URLs may be confidential, so never write to a file that another user created or linked.
    await writeFile(memoryPath(part), `${JSON.stringify(memory)}\n`, { mode: privateFileMode, flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Best effort. */
export const forgetPart = (part: string): Promise<void> => unlink(memoryPath(part)).catch(() => {});

export interface PartialFile {
  readonly part: string;
  readonly memory: PartMemory;
  readonly size: number;
  /** Identifies the file even if its name is reused. */
  readonly ino: number;
  readonly dev: number;
}

/**
 * Returns the part file, or undefined if it cannot be resumed. If another user may have modified it, returns a failure whose text
 * is a clause: "file.part is a link".
 */
export function partMemoryFile(part: string, environment: Environment): PartialFile | Failure | undefined {
  const kept = withOwn(part, environment, (_, stats) => stats);
  if (!kept || isFailure(kept)) return kept;
  const text = withOwn(memoryPath(part), environment, (fd, { size }) => ({
    memory: size > maxMemory ? undefined : readMemory(readFileSync(fd, 'utf8')),
  }));
  if (!text || isFailure(text)) return text;
  return text.memory && { part, memory: text.memory, size: kept.size, ino: kept.ino, dev: kept.dev };
}

function withOwn<T>(
  file: string,
  environment: Environment,
  use: (fd: number, stats: Stats) => T,
): T | Failure | undefined {
  try {
    const { fd, stats: found } = openOwn(file, constants.O_RDONLY, environment);
    try {
      return use(fd, found);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const reason = systemReason(error);
    return reason === undefined ? undefined : failure('file', `${path.basename(file)} ${reason}`);
  }
}

/** Returns the part file of this URL in a folder, or the largest if there are several. */
export async function partialFileOf(
  folder: string,
  url: string,
  environment: Environment,
): Promise<PartialFile | undefined> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.part.json'));
  let best: PartialFile | undefined;
  for (const name of names) {
    const part = path.join(folder, name.slice(0, -'.json'.length));
    // Skip files that others left in a shared folder.
    if (fileKindAt(part)?.isFile() !== true) continue;
    const memory = partMemoryFile(part, environment);
    if (!memory || isFailure(memory) || memory.memory.url !== url) continue;
    if (memory.size > (best?.size ?? -1)) best = memory;
  }
  return best;
}
