/**
 * One request for all runs that need the same token at the same time: the holder of the lock sends it, and the others wait and
 * use its result, even a rejection. If twenty runs meet a server that hangs, they therefore all end together.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { hint, tryAgain } from '../../core/hint.js';
import { isKnownError, serverErrorFailure } from '../../core/oauth/error-words.js';
import { keyText } from '../../core/oauth/stored-token.js';
import type { OAuth2Options } from '../../core/options.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { pruneFolder } from '../files/prune.js';
import { tokenFile, withStoreLock } from '../token-store.js';
import type { TokenContext } from './context.js';

/** A request, and how waiting processes get its result. */
interface SharedRequest<T> {
  /** Identifies the request. Part of a file name, so it contains no secrets. */
  readonly name: string;
  /** Returns the result of another run, or undefined to send the request. */
  look(): Promise<T | undefined>;
  ask(): Promise<T | Failure>;
  /** Called if another run is sending it and this run waits. */
  onWait?(): void;
}

const hourMs = 60 * 60 * 1000;

/**
 * Returns the result of this run, or of the run for which it waited. Runs that do not use the cache share nothing. Rejects with
 * the signal's reason.
 */
export async function shareRequest<T>(context: TokenContext, shared: SharedRequest<T>): Promise<T | Failure> {
  const { environment, options, signal } = context;
  if (!options.cache) return shared.ask();
  const alone = async (waitedSince: number | undefined): Promise<T | Failure> => {
    const latest = await shared.look();
    if (latest !== undefined) return latest;
    if (waitedSince !== undefined) {
      const refusal = await refusalSince(context, shared.name, waitedSince);
      if (refusal) return refusal;
    }
    // Only read by runs that are waiting now.
    await pruneFolder(path.dirname(tokenFile(environment)), /^tokens\.json\..+\.refused$/, environment, hourMs);
    const began = environment.monotonic();
    const answer = await shared.ask();
    const spentMs = environment.monotonic() - began;
    if (isFailure(answer) && concernsOthers(answer, context)) await tellOthers(context, shared.name, answer, spentMs);
    else await rm(outcomeFile(context, shared.name), { force: true }).catch(() => {});
    return answer;
  };
  return withStoreLock(environment, shared.name, signal, alone, shared.onWait);
}

const outcomeFile = ({ environment }: TokenContext, name: string): string =>
  `${tokenFile(environment)}.${name}.refused`;

/** Whether the failure may affect other runs: not if this run caused it, or its environment did. */
const concernsOthers = (failure: Failure, { signal }: TokenContext): boolean =>
  failure.kind === 'timeout' || (failure.kind === 'login' && failure.code !== 'unattended' && !signal.aborted);

/** Writes the outcome for the runs that are waiting now, without text from the server. */
async function tellOthers(context: TokenContext, name: string, failure: Failure, spentMs: number): Promise<void> {
  const { kind } = failure;
  const code = failure.code !== undefined && isKnownError(failure.code) ? failure.code : undefined;
  const patience = kind === 'timeout' && context.endsAt !== undefined ? { spentMs } : {};
  const refusal = { at: Date.now(), for: await askerName(context), kind, code, ...patience };
  // Without it they send their own requests.
  await writePrivate(outcomeFile(context, name), JSON.stringify(refusal), context.environment).catch(() => {});
}

/** Returns the rejection that another run received meanwhile, if it applies to this run as well. */
async function refusalSince(context: TokenContext, name: string, waitedSince: number): Promise<Failure | undefined> {
  try {
    const left = readOwn(outcomeFile(context, name), context.environment)?.toString('utf8');
    const refusal = JSON.parse(left ?? '') as Record<string, unknown>;
    const { at, kind, code, spentMs } = refusal;
    if (typeof at !== 'number' || at < waitedSince) return undefined;
    if ((kind !== 'login' && kind !== 'timeout') || refusal.for !== (await askerName(context))) return undefined;
    // Its own --timeout ended it. Retry if we have more time left than it had.
    if (typeof spentMs === 'number' && leftMs(context) > spentMs) return undefined;
    return failureOfOther(kind, typeof code === 'string' ? code : undefined, context.options);
  } catch {
    return undefined;
  }
}

/** The failure of another run, in our own words. @param code a known OAuth error */
function failureOfOther(kind: 'login' | 'timeout', code: string | undefined, options: OAuth2Options): Failure {
  const what = `The token request of another run to ${options.issuer ?? options.tokenUrl}`;
  if (code !== undefined) return serverErrorFailure(what, { code }, { options });
  return failure(kind, `${what} ${kind === 'timeout' ? 'timed out' : 'failed'}.`, {
    hint: hint`${tryAgain} to see the reason.`,
  });
}

const leftMs = ({ endsAt, environment }: TokenContext): number =>
  endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - environment.monotonic();

/** A name for the client and its route: another secret or another proxy may succeed. Nothing can be recovered from it. */
function askerName(context: TokenContext): Promise<string> {
  const { environment, network, options, proof } = context;
  const { proxy, insecure, caFile, certFile, keyFile, resolve, family } = network;
  return secretName(
    environment,
    keyText(options),
    JSON.stringify([
      [options.clientSecret?.from, options.password?.from, proof?.marks],
      [options.clientAuth, options.clientKey, options.par, options.pkce, options.redirectUri, options.port],
      context.seed?.mark,
      [proxy, insecure, caFile, certFile, keyFile, resolve, family],
    ]),
  );
}
