/**
 * Ownership of the terminal as a table over every state and event, so that the result does not depend on the order in which
 * signals, keys and child exits arrive. Pure.
 */

/** `ours`; `lent` to an editor or pager; `stopped`, with the shell owning it; `left` permanently. */
export type Custody = 'ours' | 'lent' | 'stopped' | 'left';

export type CustodyEvent =
  /** We want to run another program on the terminal. */
  | 'lend'
  /** The borrower has exited. */
  | 'returned'
  /** Ctrl-Z, or SIGTSTP from outside. */
  | 'stop'
  /** SIGCONT: after we stopped ourselves, or after an uncatchable SIGSTOP. */
  | 'continued'
  /** We tried to stop but are still running, because there is no shell to take over. */
  | 'not-stopped'
  | 'leave';

/** Steps of a transition, in order. */
export type CustodyStep =
  /** Switches all modes off, restores cooked mode and stops reading input. */
  | 'give'
  /** Saves the line discipline's modes, and restores them on return. */
  | 'remember'
  | 'mend'
  /** Switches raw mode off. In the background, the kernel stops us here, before we draw over the shell. */
  | 'cook'
  /** Switches modes off immediately, while the terminal's pending replies still reach us. */
  | 'clear'
  /** Switches modes and raw mode on, queries the size again and redraws everything. */
  | 'take'
  /** Reports the number of keys that were read but meant for the next owner. */
  | 'report-lost'
  /** Asks the kernel to stop the job. */
  | 'stop'
  /** Reports that the job could not be stopped. */
  | 'warn-not-stopped'
  /** Terminates the borrower. */
  | 'dismiss'
  /** Undoes the modes that the borrower left on. */
  | 'restore';

/** The next state and the steps to reach it. `mistake` reports a bug in the caller. */
export type Transition = { readonly next: Custody; readonly actions: readonly CustodyStep[] } | 'mistake';

const stay = (next: Custody): Transition => ({ next, actions: [] });

/** Covers all states and events: a missing pair is a compile error. */
export const transitions: Readonly<Record<Custody, Readonly<Record<CustodyEvent, Transition>>>> = {
  ours: {
    lend: { next: 'lent', actions: ['give', 'remember'] },
    returned: stay('ours'),
    stop: { next: 'stopped', actions: ['give', 'report-lost', 'stop'] },
    // After a SIGSTOP, the terminal was not given back properly. The other owner may have left any mode on.
    continued: { next: 'ours', actions: ['cook', 'clear', 'take'] },
    'not-stopped': stay('ours'),
    leave: { next: 'left', actions: ['give', 'report-lost'] },
  },
  lent: {
    // Two editors would compete for the keys, and the text of the last one would replace the other's.
    lend: 'mistake',
    returned: { next: 'ours', actions: ['mend', 'take'] },
    // The editor stops and continues together with us (run-on-terminal.ts), so it still owns the terminal.
    stop: stay('lent'),
    continued: stay('lent'),
    'not-stopped': stay('lent'),
    leave: { next: 'left', actions: ['dismiss'] },
  },
  stopped: {
    lend: 'mistake',
    returned: stay('stopped'),
    stop: stay('stopped'),
    continued: { next: 'ours', actions: ['take'] },
    'not-stopped': { next: 'ours', actions: ['take', 'warn-not-stopped'] },
    leave: stay('left'),
  },
  left: {
    // Another process owns the terminal now.
    lend: 'mistake',
    returned: { next: 'left', actions: ['restore', 'mend'] },
    stop: stay('left'),
    continued: stay('left'),
    'not-stopped': stay('left'),
    leave: stay('left'),
  },
};
