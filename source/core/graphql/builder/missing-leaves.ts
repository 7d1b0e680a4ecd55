/** Finds fields that lack a required selection set, and the leaves to complete them with. */

import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { applyChanges } from '../../text/changes.js';
import { responseKeyOf } from '../each-field.js';
import type { SchemaField } from '../schema-types.js';
import { fieldOf, isPlainLeaf, needsSelection, requiredArgs, typenameField } from './schema/lookups.js';
import type { SchemaView } from './schema/schema-view.js';
import { isFragment, isOperation, type ParsedText } from './text/query-document.js';

/** Completion of one field. */
export interface MissingLeaves {
  /** Offset in the text where the braces are inserted. */
  readonly at: number;
  /** Response key of the field. It comes from the query, so it is as trusted as the schema. */
  readonly field: string;
  /** Selections without the braces: `id name`. */
  readonly leaves: string;
}

/** Field names that identify an object to a reader, best first. */
const telling = ['name', 'title', 'label', 'login', 'slug', 'code', 'key'];

/** Maximum number of leaves for a type without an ID. */
const maxLeaves = 8;

/** Maximum depth of connections such as `edges { node { … } }`. */
const maxDepth = 3;

/**
 * Returns the missing leaves in text order, or an empty list if the text is complete. Unknown fields and types are left to
 * validation.
 */
export function missingLeaves(view: SchemaView, { definitions }: ParsedText): readonly MissingLeaves[] {
  const missing: MissingLeaves[] = [];
  const look = (set: SelectionSetNode | undefined, type: string | undefined): void => {
    for (const each of set?.selections ?? []) {
      if (each.kind === Kind.INLINE_FRAGMENT) look(each.selectionSet, each.typeCondition?.name.value ?? type);
      else if (each.kind === Kind.FIELD) lookInto(each, fieldOf(view, type, each.name.value));
    }
  };
  const lookInto = (node: FieldNode, schemaField: SchemaField | undefined): void => {
    if (schemaField === undefined) return;
    if (node.selectionSet !== undefined) look(node.selectionSet, schemaField.type.name);
    else if (needsSelection(view, schemaField) && node.loc !== undefined) {
      const field = responseKeyOf(node);
      missing.push({
        at: node.loc.end,
        field,
        leaves: leavesOf(view, schemaField.type.name, maxDepth) ?? typenameField.name,
      });
    }
  };
  for (const node of definitions) {
    if (isOperation(node)) look(node.selectionSet, view.roots[node.operation]);
    else if (isFragment(node)) look(node.selectionSet, node.typeCondition.name.value);
  }
  return missing;
}

/**
 * Chooses leaves the way GraphiQL does: `id` and one identifying field, otherwise the contents of a connection, otherwise all
 * leaves. Returns undefined if there are none or they are nested too deeply.
 */
function leavesOf(view: SchemaView, typeName: string, depth: number): string | undefined {
  const type = typeName === view.roots.mutation ? undefined : view.type(typeName);
  const fields = (type?.fields ?? []).filter(each => each.deprecated === undefined && requiredArgs(each).length === 0);
  const leaves = fields.filter(each => isPlainLeaf(view, each));
  const named = (name: string, among = leaves): SchemaField | undefined => among.find(each => each.name === name);
  const id = named('id');
  const name = telling.map(each => named(each)).find(each => each !== undefined);
  if (id !== undefined) return [id, ...(name ? [name] : [])].map(each => each.name).join(' ');
  for (const list of ['nodes', 'edges', 'node']) {
    const held = named(list, fields);
    if (held === undefined || depth <= 0 || !needsSelection(view, held)) continue;
    const inside = leavesOf(view, held.type.name, depth - 1);
    if (inside !== undefined) return `${held.name} { ${inside} }`;
  }
  return leaves.length === 0
    ? undefined
    : leaves
        .slice(0, maxLeaves)
        .map(each => each.name)
        .join(' ');
}

/** Returns the text with the leaves inserted. */
export const withLeaves = (text: string, missing: readonly MissingLeaves[]): string =>
  applyChanges(
    text,
    missing.map(({ at, leaves }) => ({ from: at, to: at, insert: ` { ${leaves} }` })),
  );

/** Formats leaves as `id and name`, or for several fields as `id and name to museum, title to books`. */
export function leavesWords(missing: readonly MissingLeaves[]): string {
  const listed = (leaves: string): string =>
    /[{}]/.test(leaves)
      ? leaves
      : leaves
          .split(' ')
          .join(', ')
          .replace(/, (?=[^,]*$)/, ' and ');
  const [first, ...more] = missing;
  if (first === undefined) return '';
  return more.length === 0
    ? listed(first.leaves)
    : missing.map(({ field, leaves }) => `${listed(leaves)} to ${field}`).join(', ');
}
