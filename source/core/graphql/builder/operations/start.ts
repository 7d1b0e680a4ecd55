/**
 * Adds operations and names them. Names are required if a text has several operations. A generated name is removed when only
 * its operation remains.
 */
import { Kind, type OperationDefinitionNode, type OperationTypeNode } from 'graphql';
import { applyChanges, type Change, orderChanges } from '../../../text/changes.js';
import type { TickMemory } from '../memory.js';
import { deletionOf } from '../text/deletion.js';
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
import { insideOf } from '../text/resolve.js';
import { freeName, isName, startOf } from '../text/tokens.js';
import { operationsOf } from '../text/usage.js';
import { definitionText, type NeededVariable } from '../variables.js';

/** Returns the memory key of an operation whose last selection was removed. */
export const leftOperationKey = (root: OperationTypeNode): string => `${root}|${root}/`;

/** Changes that add an operation. */
interface NewOperation {
  readonly changes: readonly Change[];
  readonly memory: TickMemory;
  readonly note: string | undefined;
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
  const { changes, name, given, note } = namingFor(parsed, root, drafts, isFree ? currentName : wish);
  const named = new Map([...memory.named, ...given]);
  if (wish === undefined && name !== undefined && name !== currentName) named.set(name, false);
  const definitions = variables.map(definitionText);
  if (shell === undefined || old === undefined) {
    const list = definitions.length > 0 ? `(${definitions.join(', ')})` : '';
    const head = name === undefined ? `${root}${list && ` ${list}`}` : `${root} ${name}${list}`;
    return { changes: [...changes, ...insertDefinition(parsed, head, drafts)], memory: { ...memory, named }, note };
  }
  const text = applyChanges(
    shell.text,
    orderChanges([
      ...renamed(old, name),
      ...insertVariables(shell, old, definitions),
      ...replaceSelection(shell, insideOf(old, old), drafts),
    ]),
  );
  const remembered = new Map(memory.remembered);
  remembered.delete(leftOperationKey(root));
  return {
    changes: [...changes, ...appendDefinition(parsed.text, text)],
    memory: { ...memory, named, remembered },
    note,
  };
}

function renamed(operation: OperationDefinitionNode, name: string | undefined): readonly Change[] {
  if (name === undefined || name === operation.name?.value) return [];
  return operation.name ? [{ ...rangeOf(operation.name), insert: name }] : insertName(operation, name);
}

/** Names to assign when an operation is added. */
interface Naming {
  /** Changes that name the anonymous operations. */
  readonly changes: readonly Change[];
  /** Name of the new operation, or undefined if it is the only one. */
  readonly name: string | undefined;
  /** Generated names. The value is true if the operation was the shorthand. */
  readonly given: ReadonlyMap<string, boolean>;
  /** Status line message if a name was generated. */
  readonly note: string | undefined;
}

/**
 * Chooses names for the new operation and for anonymous ones. Generated names come from the first field: `IssueCreate` for
 * `issueCreate`.
 * @param wish name of the new operation
 */
function namingFor(parsed: ParsedText, root: OperationTypeNode, drafts: readonly Draft[], wish?: string): Naming {
  const operations = operationsOf(parsed);
  if (operations.length === 0) return { changes: [], name: wish, given: new Map(), note: undefined };
  const taken = new Set(operations.flatMap(operation => operation.name?.value ?? []));
  if (wish !== undefined) taken.add(wish);
  const changes: Change[] = [];
  const given = new Map<string, boolean>();
  for (const operation of operations) {
    if (operation.name !== undefined) continue;
    const chosen = freeName(speakingName(fieldIn(operation)) ?? capital(operation.operation), taken);
    taken.add(chosen);
    given.set(chosen, parsed.text[startOf(operation)] === '{');
    changes.push(...insertName(operation, chosen));
  }
  const name = wish ?? freeName(speakingName(drafts[0]?.field) ?? capital(root), taken);
  return { changes, name, given, note: noteOn(given, name, wish) };
}

function noteOn(given: Naming['given'], name: string, wish: string | undefined): string | undefined {
  if (given.size > 0) return `Two operations need different names: ${[...given.keys(), name].join(' and ')}.`;
  return wish === undefined ? `The new operation is named ${name}.` : undefined;
}

/** Returns `IssueCreate2` for `issue_create_2`, or undefined for a meta field or if no valid name results. */
function speakingName(field: string | undefined): string | undefined {
  if (field === undefined || field.startsWith('__')) return undefined;
  const name = field.split('_').map(capital).join('');
  return isName(name) ? name : undefined;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function fieldIn(operation: OperationDefinitionNode): string | undefined {
  const [first] = operation.selectionSet.selections;
  return first?.kind === Kind.FIELD ? first.name.value : undefined;
}

/** Removes the generated name of the last remaining operation. */
export function removeName(
  parsed: ParsedText,
  { named }: TickMemory,
  gone: OperationDefinitionNode,
): readonly Change[] {
  const [only, ...others] = operationsOf(parsed).filter(operation => operation !== gone);
  const shorthand = only?.name && named.get(only.name.value);
  if (only?.name === undefined || shorthand === undefined || others.length > 0) return [];
  const bare = (only.variableDefinitions?.length ?? 0) + (only.directives?.length ?? 0) === 0;
  if (shorthand && bare && only.description === undefined) {
    return [{ from: startOf(only), to: startOf(only.selectionSet), insert: '' }];
  }
  return [{ ...deletionOf(parsed.text, rangeOf(only.name)), insert: '' }];
}
