/** A request on the wire, without the parts that differ between any two programs. */
import type { Seen } from '../support/servers/http-server.js';

/** The parts that can differ; `header:NAME` for each header. */
export interface OnTheWire {
  readonly method: string;
  readonly target: string;
  /** Values by lower-case name, in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Latin-1, so that every byte is a character. */
  readonly body: string;
}

/**
 * Ignored: the sender (RFC 9110 10.1.5), the offered codings (12.5.3), persistent connections, which are the default in HTTP/1.1
 * (RFC 9112 9.3), and the framing of the body. The order of headers with different names has no meaning (RFC 9110 5.3).
 */
const ofTheProgram: Readonly<Record<string, RegExp>> = {
  'user-agent': /^(?:curl|HTTPie|apiclient)\/|^httpyac$/,
  'accept-encoding': /^gzip, deflate|^deflate, gzip|^identity$/,
  connection: /^keep-alive$/i,
  'content-length': /^[1-9]\d*$/,
  'transfer-encoding': /^chunked$/,
};

/** @param host `127.0.0.1:PORT` */
export function onTheWire({ method, path, lines, body }: Seen, host: string): OnTheWire {
  const type = lines.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  const plain = (text: string): string => {
    const hidden = text.replaceAll(host, 'HOST');
    return boundary === undefined || boundary === 'mine' ? hidden : hidden.replaceAll(boundary, 'BOUNDARY');
  };
  const headers: Record<string, string[]> = {};
  for (const [name, value] of lines) {
    const lower = name.toLowerCase();
    if (ofTheProgram[lower]?.test(value)) continue;
    headers[lower] = [...(headers[lower] ?? []), plain(value)];
  }
  return { method, target: plain(path), headers, body: plain(body.toString('latin1')) };
}

/** The parts in which two requests differ. */
export function differences(one: OnTheWire, other: OnTheWire): readonly string[] {
  const names = [...new Set([...Object.keys(one.headers), ...Object.keys(other.headers)])].sort();
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  return [
    ...(one.method === other.method ? [] : ['method']),
    ...(one.target === other.target ? [] : ['target']),
    ...names.filter(name => differs(one.headers[name], other.headers[name])),
    ...(one.body === other.body ? [] : ['body']),
  ];
}
