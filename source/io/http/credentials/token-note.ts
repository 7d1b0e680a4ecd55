/** Explains an API's rejection of an OAuth token: what the token contains, and what the API requires. */
import { readChallenges } from '../../../core/credentials/challenges.js';
import { missingScope } from '../../../core/credentials/header.js';
import { cut } from '../../../core/oauth/cut.js';
import { clockWords } from '../../../core/oauth/error-words.js';
import { decodeJwt } from '../../../core/oauth/jwt.js';
import { nextStep } from '../../../core/oauth/next-steps.js';
import type { OAuth2Options } from '../../../core/options.js';
import { reveal, type Secret } from '../../../core/secret.js';
import type { ResponseHead } from '../exchange.js';

/** The login that provided the token. */
export interface TokenLogin {
  readonly options: OAuth2Options;
  /** Scope granted with the token. */
  readonly scope?: string | undefined;
}

/**
 * @param refused the 401 or 403
 * @param now milliseconds since 1970
 */
export function noteToken(
  refused: ResponseHead,
  token: Secret,
  { options, scope: granted }: TokenLogin,
  now: number,
  note: (text: string) => void,
): void {
  const values = (name: string) =>
    refused.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const challenges = values('www-authenticate');
  const parts = challenges.length === 0 ? [] : requirementsIn(challenges);
  const advice = nextStep({
    code: '',
    status: refused.status,
    options,
    token: {
      contents: contentsOf(token),
      required: parts.length === 0 ? undefined : `The API requires ${parts.join(', ')}.`,
      granted,
      scope: missingScope(challenges),
    },
  });
  const [date = ''] = values('date');
  const skew = refused.status === 401 && date !== '' ? clockWords(now - Date.parse(date)) : undefined;
  for (const text of [advice, skew]) if (text !== undefined) note(text);
}

/** Describes the token if it is a JWT. Its claims are untrusted. */
function contentsOf(token: Secret): string | undefined {
  const claims = decodeJwt(reveal(token))?.claims;
  if (claims === undefined) return undefined;
  const text = (value: unknown): string => cut([value].flat().map(String).join(', '), 200);
  const scope = claims.scope ?? claims.scp;
  return [
    `The token is from ${claims.iss === undefined ? 'an unnamed issuer' : text(claims.iss)}`,
    claims.aud === undefined ? ', without an audience' : `, for the audience ${text(claims.aud)}`,
    scope === undefined ? ', without a scope.' : `, with the scope "${text(scope)}".`,
  ].join('');
}

/** Parameters of a challenge that describe the required token (RFC 6750 3). */
const requirements = ['realm', 'scope', 'resource', 'authorization_uri', 'error_description'];

const requirementsIn = (challenges: readonly string[]): readonly string[] =>
  readChallenges(challenges)
    .filter(({ scheme }) => scheme === 'bearer' || scheme === 'dpop')
    .flatMap(({ params }) =>
      requirements.flatMap(name => {
        const value = params.get(name);
        return value ? [`${name} "${cut(value, 200)}"`] : [];
      }),
    );
