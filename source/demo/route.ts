/** What the demo API's routes have in common. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../core/request/loopback.js';

/**
 * Whether a request was meant for this machine, by its Host header: a page of another site whose name was made to lead here
 * (DNS rebinding) sends that site's name.
 */
export function isMeantForUs({ headers: { host = '' } }: IncomingMessage): boolean {
  return isLoopback(host.replace(/:\d*$/, ''));
}

/** A request that was read whole before its route is asked. */
export interface DemoRequest {
  readonly method: string;
  /** Absolute, as the client asked. */
  readonly url: URL;
  readonly httpVersion: string;
  /** Name and value in turn, in order and case as received. */
  readonly rawHeaders: readonly string[];
  /** First value by lower-case name. */
  header(name: string): string | undefined;
  readonly body: Buffer;
}

/** A method and a path that are answered, and how the index tells of them. */
export interface Route {
  /** `*` answers every method. */
  readonly method: string;
  /** The whole path; its groups are handed to `handle`. */
  readonly path: RegExp;
  /** A path that works as it stands, for the index. */
  readonly example: string;
  /** One line for the index. */
  readonly does: string;
  handle(request: DemoRequest, response: ServerResponse, found: readonly string[]): void | Promise<void>;
}

/** A response other than the one that was asked for; thrown by handlers. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Sends JSON, indented by nothing: the client formats it. */
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

/** The request's body as JSON or form fields. */
export function bodyFields(request: DemoRequest): Record<string, unknown> {
  const text = request.body.toString('utf8');
  if (/urlencoded/.test(request.header('content-type') ?? '')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, as for any other body that is no object.
  }
  throw new HttpProblem(400, 'The body must be a JSON object, e.g. {"title": "Emma", "authorId": 1}.');
}
