/** What is said about an exchange beside its body: `--timing` and `--meta`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../core/failure.js';
import { maskLike } from '../core/request/url.js';
import { asciiJson } from '../core/response/ascii-json.js';
import { durationText } from '../core/response/sizes.js';
import type { Environment } from '../environment.js';
import { type HttpResponse, headerOf, type Timing } from '../io/http/exchange.js';
import { writeFailure } from './output.js';

const phases = [
  ['dnsMs', 'DNS'],
  ['connectMs', 'connected'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'first byte'],
  ['totalMs', 'total'],
] as const;

/** `DNS 1.2 ms, connected 3.4 ms, …`: moments since the request began. */
export const timingText = (timing: Timing): string =>
  phases
    .flatMap(([key, name]) => (timing[key] === undefined ? [] : [`${name} ${durationText(timing[key])}`]))
    .join(', ');

/** An exchange whose body is somebody else's business. */
type Exchanged = Omit<HttpResponse, 'body'>;

/** The exchange as `--meta` writes it. Request headers are left out: they may hold credentials. */
export function metaOf(response: Exchanged, bytes: number, ended: Failure | undefined): unknown {
  const { timing } = response;
  return {
    url: response.url,
    method: response.request.method,
    status: response.status,
    reason: response.reason,
    version: response.httpVersion,
    headers: response.headers,
    redirects: response.redirects.map(hop => ({
      url: hop.request.shownUrl,
      method: hop.request.method,
      status: hop.response.status,
      location: maskLike(headerOf(hop.response, 'location') ?? '', hop.request.shownUrl) || null,
    })),
    timing: Object.fromEntries(
      phases.flatMap(([key]) => (timing[key] === undefined ? [] : [[key, round(timing[key])]])),
    ),
    bytes,
    ...(ended ? { error: { kind: ended.kind, text: ended.text } } : {}),
  };
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;

/** Writes `--meta`. `-` is standard output, after the body. */
export async function writeMeta(
  file: string,
  meta: unknown,
  environment: Environment,
  print: (text: string) => Promise<void>,
): Promise<Failure | undefined> {
  const text = `${asciiJson(meta)}\n`;
  if (file === '-') {
    await print(text);
    return undefined;
  }
  try {
    await writeFile(path.resolve(environment.folder, file), text);
    return undefined;
  } catch (error) {
    return writeFailure(file, error);
  }
}
