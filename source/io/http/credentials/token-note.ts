/** Explains an API's rejection of an OAuth token by the token's claims and the API's requirements. */

import { readChallenges } from '../../../core/credentials/challenges.js';
import { missingScope } from '../../../core/credentials/header.js';
import type { Hint } from '../../../core/hint.js';
import { maskOf } from '../../../core/masking/mask.js';
import { clockWords } from '../../../core/oauth/error-words.js';
import { decodeJwt } from '../../../core/oauth/jwt.js';
import { nextStep } from '../../../core/oauth/next-steps.js';
import type { OAuth2Options } from '../../../core/options.js';
import { fieldValues } from '../../../core/response/field-values.js';
import { reveal, type Secret } from '../../../core/secret.js';
import { truncate } from '../../../core/truncate.js';
import type { ResponseHead } from '../exchange.js';

/** The login that provided the token. */
export interface TokenLogin {
  readonly options: OAuth2Options;
  /** Scope granted with the token. */
  readonly scope?: string | undefined;
}

/**
 * @param rejection the 401 or 403
 * @param now milliseconds since 1970
 */
export function noteToken(
  rejection: ResponseHead,
  token: Secret,
  { options, scope }: TokenLogin,
  now: number,
  note: (text: Hint) => void,
): void {
  const values = (name: string) => fieldValues(rejection.headers, name);
  // A server may repeat the token in its challenge.
  const mask = maskOf([reveal(token)]);
  const challenges = values('www-authenticate').map(mask);
  const advice = nextStep({
    code: '',
    status: rejection.status,
    options,
    token: {
      contents: contentsOf(token),
      required: requirementsIn(challenges),
      grantedScope: scope,
      scope: missingScope(challenges),
    },
  });
  const [date = ''] = values('date');
  const skew = rejection.status === 401 && date !== '' ? clockWords(now - Date.parse(date)) : undefined;
  for (const text of [advice, skew]) if (text !== undefined) note(text);
}

/** Describes the token if it is a JWT. Its claims are untrusted. */
function contentsOf(token: Secret): string | undefined {
  const claims = decodeJwt(reveal(token))?.claims;
  if (claims === undefined) return undefined;
  const text = (value: unknown): string => truncate([value].flat().map(String).join(', '), 200);
  const scope = claims.scope ?? claims.scp;
  return [
    `The token is from ${claims.iss === undefined ? 'an unnamed issuer' : text(claims.iss)}`,
    claims.aud === undefined ? ', without an audience' : `, for the audience ${text(claims.aud)}`,
    scope === undefined ? ', without a scope.' : `, with the scope "${text(scope)}".`,
  ].join('');
}

/** Parameters of a challenge that describe the required token (RFC 6750 3). */
const requirements = ['realm', 'scope', 'resource', 'authorization_uri'];

function requirementsIn(challenges: readonly string[]): string | undefined {
  const params = readChallenges(challenges)
    .filter(({ scheme }) => scheme === 'bearer' || scheme === 'dpop')
    .map(each => each.params);
  const named = params.flatMap(each =>
    requirements.flatMap(name => {
      const value = each.get(name);
      return value ? [`${name} "${truncate(value, 200)}"`] : [];
    }),
  );
  const reported = params.flatMap(each => each.get('error_description') ?? []);
  const sentences = [
    ...(named.length === 0 ? [] : [`The API requires ${named.join(', ')}.`]),
    ...reported.map(text => `The API reports "${truncate(text, 200)}".`),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
