/** Format of a session file for one origin, and compatibility with other versions. */
import { FailureError, failure } from '../../core/failure.js';
import { type CapturedValue, type CapturedValues, capturedValueOf } from '../../core/http-file/captured-values.js';
import type { Value } from '../../core/http-file/variables.js';
import { isJson } from '../../core/json/is-json.js';
import { isSecret, reveal, secret } from '../../core/secret.js';
import { isStoredInFile } from '../../core/session/words.js';
import type { Environment } from '../../environment.js';
import { fileError, readOwn } from '../files/own-file.js';

/** The part of a session that belongs to one origin. */
export interface SessionContent {
  readonly origin: string;
  /** Header and login flags as typed: `--header=X-Shop: 7`, `--bearer=env:TOKEN`. */
  readonly words: readonly string[];
  /** Values captured by runs, for `{{name}}`. */
  readonly values: CapturedValues;
}

/** Format version. A program that would misread newer content does not change the file. */
const version = 1;

/** The content of a file, and members from other versions, to be written back unchanged. */
export interface ReadContent extends SessionContent {
  readonly version?: unknown;
  readonly unknown: Readonly<Record<string, unknown>>;
}

interface WrittenContent {
  readonly version?: unknown;
  readonly origin: string;
  readonly words: readonly string[];
  /** JSON text of each value; of a secret, within `secret`. */
  readonly values?: Readonly<Record<string, string | { readonly secret: string }>>;
}

/** Maximum number of values; the oldest are forgotten first. */
const maxValues = 100;
/** Longer values are not stored, in UTF-16 units. */
const maxLength = 1_000_000;

/** Throws if the file is not ours, or from a newer version. */
export function readContent(file: string, origin: string, environment: Environment): ReadContent {
  const bytes = readOwn(`${file}.json`, environment);
  if (bytes === undefined) return { origin, words: [], values: new Map(), unknown: {} };
  const content = contentOf(bytes);
  if (!content || content.origin !== origin) throw fileError('EINVAL', 'is not a session file');
  if (Number(content.version ?? version) > version)
    throw new FailureError(
      failure(
        'file',
        `The session in ${file}.json was written by a newer apiclient, so it is neither read nor written.`,
        {
          hint: 'Update apiclient, or use a session with another name.',
        },
      ),
    );
  return content;
}

/** Undefined if the file is not ours. */
export function contentOf(bytes: Uint8Array): ReadContent | undefined {
  try {
    const read = JSON.parse(Buffer.from(bytes).toString('utf8')) as WrittenContent;
    const { origin, words, values = {}, version: written, ...unknown } = read;
    const entries = Object.entries(values);
    const texts = entries.map(([, value]) => (typeof value === 'string' ? value : value.secret));
    const isOurs =
      [origin, ...words, ...texts].every(each => typeof each === 'string') &&
      words.every(isStoredInFile) &&
      texts.every(each => isJson(each));
    const stored = entries.map(([name, value]): [string, CapturedValue] => [
      name,
      typeof value === 'string' ? value : secret(value.secret),
    ]);
    return isOurs ? { origin, words, values: new Map(stored), unknown, version: written } : undefined;
  } catch {
    return undefined;
  }
}

/** The text of the file. */
export function writtenContent({ origin, words, values, unknown }: ReadContent): string {
  const stored = [...values].map(
    ([name, value]) => [name, isSecret(value) ? { secret: reveal(value) } : value] as const,
  );
  const content: WrittenContent = {
    ...unknown,
    version,
    origin,
    words,
    ...(stored.length === 0 ? {} : { values: Object.fromEntries(stored) }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Adds captured values to the existing ones, the newest last. */
export function withCaptured(values: CapturedValues, captured: ReadonlyMap<string, Value>): CapturedValues {
  const newer = [...capturedValueOf(captured)].filter(([, value]) => reveal(value).length <= maxLength);
  const others = [...values].filter(([name]) => !newer.some(([each]) => each === name));
  return new Map([...others, ...newer].slice(-maxValues));
}
