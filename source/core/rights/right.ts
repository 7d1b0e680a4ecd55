/** Rights: actions of a file that require the user's trust, and the lines that the user approves. */
import type { RightClass } from './table.js';

/** Classes that require trust. */
type TrustedClass = Exclude<RightClass, 'free' | 'never' | 'other'>;

/** An action of a file. Untrusted text. */
export interface Right {
  readonly verb: (typeof verbs)[TrustedClass];
  /** A file, an origin or a credential. */
  readonly what: string;
  /** Server that receives it. */
  readonly to?: string;
  /** Flag that causes it, with its value if that is not in `to`. */
  readonly by?: string;
}

const verbs = {
  send: 'send',
  reroute: 'reroute',
  weaken: 'weaken',
  'log-in': 'log in',
  ask: 'ask for',
  read: 'read',
  'read-any': 'read',
  write: 'write',
} as const satisfies Readonly<Record<TrustedClass, string>>;

export const rightOf = (kind: TrustedClass, what: string, more: Pick<Right, 'to' | 'by'> = {}): Right => ({
  verb: verbs[kind],
  what,
  ...more,
});

/** Returns the right to read an environment variable. */
export const variableRight = (name: string): Right => rightOf('read-any', `environment variable ${name}`);

/** Returns true if a right has been granted. */
export type Grants = (right: Right) => boolean;

/** Grants everything, for text written by the user. */
export const allGranted: Grants = () => true;

/** Returns the line for a right, under which it is approved and stored. */
export const rightLine = ({ verb, what, to, by }: Right): string =>
  [verb, what, ...(to === undefined ? [] : ['to', to]), ...(by === undefined ? [] : [`(${by})`])].join(' ');

/** Grants exactly these lines. */
export function grantsOf(lines: Iterable<string>): Grants {
  const granted = new Set(lines);
  return right => granted.has(rightLine(right));
}

/** Removes duplicate rights and sorts them: credentials first, then connections, then files. */
export function distinctRights(rights: readonly Right[]): readonly Right[] {
  const byLine = new Map(rights.map(right => [rightLine(right), right]));
  const order = [...new Set(Object.values(verbs))];
  return [...byLine.values()].sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
}

/** Returns the manifest: a line for each right, in columns. */
export function manifestLines(rights: readonly Right[]): readonly string[] {
  const widest = (part: (right: Right) => string): number => Math.max(0, ...rights.map(each => part(each).length));
  const verb = widest(each => each.verb);
  const what = Math.min(
    60,
    widest(each => (each.to === undefined ? '' : each.what)),
  );
  const to = Math.min(
    40,
    widest(each => (each.by === undefined ? '' : (each.to ?? ''))),
  );
  return rights.map(right => {
    const subject = `${right.verb.padEnd(verb)}  ${right.what.padEnd(what)}`;
    const target = right.to === undefined ? '' : `  to  ${right.to.padEnd(to)}`;
    return `${subject}${target}${right.by === undefined ? '' : `  (${right.by})`}`.trimEnd();
  });
}
