/** Signals that end a process. */
import { constants } from 'node:os';

/** Signals sent to every program: kind of failure, message, and its number if the kind has another exit code. */
export const endingSignals: Readonly<Record<string, readonly [SignalKind, text: string, signal?: number]>> = {
  SIGINT: ['interrupted', 'Interrupted.'],
  SIGTERM: ['terminated', 'Terminated.'],
  SIGHUP: ['terminated', 'The terminal went away.', 1],
};

type SignalKind = 'interrupted' | 'terminated';

const others = ['SIGQUIT', 'SIGABRT', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGPWR'] as const;

/** The other catchable ones that this system has, with their numbers. */
export const otherEndingSignals = (): readonly (readonly [name: string, number: number])[] =>
  others.flatMap(name => {
    const number = constants.signals[name];
    return number === undefined ? [] : [[name, number] as const];
  });
