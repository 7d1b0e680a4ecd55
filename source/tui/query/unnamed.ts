/** Mutations that nobody named: a search or `a` brought them into the text. */
import { type OperationDefinitionNode, visit } from 'graphql';
import { isOperation, type QueryDocument } from '../../core/graphql/builder/text/query-document.js';
import { reachedFrom } from '../../core/graphql/builder/text/usage.js';
import type { QueryState } from '../model/query.js';

/** The fields that the mutations of a text run, through fragments, without what they select. */
export function mutationFields(document: QueryDocument): ReadonlySet<string> {
  const { definitions } = document.good;
  return new Set(
    definitions.flatMap(node => (isOperation(node) && node.operation === 'mutation' ? fieldsOf(document, node) : [])),
  );
}

/** Which fields of a mutation are to be asked about. */
export const toAskAbout = ({ document, unnamed }: QueryState, operation: OperationDefinitionNode): readonly string[] =>
  unnamed.size === 0 ? [] : fieldsOf(document, operation).filter(name => unnamed.has(name));

function fieldsOf({ good }: QueryDocument, operation: OperationDefinitionNode): readonly string[] {
  const found = new Set<string>();
  for (const node of reachedFrom(good, operation)) {
    visit(node, {
      Field({ name }) {
        found.add(name.value);
        return false;
      },
    });
  }
  return [...found].filter(name => !name.startsWith('__'));
}
