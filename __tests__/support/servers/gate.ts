/**
 * A server that authenticates clients before forwarding to another server: requests, and WebSockets from their upgrade on. It
 * requires a Digest (RFC 7616) or an AWS signature, each checked by separate code, word for word.
 */
import { createHash, createHmac } from 'node:crypto';
import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** The part of a request that a gate checks. */
export interface AtGate {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Lines of the response. With `refused`, nothing is forwarded. */
export interface Judgement {
  readonly refused: boolean;
  readonly lines: Readonly<Record<string, string>>;
}

export interface Gate {
  readonly url: string;
  /** The requests in order: `401` or `ok`, the method, `upgrade` if it was one, and the first letters of Authorization. */
  readonly seen: string[];
  close(): Promise<void>;
}

/** @param behind origin of the protected server */
export async function startGate(behind: string, judge: (request: AtGate) => Judgement): Promise<Gate> {
  const { hostname, port } = new URL(behind);
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const judged = ({ method = '', url: target = '', headers }: Incoming, body: Buffer): Judgement => {
    const judgement = judge({ method, target, headers, body });
    const [scheme = '', more = ''] = (headers.authorization ?? 'nothing').split(' ');
    const count = /nc=(\w+)/.exec(more + headers.authorization)?.[1] ?? '';
    seen.push(
      [judgement.refused ? '401' : 'ok', headers.upgrade ? 'upgrade' : method, scheme, count.replace(/^0+/, '')]
        .filter(Boolean)
        .join(' '),
    );
    return judgement;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { refused, lines } = judged(request, body);
    for (const [name, value] of Object.entries(lines)) response.setHeader(name, value);
    if (refused) return void response.writeHead(401).end('who?');
    const { method, url: target, headers } = request;
    ask({ hostname, port, method, path: target, headers }, answer => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    }).end(body);
  });
  server.on('connection', socket => sockets.add(socket));
  server.on('upgrade', (request, socket: Socket, first: Buffer) => {
    const { refused, lines } = judged(request, Buffer.alloc(0));
    const own = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    if (refused) {
      socket.end(`HTTP/1.1 401 Unauthorized\r\n${own.join('')}Content-Length: 0\r\n\r\n`);
      return;
    }
    const to = connect(Number(port), hostname, () => {
      const pairs = request.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
      to.write(`${request.method} ${request.url} HTTP/1.1\r\n${pairs.join('')}\r\n`);
      to.write(first);
      to.once('data', (head: Buffer) => {
        // The gate's own lines follow the status line.
        const text = head.toString('latin1').replace('\r\n', `\r\n${own.join('')}`);
        socket.write(Buffer.from(text, 'latin1'));
        to.pipe(socket);
      });
      socket.pipe(to);
    });
    sockets.add(to);
    for (const each of [to, socket]) each.on('error', () => {});
    socket.on('close', () => to.destroy());
    to.on('close', () => socket.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Incoming = Pick<AtGate, 'headers'> & { readonly method?: string; readonly url?: string };

const fieldOf = (line: string, name: string): string =>
  new RegExp(`[ ,]${name}=(?:"([^"]*)"|([^",\\s]*))`).exec(line)?.slice(1).find(Boolean) ?? '';

/** Parameters of a server's Digest challenge. */
export interface DigestWays {
  readonly qop?: 'auth' | 'auth-int';
  /** MD5, SHA-256, or either with `-sess`. */
  readonly algorithm?: string;
  /** Number of uses after which a nonce is stale. Unlimited if absent. */
  readonly uses?: number;
  /** True if every response contains the nonce of the next request (3.5). */
  readonly next?: true;
  /** The Authentication-Info of the response, if any. */
  readonly rspauth?: 'right' | 'wrong';
}

/** Accepts ada with the password `pw`. A nonce count that was already used is a replay and is rejected. */
export function byDigest(ways: DigestWays = {}): (request: AtGate) => Judgement {
  const { qop = 'auth', algorithm = 'MD5', uses = Number.POSITIVE_INFINITY } = ways;
  const hash = (text: string | Buffer): string =>
    createHash(/^sha-256/i.test(algorithm) ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  const counts = new Map<string, number>();
  let made = 0;
  const fresh = (): string => {
    const nonce = `nonce-${++made}`;
    counts.set(nonce, 0);
    return nonce;
  };
  const challenge = (stale: boolean): Judgement => ({
    refused: true,
    lines: {
      'www-authenticate': `Digest realm="books", nonce="${fresh()}", qop="${qop}", algorithm=${algorithm}, opaque="o"${stale ? ', stale=true' : ''}`,
    },
  });
  return ({ method, target, headers, body }) => {
    const line = headers.authorization ?? '';
    const [nonce, nc, cnonce] = [fieldOf(line, 'nonce'), fieldOf(line, 'nc'), fieldOf(line, 'cnonce')];
    const secret = hash('ada:books:pw');
    const a1 = /-sess$/i.test(algorithm) ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
    const proof = (what: string): string => hash(`${a1}:${nonce}:${nc}:${cnonce}:${qop}:${hash(what)}`);
    const due = proof(`${method}:${target}${qop === 'auth-int' ? `:${hash(body)}` : ''}`);
    const said = ['response', 'uri', 'qop', 'opaque', 'algorithm'].map(name => fieldOf(line, name));
    if (said.join() !== [due, target, qop, 'o', algorithm].join()) return challenge(false);
    const [used = uses, count] = [counts.get(nonce), Number.parseInt(nc, 16)];
    if (used >= uses) return challenge(true);
    if (count !== used + 1) return challenge(false);
    counts.set(nonce, count);
    const info = [
      ...(ways.next ? [`nextnonce="${fresh()}"`] : []),
      ...(ways.rspauth ? [`qop=${qop}`, `rspauth="${ways.rspauth === 'right' ? proof(`:${target}`) : hash('')}"`] : []),
    ];
    return { refused: false, lines: info.length > 0 ? { 'authentication-info': info.join(', ') } : {} };
  };
}

/** Accepts requests signed with AWS Signature Version 4, with the key `AKID` and its secret, for a region and a service. */
export function bySignature(secret: string, region: string, service: string): (request: AtGate) => Judgement {
  const hex = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
  const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return ({ method, target, headers, body }) => {
    const line = headers.authorization ?? '';
    const date = String(headers['x-amz-date']);
    const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
    const names = fieldOf(line, 'SignedHeaders').split(';');
    const { pathname, searchParams } = new URL(target, 'http://gate');
    searchParams.sort();
    const canonical = [
      method,
      pathname,
      searchParams.toString(),
      ...names.map(name => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
      '',
      names.join(';'),
      hex(body),
    ].join('\n');
    const text = ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n');
    const key = [date.slice(0, 8), region, service, 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${secret}`);
    const right =
      fieldOf(line, 'Credential') === `AKID/${scope}` &&
      names.includes('host') &&
      fieldOf(line, 'Signature') === mac(key, text).toString('hex');
    return { refused: !right, lines: {} };
  };
}
