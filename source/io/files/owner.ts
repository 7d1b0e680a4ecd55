/** The process that a file says it belongs to, and whether that process still is. A number alone is given to others again. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Environment } from '../../environment.js';

/** As it is written down. */
export interface LockOwner {
  /** The machine; on Linux also the space that its process numbers are counted in, because containers have their own. */
  readonly host: string;
  readonly pid: number;
  /** When the process started, as its system says it; absent where that cannot be asked. */
  readonly started?: string;
}

/** What is said of an owner: `elsewhere` when only a sign of life can tell. */
export type OwnerState = 'running' | 'gone' | 'elsewhere';

const read = (file: string): string => readFileSync(file, 'latin1').trim();

function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The numbers of this machine's processes mean something here only. */
const here = (): string => [hostname(), attempt(() => readlinkSync('/proc/self/ns/pid'))].filter(Boolean).join(' ');

/** When a process of this machine started: the same for its whole life, another for every other process. */
function startOf(pid: number, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') {
    return attempt(() => {
      const stat = read(`/proc/${pid}/stat`);
      // Field 22, in ticks since the machine started; the name, field 2, may hold anything, also blanks and brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Ended, and only its parent has not heard of it yet.
      if (fields[0] === 'Z') return 'ended';
      const ticks = fields[19];
      return `${ticks} ${read('/proc/sys/kernel/random/boot_id')}`;
    });
  }
  if (platform === 'win32') return undefined;
  const found = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return found.stdout?.trim() || undefined;
}

/** This process. */
export function thisOwner({ hooks, platform }: Environment): LockOwner {
  const pid = hooks?.pid ?? 0;
  const started = startOf(pid, platform);
  return { host: here(), pid, started };
}

/** Whether the process is there. One that is stopped is there. */
export function ownerState({ host, pid, started }: LockOwner, { hooks, platform }: Environment): OwnerState {
  if (host !== here() || pid <= 0 || hooks === undefined) return 'elsewhere';
  try {
    hooks.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  return started === undefined || startOf(pid, platform) === started ? 'running' : 'gone';
}
