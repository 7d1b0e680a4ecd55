/**
 * The HTTP side of an authorization server based on a package. Its login page accepts any user whose name and password are the
 * same.
 */
import { randomBytes } from 'node:crypto';
import { httpServer, type Seen, type TestServer } from './http-server.js';

export interface Provider {
  readonly url: string;
  /** Number of visits to the login page. */
  readonly logins: () => number;
  /** Grant types of successful token requests, in order. */
  readonly granted: string[];
  /** Expires all access tokens issued so far. */
  expire(): void;
}

export const loginPage = (text: string): string => `<!doctype html><title>Log in</title><p>${text}
<form method="post"><input name="user"><input name="password" type="password">
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`;

export const opaque = (): string => randomBytes(16).toString('base64url');

type Parts = ReturnType<typeof partsOf>;

/** The parts of a request in the format of both packages. */
const partsOf = ({ body, headers, method, path }: Seen) => ({
  method,
  headers: headers as Record<string, string>,
  query: Object.fromEntries(new URL(path, 'http://a.example').searchParams),
  body: Object.fromEntries(new URLSearchParams(body.toString())) as Record<string, string>,
});

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const redirect = (to: string): Reply => ({ status: 302, headers: { location: to }, body: '' });
export const html = (body: string): Reply => ({ status: 200, headers: { 'content-type': 'text/html' }, body });

/** A server for a package that parses requests itself. */
export async function serve(answer: (parts: Parts, path: string) => Promise<Reply>): Promise<TestServer> {
  return httpServer((response, seen) => {
    const path = seen.path.split('?')[0] ?? '';
    answer(partsOf(seen), path).then(
      ({ body, headers, status }) =>
        response
          .writeHead(status, {
            ...(typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
            ...headers,
          })
          .end(typeof body === 'string' ? body : JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
}
