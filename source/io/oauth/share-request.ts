/**
 * One request for all runs that want the same token at the same time: whoever holds the lock asks, the others wait for its
 * end and take what it found, a refusal too. So twenty runs that meet a server that hangs end together.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { isKnownError, serverErrorFailure } from '../../core/oauth/error-words.js';
import { keyText } from '../../core/oauth/stored-token.js';
import type { OAuth2Options } from '../../core/options.js';
import { readOwn } from '../files/own-file.js';
import { secretName, writePrivate } from '../files/private-file.js';
import { pruneFolder } from '../files/prune.js';
import { tokenFile, withStoreLock } from '../token-store.js';
import type { TokenContext } from './context.js';

/** A request, and how waiting processes learn of its result. */
interface SharedRequest<T> {
  /** Tells apart what is asked for; part of a file's name, so nothing secret. */
  readonly name: string;
  /** The result of another run; undefined: send the request. */
  look(): Promise<T | undefined>;
  ask(): Promise<T | Failure>;
  /** Another run is asking; this one waits. */
  onWait?(): void;
}

const hourMs = 60 * 60 * 1000;

/** Answers what was found, by this run or by the one it waited for. Rejects with the signal's reason. */
export async function shareRequest<T>(context: TokenContext, shared: SharedRequest<T>): Promise<T | Failure> {
  const { environment, signal } = context;
  const alone = async (waitedSince: number | undefined): Promise<T | Failure> => {
    const there = await shared.look();
    if (there !== undefined) return there;
    if (waitedSince !== undefined) {
      const told = await refusalSince(context, shared.name, waitedSince);
      if (told) return told;
    }
    // Read by those who wait now, and by nobody later.
    await pruneFolder(path.dirname(tokenFile(environment)), /^tokens\.json\..+\.refused$/, environment, hourMs);
    const began = environment.monotonic();
    const found = await shared.ask();
    const spentMs = environment.monotonic() - began;
    if (isFailure(found) && concernsOthers(found, context)) await tellOthers(context, shared.name, found, spentMs);
    else await rm(outcomeFile(context, shared.name), { force: true }).catch(() => {});
    return found;
  };
  return withStoreLock(environment, shared.name, signal, alone, shared.onWait);
}

const outcomeFile = ({ environment }: TokenContext, name: string): string =>
  `${tokenFile(environment)}.${name}.refused`;

/** Whether others may have met the same end: not if it was our own doing, or where we run. */
const concernsOthers = (found: Failure, { signal }: TokenContext): boolean =>
  found.kind === 'timeout' || (found.kind === 'login' && found.code !== 'unattended' && !signal.aborted);

/** Leaves the outcome for the runs that wait now, without text from the server. */
async function tellOthers(context: TokenContext, name: string, found: Failure, spentMs: number): Promise<void> {
  const { kind } = found;
  const code = found.code !== undefined && isKnownError(found.code) ? found.code : undefined;
  const patience = kind === 'timeout' && context.endsAt !== undefined ? { spentMs } : {};
  const told = { at: Date.now(), for: await askerName(context), kind, code, ...patience };
  // Without it they ask for themselves.
  await writePrivate(outcomeFile(context, name), JSON.stringify(told), context.environment).catch(() => {});
}

/** The refusal that another run received meanwhile, if it applies to us as well. */
async function refusalSince(context: TokenContext, name: string, waitedSince: number): Promise<Failure | undefined> {
  try {
    const left = readOwn(outcomeFile(context, name), context.environment)?.toString('utf8');
    const told = JSON.parse(left ?? '') as Record<string, unknown>;
    const { at, kind, code, spentMs } = told;
    if (typeof at !== 'number' || at < waitedSince) return undefined;
    if ((kind !== 'login' && kind !== 'timeout') || told.for !== (await askerName(context))) return undefined;
    // Its own --timeout ended it: who has more time left than it had may fare better.
    if (typeof spentMs === 'number' && leftMs(context) > spentMs) return undefined;
    return failureOfOther(kind, typeof code === 'string' ? code : undefined, context.options);
  } catch {
    return undefined;
  }
}

/** The failure of another run, in our words. @param code an OAuth error that is known */
function failureOfOther(kind: 'login' | 'timeout', code: string | undefined, options: OAuth2Options): Failure {
  const what = `The token request of another run to ${options.issuer ?? options.tokenUrl}`;
  if (code !== undefined) return serverErrorFailure(what, { code }, options);
  return failure(kind, `${what} ${kind === 'timeout' ? 'timed out' : 'failed'}.`, {
    hint: 'Run the command again to see the reason.',
  });
}

const leftMs = ({ endsAt, environment }: TokenContext): number =>
  endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - environment.monotonic();

/** A name for who asks and by which way: another secret or another proxy may fare better. Nothing can be read from it. */
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
