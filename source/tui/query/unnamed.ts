/** Mutation fields that the user did not type because a search or `a` added them. */
import { type OperationDefinitionNode, visit } from 'graphql';
import { isOperation, type QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import { reachedFrom } from '../../core/graphql/builder/text/usage.js';
import type { Update } from '../model/effect.js';
import type { QueryState } from '../model/query.js';
import type { State } from '../model/state.js';

/** The root fields of a text's mutations, including those in fragments. */
export function mutationFields(document: QueryDocument): ReadonlySet<string> {
  const { definitions } = document.lastValid;
  return new Set(
    definitions.flatMap(node => (isOperation(node) && node.operation === 'mutation' ? fieldsOf(document, node) : [])),
  );
}

/** Adds mutation fields or operations that the user did not type. */
export function withUnnamed(done: Update<State>, names: readonly string[]): Update<State> {
  const { query } = done.state;
  return { ...done, state: { ...done.state, query: { ...query, unnamed: new Set([...query.unnamed, ...names]) } } };
}

/** The fields of a mutation that need confirmation. */
export const toAskAbout = ({ document, unnamed }: QueryState, operation: OperationDefinitionNode): readonly string[] =>
  unnamed.size === 0 ? [] : fieldsOf(document, operation).filter(name => unnamed.has(name));

function fieldsOf({ lastValid }: QueryDocument, operation: OperationDefinitionNode): readonly string[] {
  const names = new Set<string>();
  for (const node of reachedFrom(lastValid, operation)) {
    visit(node, {
      Field({ name }) {
        names.add(name.value);
        return false;
      },
    });
  }
  return [...names].filter(name => !name.startsWith('__'));
}
