/** The demo's two OAuth clients, and their authentication. */
import { createHash } from 'node:crypto';

export const demoClient = 'demo';
/** Of `demoClient`; printed in the index, so it protects nothing. */
export const demoSecret = 'demo-secret';
/** Without a secret: uses PKCE. */
export const demoPublicClient = 'demo-public';

/** An error response of RFC 6749 5.2. */
export class OAuthErrorResponse extends Error {
  readonly code: string;
  constructor(code: string, description = '') {
    super(description);
    this.code = code;
  }
}

const decode = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

export function clientOf(authorization: string | undefined, form: URLSearchParams): string {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  const [id = '', secret] = encoded
    ? Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decode)
    : [form.get('client_id') ?? '', form.get('client_secret') ?? undefined];
  if (id === demoPublicClient && secret === undefined) return id;
  if (id === demoClient && secret === demoSecret) return id;
  throw new OAuthErrorResponse(
    'invalid_client',
    `The clients are ${demoClient} with the secret ${demoSecret}, and ${demoPublicClient} with none.`,
  );
}

/** The S256 challenge of a verifier (RFC 7636 4.6). */
export const challengeOf = (verifier: string | null): string | undefined =>
  verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url');

/** Whether a redirect URI is on this machine. Any port will do (RFC 8252 7.3). */
export const isOwnRedirect = (uri: string): boolean => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//.test(uri);
