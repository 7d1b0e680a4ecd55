/** The bytes of a complete HTTP/1.1 response with arbitrary lines, for servers that send what no HTTP library would. */

/** Adds a matching Content-Length, unless the lines already contain one. Lines are Latin-1. */
export function answer(lines: readonly string[], body: string | Uint8Array = '', status = 'HTTP/1.1 200 OK'): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  const has = (name: string) => lines.some(line => line.toLowerCase().startsWith(`${name}:`));
  const length = has('content-length') || has('transfer-encoding') ? [] : [`Content-Length: ${bytes.length}`];
  const head = [status, ...lines, ...length, 'Connection: close', '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
