/** Validates against a cached schema, which may be outdated: nothing is rejected before the server has been queried once. */
import { type Failure, isFailure } from '../../../core/failure.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';

/** A verdict, and the schema on which it is based. */
interface Judged<T> {
  readonly loaded: LoadedSchema;
  readonly verdict: T;
}

/**
 * Returns the verdict for `loaded`. If that rejects and `loaded` is cached, returns the verdict for the server's current
 * schema. If the server does not return its schema, the first verdict remains. A failure means that the user interrupted it.
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
