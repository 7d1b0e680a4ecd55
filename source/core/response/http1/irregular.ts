/** Violations of RFC 9112. Some are tolerated and noted, or rejected with `--strict`. Ambiguous ones are always rejected. */
import { type Failure, failure } from '../../failure.js';
import { truncate } from '../../truncate.js';

/** A position in the bytes of a message. */
export interface WirePosition {
  readonly header?: string;
  /** `line 3`, `chunk 2` or `line 1 of the trailers`. */
  readonly where: string;
  readonly byte: number;
}

/** A tolerated violation, recorded at its first occurrence. */
export interface Irregularity {
  /** Section such as `RFC 9112, 5.2`. */
  readonly rule: string;
  /** Message for the user, which may contain untrusted text. */
  readonly text: string;
  readonly header?: string;
  readonly where: string;
  /** `0x0a` */
  readonly byte: string;
  /** Number of occurrences in this message. */
  times: number;
}

/** Tolerated violations, with section and message. `of` is the header. */
const known = {
  'bare LF': ['2.2', (of: string) => `a line${of} ends with LF only`],
  'empty line': ['2.2', () => 'an empty line before the status line'],
  'obs-fold': ['5.2', (of: string) => `the value${of} continues on the next line; read as one space`],
  'blank before colon': ['5.1', (of: string) => `a space between the name${of} and its colon`],
  'equal lengths': ['6.3', (of: string) => `the length${of} is repeated with the same value`],
  'length beside coding': ['6.3', (of: string) => `the length${of} is ignored because of Transfer-Encoding`],
  'identity coding': ['7', (of: string) => `the obsolete coding identity${of} is ignored`],
  'chunked twice': ['6.1', (of: string) => `the coding chunked${of} is repeated; decoded once`],
  'coding in HTTP/1.0': ['6.1', () => 'Transfer-Encoding in an HTTP/1.0 response'],
  'blank after size': ['7.1.1', () => 'a space after the size of a chunk'],
  'framing in trailers': ['7.1.2', (of: string) => `the trailer${of} describes a body that has ended; ignored`],
} as const satisfies Readonly<Record<string, readonly [section: string, words: (of: string) => string]>>;

type IrregularKind = keyof typeof known;

/** Violations of a message, including its interim responses. */
export interface Irregular {
  readonly irregularities: readonly Irregularity[];
  /** Total number of occurrences. */
  readonly count: number;
  /** Notes a violation. Returns a failure with `--strict`. */
  note(kind: IrregularKind, position: WirePosition): Failure | undefined;
}

/** @param strict true to reject every violation */
export function irregular(strict: boolean): Irregular {
  const irregularities: Irregularity[] = [];
  const ofKind = new Map<IrregularKind, Irregularity>();
  let count = 0;
  return {
    irregularities,
    get count() {
      return count;
    },
    note(kind, position) {
      count++;
      const before = ofKind.get(kind);
      if (before) {
        before.times++;
        return undefined;
      }
      const [section, words] = known[kind];
      const header = position.header === undefined ? undefined : shortened(position.header);
      const text = words(header === undefined ? '' : ` of ${header}`);
      const rule = `RFC 9112, ${section}`;
      const at = `${position.where}, byte ${hex(position.byte)}`;
      if (strict) {
        return failure('protocol', `The response violates HTTP: ${text} (${at}; ${rule}).`, {
          code: 'strict',
          hint: 'Without --strict it is accepted.',
        });
      }
      const first: Irregularity = {
        rule,
        text: `${text} (${at}; ${rule})`,
        header,
        where: position.where,
        byte: hex(position.byte),
        times: 1,
      };
      ofKind.set(kind, first);
      irregularities.push(first);
      return undefined;
    },
  };
}

const keepsHead = 'The server or a proxy is broken. Pass --debug-log FILE to save the received head.';

/** Rejects a message. @param words text that completes "it is not valid HTTP:" */
export const refused = (words: string, { where, byte }: WirePosition, hint = keepsHead): Failure =>
  failure('protocol', `The response is not valid HTTP: ${words} (${where}, byte ${hex(byte)}).`, {
    code: 'malformed',
    hint,
  });

/** Shortens a name sent by the server, which may be as long as a head. */
export const shortened = (name: string): string => truncate(name, 60);

const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;
