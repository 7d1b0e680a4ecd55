/** Adds variable definitions, and removes them when they are no longer used. */

import type { GraphQLSchema, OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { memoizeWeak } from '../../memoize-weak.js';
import type { Change } from '../../text/changes.js';
import type { SchemaInput } from '../schema-types.js';
import { eachVariable } from '../variable-uses.js';
import { deleteMembers, listDeletionOf } from './text/deletion.js';
import { bracketsOf, insertVariables, rangeOf } from './text/insertion.js';
import type { ParsedText } from './text/query-document.js';
import { freeName, type Range } from './text/tokens.js';
import { mentionsOf, operationsOf, reachedFrom, variableNamesIn, variablesUsedBy } from './text/usage.js';

/** A variable that an edit requires. */
export interface NeededVariable {
  readonly name: string;
  /** Type as written in the definition. */
  readonly type: string;
  /** The complete definition if it is more than `$name: Type`. */
  readonly definition?: string;
}

/** Removes duplicates, preferring a non-null type. */
export function distinct(wanted: readonly NeededVariable[]): readonly NeededVariable[] {
  const needed = new Map<string, NeededVariable>();
  for (const each of wanted) {
    const known = needed.get(each.name);
    if (known === undefined || (each.type.endsWith('!') && !known.type.endsWith('!'))) needed.set(each.name, each);
  }
  return [...needed.values()];
}

/** Generates unused names: `arg`, `field_arg`, `field_arg_2`, and so on. */
export class NewNames {
  readonly #taken: Set<string>;

  /** @param promised other new variables */
  constructor(parsed: ParsedText, promised: readonly NeededVariable[] = []) {
    this.#taken = new Set([...variableNamesIn(parsed), ...promised.map(({ name }) => name)]);
  }

  pick(name: string, owner: string): string {
    const free = this.#taken.has(name) ? freeName(`${owner}_${name}`, this.#taken, '_') : name;
    this.#taken.add(free);
    return free;
  }
}

/**
 * Returns `$name` for each argument, and appends the new variables.
 * @param owner name of the field or directive that has the arguments
 */
export function variablesFor(
  names: NewNames,
  args: readonly SchemaInput[],
  owner: string,
  variables: NeededVariable[],
): Map<string, string> {
  return new Map(
    args.map(({ name, type }) => {
      const variable = { name: names.pick(name, owner), type: type.text };
      variables.push(variable);
      return [name, `$${variable.name}`];
    }),
  );
}

export const definitionText = (wanted: NeededVariable): string =>
  wanted.definition ?? `$${wanted.name}: ${wanted.type}`;

/** Adds missing definitions to each operation. */
export function defineIn(
  parsed: ParsedText,
  operations: readonly OperationDefinitionNode[],
  wanted: readonly NeededVariable[],
): Change[] {
  return operations.flatMap(operation => {
    const missing = wanted.filter(variable => definitionOf(operation, variable.name) === undefined);
    return insertVariables(parsed, operation, missing.map(definitionText));
  });
}

// A map retains the last of several duplicates, so insert in reverse.
const definitionsOf = memoizeWeak(
  ({ variableDefinitions = [] }: OperationDefinitionNode) =>
    new Map([...variableDefinitions].reverse().map(node => [node.variable.name.value, node])),
);

/** Returns the first definition of a variable (named without `$`), if any. */
export const definitionOf = (operation: OperationDefinitionNode, name: string): VariableDefinitionNode | undefined =>
  definitionsOf(operation).get(name);

/** Removed definitions, and the names that no operation defines any more. */
export interface RemovedDefinitions {
  readonly changes: readonly Change[];
  /** Remaining definitions per operation, and the range of its variable list if the entire list is removed. */
  readonly left: ReadonlyMap<OperationDefinitionNode, { readonly count: number; readonly list: Range | undefined }>;
  readonly names: readonly string[];
}

/**
 * Removes definitions of variables that become unused when `gone` is deleted. Uses are counted per operation, including
 * fragments. Names in `retained` are not removed.
 */
export function dropUnused(
  parsed: ParsedText,
  gone: readonly Range[],
  retained: ReadonlySet<string> = new Set(),
): RemovedDefinitions {
  const changes: Change[] = [];
  const left = new Map<OperationDefinitionNode, { count: number; list: Range | undefined }>();
  const dropped = new Set<string>();
  const remain = new Set<string>();
  for (const operation of operationsOf(parsed)) {
    const list = operation.variableDefinitions ?? [];
    if (list.length === 0) {
      left.set(operation, { count: 0, list: undefined });
      continue;
    }
    const goes = goingIn(parsed, operation, gone, retained);
    for (const [index, node] of list.entries()) (goes[index] ? dropped : remain).add(node.variable.name.value);
    const count = goes.filter(yes => !yes).length;
    const first = list[0];
    const last = list.at(-1);
    if (count === 0 && first && last) {
      const brackets = bracketsOf(first, last);
      changes.push({ ...listDeletionOf(parsed.text, brackets), insert: '' });
      left.set(operation, { count, list: brackets });
      continue;
    }
    changes.push(...deleteMembers(parsed.text, list.map(rangeOf), index => goes[index] === true));
    left.set(operation, { count, list: undefined });
  }
  return { changes, left, names: [...dropped].filter(name => !remain.has(name)) };
}

/** Combines `dropUnused` and `defineIn` in one edit. New definitions replace the first removed one. */
export function swapVariables(
  parsed: ParsedText,
  gone: readonly Range[],
  retained: ReadonlySet<string>,
  operations: readonly OperationDefinitionNode[],
  wanted: readonly NeededVariable[],
): { readonly changes: readonly Change[]; readonly names: readonly string[] } {
  const dropped = dropUnused(parsed, gone, retained);
  const added = defineIn(parsed, operations, wanted);
  if (added.length === 0 || dropped.changes.length === 0) {
    return { changes: [...dropped.changes, ...added], names: dropped.names };
  }
  const changes: Change[] = [];
  for (const operation of operationsOf(parsed)) {
    const list = operation.variableDefinitions ?? [];
    const goes = goingIn(parsed, operation, gone, retained);
    const first = list.find((_, index) => goes[index]);
    const missing = operations.includes(operation)
      ? wanted.filter(variable => definitionOf(operation, variable.name) === undefined)
      : [];
    if (first === undefined || missing.length === 0) continue;
    const instead = missing.map(definitionText).join(', ');
    const others = deleteMembers(
      parsed.text,
      list.map(rangeOf),
      index => goes[index] === true && list[index] !== first,
    );
    changes.push({ ...rangeOf(first), insert: instead }, ...others);
  }
  const done = new Set(changes.length > 0 ? operations.filter(operation => changesIn(changes, operation)) : []);
  const rest = operationsOf(parsed).filter(operation => !done.has(operation));
  const outside = (change: Change): boolean => rest.some(operation => changesIn([change], operation));
  return { changes: [...changes, ...dropped.changes.filter(outside), ...added.filter(outside)], names: dropped.names };
}

const changesIn = (changes: readonly Change[], operation: OperationDefinitionNode): boolean => {
  const { from, to } = rangeOf(operation);
  return changes.some(change => change.from >= from && change.to <= to);
};

/** Returns for each variable of an operation whether it becomes unused without `gone`. */
function goingIn(
  parsed: ParsedText,
  operation: OperationDefinitionNode,
  gone: readonly Range[],
  retained: ReadonlySet<string>,
): readonly boolean[] {
  const before = variablesUsedBy(parsed, operation);
  const after = variablesUsedBy(parsed, operation, gone);
  return (operation.variableDefinitions ?? []).map(
    ({ variable: { name } }) => before.has(name.value) && !after.has(name.value) && !retained.has(name.value),
  );
}

/**
 * Returns the variables that a fragment and everything it reaches require, with types inferred from their uses. Existing
 * definitions are copied verbatim.
 */
export function variablesOfFragment(
  schema: GraphQLSchema,
  parsed: ParsedText,
  name: string,
): readonly NeededVariable[] {
  const fragment = parsed.fragments.get(name);
  if (fragment === undefined) return [];
  const reached = [...reachedFrom(parsed, fragment)];
  const types = new Map<string, string>();
  for (const node of reached) {
    if (mentionsOf(parsed, node).variables.length === 0) continue;
    eachVariable(schema, [node], (variable, info) => {
      const type = String(info.getInputType() ?? '');
      const known = types.get(variable);
      if (type !== '' && (known === undefined || (type.endsWith('!') && !known.endsWith('!'))))
        types.set(variable, type);
    });
  }
  return [...types].map(([variable, type]) => {
    for (const operation of operationsOf(parsed)) {
      const definition = definitionOf(operation, variable);
      if (!definition) continue;
      const range = rangeOf(definition);
      return { name: variable, type, definition: parsed.text.slice(range.from, range.to) };
    }
    return { name: variable, type };
  });
}
