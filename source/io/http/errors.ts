/** Explains connection errors. Messages may quote untrusted text, which the printer makes safe. */

import { type Failure, failure, failureIn } from '../../core/failure.js';
import { flagsOnly, type Hint, hint } from '../../core/hint.js';
import { shownHost } from '../../core/request/host.js';
import { systemErrors } from '../../core/system-errors.js';
import { explainSocks } from './connection/proxy-refusal.js';
import { type Explanation, proxyHint, type Route, withHttp2 } from './connection/route.js';
import { explainTls } from './connection/tls-errors.js';

function closedHint(route: Route): string {
  if (route.protocol === 'http:') return 'The server may expect https://, or may have rejected the request.';
  const hint =
    route.clientCertificate === undefined
      ? 'The server may have crashed or rejected the request. Try again.'
      : `The server may have rejected the client certificate ${route.clientCertificate}. Check its issuer, its dates and its purpose.`;
  return route.http1Only ? `${hint} If it requires HTTP/2: ${withHttp2(route)}` : hint;
}

interface SystemError extends Error {
  readonly code?: string;
  readonly errors?: readonly SystemError[];
  readonly hostname?: string;
  readonly rawPacket?: Buffer;
  readonly reason?: string;
}

/** Returns a failure for an error of node:net, node:tls, node:http or node:dns, or the failure that the error contains. */
export function explain(error: unknown, route: Route): Failure {
  const carried = failureIn(error);
  if (carried) return carried;
  const top = error as SystemError;
  // If several addresses were tried, the first error is the useful one.
  const main = top.errors?.[0] ?? top;
  // The SOCKS client passes on only the message.
  const code = main.code ?? top.code ?? /^(?:connect|getaddrinfo) (E[A-Z_]+)\b/.exec(main.message ?? '')?.[1] ?? '';
  const found =
    explainSocks(main.message, route) ??
    explainTls(code, main, route) ??
    explainParser(code, main, route) ??
    explainNetwork(code, main, route);
  return failure(found.kind, found.text, { code: code || undefined, hint: found.hint, cause: error });
}

function explainNetwork(code: string, error: SystemError, route: Route): Explanation {
  const host = error.hostname ?? /^getaddrinfo E[A-Z_]+ (\S+)/.exec(error.message)?.[1];
  const where = route.unixSocket ?? (route.proxy ? `the proxy ${route.proxy}` : route.server);
  const name = host === undefined ? where : shownHost(host);
  const network = (text: string, hint: Hint): Explanation => ({
    kind: 'network',
    text: text.replace(/^the proxy /, 'The proxy '),
    hint,
  });
  const isProxys = route.proxy !== undefined && host !== undefined && new URL(route.proxy).hostname === host;
  const hintOn = (usual: string): string => (isProxys ? proxyHint(route) : undefined) ?? usual;
  switch (code) {
    case 'ENOTFOUND':
      return network(
        `No host named ${name}.`,
        hintOn('Check the name, or set its address with --resolve HOST:PORT:ADDRESS.'),
      );
    case 'EAI_AGAIN':
      return network(
        `The name ${name} could not be resolved.`,
        hintOn('Check the network and the name server, then try again.'),
      );
    case 'ECONNREFUSED':
      return network(
        `${where} refused the connection.`,
        route.unixSocket
          ? 'Is the server running, and is this its socket?'
          : (proxyHint(route) ?? 'Is the server running, and is the port right?'),
      );
    case 'ENOENT':
      return network(`No socket at ${where}.`, 'Is the server running? Pass its socket with --unix-socket.');
    case 'EACCES':
    case 'EPERM':
      return network(
        `The connection to ${where} is not permitted.`,
        'Check the permissions of the socket and the firewall.',
      );
    case 'ETIMEDOUT':
      return network(
        `${where} did not answer in time.`,
        proxyHint(route) ?? 'Is the server running? A firewall may drop packets to it.',
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return network(
        `No route to ${where}.`,
        proxyHint(route) ?? 'Check the network. -4 or -6 chooses the address type.',
      );
    case 'EINVAL':
      if (!error.message.includes('%')) break;
      return network(
        `The zone of ${where} is not a network interface of this machine.`,
        'Run ip link (or ifconfig) to list them. The zone follows %25 in the URL.',
      );
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return network(`${where} closed the connection without a response.`, closedHint(route));
    case 'ERR_INVALID_CHAR':
    case 'ERR_INVALID_HTTP_TOKEN':
    case 'ERR_INVALID_URL':
    case 'ERR_HTTP2_INVALID_CONNECTION_HEADERS':
    case 'ERR_HTTP2_HEADER_SINGLE_VALUE':
      return {
        kind: 'usage',
        text: `The request cannot be sent: ${error.message.replace(/\.$/, '')}.`,
        hint: 'Check the URL, the method and the headers.',
      };
    case 'ERR_UNESCAPED_CHARACTERS':
      return {
        kind: 'usage',
        text: 'The request cannot be sent: the URL contains a space.',
        hint: 'Write %20 instead, or remove --path-as-is.',
      };
    case 'ERR_INVALID_ARG_TYPE':
      if (!error.message.includes('headers.host')) break;
      return {
        kind: 'usage',
        text: 'The request cannot be sent: it has two Host headers (RFC 9112, section 3.2).',
        hint: 'Remove one of them.',
      };
  }
  // The SOCKS client passes on the empty message of an AggregateError.
  if (route.proxy && !error.message && !code)
    return network(`${where} cannot be reached at any of its addresses.`, 'Is it running, and is the port right?');
  const explanation = systemErrors[code];
  if (explanation) return network(`The connection to ${where} failed: ${explanation[0]}.`, explanation[1]);
  return network(
    `The exchange with ${where} failed: ${error.message || code}.`,
    hint`Try again.${flagsOnly(' Pass -v to see the request.')}`,
  );
}

const objections: Readonly<Record<string, string>> = {
  HPE_INVALID_CONSTANT: 'it does not begin with HTTP/1.x',
  HPE_INVALID_VERSION: 'its HTTP version is invalid',
  HPE_INVALID_STATUS: 'its status is not three digits',
  HPE_INVALID_HEADER_TOKEN: 'a header contains a forbidden character',
  HPE_CR_EXPECTED: 'a line ends without a carriage return',
  HPE_LF_EXPECTED: 'a header contains a forbidden carriage return',
  HPE_INVALID_CONTENT_LENGTH: 'its Content-Length is not a single number',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'it has two lengths, or both a length and chunks',
  HPE_INVALID_TRANSFER_ENCODING: 'its Transfer-Encoding is invalid, or it also has a length',
  HPE_INVALID_CHUNK_SIZE: 'the size of a chunk is not a number',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'the extensions of a chunk are too long',
  HPE_INVALID_EOF_STATE: 'it ends early',
  HPE_CLOSED_CONNECTION: 'data follows after its end',
  HPE_STRICT: 'it violates HTTP',
};

function explainParser(code: string, error: SystemError, route: Route): Explanation | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      kind: 'limit',
      text: "The response's headers are larger than 256 KiB.",
      hint: 'The server is broken or hostile.',
    };
  }
  if (!code.startsWith('HPE_')) return undefined;
  const start = error.rawPacket?.subarray(0, 64).toString('latin1') ?? '';
  if (/^[\x15\x16]\x03/.test(start)) {
    return {
      kind: 'protocol',
      text: 'The server uses TLS on this port, not plain HTTP.',
      hint: 'Use https:// in the URL.',
    };
  }
  if (start.startsWith('SSH-')) {
    return {
      kind: 'protocol',
      text: 'An SSH server answers on this port, not an HTTP server.',
      hint: 'Check the port.',
    };
  }
  if (/^PRI \* HTTP\/2|^\0\0[\s\S]\x04\0/.test(start)) {
    if (route.protocol === 'https:')
      return route.http2
        ? {
            kind: 'protocol',
            text: `${route.server} uses HTTP/2, but did not select it in the handshake (ALPN).`,
            hint: 'The server is broken and cannot be made to use HTTP/1.1.',
          }
        : { kind: 'protocol', text: `${route.server} requires HTTP/2.`, hint: withHttp2(route) };
    return {
      kind: 'protocol',
      text: 'The server supports only HTTP/2 without TLS on this port.',
      hint: 'Use its https:// port.',
    };
  }
  const words = explainParserWords(error);
  return {
    kind: 'protocol',
    text: `The response is not valid HTTP: ${words}.`,
    hint: 'Is this the port of an HTTP server?',
  };
}

/** Why the parser stopped, to follow "it is not valid HTTP:", or undefined for other errors. */
export function explainParserWords(error: Error): string | undefined {
  const { code = '', reason } = error as SystemError;
  if (!code.startsWith('HPE_')) return undefined;
  return objections[code] ?? `the parser reports ${reason ?? code}`;
}
