/**
 * A request that spends something: a refresh token that rotates, a code. Once it is sent, neither Ctrl-C nor `--timeout` ends
 * it before the response is kept: the server has given the next token, and takes the old one for stolen. After five seconds
 * they do.
 */
import { rm } from 'node:fs/promises';
import { reveal, type Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { tokenFile } from '../token-store.js';
import type { TokenContext } from './context.js';

const waiting =
  'The response to what was sent is awaited for 5 s, so that the login is not lost. Ctrl-C again ends at once.';

/** A signal that aborts with another: at once while `isLate` says no, else after the grace of the context. */
function delayed({ signal, tools }: TokenContext, isLate: () => boolean, onDelay?: () => void) {
  const end = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  const stop = (): void => end.abort(signal.reason);
  const onAbort = (): void => {
    if (!isLate()) {
      stop();
      return;
    }
    clock = setTimeout(stop, tools.graceMs);
    onDelay?.();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const release = (): void => {
    clearTimeout(clock);
    signal.removeEventListener('abort', onAbort);
  };
  return { signal: end.signal, release };
}

/** Does `work` with a context whose stops wait for what has been sent already. */
export async function unhurried<T>(given: TokenContext, work: (context: TokenContext) => Promise<T>): Promise<T> {
  let sent = false;
  const send: TokenContext['tools']['send'] = (spec, environment, options) =>
    given.tools.send(spec, environment, {
      ...options,
      onEvent(event) {
        if (event.kind === 'sent') sent = true;
        options?.onEvent?.(event);
      },
    });
  const { release, signal } = delayed(
    given,
    () => sent,
    () => given.ui.note(waiting),
  );
  try {
    const environment = { ...given.environment, signal };
    return await work({ ...given, environment, signal, tools: { ...given.tools, send } });
  } finally {
    release();
  }
}

/** Keeps something by `work` also where all else has been told to stop. */
export async function keptAllTheSame<T>(
  context: TokenContext,
  work: (environment: Environment) => Promise<T>,
): Promise<T> {
  const { release, signal } = delayed(context, () => true);
  try {
    return await work({ ...context.environment, signal });
  } finally {
    release();
  }
}

/** Left behind by a run until the response to its refresh is cached. */
interface Trail {
  /** An earlier run sent this refresh token, and did not live to keep the response. */
  readonly lost: boolean;
  /** The outcome is known, and kept. */
  end(): Promise<void>;
}

/** Leaves word that this refresh token is being sent, under the name of its entry. */
export async function leaveTrail(context: TokenContext, name: string, token: Secret): Promise<Trail> {
  const { environment, options } = context;
  if (!options.cache) return { lost: false, end: async () => {} };
  const file = `${tokenFile(environment)}.${name}.sent`;
  const mark = await secretName(environment, 'refresh token', reveal(token));
  const lost = readOwn(file, environment)?.toString('utf8') === mark;
  // A home that cannot be written keeps no login either.
  if (!lost) await writePrivate(file, mark, environment).catch(() => {});
  return { lost, end: () => rm(file, { force: true }).catch(() => {}) };
}
