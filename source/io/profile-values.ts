/** Reads a profile's values from the sources in the configuration. */
import { type Failure, isFailure, usageError } from '../core/failure.js';
import type { CapturedValue } from '../core/http-file/captured-values.js';
import type { ValueSource, ValueSources } from '../core/profile-values.js';
import { reveal, secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { readSecret } from './secrets.js';

/** Values, and why others could not be read. */
interface ReadValues {
  readonly values: ReadonlyMap<string, CapturedValue>;
  readonly failures: ReadonlyMap<string, Failure>;
}

/** Reads the values. An unreadable value is not a failure unless a request needs it. */
export async function readProfileValues(sources: ValueSources, environment: Environment): Promise<ReadValues> {
  const values = new Map<string, CapturedValue>();
  const failures = new Map<string, Failure>();
  for (const [name, source] of sources) {
    const value = await readValue(source, environment);
    if (isFailure(value)) failures.set(name, value);
    else values.set(name, value);
  }
  return { values, failures };
}

async function readValue(source: ValueSource, environment: Environment): Promise<CapturedValue | Failure> {
  if (source.from === 'json') return source.isSecret ? secret(source.json) : source.json;
  // Standard input is reserved for requests.
  if (source.from === 'file' && source.path === '-')
    return usageError('A profile value cannot be read from standard input.', 'Use a file: file:PATH.');
  const text = await readSecret(source, environment);
  return isFailure(text) ? text : secret(JSON.stringify(reveal(text)));
}
