/** `--digest` (RFC 7616): responds to challenges and remembers nonces. Sends nothing before a challenge. */
import { createHash } from 'node:crypto';
import { type Challenge, readChallenges, readInfo } from '../../../core/credentials/challenges.js';
import { type DigestSession, digestAuthorization, sessionFor } from '../../../core/credentials/digest.js';
import { isFailure } from '../../../core/failure.js';
import { isReplayable } from '../../../core/request/redirect.js';
import type { Signer, SignerFeedback, UnsignedRequest } from '../../../core/request/spec.js';
import { fieldValues } from '../../../core/response/field-values.js';
import { reveal, type Secret, secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { bodyHash } from './body-hash.js';

/** Signs the requests of one run. */
export function digestSigner(user: string, password: Secret, environment: Environment): Signer {
  const sessions = new Map<string, DigestSession>();
  /** The `rspauth` expected in the response to each signed request. */
  const signed = new WeakMap<UnsignedRequest, string | undefined>();
  const fresh = (challenges: readonly Challenge[]): DigestSession | undefined =>
    sessionFor(challenges, Buffer.from(environment.random(16)).toString('hex'));
  return {
    async sign(request) {
      const session = sessions.get(request.url.origin);
      // Before the first challenge, a body that can be read only once is held back.
      if (!session) return isReplayable(request.body) ? [] : [{ name: 'Expect', value: '100-continue' }];
      const hash = (text: string): string => createHash(session.hash).update(text, 'utf8').digest('hex');
      const body = session.qop === 'auth-int' ? await bodyHash(request.body, session.hash, environment) : undefined;
      if (isFailure(body)) return body;
      const { value, rspauth } = digestAuthorization(
        session,
        {
          method: request.method,
          target: request.target,
          user,
          password: reveal(password),
          bodyHash: body,
        },
        hash,
      );
      signed.set(request, rspauth);
      return [{ name: 'Authorization', value: secret(value) }];
    },
    readResponse(request, { status, headers }: SignerFeedback, note) {
      const { origin } = request.url;
      const all = (name: string) => fieldValues(headers, name);
      const session = sessions.get(origin);
      if (status !== 401) {
        const [info] = all('authentication-info').map(readInfo);
        const next = info?.get('nextnonce');
        if (session && next) Object.assign(session, { nonce: next, count: 0 });
        const due = signed.get(request);
        const shown = info?.get('rspauth')?.toLowerCase();
        if (due !== undefined && shown !== undefined && shown !== due) note(wrongProof);
        return false;
      }
      const challenges = readChallenges(all('www-authenticate'));
      const stale = challenges.some(
        ({ scheme, params }) => scheme === 'digest' && params.get('stale')?.toLowerCase() === 'true',
      );
      // Our response to the challenge was rejected, and repeating it would be as well.
      if (signed.has(request) && !stale) return false;
      const next = fresh(challenges);
      if (next) sessions.set(origin, next);
      return next !== undefined;
    },
  };
}

const wrongProof =
  'The server did not prove that it knows the password (rspauth in Authentication-Info is wrong). It may not be the server you expect.';
