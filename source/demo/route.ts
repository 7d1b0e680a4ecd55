import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../core/json/loose.js';
import { isLoopback } from '../core/request/loopback.js';

/** Checks Host against DNS rebinding: a page whose name resolves to this machine sends its own site's name. */
export function isMeantForUs({ headers: { host = '' } }: IncomingMessage): boolean {
  return isLoopback(host.replace(/:\d*$/, ''));
}

export interface DemoRequest {
  readonly method: string;
  /** Absolute URL, as sent by the client. */
  readonly url: URL;
  readonly httpVersion: string;
  /** Alternating names and values, in order and case as received. */
  readonly rawHeaders: readonly string[];
  /** First value of each header by lower-case name. */
  header(name: string): string | undefined;
  readonly body: Buffer;
}

export interface Route {
  /** `*` matches every method. */
  readonly method: string;
  /** Example for the index. Its path is the only one that matches, unless there is a pattern. */
  readonly example: string;
  /** Pattern of the entire path; groups are passed to `handle`. */
  readonly path?: RegExp;
  readonly does: string;
  handle(request: DemoRequest, response: ServerResponse, matches: readonly string[]): void | Promise<void>;
}

/** Returns the groups of a path, or undefined if the route does not match it. */
export function groupsIn({ example, path }: Route, pathname: string): readonly string[] | undefined {
  if (path) return path.exec(pathname)?.slice(1);
  return example.split('?', 1)[0] === pathname ? [] : undefined;
}

export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Sends compact JSON, which the client formats. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function bodyFields(request: DemoRequest): Record<string, unknown> {
  const text = request.body.toString('utf8');
  if (/urlencoded/.test(request.header('content-type') ?? '')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below, as for any other non-object.
  }
  throw new HttpProblem(400, 'The body must be a JSON object, e.g. {"title": "Emma", "authorId": 1}.');
}
