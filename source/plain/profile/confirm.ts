/** Profiles with `"confirm": true` prompt before an unsafe request. */
import type { UsedProfile } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { withoutQuery } from '../../core/request/url.js';
import type { Environment } from '../../environment.js';
import { ask, canAsk, isYes } from '../parts/ask.js';

interface ConfirmOptions {
  readonly profile?: UsedProfile;
  readonly yes?: true;
}

/**
 * Prompts on the terminal. Returns undefined to send the request. Without a terminal only `--yes` confirms.
 * @param what the action, e.g. `DELETE`, `the mutation rateBook`
 */
export async function confirmSending(
  what: string,
  url: string,
  { profile, yes }: ConfirmOptions,
  environment: Environment,
): Promise<Failure | undefined> {
  if (!profile?.confirm || yes) return undefined;
  if (!canAsk(environment))
    return usageError(
      `The profile ${profile.name} requires confirmation before ${what} is sent, but there is no terminal.`,
      'In a script, pass --yes.',
    );
  const reply = await ask(`Profile ${profile.name}: send ${what} to ${withoutQuery(url)}? [y/N]`, environment);
  if (isFailure(reply)) return reply;
  if (isYes(reply)) return undefined;
  return usageError('Nothing was sent.', 'Answer y to send it, or pass --yes to skip the prompt.');
}
