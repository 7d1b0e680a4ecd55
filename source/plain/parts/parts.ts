/** Selects the parts of an exchange to print: by HTTPie's letters, or by the other flags and the terminal. */
import type { OutputOptions } from '../../core/options.js';

/** Parts on standard output, in this order. */
export interface OutputParts {
  readonly requestHead: boolean;
  readonly requestBody: boolean;
  readonly head: boolean;
  readonly body: boolean;
  readonly meta: boolean;
}

/** @param attended whether standard output is a terminal, and the body does not go to a file */
export function partsOf(
  { print, include, verbose, silent, asserts, filter }: OutputOptions,
  attended: boolean,
): OutputParts {
  const has = (letter: string): boolean => print?.includes(letter) ?? false;
  return {
    requestHead: has('H'),
    requestBody: has('B'),
    // `-v` prints it as it arrives (`verbose/live.ts`).
    head: print === undefined ? !verbose && ((attended && filter === undefined) || include) : has('h'),
    // With `-s`, a check only passes or fails.
    body: print === undefined ? !(silent && asserts !== undefined) : has('b'),
    meta: has('m'),
  };
}

export const elapsedLine = (totalMs: number): string => `Elapsed time: ${(totalMs / 1000).toFixed(6)}s\n`;
