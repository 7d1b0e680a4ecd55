/**
 * Other processes, as reported by the system: in /proc on Linux, by `ps` elsewhere. Unknown values are `undefined`, false or
 * empty.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** A line of /proc/PID/stat (proc(5)). */
interface ProcessStat {
  /** `T` stopped, `Z` a zombie. */
  readonly state: string | undefined;
  readonly group: string | undefined;
  /** Foreground process group of its controlling terminal; -1 without one. */
  readonly foregroundGroup: string | undefined;
  /** Start time in ticks since boot. */
  readonly startTicks: string | undefined;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Undefined for a process that has ended, and outside Linux. */
export const processStat = (pid: number | 'self'): ProcessStat | undefined =>
  attempt(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in parentheses, may contain anything, including blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], group: fields[2], foregroundGroup: fields[5], startTicks: fields[19] };
  });

/** Whether it is a zombie or gone, so that signals no longer reach it. */
export const isEnded = (pid: number): boolean => (processStat(pid)?.state ?? 'Z') === 'Z';

export const isStopped = (pid: number): boolean => processStat(pid)?.state === 'T';

/** Descendants, deepest first. Linux only. */
export const descendantsOf = (pid: number): readonly number[] =>
  attempt(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return children === '' ? [] : children.split(' ').flatMap(each => [...descendantsOf(Number(each)), Number(each)]);
  }) ?? [];

/** Distinguishes processes that are given the same ID one after the other; `ended` for a zombie. */
export function startOf(pid: number, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') {
    const stat = processStat(pid);
    if (stat?.state === 'Z') return 'ended';
    const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
    return stat && boot && `${stat.startTicks} ${boot}`;
  }
  if (platform === 'win32') return undefined;
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return ps.stdout?.trim() || undefined;
}

/** Each container has its own process IDs. */
export const pidNamespace = (): string | undefined => attempt(() => readlinkSync('/proc/self/ns/pid'));
