/** Remembers removed selections as text and restores them later, even if the text has changed. */

import { type GraphQLSchema, Kind, type OperationDefinitionNode, type SelectionNode } from 'graphql';
import { addTo } from '../../add-to.js';
import { applyChanges, orderChanges } from '../../text/changes.js';
import type { Remembered, RememberedVariable } from './memory.js';
import { ancestorOf, type Path, pathKey } from './schema/path.js';
import type { Draft } from './text/insertion.js';
import type { ParsedText } from './text/query-document.js';
import type { SelectionSetPosition } from './text/resolve.js';
import { endOf, previousToken, startOf } from './text/tokens.js';
import { definitionKey, mentionsIn, operationsReaching } from './text/usage.js';
import { definitionOf, type NeededVariable, NewNames, variablesOfFragment } from './variables.js';

/** Returns the memory key of a row: its definition, any fragment on the way, and the path from there. */
export const memoryKey = (parsed: ParsedText, active: number | undefined, path: Path): string =>
  keyOf(parsed, active, path, path.steps.slice(0, -1));

/** Like `memoryKey`, but for the selections inside a row. Below a spread, this is the fragment. */
export const insideKey = (parsed: ParsedText, active: number | undefined, path: Path): string =>
  `${keyOf(parsed, active, path, path.steps)}{`;

/** Returns the keys of a row and all its ancestors except the root. */
export const keysAround = (parsed: ParsedText, active: number | undefined, row: Path): readonly string[] =>
  row.steps.map((_, at) => insideKey(parsed, active, ancestorOf(row, at + 1)));

function keyOf(parsed: ParsedText, active: number | undefined, path: Path, above: Path['steps']): string {
  const at = above.findLastIndex(step => step.kind === 'spread');
  const step = above[at];
  if (step?.kind === 'spread') {
    return `fragment ${step.name}|${pathKey({ root: 'fragment', steps: path.steps.slice(at + 1) })}`;
  }
  return `${definitionKey(parsed, active) || path.root}|${pathKey(path)}`;
}

export function rememberSelection(parsed: ParsedText, position: SelectionSetPosition, node: SelectionNode): Remembered {
  const from = startOf(node);
  const to = endOf(node);
  const { variables, spreads } = mentionsIn(parsed, position.definition, { from, to });
  const operations = operationsReaching(parsed, position.definition);
  const offsets = new Map<string, number[]>();
  for (const { name, at } of variables) addTo(offsets, name, at - from);
  const field = node.kind === Kind.FIELD ? node : undefined;
  const brace = node.kind === Kind.FRAGMENT_SPREAD ? undefined : node.selectionSet?.loc?.startToken;
  return {
    text: parsed.text.slice(from, to),
    headLength: (brace === undefined ? to : (previousToken(brace)?.end ?? to)) - from,
    aliasLength: field?.alias ? startOf(field.name) - from : 0,
    alias: field?.alias?.value,
    field: field?.name.value,
    variables: [...offsets].map(([name, places]) => ({ name, places, ...definitionIn(parsed, operations, name) })),
    fragments: [...new Set(spreads.map(spread => spread.name))],
  };
}

function definitionIn(
  parsed: ParsedText,
  operations: readonly OperationDefinitionNode[],
  name: string,
): Pick<RememberedVariable, 'definition'> {
  for (const operation of operations) {
    const node = definitionOf(operation, name);
    if (node === undefined) continue;
    return {
      definition: {
        text: parsed.text.slice(startOf(node), endOf(node)),
        type: typeText(parsed, node),
        nameAt: startOf(node.variable.name) - startOf(node),
      },
    };
  }
  return {};
}

const typeText = (parsed: ParsedText, node: NonNullable<ReturnType<typeof definitionOf>>): string =>
  parsed.text.slice(startOf(node.type), endOf(node.type));

/** Returns the part of a remembered selection before its braces. */
export const headOf = (remembered: Remembered): Remembered => ({
  ...remembered,
  text: remembered.text.slice(0, remembered.headLength),
  variables: remembered.variables
    .map(variable => ({ ...variable, places: variable.places.filter(position => position < remembered.headLength) }))
    .filter(variable => variable.places.length > 0),
  fragments: [],
});

/** A remembered selection as a draft, with its variables. */
interface RestoredSelection {
  readonly draft: Draft;
  readonly variables: readonly NeededVariable[];
}

/**
 * Returns the remembered selection, checked against the operations that will reach it, or the reason why it cannot be restored.
 */
export function recallSelection(
  schema: GraphQLSchema,
  parsed: ParsedText,
  operations: readonly OperationDefinitionNode[],
  remembered: Remembered,
): RestoredSelection | string {
  const lost = remembered.fragments.find(name => !parsed.fragments.has(name));
  if (lost !== undefined) return `This selection needs the fragment ${lost}, which no longer exists.`;
  const names = new NewNames(parsed);
  const renamed = new Map<string, string>();
  const wanted = new Map<string, NeededVariable>();
  for (const { name, definition } of remembered.variables) {
    if (definition === undefined) continue;
    const clashes = operations.some(operation => {
      const present = definitionOf(operation, name);
      return present !== undefined && typeText(parsed, present) !== definition.type;
    });
    const fresh = clashes ? names.pick(name, remembered.field ?? 'old') : name;
    if (clashes) renamed.set(name, fresh);
    const { text, nameAt } = definition;
    const renamedDefinition = text.slice(0, nameAt) + fresh + text.slice(nameAt + name.length);
    wanted.set(fresh, { name: fresh, type: definition.type, definition: renamedDefinition });
  }
  for (const fragment of remembered.fragments) {
    for (const variable of variablesOfFragment(schema, parsed, fragment)) {
      if (!wanted.has(variable.name)) wanted.set(variable.name, variable);
    }
  }
  const head = replaceNames(remembered, renamed).slice(remembered.aliasLength);
  const { alias, field } = remembered;
  return {
    draft: { head, alias, field },
    variables: [...wanted.values()],
  };
}

function replaceNames(remembered: Remembered, renamed: ReadonlyMap<string, string>): string {
  const changes = remembered.variables.flatMap(({ name, places }) => {
    const insert = renamed.get(name);
    return insert === undefined ? [] : places.map(from => ({ from, to: from + name.length, insert }));
  });
  return applyChanges(remembered.text, orderChanges(changes));
}
