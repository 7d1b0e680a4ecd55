/** Completion and docs in the texts: loaded when the schema is there, so that the first screen does not wait for them. */
import type { GraphQLSchema } from 'graphql';
import type { Docs } from '../../core/graphql/intelligence/describe.js';
import type { Effect } from '../model/effect.js';
import { type Dispatch, unexpected } from './world.js';

const failed =
  (dispatch: Dispatch) =>
  (error: unknown): void =>
    dispatch({ type: 'app/notice', text: unexpected(error).text, tone: 'error' });

/** Loads what completes the texts and pays for the first completion (compiling, the schema's own caches), in an idle moment. */
export function loadCompletion(schema: GraphQLSchema, dispatch: Dispatch): void {
  Promise.all([
    import('../../core/graphql/intelligence/complete-query.js'),
    import('../../core/graphql/intelligence/complete-variables.js'),
  ]).then(([{ completeQuery }, { completeVariables }]) => {
    completeQuery(schema, '{ ', 2);
    dispatch({ type: 'completion/ready', engine: { query: completeQuery, variables: completeVariables } });
  }, failed(dispatch));
}

type Describe = Extract<Effect, { readonly kind: 'describe' | 'describe-variables' }>;

/** Opens the docs of what is under the cursor; a notice if the schema knows nothing there. */
export function performDescribe(effect: Describe, dispatch: Dispatch): void {
  docsOf(effect).then(docs => {
    dispatch(
      docs === undefined
        ? { type: 'app/notice', text: 'The schema knows nothing under the cursor.' }
        : { type: 'overlay/open', overlay: { kind: 'text', ...docs, top: 0 } },
    );
  }, failed(dispatch));
}

async function docsOf(effect: Describe): Promise<Docs | undefined> {
  const { schema, text, offset } = effect;
  if (effect.kind === 'describe') {
    return (await import('../../core/graphql/intelligence/describe.js')).describeAt(schema, text, offset);
  }
  const { describeVariables } = await import('../../core/graphql/intelligence/describe-variables.js');
  return describeVariables(schema, effect.operation, text, offset);
}
