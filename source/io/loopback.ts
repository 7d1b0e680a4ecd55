/**
 * The listener to which a login page redirects the browser (RFC 8252 7.3 and 8.3), on 127.0.0.1 and ::1 only, open for one
 * login. `core/oauth/login/callback.ts` decides what a call means; this file binds, responds and closes.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Failure, failure, isFailure } from '../core/failure.js';
import { type Page, pageHeaders, pageHtml, pageStyle } from '../core/oauth/login/page.js';

export interface LoopbackCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface LoopbackResponse {
  readonly status: number;
  readonly page: Page;
}

/** A listener on the loopback interface (RFC 8252 7.3) and its port. */
export interface Loopback {
  readonly port: number;
  /**
   * Redirects the first request for this path to a URL that must not be in a command line, where every user of the machine can
   * read it. A second request means that another program sent or will send one of them. It gets nothing, and `onSecond` is
   * called.
   */
  lead(path: string, url: string, onSecond: () => void): void;
  /** Stops listening. A pending response is finished first. */
  close(): Promise<void>;
}

/** Handles a call to the callback path while the browser waits. */
export type OnCallback = (query: URLSearchParams) => Promise<LoopbackResponse> | LoopbackResponse;

const headers = pageHeaders(createHash('sha256').update(pageStyle).digest('base64'));

const maxFormBytes = 64 * 1024;

interface Lead {
  readonly path: string;
  readonly url: string;
  readonly onSecond: () => void;
  used: boolean;
}

/** Redirects the browser, once. Returns false if something else was requested. */
function isRedirected(request: IncomingMessage, response: ServerResponse, lead: Lead | undefined): boolean {
  if (lead === undefined || request.url !== lead.path || request.method !== 'GET') return false;
  if (lead.used) {
    lead.onSecond();
    respond(request, response, opened);
  } else {
    lead.used = true;
    response.writeHead(302, { ...headers, location: lead.url, 'content-length': 0 }).end();
  }
  return true;
}

/** Responds to a call. Other paths and methods never reach the callback. */
async function responseTo(request: IncomingMessage, path: string, onCallback: OnCallback): Promise<LoopbackResponse> {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  if ((mark < 0 ? target : target.slice(0, mark)) !== path) return elsewhere;
  if (request.method === 'POST') return byForm(request, onCallback);
  // A link preview or a scanner must not use up the code.
  if (request.method !== 'GET') return notLikeThis;
  return onCallback(new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)));
}

/** `response_mode=form_post` (OAuth 2.0 Form Post Response Mode). */
async function byForm(request: IncomingMessage, onCallback: OnCallback): Promise<LoopbackResponse> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) return notLikeThis;
  let form = '';
  try {
    for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
      form += chunk;
      if (form.length > maxFormBytes) return notLikeThis;
    }
  } catch {
    // The browser has disconnected.
    return notLikeThis;
  }
  return onCallback(new URLSearchParams(form));
}

const elsewhere: LoopbackResponse = {
  status: 404,
  page: { good: false, title: 'Not found', text: 'This address is only used to complete a login.' },
};
const opened: LoopbackResponse = {
  status: 410,
  page: {
    good: false,
    title: 'Already used',
    text: 'This link starts the login only once. Start the login again.',
  },
};
const notLikeThis: LoopbackResponse = {
  status: 405,
  page: { good: false, title: 'Not allowed', text: 'A login is completed with GET, or with a form by POST.' },
};

function respond(request: IncomingMessage, response: ServerResponse, { status, page }: LoopbackResponse): void {
  const body = pageHtml(page);
  response.writeHead(status, {
    ...headers,
    ...(status === 405 ? { allow: 'GET, POST' } : {}),
    'content-length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Returns undefined if this machine has no such address. */
function bind(server: Server, host: string, port: number): Promise<number | undefined | Failure> {
  return new Promise(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(error.code ?? '')) {
        return resolve(undefined);
      }
      resolve(cannotListen(port, error.code ?? error.message));
    });
    server.listen({ host, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port));
  });
}

function cannotListen(port: number, code: string): Failure {
  let why = `port ${port} cannot be opened (${code})`;
  if (code === 'EADDRINUSE') why = `port ${port} is already in use`;
  else if (code === 'EACCES') why = `you are not permitted to use port ${port}`;
  return failure('login', `Cannot wait for the login: ${why}.`, {
    code,
    hint: 'Pass --oauth2-port 0 for a free port, or another port. The server must allow that redirect URI.',
  });
}

/** Time limit for a pending response after closing, in milliseconds. */
const closeTimeoutMs = 1000;

/** Connections without a pending response: spare ones of browsers, incomplete requests. Node would wait a minute for them. */
function quietConnections(server: Server): ReadonlyMap<string, Socket> {
  // Keyed by the remote end, because over TLS the request's socket is not the one that connected.
  const end = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  const quiet = new Map<string, Socket>();
  server.on('connection', socket => {
    const name = end(socket);
    quiet.set(name, socket);
    socket.once('close', () => quiet.delete(name));
  });
  // Each connection gets a single response.
  server.on('request', request => quiet.delete(end(request.socket)));
  return quiet;
}

interface Listener {
  readonly server: Server;
  readonly quiet: ReadonlyMap<string, Socket>;
}

const closed = ({ server, quiet }: Listener): Promise<void> =>
  new Promise(resolve => {
    const late = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    for (const socket of quiet.values()) socket.destroy();
  });

/**
 * Listens on both loopback families with the same port. Fails if either port is taken, because the other process would get the
 * code. Port 0 picks one that is free on both.
 * @param certificate for an https redirect URI
 */
export async function listenLoopback(
  port: number,
  path: string,
  onCallback: OnCallback,
  certificate?: LoopbackCertificate,
): Promise<Loopback | Failure> {
  let lead: Lead | undefined;
  const make = (): Listener => {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      if (isRedirected(request, response, lead)) return;
      void responseTo(request, path, onCallback).then(made => respond(request, response, made));
    };
    const server = certificate ? createSecureServer({ ...certificate }, listener) : createServer(listener);
    return { server, quiet: quietConnections(server) };
  };
  for (let attempt = 0; ; attempt++) {
    const servers = [make(), make()] as const;
    const bound = await bind(servers[0].server, '127.0.0.1', port);
    if (isFailure(bound)) return bound;
    const both = await bind(servers[1].server, '::1', bound ?? port);
    if (!isFailure(both)) {
      const open = both === undefined ? [servers[0]] : servers;
      return {
        port: bound ?? port,
        lead(from, url, onSecond) {
          lead = { path: from, url, onSecond, used: false };
        },
        close: async () => void (await Promise.all(open.map(closed))),
      };
    }
    await closed(servers[0]);
    if (port !== 0 || attempt >= 9) return both;
  }
}
