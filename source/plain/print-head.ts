/** Request and response heads as coloured lines. */
import { shownSecret } from '../core/credentials/header.js';
import type { OutputOptions } from '../core/options.js';
import { methodRole } from '../core/request/method-role.js';
import { shownTarget } from '../core/request/sent-head.js';
import { wireText } from '../core/request/wire-text.js';
import type { Role } from '../core/response/spans.js';
import { isSecret, reveal, type Secret } from '../core/secret.js';
import { headerMask, type MaskHeader } from '../io/http/echoes.js';
import type { HttpResponse, ResponseHead, SentHead } from '../io/http/exchange.js';
import type { Output } from './output.js';
import type { Painter } from './paint.js';

function statusRole(status: number): Role {
  if (status >= 200 && status < 300) return 'good';
  if (status >= 300 && status < 400) return 'warn';
  if (status >= 400) return 'bad';
  return 'dim';
}

/** `200 OK`, or the number alone without a phrase (HTTP/2). Untrusted text. */
export const statusText = (head: Pick<ResponseHead, 'status' | 'reason'>): string =>
  `${String(head.status).padStart(3, '0')}${head.reason ? ` ${head.reason}` : ''}`;

const shownValue = (value: string | Secret, showSecrets: boolean): string =>
  isSecret(value) && !showSecrets ? shownSecret(value) : reveal(value);

const httpName = (version: string) => (version === '2.0' || version === '2' ? 'HTTP/2' : `HTTP/${version}`);

/** @param mask replaces values for display; absent to show them as received */
export function paintResponseHead(
  head: ResponseHead,
  painter: Painter,
  mask: MaskHeader = (_, value) => wireText(value),
): void {
  painter.line(`${httpName(head.httpVersion)} `, 'dim');
  painter.line(statusText(head), statusRole(head.status));
  painter.emit('\n', 'plain');
  for (const [name, value] of head.headers) paintHeader(name, mask(name, value), painter);
  painter.emit('\n', 'plain');
}

/** Prints trailer fields below the body. They belong to the head. */
export async function printTrailers(
  { output, painter }: { readonly output: Output; readonly painter: Painter },
  { request, trailers }: Pick<HttpResponse, 'request' | 'trailers'>,
  { verbose, showSecrets }: Pick<OutputOptions, 'verbose' | 'showSecrets'>,
  printsHead: boolean,
): Promise<void> {
  const lines = printsHead || verbose ? (trailers?.() ?? []) : [];
  if (lines.length === 0) return;
  const mask: MaskHeader = verbose && !showSecrets ? headerMask(request) : (_, value) => wireText(value);
  output.endLine();
  painter.emit('\n', 'plain');
  for (const [name, value] of lines) paintHeader(name, mask(name, value), painter);
  await output.write(painter.take());
}

/** The response next to a request without its secrets (`-v`): neither reveals what the other masks. */
export const paintBareResponseHead = (
  sent: SentHead,
  head: ResponseHead,
  showSecrets: boolean,
  painter: Painter,
): void => (showSecrets ? paintResponseHead(head, painter) : paintResponseHead(head, painter, headerMask(sent)));

/** The request as sent, followed by an empty line. Secrets are masked unless `showSecrets`. */
export function paintRequestHead(head: SentHead, showSecrets: boolean, painter: Painter): void {
  painter.line(head.method, methodRole(head.method) ?? 'keyword');
  painter.line(` ${head.isAbsolute ? head.shownUrl : shownTarget(head.shownUrl)} `, 'plain');
  painter.line(httpName(head.httpVersion), 'dim');
  painter.emit('\n', 'plain');
  for (const { name, value } of head.headers) paintHeader(name, shownValue(value, showSecrets), painter);
  painter.emit('\n', 'plain');
}

function paintHeader(name: string, value: string, painter: Painter): void {
  painter.line(name, 'key');
  painter.emit(':', 'punctuation');
  painter.line(value === '' ? '' : ` ${value}`, 'plain');
  painter.emit('\n', 'plain');
}
