/** A tab's login, replaced or modified by the `--oauth2` flags in the `# @flags` of a request. */
import { revealedFlags } from '../../../core/credentials/written-flags.js';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { wordsLeft } from '../../../core/session/words.js';
import type { Identity } from '../../model/identity.js';
import type { EffectContext } from '../context.js';

/** Identities by the flags that modify them. Tokens are shared by requests with the same flags. */
const identitiesOf = memoizeWeak((_identity: Identity) => new Map<string, Identity>());

/**
 * Returns the identity with which a request is sent.
 * @param flags `--oauth2` flags of the request, as words
 */
export function withLoginFlags(
  identity: Identity,
  flags: readonly string[],
  url: string,
  { start }: EffectContext,
): Identity | Failure {
  if (flags.length === 0) return identity;
  const { oauth2 } = identity.auth;
  if (oauth2 === undefined && !flags.some(word => word.startsWith('--oauth2=')))
    return usageError('# @flags modify an OAuth 2.0 login, but this tab has none.', 'Press H to log in with OAuth.');
  const identities = identitiesOf(identity);
  const key = flags.join('\n');
  const cached = identities.get(key);
  if (cached) return cached;
  const tabWords = revealedFlags({ oauth2, apiKeys: [] }).map(([flag, value]) =>
    value === undefined ? flag : `${flag}=${value}`,
  );
  const read = start.readWords([...wordsLeft(tabWords, flags), ...flags], url);
  if (isFailure(read)) return read;
  const modified = { ...identity, auth: read.auth };
  identities.set(key, modified);
  return modified;
}
