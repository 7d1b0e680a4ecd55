/** A 401 that asks for a login which was not given, or is not known here: says what to type. */
import { challengeHint, readChallenges } from '../../../core/credentials/challenges.js';
import { isAuthorization } from '../../../core/credentials/header.js';
import { reveal } from '../../../core/secret.js';
import type { ResponseHead, SentHead } from '../exchange.js';

/**
 * @param answered the 401, and the request it answers
 * @param byDigest a challenge for Digest would have been answered
 */
export function noteLogin(
  { head, sent }: { readonly head: ResponseHead; readonly sent: SentHead },
  byDigest: boolean,
  note: (text: string) => void,
): void {
  const asked = head.headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
  const line = sent.headers.find(each => isAuthorization(each.name));
  const scheme = line && /^[^ ]*/.exec(reveal(line.value))?.[0].toLowerCase();
  const advice = challengeHint(readChallenges(asked), scheme, byDigest);
  if (advice) note(advice);
}
