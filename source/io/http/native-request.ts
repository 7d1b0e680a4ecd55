/** The request of node:http(s) that got drives: the lines of the wire as they were typed, and none that Node would add. */
import type { ClientRequest, request as httpRequest, RequestOptions } from 'node:http';
import type { HeaderLine } from '../../core/request/spec.js';
import { wireBytes } from '../../core/request/wire-text.js';
import { reveal } from '../../core/secret.js';
import { maxHeadBytes } from './connection/head-bytes.js';
import type { EmitConnectionEvent } from './connection/watch.js';
import type { AttemptRequest } from './wire.js';

/** `request` of node:http or of node:https, which is loaded by the first https URL. */
export type Requester = typeof httpRequest;

/** What an attempt has to do with the way to its server. */
export interface AttemptContext {
  /** Aborted when the attempt is over. */
  readonly givenUp: AbortSignal;
  readonly tell?: EmitConnectionEvent;
  /** Called once a proxy has opened a tunnel. */
  readonly onTunnel: () => void;
}

type Headers = Record<string, string | string[]>;

/** Node writes header values as latin-1: UTF-8 goes in as its bytes. A name that comes twice is sent twice. */
export function nodeHeaders(lines: readonly HeaderLine[]): Headers {
  const headers: Headers = Object.create(null);
  for (const { name, value } of lines) {
    const key = Object.keys(headers).find(each => each.toLowerCase() === name.toLowerCase()) ?? name;
    const text = wireBytes(reveal(value));
    headers[key] = headers[key] === undefined ? text : [headers[key], text].flat();
  }
  return headers;
}

/**
 * Makes the request; it is sent when it is written to or ended.
 * @param options got's own
 * @param way what the agents of proxies are to know
 */
export function openRequest(
  requester: Requester,
  wire: AttemptRequest,
  options: RequestOptions,
  way: AttemptContext,
): ClientRequest {
  const { connection, url } = wire;
  // With `Expect` among them Node would render all lines here and now, one that nobody asked for included.
  const lines = Object.entries(nodeHeaders(wire.headers));
  const at = lines.findIndex(([name]) => /^expect$/i.test(name));
  const late = at < 0 ? [] : lines.splice(at);
  const request = requester(url, {
    ...options,
    ...(connection.options as RequestOptions),
    path: connection.forward ? `${url.origin}${wire.target}` : wire.target,
    agent: connection.agent,
    ...way,
    headers: Object.fromEntries(lines),
    setHost: false,
    maxHeaderSize: maxHeadBytes,
  });
  // What fails before anybody listens is told by its exception.
  request.on('error', () => {});
  request.maxHeadersCount = 0;
  for (const [name, value] of late) request.setHeader(name, value);
  // Node would add a line that nobody asked for; HTTP/1.1 keeps connections anyway (RFC 9112, section 9.3).
  if (!wire.headers.some(line => /^connection$/i.test(line.name))) request.removeHeader('connection');
  return request;
}
