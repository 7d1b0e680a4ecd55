/**
 * Who has the terminal, and what each event does about it: a table over every state and every event, so that nothing depends
 * on the order in which signals, keys and children arrive. Pure.
 */

/** `ours`; `lent` to an editor or pager; `stopped`: the shell has it; `left` for good. */
export type Custody = 'ours' | 'lent' | 'stopped' | 'left';

export type CustodyEvent =
  /** We want to run another program on it. */
  | 'lend'
  /** The borrower has ended. */
  | 'returned'
  /** Ctrl-Z, or SIGTSTP from outside. */
  | 'stop'
  /** SIGCONT: after our own stop, or after an uncatchable SIGSTOP. */
  | 'continued'
  /** We tried to stop and are still running: there is no shell to take over. */
  | 'not-stopped'
  | 'leave';

/** Steps of a transition, in order. */
export type CustodyStep =
  /** Modes off, cooked, input no longer read. */
  | 'give'
  /** Remembers the line discipline's modes, and repairs them on return. */
  | 'remember'
  | 'mend'
  /** Raw mode off. In the background the kernel stops us here, before a byte is written over the shell. */
  | 'cook'
  /** Modes off immediately: the terminal's pending replies still come to us. */
  | 'clear'
  /** Modes on, raw, size queried again, everything redrawn. */
  | 'take'
  /** Reports how many keys were read that were meant for the next owner. */
  | 'tell-lost'
  /** Asks the kernel to stop the job. */
  | 'stop'
  /** Reports that the job could not be stopped. */
  | 'tell'
  /** Ends the borrower. */
  | 'dismiss'
  /** Undoes the modes it left on. */
  | 'restore';

/** The next state, and the steps to it; `mistake`: a bug in the caller. */
export type Transition = { readonly next: Custody; readonly actions: readonly CustodyStep[] } | 'mistake';

const stay = (next: Custody): Transition => ({ next, actions: [] });

/** Total over states and events: a missing pair does not compile. */
export const transitions: Readonly<Record<Custody, Readonly<Record<CustodyEvent, Transition>>>> = {
  ours: {
    lend: { next: 'lent', actions: ['give', 'remember'] },
    returned: stay('ours'),
    stop: { next: 'stopped', actions: ['give', 'tell-lost', 'stop'] },
    // After a SIGSTOP the terminal was not given back: whoever had it meanwhile may have left any mode on.
    continued: { next: 'ours', actions: ['cook', 'clear', 'take'] },
    'not-stopped': stay('ours'),
    leave: { next: 'left', actions: ['give', 'tell-lost'] },
  },
  lent: {
    // Two editors would share its keys, and the last one's text would replace the other's.
    lend: 'mistake',
    returned: { next: 'ours', actions: ['mend', 'take'] },
    // The editor stops and continues together with us (run-on-terminal.ts): it keeps the terminal.
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
    'not-stopped': { next: 'ours', actions: ['take', 'tell'] },
    leave: stay('left'),
  },
  left: {
    // Another process owns it now.
    lend: 'mistake',
    returned: { next: 'left', actions: ['restore', 'mend'] },
    stop: stay('left'),
    continued: stay('left'),
    'not-stopped': stay('left'),
    leave: stay('left'),
  },
};
