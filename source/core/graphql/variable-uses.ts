/** Visits the uses of variables in a document. */
import {
  type ASTNode,
  type ASTVisitor,
  type GraphQLSchema,
  TypeInfo,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Calls `note` for each use of a variable in the nodes, with the types of its position.
 * @param more further visits
 */
export function eachVariable(
  schema: GraphQLSchema,
  nodes: readonly ASTNode[],
  note: (name: string, types: TypeInfo) => void,
  more: ASTVisitor = {},
): void {
  const types = new TypeInfo(schema);
  const Variable = ({ name }: VariableNode): void => note(name.value, types);
  const visitor = visitWithTypeInfo(types, { ...more, VariableDefinition: () => false, Variable });
  for (const node of nodes) visit(node, visitor);
}
