/**
 * Delays interruptions of requests that use up a code or a rotating refresh token. Once such a request has been sent, Ctrl-C
 * and `--timeout` do not end it until the response has been stored: the server has issued the next token, and would treat the
 * old one as stolen. After five seconds they do end it.
 */
import { rm } from 'node:fs/promises';
import { reveal, type Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { tokenFile } from '../token-store.js';
import type { TokenContext } from './context.js';

const waiting = 'Waiting up to 5 s for the response, so that the login is not lost. Press Ctrl-C again to stop now.';

/** A signal that aborts with another one: at once while `isLate` returns false, otherwise after the context's grace period. */
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

/** Runs `work` with a context that delays interruptions once a request has been sent. */
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

/** Runs `work`, which stores a result, even after everything else has been interrupted. */
export async function storedAnyway<T>(
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

/** A marker file that a run leaves until the response to its refresh is cached. */
interface Trail {
  /** An earlier run sent this refresh token, but ended before it stored the response. */
  readonly lost: boolean;
  /** Removes the marker: the outcome is known and stored. */
  end(): Promise<void>;
}

/** Records that this refresh token is being sent, under the name of its entry. */
export async function leaveTrail(context: TokenContext, name: string, token: Secret): Promise<Trail> {
  const { environment, options } = context;
  if (!options.cache) return { lost: false, end: async () => {} };
  const file = `${tokenFile(environment)}.${name}.sent`;
  const mark = await secretName(environment, 'refresh token', reveal(token));
  const lost = readOwn(file, environment)?.toString('utf8') === mark;
  // If the home is not writable, logins are not stored either.
  if (!lost) await writePrivate(file, mark, environment).catch(() => {});
  return { lost, end: () => rm(file, { force: true }).catch(() => {}) };
}
