/** The node:http(s) request that got drives: header lines as typed, and none added by Node. */
import type { ClientRequest, request as httpRequest, RequestOptions } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { HeaderLine } from '../../core/request/spec.js';
import { wireBytes } from '../../core/request/wire-text.js';
import { reveal } from '../../core/secret.js';
import { maxHeadBytes } from './connection/head-bytes.js';
import type { EmitConnectionEvent } from './connection/watch.js';
import type { AttemptRequest } from './wire.js';

/** `request` of node:http, or of node:https, which is loaded for the first https URL. */
export type Requester = typeof httpRequest;

interface AttemptContext {
  readonly givenUp?: AbortSignal;
  /** A connection opened for this request. */
  readonly opened?: TLSSocket;
  readonly onEvent?: EmitConnectionEvent;
  readonly onTunnel: () => void;
}

type Headers = Record<string, string | string[]>;

/** Node writes header values as latin-1, so UTF-8 is passed as bytes. Repeated names are sent repeatedly. */
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
 * Creates the request. Writing to it or ending it sends it.
 * @param context for the proxy agents
 */
export function openRequest(requester: Requester, wire: AttemptRequest, context: AttemptContext): ClientRequest {
  const { connection, url } = wire;
  // With `Expect` among the options, Node would render all lines now and add its own.
  const lines = Object.entries(nodeHeaders(wire.headers));
  const at = lines.findIndex(([name]) => /^expect$/i.test(name));
  const late = at < 0 ? [] : lines.splice(at);
  const request = requester(url, {
    method: wire.method,
    ...(connection.options as RequestOptions),
    ...(url.protocol === 'https:' ? { ALPNProtocols: ['http/1.1'] } : {}),
    path: connection.forward ? `${url.origin}${wire.target}` : wire.target,
    agent: connection.agent,
    ...context,
    headers: Object.fromEntries(lines),
    setHost: false,
    maxHeaderSize: maxHeadBytes,
  });
  // Errors before there is a listener are thrown.
  request.on('error', () => {});
  request.maxHeadersCount = 0;
  for (const [name, value] of late) request.setHeader(name, value);
  // Node would add its own line; HTTP/1.1 keeps connections open anyway (RFC 9112, section 9.3).
  if (!wire.headers.some(line => /^connection$/i.test(line.name))) request.removeHeader('connection');
  return request;
}
