/** Fields of a text that need a selection and have none, and the leaves that would complete them. */
import { type FieldNode, isTypeDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import type { SchemaField } from '../schema-types.js';
import { fieldOf, isPlainLeaf, needsSelection, requiredArgs, typenameField } from './schema/lookups.js';
import type { SchemaView } from './schema/schema-view.js';
import type { ParsedText } from './text/query-document.js';

/** A completion of one field. */
export interface MissingLeaves {
  /** Where the braces go, in characters of the text. */
  readonly at: number;
  /** The field as it is called in the response. Untrusted only as far as the schema is. */
  readonly field: string;
  /** The selection without its braces: `id name`. */
  readonly leaves: string;
}

/** Names that tell one thing from another, best first. */
const telling = ['name', 'title', 'label', 'login', 'slug', 'code', 'key'];

/** Leaves of a type without an ID. */
const maxLeaves = 8;

/** Lists within a type: `edges { node { … } }`. */
const maxDepth = 3;

/** In the order of the text; empty: it is complete. Unknown fields and types are left to the check. */
export function missingLeaves(view: SchemaView, { definitions }: ParsedText): readonly MissingLeaves[] {
  const found: MissingLeaves[] = [];
  const look = (set: SelectionSetNode | undefined, type: string | undefined): void => {
    for (const each of set?.selections ?? []) {
      if (each.kind === Kind.INLINE_FRAGMENT) look(each.selectionSet, each.typeCondition?.name.value ?? type);
      else if (each.kind === Kind.FIELD) lookInto(each, fieldOf(view, type, each.name.value));
    }
  };
  const lookInto = (node: FieldNode, known: SchemaField | undefined): void => {
    if (known === undefined) return;
    if (node.selectionSet !== undefined) look(node.selectionSet, known.type.name);
    else if (needsSelection(view, known) && node.loc !== undefined) {
      const field = (node.alias ?? node.name).value;
      found.push({ at: node.loc.end, field, leaves: leavesOf(view, known.type.name, maxDepth) ?? typenameField.name });
    }
  };
  for (const node of definitions) {
    if (isTypeDefinitionNode(node) || !('selectionSet' in node)) continue;
    look(node.selectionSet, 'operation' in node ? view.roots[node.operation] : node.typeCondition.name.value);
  }
  return found;
}

/**
 * As GraphiQL chooses them: `id`, else what a connection holds, else all leaves; beside `id` what tells one thing from
 * another. Undefined: there is none, or it is too deep.
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

/** The text with the leaves. */
export function withLeaves(text: string, missing: readonly MissingLeaves[]): string {
  let out = '';
  let from = 0;
  for (const { at, leaves } of missing) {
    out += `${text.slice(from, at)} { ${leaves} }`;
    from = at;
  }
  return out + text.slice(from);
}

/** `id and name`, of several fields `id and name to museum, title to books`. */
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
