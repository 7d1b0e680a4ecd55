/** The process that owns a file, and whether it is alive. A process id alone is not enough: ids are reused. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Environment } from '../../environment.js';

export interface LockOwner {
  /** The machine; on Linux also the PID namespace, since each container has its own. */
  readonly host: string;
  readonly pid: number;
  /** Start time as the system reports it; absent if unknown. */
  readonly started?: string;
}

/** `elsewhere`: only a heartbeat can tell. */
export type OwnerState = 'running' | 'gone' | 'elsewhere';

const read = (file: string): string => readFileSync(file, 'latin1').trim();

function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Process ids are valid here only. */
const hostId = (): string => [hostname(), attempt(() => readlinkSync('/proc/self/ns/pid'))].filter(Boolean).join(' ');

/** Start time of a process, distinct for processes that reuse an id. */
function startOf(pid: number, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') {
    return attempt(() => {
      const stat = read(`/proc/${pid}/stat`);
      // Field 22, in ticks since boot; field 2, the name, may contain blanks and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie.
      if (fields[0] === 'Z') return 'ended';
      const ticks = fields[19];
      return `${ticks} ${read('/proc/sys/kernel/random/boot_id')}`;
    });
  }
  if (platform === 'win32') return undefined;
  const found = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return found.stdout?.trim() || undefined;
}

export function thisOwner({ hooks, platform }: Environment): LockOwner {
  const pid = hooks?.pid ?? 0;
  const started = startOf(pid, platform);
  return { host: hostId(), pid, started };
}

/** A stopped process is running. */
export function ownerState({ host, pid, started }: LockOwner, { hooks, platform }: Environment): OwnerState {
  if (host !== hostId() || pid <= 0 || hooks === undefined) return 'elsewhere';
  try {
    hooks.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  return started === undefined || startOf(pid, platform) === started ? 'running' : 'gone';
}
