/** Completion and documentation in the texts. Loaded after the schema, so they do not delay the first screen. */
import type { GraphQLSchema } from 'graphql';
import type { Docs } from '../../core/graphql/intelligence/describe.js';
import type { QueryEffect } from '../model/effect.js';
import { type Dispatch, type Performers, reportBug } from './context.js';

/** Loads the completion engine and runs it once when idle, so that code and schema caches are warm. */
export function loadCompletion(schema: GraphQLSchema, dispatch: Dispatch): void {
  Promise.all([
    import('../../core/graphql/intelligence/complete-query.js'),
    import('../../core/graphql/intelligence/variables-at-cursor.js'),
  ]).then(
    ([{ completeQuery }, { completeVariables }]) => {
      completeQuery(schema, '{ ', 2);
      dispatch({ type: 'completion/ready', engine: { query: completeQuery, variables: completeVariables } });
    },
    (error: unknown) => reportBug(error, dispatch),
  );
}

/** Opens the documentation, or shows a notice if the schema has none. */
function show(docs: Docs | undefined, dispatch: Dispatch): void {
  dispatch(
    docs === undefined
      ? { type: 'app/notice', text: 'No documentation in the schema.' }
      : { type: 'overlay/open', overlay: { kind: 'text', ...docs, top: 0, isDocs: true } },
  );
}

export const queryEffects: Performers<QueryEffect> = {
  async describe({ schema, text, offset }, _, dispatch) {
    const { describeAt } = await import('../../core/graphql/intelligence/describe.js');
    show(describeAt(schema, text, offset), dispatch);
  },
  async 'describe-variables'({ schema, operation, text, offset }, _, dispatch) {
    const { describeVariables } = await import('../../core/graphql/intelligence/variables-at-cursor.js');
    show(describeVariables(schema, operation, text, offset), dispatch);
  },
};
