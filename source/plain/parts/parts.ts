/** Which parts of an exchange are printed: HTTPie's letters, or what the other flags and the terminal make of them. */
import type { OutputOptions } from '../../core/options.js';

/** What goes to standard output, in this order. */
export interface OutputParts {
  readonly requestHead: boolean;
  readonly requestBody: boolean;
  readonly head: boolean;
  readonly body: boolean;
  /** How long it took. */
  readonly meta: boolean;
}

/** @param attended a person reads standard output, and the body does not go to a file */
export function partsOf({ print, include, verbose }: OutputOptions, attended: boolean): OutputParts {
  const has = (letter: string): boolean => print?.includes(letter) ?? false;
  return {
    requestHead: has('H'),
    requestBody: has('B'),
    // With -v it is there already (`verbose/live.ts`).
    head: print === undefined ? !verbose && (attended || include) : has('h'),
    body: print === undefined || has('b'),
    meta: has('m'),
  };
}

/** The line of `-p m`. */
export const elapsedLine = (totalMs: number): string => `Elapsed time: ${(totalMs / 1000).toFixed(6)}s\n`;
