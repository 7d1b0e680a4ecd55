/**
 * Attacks by hostile and broken servers, one case each: how it is served, how it harms a naive client, and how our program must
 * react.
 */
import type { Socket } from 'node:net';

/** The groups of cases, in the order of the generated table. */
export const groups = {
  A: 'Text that reaches the screen',
  B: 'Size, depth and time',
  C: 'Framing',
  D: 'Credentials and redirects',
  E: 'Schemas',
  F: 'WebSockets',
  G: 'Logins and the local side',
} as const;

export type Group = keyof typeof groups;

/** A complete request, and the connection on which to respond. */
export interface Peer {
  readonly socket: Socket;
  readonly method: string;
  /** The part of the URL's path after the case: empty, or `/…`. */
  readonly rest: string;
  readonly head: string;
  readonly body: string;
  /** URLs of the case and of another origin, which records its requests. */
  readonly url: string;
  readonly other: string;
  /** Number of requests for this case so far, including this one. */
  readonly count: number;
}

/** How a naive client shows that the attack works, by modes of `naive-client.mjs`. */
export type NaiveMode = 'print' | 'parsed' | 'take' | 'believe' | 'follow' | 'schema' | 'socket' | 'open' | 'save';

/** Description of the harm, for the table. */
export const harms = {
  screen: 'controls the terminal',
  believed: 'accepts it',
  waits: 'waits forever',
  memory: 'uses too much memory',
  shows: 'shows the secret',
  leaks: 'sends the secret to another origin',
  crashes: 'crashes with a stack trace',
  endless: 'sends requests forever',
  runs: 'runs a command',
  writes: 'writes outside the folder',
} as const;

export type Harm = keyof typeof harms;

/** Values for building a case's command line. */
export interface Where {
  /** URL of the case. */
  readonly url: string;
  /** The same URL with `ws:`. */
  readonly other: string;
  readonly folder: string;
}

export interface HostileCase {
  /** Name of the case, in one line of the table. */
  readonly what: string;
  serve(peer: Peer): void;
  readonly naive: readonly [mode: NaiveMode, harm: Harm];
  /** Command line; `GET URL` by default. */
  argv?(where: Where): readonly string[];
  /** Expected exit code of the program. */
  readonly code: number;
  /** Expected text on standard error, if any. */
  readonly says?: RegExp | undefined;
  /** Expected text on the terminal's screen. */
  readonly shows?: RegExp;
  /** Expected files in the working directory. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** On a terminal, the full screen is opened, and closed with `q` once this text is visible. */
  readonly screen?: RegExp;
  /** Peak memory in MiB; 300 by default. */
  readonly maxMiB?: number;
}

/** The cases of a group, numbered by position. */
export const numbered = (
  group: Group,
  cases: readonly HostileCase[],
): readonly (HostileCase & { readonly id: string })[] =>
  cases.map((each, at) => ({ ...each, id: `${group}${at + 1}` }));

export type NumberedCase = ReturnType<typeof numbered>[number];
