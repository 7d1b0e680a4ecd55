/** Profiles with `"confirm": true` ask before an unsafe request. */
import type { UsedProfile } from '../../core/command.js';
import { type Failure, failureIn, isFailure, usageError } from '../../core/failure.js';
import { withoutQuery } from '../../core/request/url.js';
import type { Environment } from '../../environment.js';

interface ConfirmOptions {
  readonly profile?: UsedProfile;
  readonly yes?: true;
}

/**
 * Prompts on the terminal. Undefined: send it. Without a terminal only `--yes` confirms.
 * @param what the action, e.g. `DELETE`, `the mutation rateBook`
 */
export async function confirmSending(
  what: string,
  url: string,
  { profile, yes }: ConfirmOptions,
  environment: Environment,
): Promise<Failure | undefined> {
  if (!profile?.confirm || yes) return undefined;
  const terminal = environment.stderr.isTTY ? environment.controllingTerminal : undefined;
  if (terminal === undefined) {
    return usageError(
      `The profile ${profile.name} asks before ${what} is sent, and there is no terminal to ask on.`,
      'In a script give --yes.',
    );
  }
  const { askLine } = await import('../../io/ask-line.js');
  try {
    const reply = await askLine(
      `Profile ${profile.name}: send ${what} to ${withoutQuery(url)}? [y/N]`,
      terminal,
      environment,
      environment.signal,
    );
    if (/^\s*y(?:es)?\s*$/i.test(reply ?? '')) return undefined;
  } catch (error) {
    const found = isFailure(error) ? error : failureIn(error);
    if (found) return found;
    throw error;
  }
  return usageError('Nothing was sent.', 'y sends it; --yes sends it without a question.');
}
