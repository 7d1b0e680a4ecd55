/** The HTTP side of an authorization server made from a package: its login page lets in whoever has the same name and password. */
import { randomBytes } from 'node:crypto';
import { httpServer, type Seen, type TestServer } from './http-server.js';

export interface Provider {
  readonly url: string;
  /** How often somebody came to the login page. */
  readonly logins: () => number;
  /** Grant types of the token requests that were granted, in order. */
  readonly granted: string[];
  /** Ends the access tokens that were given so far, as time would. */
  expire(): void;
}

export const loginPage = (text: string): string => `<!doctype html><title>Log in</title><p>${text}
<form method="post"><input name="user"><input name="password" type="password">
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`;

export const opaque = (): string => randomBytes(16).toString('base64url');

type Parts = ReturnType<typeof partsOf>;

/** The parts of a request as both packages take them. */
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

/** A server over a package that takes requests apart itself. */
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
