/** Facts about an exchange in addition to its body: `--timing` and `--meta`. */

import type { CheckResult } from '../core/checks/evaluate.js';
import { type Failure, failureIn, isFailure } from '../core/failure.js';
import { wireText } from '../core/request/wire-text.js';
import { asciiJson } from '../core/response/ascii-json.js';
import { durationText } from '../core/response/sizes.js';
import type { Environment } from '../environment.js';
import { writeModeOf } from '../io/files/write-mode.js';
import { writeNamed } from '../io/files/write-named.js';
import { headerMask } from '../io/http/echoes.js';
import { type HttpResponse, headerOf, type ResponseHead, type Timing } from '../io/http/exchange.js';
import { pathOf } from '../io/sources.js';
import { failureOf, writeFailure } from './output.js';

const phases = [
  ['dnsMs', 'DNS'],
  ['connectMs', 'connected'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'first byte'],
  ['totalMs', 'total'],
] as const;

/** `DNS 1.2 ms, connected 3.4 ms, …`: times since the request began. */
export const timingText = (timing: Timing): string =>
  phases
    .flatMap(([key, name]) => (timing[key] === undefined ? [] : [`${name} ${durationText(timing[key])}`]))
    .join(', ');

type ResponseSummary = Omit<HttpResponse, 'body'>;

/** The exchange as written by `--meta`. Request headers are left out, because they may contain credentials. */
export function metaOf(
  response: ResponseSummary,
  bytes: number,
  ended: Failure | undefined,
  checks?: readonly CheckResult[],
): unknown {
  const { timing } = response;
  return {
    url: response.url,
    method: response.request.method,
    status: response.status,
    reason: response.reason,
    version: response.httpVersion,
    headers: response.headers.map(([name, value]) => [name, wireText(value)]),
    ...trailersOf(response),
    ...irregularitiesOf(response),
    redirects: response.redirects.map(hop => ({
      url: hop.request.shownUrl,
      method: hop.request.method,
      status: hop.response.status,
      location: headerMask(hop.request)('location', headerOf(hop.response, 'location') ?? '') || null,
      ...irregularitiesOf(hop.response),
    })),
    timing: Object.fromEntries(
      phases.flatMap(([key]) => (timing[key] === undefined ? [] : [[key, round(timing[key])]])),
    ),
    bytes,
    checks,
    error: ended && { kind: ended.kind, text: ended.text },
  };
}

/** Trailer fields, if any. */
function trailersOf(response: ResponseSummary): object {
  const trailers = response.trailers?.() ?? [];
  return trailers.length > 0 ? { trailers: trailers.map(([name, value]) => [name, wireText(value)]) } : {};
}

/** Tolerated violations of HTTP/1, if any. */
const irregularitiesOf = ({ irregularities = [] }: ResponseHead): object =>
  irregularities.length > 0 ? { irregularities } : {};

const round = (ms: number) => Math.round(ms * 1000) / 1000;

/**
 * Returns why one of the files cannot be written, checked before the request: missing folder, path is a folder, no permission.
 * @param files undefined and `-` are not files
 */
export async function refuseFiles(
  files: readonly (string | undefined)[],
  environment: Environment,
): Promise<Failure | undefined> {
  for (const file of files) {
    if (file === undefined || file === '-') continue;
    try {
      await writeModeOf(pathOf(file, environment), environment);
    } catch (error) {
      return failureIn(error) ?? writeFailure(file, error, 'usage');
    }
  }
  return undefined;
}

/** Writes `--meta`; `-` is standard output, after the body. Also returns failures to print. */
export async function writeMeta(
  file: string,
  meta: unknown,
  environment: Environment,
  print: (text: string) => Promise<void>,
): Promise<Failure | undefined> {
  const text = `${asciiJson(meta)}\n`;
  if (file !== '-') return writeText(file, text, environment);
  return failureOf(print(text));
}

/** Replaces or creates a file named by the user. After a failure, the old file is unchanged. */
export async function writeText(file: string, text: string, environment: Environment): Promise<Failure | undefined> {
  try {
    await writeNamed(pathOf(file, environment), text, environment);
    return undefined;
  } catch (error) {
    const { reason } = environment.signal;
    const isStopped = error === reason || (error as Error).name === 'AbortError';
    return isStopped && isFailure(reason) ? reason : (failureIn(error) ?? writeFailure(file, error));
  }
}
