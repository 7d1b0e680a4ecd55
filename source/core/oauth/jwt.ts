/** JSON Web Tokens as they are read here: taken apart, never believed (RFC 7519, RFC 7515). */

/** The two readable parts of a signed token. All of it is foreign until its signature is checked. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Takes a signed token apart without checking it; undefined: it is none. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  const [header, claims] = [objectIn(head), objectIn(body)];
  return header && claims && { header, claims };
}

/** The JSON object in base64url. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), found => found.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
