/** Suggests a flag after a 401 that asks for a missing or unsupported login. */

import { challengeHint, readChallenges } from '../../../core/credentials/challenges.js';
import { sessionFor } from '../../../core/credentials/digest.js';
import { isAuthorization } from '../../../core/credentials/header.js';
import type { Hint } from '../../../core/hint.js';
import { fieldValues } from '../../../core/response/field-values.js';
import { reveal } from '../../../core/secret.js';
import type { ResponseHead, SentHead } from '../exchange.js';

/**
 * @param answered the 401 and its request
 * @param byDigest whether a Digest challenge would have been handled
 */
export function noteLogin(
  { head, sent }: { readonly head: ResponseHead; readonly sent: SentHead },
  byDigest: boolean,
  note: (text: Hint) => void,
): void {
  const challenges = readChallenges(fieldValues(head.headers, 'www-authenticate'));
  const line = sent.headers.find(each => isAuthorization(each.name));
  const scheme = line && /^[^ ]*/.exec(reveal(line.value))?.[0].toLowerCase();
  // The body could not be sent again, which has been noted.
  if (byDigest && scheme === undefined && sessionFor(challenges, '')) return;
  const advice = challengeHint(challenges, scheme, byDigest);
  if (advice) note(advice);
}
