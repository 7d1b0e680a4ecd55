/** The deeds of hostile and broken servers, one case each: how it is served, what it does to a naive client, how ours must end. */
import type { Socket } from 'node:net';

/** The groups of cases, in the order of the table that is made of them. */
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

/** One request, read whole, and the connection to answer it on. */
export interface Peer {
  readonly socket: Socket;
  readonly method: string;
  /** The URL's path after the case's own: empty, or `/…`. */
  readonly rest: string;
  readonly head: string;
  readonly body: string;
  /** Where the case is served, and another origin that takes what it gets. */
  readonly url: string;
  readonly other: string;
  /** Requests of this case so far, from 1. */
  readonly count: number;
}

/** How a client without our care shows that the attack works; `naive-client.mjs` has them. */
export type NaiveMode = 'print' | 'parsed' | 'take' | 'believe' | 'follow' | 'schema' | 'socket' | 'open' | 'save';

/** The harm the attack does to it, in words of the table. */
export const harms = {
  screen: 'drives the terminal',
  believed: 'takes it for whole',
  waits: 'waits for ever',
  memory: 'fills its memory',
  shows: 'shows the secret',
  leaks: 'sends the secret elsewhere',
  crashes: 'ends with a stack trace',
  endless: 'asks without end',
  runs: 'runs a command',
  writes: 'writes outside the folder',
} as const;

export type Harm = keyof typeof harms;

/** The values a case's command line is made from. */
export interface Where {
  /** Where the case is served. */
  readonly url: string;
  /** The same with `ws:`. */
  readonly other: string;
  readonly folder: string;
}

export interface HostileCase {
  /** Its name in one line of the table. */
  readonly what: string;
  serve(peer: Peer): void;
  readonly naive: readonly [mode: NaiveMode, harm: Harm];
  /** `GET URL` unless told. */
  argv?(where: Where): readonly string[];
  /** The exit code of the program. */
  readonly code: number;
  /** The text on standard error; absent: none. */
  readonly says?: RegExp | undefined;
  /** The text on the terminal's screen. */
  readonly shows?: RegExp;
  /** Files in the folder it runs in. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** On a terminal the full screen is opened and left with `q` once this is shown. */
  readonly screen?: RegExp;
  /** Peak memory in MiB; 300 unless told. */
  readonly maxMiB?: number;
}

/** A group's cases, numbered by their place. */
export const numbered = (
  group: Group,
  cases: readonly HostileCase[],
): readonly (HostileCase & { readonly id: string })[] =>
  cases.map((each, at) => ({ ...each, id: `${group}${at + 1}` }));

export type NumberedCase = ReturnType<typeof numbered>[number];
