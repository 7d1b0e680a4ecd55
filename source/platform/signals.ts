/** Signals that end a process. */
import { constants } from 'node:os';

/** Those sent to every program, each as a kind of failure and its message. */
export const endingSignals = {
  SIGINT: ['interrupted', 'Interrupted.'],
  SIGTERM: ['terminated', 'Terminated.'],
  SIGHUP: ['terminated', 'The terminal went away.'],
} as const;

const others = ['SIGQUIT', 'SIGABRT', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGPWR'] as const;

/** The other catchable ones that this system has, with their numbers. */
export const otherEndingSignals = (): readonly (readonly [name: string, number: number])[] =>
  others.flatMap(name => {
    const number = constants.signals[name];
    return number === undefined ? [] : [[name, number] as const];
  });
