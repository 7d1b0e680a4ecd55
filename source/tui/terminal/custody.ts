/**
 * Who has the terminal, and what follows from each thing that can happen: a table over every state and every event, so that
 * nothing is left to the order in which signals, keys and children happen to come. Pure.
 */

/** `ours`; `lent` to an editor or pager; `stopped`: the shell has it; `left` for good. */
export type Custody = 'ours' | 'lent' | 'stopped' | 'left';

/** What can happen to it. */
export type CustodyEvent =
  /** Something of ours wants to run on it. */
  | 'lend'
  /** What it was lent to has ended. */
  | 'returned'
  /** Ctrl-Z, or SIGTSTP from outside. */
  | 'stop'
  /** SIGCONT: after our own stop, or after a SIGSTOP that nobody could see coming. */
  | 'continued'
  /** We asked to be stopped and still run: there is no shell that could take over. */
  | 'not-stopped'
  /** The program ends. */
  | 'leave';

/** What is done about it, in this order. */
export type CustodyStep =
  /** Modes off, cooked, input no longer read. */
  | 'give'
  /** Keeps in mind how the line discipline is, and mends what came back otherwise. */
  | 'remember'
  | 'mend'
  /** Raw mode off. In the background the kernel stops us here, before a byte is written over the shell. */
  | 'cook'
  /** Modes off, and at once: what the terminal still has to say comes to us. */
  | 'clear'
  /** Modes on, raw, size asked anew, everything drawn. */
  | 'take'
  /** Says how many keys were read that were meant for who has it next. */
  | 'tell-lost'
  /** Asks the kernel to stop the job. */
  | 'stop'
  /** Says that nothing could be stopped. */
  | 'tell'
  /** Ends what it was lent to. */
  | 'dismiss'
  /** Undoes what it left on. */
  | 'restore';

/** The next state, and the steps on the way; `mistake`: whoever lets this happen has a bug. */
export type Transition = { readonly next: Custody; readonly actions: readonly CustodyStep[] } | 'mistake';

const stay = (next: Custody): Transition => ({ next, actions: [] });

/** Every state and every event. A pair that is missing does not compile. */
export const transitions: Readonly<Record<Custody, Readonly<Record<CustodyEvent, Transition>>>> = {
  ours: {
    lend: { next: 'lent', actions: ['give', 'remember'] },
    returned: stay('ours'),
    stop: { next: 'stopped', actions: ['give', 'tell-lost', 'stop'] },
    // A SIGSTOP gave no time to give it back: whatever had it meanwhile may have left anything behind.
    continued: { next: 'ours', actions: ['cook', 'clear', 'take'] },
    'not-stopped': stay('ours'),
    leave: { next: 'left', actions: ['give', 'tell-lost'] },
  },
  lent: {
    // Two editors would share its keys, and the last one's text would replace the other's.
    lend: 'mistake',
    returned: { next: 'ours', actions: ['mend', 'take'] },
    // The editor stops and goes on, and we with it (run-on-terminal.ts): it has the terminal all the time.
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
    // It is somebody else's now.
    lend: 'mistake',
    returned: { next: 'left', actions: ['restore', 'mend'] },
    stop: stay('left'),
    continued: stay('left'),
    'not-stopped': stay('left'),
    leave: stay('left'),
  },
};
