/** The process that owns a file, and whether it is alive. A process ID alone is not enough, because IDs are reused. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { errorCode } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { pidNamespace, startOf } from './processes.js';

export interface LockOwner {
  /** The machine; on Linux also the PID namespace, because each container has its own. */
  readonly host: string;
  readonly pid: number;
  /** Start time as reported by the system; absent if unknown. */
  readonly started?: string;
}

/** `elsewhere` means that only a heartbeat shows whether it is running. */
type OwnerState = 'running' | 'gone' | 'elsewhere';

/** Process IDs are only valid here. */
const hostId = (): string => [hostname(), pidNamespace()].filter(Boolean).join(' ');

let owner: LockOwner | undefined;

export function thisOwner({ hooks, platform }: Environment): LockOwner {
  const pid = hooks?.pid ?? 0;
  if (owner?.pid !== pid) owner = { host: hostId(), pid, started: startOf(pid, platform) };
  return owner;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Owner as part of a file name: process ID, digest of the host, digest of the start time. */
export const ownerMark = ({ host, pid, started = '' }: LockOwner): string =>
  `${pid}-${digest(host)}-${digest(started)}`;

/** State of the owner recorded in a mark. */
export function markedState(mark: string, { platform }: Environment): OwnerState {
  const pid = Number.parseInt(mark, 10);
  const host = hostId();
  if (mark.split('-')[1] !== digest(host)) return 'elsewhere';
  return ownerMark({ host, pid, started: startOf(pid, platform) }) === mark ? 'running' : 'gone';
}

/** A stopped process counts as running. */
export function ownerState({ host, pid, started }: LockOwner, { hooks, platform }: Environment): OwnerState {
  if (host !== hostId() || pid <= 0 || hooks === undefined) return 'elsewhere';
  try {
    hooks.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return 'gone';
  }
  return started === undefined || startOf(pid, platform) === started ? 'running' : 'gone';
}
