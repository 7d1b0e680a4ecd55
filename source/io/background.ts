/** Whether somebody else has the terminal now: a job that was started with `&`, or continued with `bg`. */
import { readFileSync } from 'node:fs';
import type { Environment } from '../environment.js';

/** @returns whether the process group is not the one in front on its terminal (tpgid); false where the system does not tell (not Linux) */
export function isInBackground({ platform }: Environment): boolean {
  if (platform !== 'linux') return false;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Behind the name, which may hold anything: state, parent, group, session, terminal, and the group in front; -1 without a terminal.
    const [, , group, , , front] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(front) > 0 && front !== group;
  } catch {
    return false;
  }
}
