/** `-w`: the format is read before anything is sent, and filled in at the end, whatever the outcome. */

import { type KeyObject, X509Certificate } from 'node:crypto';
import path from 'node:path';
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
import { readText } from '../../io/sources.js';
import { Output, writeFailure } from '../output.js';
import { metaProblem } from '../summary.js';
import type { Recorded } from './recorder.js';

export async function writeOutFormat(
  { writeOut: source }: OutputOptions,
  environment: Environment,
): Promise<Format | Failure | undefined> {
  if (source === undefined) return undefined;
  const text = await readText(source, environment);
  const format = isFailure(text) ? text : readFormat(text);
  if (isFailure(format)) return format;
  for (const piece of format) {
    const refused = piece.kind === 'output' ? await metaProblem(piece.file, environment) : undefined;
    if (refused) return refused;
  }
  return format;
}

/** Writes what `%output{FILE}` sends to files. */
export async function writeFiles(
  files: readonly WrittenFile[],
  environment: Environment,
): Promise<Failure | undefined> {
  for (const { file, isAppended, text } of files) {
    try {
      const stream = await openThrough(path.resolve(environment.folder, file), environment, isAppended);
      const output = new Output(stream, file);
      await output.write(text);
      await output.close();
    } catch (error) {
      return failureIn(error) ?? writeFailure(file, error);
    }
  }
  return undefined;
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
  /** When it ended, milliseconds since 1970. */
  readonly now: number;
}

export function formattedTransfer(format: Format, ended: FinishedTransfer, recorded: Recorded): Written {
  return writeOut(format, transferOf(ended, recorded), safeLine, asciiJson, ended.now);
}

function transferOf(ended: FinishedTransfer, recorded: Recorded): Transfer {
  const { response } = ended;
  const [remote, local] = [recorded.remote(), recorded.local()];
  const redirects = response !== undefined && response.status >= 300 && response.status < 400;
  const { failure, retries, started } = ended;
  const unverified = failure?.kind === 'tls' ? (failure.code ?? 'tls') : recorded.unverified();
  const [tunnelStatus, redirectedAt, sentAt] = [recorded.tunnelStatus(), recorded.redirectedAt(), recorded.sentAt()];
  const overPlain = /^http:/i.test(response?.url ?? ended.url);
  const proxyUnverified = recorded.proxyUnverified() ?? (overPlain ? unverified : undefined);
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
    sentHeadBytes: recorded.headBytes(),
    delivered: ended.read,
    isProxied: recorded.isProxied(),
    certificates: overPlain ? [] : recorded.chain().map(shownCertificate),
    retries,
    ...(typeof referer === 'string' ? { referer } : {}),
    tunnelStatus,
    ...(unverified === undefined || overPlain ? {} : { unverified }),
    proxyUnverified,
    timing: {
      ...response?.timing,
      ...(sentAt === undefined ? {} : { sentMs: sentAt - started }),
      ...(redirectedAt === undefined ? {} : { redirectMs: redirectedAt - started }),
      totalMs: response?.timing.totalMs ?? ended.totalMs,
    },
    remote,
    local,
    file: ended.file,
    exitCode: ended.exitCode,
    ...(ended.failure ? { error: ended.failure.text } : {}),
  };
}

/** As curl names them, which is as OpenSSL does. */
const keyNames: Readonly<Record<string, string>> = {
  rsa: 'rsaEncryption',
  'rsa-pss': 'rsassaPss',
  ec: 'id-ecPublicKey',
  dsa: 'dsaEncryption',
  ed25519: 'ED25519',
  ed448: 'ED448',
};

/** As `%{certs}` of curl has it: of the extensions the names of the server, and the PEM text on lines of its own. */
function shownCertificate(der: Uint8Array): string {
  const certificate = new X509Certificate(der);
  const { subject, issuer, serialNumber, validFrom, validTo, subjectAltName } = certificate;
  const inLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');
  const { asymmetricKeyType: kind = '', asymmetricKeyDetails } = keyOf(certificate) ?? {};
  const bits = asymmetricKeyDetails?.modulusLength;
  return [
    `Subject:${inLine(subject)}`,
    `Issuer:${inLine(issuer)}`,
    `Serial Number:${serialNumber.toLowerCase()}`,
    ...(kind === '' ? [] : [`Public Key Algorithm:${keyNames[kind] ?? kind}`]),
    ...(subjectAltName === undefined ? [] : [`X509v3 Subject Alternative Name:${subjectAltName}`]),
    `Start date:${validFrom}`,
    `Expire date:${validTo}`,
    ...(kind === 'rsa' && bits !== undefined ? [`RSA Public Key:${bits}`] : []),
    certificate.toString(),
  ].join('\n');
}

/** Undefined: a kind of key that Node cannot read. */
function keyOf(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
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
