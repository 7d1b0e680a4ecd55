/** Appends a new operation. */
import type { OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { applyChanges, type Change, orderChanges } from '../../../text/changes.js';
import type { TickMemory } from '../memory.js';
import {
  appendDefinition,
  type Draft,
  insertDefinition,
  insertName,
  insertVariables,
  rangeOf,
  replaceSelection,
} from '../text/insertion.js';
import { isOperation, type ParsedText, parseQuery } from '../text/query-document.js';
import { definitionText, type NeededVariable } from '../variables.js';
import { namingFor } from './naming.js';

/** Returns the memory key of an operation whose last selection was removed. */
export const leftOperationKey = (root: OperationTypeNode): string => `${root}|${root}/`;

/** Changes that add an operation. */
interface NewOperation {
  readonly changes: readonly Change[];
  readonly memory: TickMemory;
  readonly told: string | undefined;
}

/**
 * Starts an operation. If the text then has several operations, all of them are named. If an operation of that type is
 * remembered, its name, variables, directives and comments are restored.
 */
export function startOperation(
  parsed: ParsedText,
  memory: TickMemory,
  root: OperationTypeNode,
  variables: readonly NeededVariable[],
  drafts: readonly Draft[],
  wish?: string,
): NewOperation {
  const left = wish === undefined ? memory.remembered.get(leftOperationKey(root)) : undefined;
  const shell = left && parseQuery(left.text).lastValid;
  const operation = shell?.definitions[0];
  const old = isOperation(operation) ? operation : undefined;
  const currentName = old?.name?.value;
  const isFree =
    currentName !== undefined &&
    !parsed.definitions.some(node => isOperation(node) && node.name?.value === currentName);
  const { changes, name, given, told } = namingFor(parsed, root, drafts, isFree ? currentName : wish);
  const named = new Map([...memory.named, ...given]);
  if (wish === undefined && name !== undefined && name !== currentName) named.set(name, false);
  const definitions = variables.map(definitionText);
  if (shell === undefined || old === undefined) {
    const list = definitions.length > 0 ? `(${definitions.join(', ')})` : '';
    const head = name === undefined ? `${root}${list && ` ${list}`}` : `${root} ${name}${list}`;
    return { changes: [...changes, ...insertDefinition(parsed, head, drafts)], memory: { ...memory, named }, told };
  }
  const text = applyChanges(
    shell.text,
    orderChanges([
      ...renamed(old, name),
      ...insertVariables(shell, old, definitions),
      ...replaceSelection(shell, { definition: old, holder: old, set: old.selectionSet }, drafts),
    ]),
  );
  const remembered = new Map(memory.remembered);
  remembered.delete(leftOperationKey(root));
  return {
    changes: [...changes, ...appendDefinition(parsed.text, text)],
    memory: { ...memory, named, remembered },
    told,
  };
}

function renamed(operation: OperationDefinitionNode, name: string | undefined): readonly Change[] {
  if (name === undefined || name === operation.name?.value) return [];
  return operation.name ? [{ ...rangeOf(operation.name), insert: name }] : insertName(operation, name);
}
