/** `-w`: the format is read before anything is sent, and filled in at the end, whatever the outcome. */

import { type Failure, isFailure } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { wireText } from '../../core/request/wire-text.js';
import { asciiJson } from '../../core/response/ascii-json.js';
import { safeLine } from '../../core/response/safe-text.js';
import { type Format, readFormat, type Transfer, writeOut } from '../../core/response/write-out.js';
import type { Environment } from '../../environment.js';
import { headerMask } from '../../io/http/echoes.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';
import { readText } from '../../io/sources.js';
import type { Recorded } from './recorder.js';

export async function writeOutFormat(
  { writeOut: source }: OutputOptions,
  environment: Environment,
): Promise<Format | Failure | undefined> {
  if (source === undefined) return undefined;
  const text = await readText(source, environment);
  return isFailure(text) ? text : readFormat(text);
}

interface FinishedTransfer {
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  /** Absent: no head arrived. */
  readonly response?: Omit<HttpResponse, 'body'>;
  /** Body bytes received; `sent` those sent. */
  readonly read: number;
  readonly sent: number;
  readonly totalMs: number;
  readonly file?: string;
  readonly exitCode: number;
  readonly failure?: Failure;
  readonly retries: number;
  readonly started: number;
}

export function formattedTransfer(
  format: Format,
  ended: FinishedTransfer,
  recorded: Recorded,
): { readonly out: string; readonly err: string } {
  return writeOut(format, transferOf(ended, recorded), safeLine, asciiJson);
}

function transferOf(ended: FinishedTransfer, recorded: Recorded): Transfer {
  const { response } = ended;
  const [remote, local] = [recorded.remote(), recorded.local()];
  const redirects = response !== undefined && response.status >= 300 && response.status < 400;
  const { failure, retries, started } = ended;
  const unverified = failure?.kind === 'tls' ? (failure.code ?? 'tls') : recorded.unverified();
  const [tunnelStatus, redirectedAt] = [recorded.tunnelStatus(), recorded.redirectedAt()];
  const referer = response?.request.headers.find(({ name }) => name.toLowerCase() === 'referer')?.value;
  const location = redirects ? headerOf(response, 'location') : undefined;
  return {
    method: response?.request.method ?? ended.method,
    url: ended.url,
    effectiveUrl: response?.url ?? ended.url,
    headers: response?.headers.map(([name, value]) => [name, wireText(value)]) ?? [],
    ...(response ? { status: response.status, httpVersion: response.httpVersion } : {}),
    ...(response && location !== undefined ? { redirectUrl: redirectOf(response, location) } : {}),
    redirects: response?.redirects.length ?? 0,
    connects: recorded.connects(),
    received: response?.received?.() ?? ended.read,
    sent: ended.sent,
    headerBytes: response
      ? [...response.redirects.map(hop => hop.response), response].reduce((sum, head) => sum + headSize(head), 0)
      : 0,
    retries,
    ...(typeof referer === 'string' ? { referer } : {}),
    ...(tunnelStatus === undefined ? {} : { tunnelStatus }),
    ...(unverified === undefined ? {} : { unverified }),
    timing: {
      ...response?.timing,
      ...(redirectedAt === undefined ? {} : { redirectMs: redirectedAt - started }),
      totalMs: response?.timing.totalMs ?? ended.totalMs,
    },
    remote,
    local,
    ...(ended.file === undefined ? {} : { file: ended.file }),
    exitCode: ended.exitCode,
    ...(ended.failure ? { error: ended.failure.text } : {}),
  };
}

const headSize = ({
  httpVersion,
  status,
  reason,
  headers,
}: Pick<HttpResponse, 'httpVersion' | 'status' | 'reason' | 'headers'>): number =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    `HTTP/${httpVersion} ${status} ${reason}\r\n\r\n`.length,
  );

/** The redirect's target, masked where the request's own URL is. */
function redirectOf({ request, url }: Pick<HttpResponse, 'request' | 'url'>, location: string): string {
  const shown = headerMask(request)('location', wireText(location));
  return readUrl(shown, readUrl(url))?.href ?? shown;
}
