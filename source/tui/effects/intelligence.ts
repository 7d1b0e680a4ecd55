/**
 * Completion and docs in the texts. What answers them is loaded when the schema is there, and runs after the key that asked was
 * drawn: a frame never waits for it.
 */
import type { GraphQLSchema } from 'graphql';
import type { Effect } from '../state/effects.js';
import { type Dispatch, unexpected, type World } from './world.js';

type Of<Kind> = Extract<Effect, { readonly kind: Kind }>;

/** The last request of each screen: when keys come faster than answers, only the last is worked out. */
const latest = new WeakMap<World, number>();

export function performComplete(effect: Of<'complete'>, world: World, dispatch: Dispatch): void {
  latest.set(world, effect.id);
  const { id, schema, text, offset } = effect;
  setTimeout(async () => {
    if (latest.get(world) !== id) return;
    try {
      if (effect.pane === 'variables') {
        const { completeVariables } = await import('../../core/graphql/intelligence/complete-variables.js');
        dispatch({ type: 'completion/answer', id, found: completeVariables(schema, effect.operation, text, offset) });
        return;
      }
      const { completeQuery } = await import('../../core/graphql/intelligence/complete-query.js');
      dispatch({ type: 'completion/answer', id, found: completeQuery(schema, text, offset) });
    } catch (error) {
      dispatch({ type: 'app/notice', text: unexpected(error).text, tone: 'error' });
    }
  }, 0);
}

export function performDescribe({ schema, text, offset }: Of<'describe'>, dispatch: Dispatch): void {
  import('../../core/graphql/intelligence/describe.js').then(
    ({ describeAt }) => {
      const docs = describeAt(schema, text, offset);
      dispatch(
        docs === undefined
          ? { type: 'app/notice', text: 'The schema knows nothing under the cursor.' }
          : { type: 'overlay/open', overlay: { kind: 'text', ...docs, top: 0 } },
      );
    },
    (error: unknown) => dispatch({ type: 'app/notice', text: unexpected(error).text, tone: 'error' }),
  );
}

/** Pays for the first completion (loading, compiling, the schema's own caches) in an idle moment. */
export function warmCompletion(schema: GraphQLSchema): void {
  import('../../core/graphql/intelligence/complete-query.js').then(
    ({ completeQuery }) => completeQuery(schema, '{ ', 2),
    () => undefined,
  );
}
