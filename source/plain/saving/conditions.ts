/** Conditional requests (RFC 9110 13): `--etag-compare`, `--etag-save` and `-z`. A separate chunk. */
import { stat } from 'node:fs/promises';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import { readTimeCondition, timeConditionHeader } from '../../core/request/again/time-condition.js';
import type { HeaderLine } from '../../core/request/spec.js';
import { wireText } from '../../core/request/wire-text.js';
import type { Environment } from '../../environment.js';
import { headerOf, type ResponseHead } from '../../io/http/exchange.js';
import { pathOf, readText } from '../../io/sources.js';
import { note } from '../note.js';
import { refuseFiles, writeText } from '../summary.js';

/** Adds the header lines of the conditions. */
export async function withConditions(
  headers: readonly HeaderLine[],
  output: OutputOptions,
  environment: Environment,
): Promise<readonly HeaderLine[] | Failure> {
  const unwritable = await refuseFiles([output.etagSave], environment);
  if (unwritable) return unwritable;
  const added: HeaderLine[] = [];
  for (const condition of [etagCondition, timeCondition]) {
    const line = await condition(output, environment);
    if (isFailure(line)) return line;
    if (line) added.push(line);
  }
  const twice = added.find(({ name }) => headers.some(each => each.name.toLowerCase() === name.toLowerCase()));
  if (twice) return usageError(`${twice.name} is given by both a flag and -H.`, 'Remove one of them.');
  return [...headers, ...added];
}

/** An empty or missing file gives an empty tag, as in curl, which matches nothing. */
async function etagCondition(
  { etagCompare, file, silent }: OutputOptions,
  environment: Environment,
): Promise<HeaderLine | Failure | undefined> {
  if (etagCompare === undefined) return undefined;
  const text = await readText({ from: 'file', path: etagCompare }, environment);
  if (isFailure(text) && text.code !== 'ENOENT') return text;
  const etag = isFailure(text) ? '' : text.trim();
  if (/[\0-\x1f\x7f]/.test(etag))
    return usageError(
      `${etagCompare} does not contain a single line of text.`,
      'Use a file written by --etag-save FILE.',
    );
  const missing =
    file !== undefined && file !== '-' && etag !== '' && (await modified(file, environment)) === undefined;
  if (missing) {
    if (!silent) note(environment, `${file} does not exist, so it is fetched without ${etagCompare}.`);
    return undefined;
  }
  return { name: 'If-None-Match', value: etag === '' ? '""' : etag };
}

async function timeCondition(
  { timeCondition, silent }: OutputOptions,
  environment: Environment,
): Promise<HeaderLine | undefined> {
  if (timeCondition === undefined) return undefined;
  const { before, at, text } = readTimeCondition(timeCondition);
  const when = at ?? (await modified(text, environment));
  if (when !== undefined) return timeConditionHeader(before, when);
  if (!silent)
    note(
      environment,
      `-z: ${text} is neither a date nor an existing file, so the response is fetched regardless of its date.`,
    );
  return undefined;
}

const modified = async (file: string, environment: Environment): Promise<number | undefined> =>
  (await stat(pathOf(file, environment)).catch(() => undefined))?.mtimeMs;

/**
 * Writes the ETag of a complete response, or an empty file. After a 304 or error the file is not changed, because it belongs to
 * the saved body.
 */
export async function saveEtag(
  file: string,
  response: ResponseHead,
  environment: Environment,
): Promise<Failure | undefined> {
  if (response.status < 200 || response.status > 299) return undefined;
  const etag = headerOf(response, 'etag');
  return writeText(file, etag === undefined ? '' : `${wireText(etag)}\n`, environment);
}
