/** What a resource server says about the token it refused: WWW-Authenticate with the Bearer scheme (RFC 6750 3, RFC 9110 11.6.1). */

export interface BearerChallenge {
  readonly error?: string;
  readonly description?: string;
  readonly scope?: string;
}

const part = /\s*(?:,\s*)*([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|(?=[\s,]|$))/y;

/**
 * The first Bearer challenge of a response's header lines. One line may hold several challenges, a scheme may stand in any
 * case; what cannot be read ends the reading of its line.
 */
export function bearerChallenge(
  headers: readonly (readonly [name: string, value: string])[],
): BearerChallenge | undefined {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'www-authenticate') continue;
    let current: Record<string, string> | undefined;
    part.lastIndex = 0;
    for (;;) {
      const found = part.exec(value);
      if (!found) break;
      const [, word = '', quoted, plain] = found;
      if (quoted === undefined && plain === undefined) {
        if (current) return challengeOf(current);
        if (word.toLowerCase() === 'bearer') current = {};
      } else if (current) {
        current[word.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
      }
    }
    if (current) return challengeOf(current);
  }
  return undefined;
}

const challengeOf = (found: Record<string, string>): BearerChallenge => ({
  ...(found.error ? { error: found.error } : {}),
  ...(found.error_description ? { description: found.error_description } : {}),
  ...(found.scope ? { scope: found.scope } : {}),
});

/** Whether a 401 says that a new token may help (RFC 6750 3.1). A Bearer challenge without a reason counts: many servers give none. */
export function asksForNewToken(status: number, headers: readonly (readonly [name: string, value: string])[]): boolean {
  if (status !== 401) return false;
  const challenge = bearerChallenge(headers);
  return challenge !== undefined && (challenge.error === undefined || challenge.error === 'invalid_token');
}
