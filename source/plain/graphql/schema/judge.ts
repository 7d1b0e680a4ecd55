/** A kept schema may be older than the server: nothing is refused by it before the server was asked once. */
import { type Failure, isFailure } from '../../../core/failure.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';

/** A verdict, and the schema it is by. */
interface Judged<T> {
  readonly loaded: LoadedSchema;
  readonly verdict: T;
}

/**
 * The verdict by `loaded`; one that refuses is given again by the server's schema, if `loaded` is a kept one. A server that
 * does not tell its schema leaves the first. A failure: the user has stopped it.
 */
export async function judgeBy<T>(
  loaded: LoadedSchema,
  judge: (loaded: LoadedSchema) => T,
  refuses: (verdict: T) => boolean,
): Promise<Judged<T> | Failure> {
  const verdict = judge(loaded);
  if (loaded.again === undefined || !refuses(verdict)) return { loaded, verdict };
  const now = await loaded.again();
  if (!isFailure(now)) return { loaded: now, verdict: judge(now) };
  return now.kind === 'interrupted' || now.kind === 'terminated' ? now : { loaded, verdict };
}
