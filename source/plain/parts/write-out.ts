/** `-w`: the format is parsed before anything is sent, and filled in at the end, whatever the outcome. */

import { type Failure, failureIn, isFailure } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { wireText } from '../../core/request/wire-text.js';
import { asciiJson } from '../../core/response/ascii-json.js';
import { safeLine } from '../../core/response/safe-text.js';
import {
  type Format,
  readFormat,
  type Written,
  type WrittenFile,
  writeOut,
} from '../../core/response/write-out/format.js';
import type { Transfer } from '../../core/response/write-out/values.js';
import type { Environment } from '../../environment.js';
import { openThrough } from '../../io/files/write-mode.js';
import { headerMask } from '../../io/http/echoes.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';
import { pathOf, readText } from '../../io/sources.js';
import { Output, writeFailure } from '../output.js';
import { refuseFiles, writeText } from '../summary.js';
import { isRedirect, type Recorded } from './recorder.js';

export async function writeOutFormat(
  { writeOut: source }: OutputOptions,
  environment: Environment,
): Promise<Format | Failure | undefined> {
  if (source === undefined) return undefined;
  const text = await readText(source, environment);
  const format = isFailure(text) ? text : readFormat(text);
  if (isFailure(format)) return format;
  const files = format.flatMap(piece => (piece.kind === 'output' ? piece.file : []));
  return (await refuseFiles(files, environment)) ?? format;
}

/** Writes the output of `%output{FILE}` to files, and returns the failures. */
export async function writeFiles(
  files: readonly WrittenFile[],
  environment: Environment,
): Promise<readonly (Failure | undefined)[]> {
  const failures: (Failure | undefined)[] = [];
  for (const { file, isAppended, text } of files)
    failures.push(await (isAppended ? append : writeText)(file, text, environment));
  return failures;
}

async function append(file: string, text: string, environment: Environment): Promise<Failure | undefined> {
  try {
    const stream = await openThrough(pathOf(file, environment), environment, true);
    const output = new Output(stream, file);
    await output.write(text);
    await output.close();
    return undefined;
  } catch (error) {
    return failureIn(error) ?? writeFailure(file, error);
  }
}

interface FinishedTransfer {
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  /** Absent if no head arrived. */
  readonly response?: Omit<HttpResponse, 'body'>;
  /** Body bytes received; `sent` is the number of bytes sent. */
  readonly read: number;
  readonly sent: number;
  readonly totalMs: number;
  readonly file?: string;
  readonly exitCode: number;
  readonly failure?: Failure;
  readonly retries: number;
  readonly started: number;
  /** When it ended, milliseconds since 1970. */
  readonly now: number;
}

export async function formattedTransfer(format: Format, ended: FinishedTransfer, recorded: Recorded): Promise<Written> {
  const certificates = isPlain(ended) ? [] : await certificateTexts(format, recorded.chain());
  return writeOut(format, { ...transferOf(ended, recorded), certificates }, safeLine, asciiJson, ended.now);
}

/** Whether the last request was sent without TLS. */
const isPlain = ({ response, url }: FinishedTransfer): boolean => /^http:/i.test(response?.url ?? url);

/** One text for each certificate, empty if only their number is needed. */
async function certificateTexts(format: Format, chain: readonly Uint8Array[]): Promise<readonly string[]> {
  const isAsked = format.some(each => each.kind === 'json' || (each.kind === 'variable' && each.name === 'certs'));
  if (!isAsked || chain.length === 0) return chain.map(() => '');
  return chain.map((await import('./certificate.js')).shownCertificate);
}

function transferOf(ended: FinishedTransfer, recorded: Recorded): Omit<Transfer, 'certificates'> {
  const { response } = ended;
  const referer = response?.request.headers.find(({ name }) => name.toLowerCase() === 'referer')?.value;
  return {
    method: response?.request.method ?? ended.method,
    url: ended.url,
    effectiveUrl: response?.url ?? ended.url,
    headers: response?.headers.map(([name, value]) => [name, wireText(value)]) ?? [],
    ...(response ? { status: response.status, httpVersion: response.httpVersion } : {}),
    redirectUrl: response && redirectOf(response),
    redirects: response?.redirects.length ?? 0,
    connects: recorded.connects(),
    received: response?.received?.() ?? ended.read,
    sent: ended.sent,
    headerBytes: response ? headBytesOf(response) : 0,
    sentHeadBytes: recorded.headBytes(),
    delivered: ended.read,
    isProxied: recorded.isProxied(),
    retries: ended.retries,
    ...(typeof referer === 'string' ? { referer } : {}),
    tunnelStatus: recorded.tunnelStatus(),
    ...unverifiedCertificates(ended, recorded),
    timing: timingOf(ended, recorded),
    remote: recorded.remote(),
    local: recorded.local(),
    file: ended.file,
    exitCode: ended.exitCode,
    error: ended.failure?.text,
  };
}

/** Error codes for the server's and the proxy's certificate. */
function unverifiedCertificates(
  ended: FinishedTransfer,
  recorded: Recorded,
): Pick<Transfer, 'unverified' | 'proxyUnverified'> {
  const { failure } = ended;
  const last = failure?.kind === 'tls' ? (failure.code ?? 'tls') : recorded.unverified();
  const proxyUnverified = recorded.proxyUnverified();
  return isPlain(ended) ? { proxyUnverified: proxyUnverified ?? last } : { unverified: last, proxyUnverified };
}

function timingOf({ response, started, totalMs }: FinishedTransfer, recorded: Recorded): Transfer['timing'] {
  // Loading modules before the request is not part of its times.
  const start = response?.startedAt ?? started;
  const [sentAt, redirectedAt] = [recorded.sentAt(), recorded.redirectedAt()];
  return {
    ...response?.timing,
    ...(sentAt === undefined ? {} : { sentMs: sentAt - start }),
    ...(redirectedAt === undefined ? {} : { redirectMs: redirectedAt - start }),
    totalMs: response?.timing.totalMs ?? totalMs,
  };
}

const headBytesOf = (response: Omit<HttpResponse, 'body'>): number =>
  [...response.redirects.map(hop => hop.response), response].reduce((sum, head) => sum + headSize(head), 0);

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

/** The redirect's target, masked in the same places as the request's URL, or undefined if this is no redirect. */
function redirectOf(response: Omit<HttpResponse, 'body'>): string | undefined {
  const { request, url } = response;
  const location = isRedirect(response.status) ? headerOf(response, 'location') : undefined;
  if (location === undefined) return undefined;
  const shown = headerMask(request)('location', wireText(location));
  return readUrl(shown, readUrl(url))?.href ?? shown;
}
