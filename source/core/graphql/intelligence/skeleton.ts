/** Creates initial values for types, valid where possible, with fields to fill in. */
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';

/**
 * Returns JSON for a type, on one line if short and otherwise indented by two spaces. Contains only required fields. Recursion
 * ends in `[]`.
 */
export function skeletonOf(type: GraphQLInputType): string {
  return laidOut(build(type, []));
}

/** Formats a value as JSON with the layout of a skeleton. */
export const laidOutValue = (value: unknown): string => laidOut(treeOf(value));

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { open: '[', parts: value.map(each => ['', treeOf(each)]) };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, each]) => [`${JSON.stringify(name)}: `, treeOf(each)] as const);
  return { open: '{', parts };
}

type Tree = string | { readonly open: '{' | '['; readonly parts: readonly (readonly [key: string, value: Tree])[] };

function build(type: GraphQLInputType, above: readonly string[]): Tree {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const item = bare.ofType as GraphQLInputType;
    const named = getNullableType(item);
    // An item is useful if it shows required fields. A plain scalar is not.
    const telling = (isInputObjectType(named) && !above.includes(named.name)) || isEnumType(named);
    return { open: '[', parts: telling ? [['', build(item, above)]] : [] };
  }
  if (isEnumType(bare)) {
    const values = bare.getValues();
    const value = values.find(each => each.deprecationReason == null) ?? values[0];
    return JSON.stringify(value?.name ?? '');
  }
  if (!isInputObjectType(bare)) return scalars[bare.name] ?? '""';
  if (above.includes(bare.name)) return { open: '{', parts: [] };
  const fields = Object.values(bare.getFields());
  const wanted = bare.isOneOf ? oneOf(fields, above) : fields.filter(isRequiredInputField);
  return {
    open: '{',
    parts: wanted.map(field => [`${JSON.stringify(field.name)}: `, build(field.type, [...above, bare.name])]),
  };
}

/** Returns the first field that is not recursive. */
function oneOf<Field extends { readonly type: GraphQLInputType }>(
  fields: readonly Field[],
  above: readonly string[],
): readonly Field[] {
  const straight = fields.find(field => {
    const bare = getNullableType(field.type);
    return !isInputObjectType(bare) || !above.includes(bare.name);
  });
  return straight === undefined ? fields.slice(0, 1) : [straight];
}

const scalars: Readonly<Record<string, string>> = {
  Int: '0',
  Float: '0.0',
  Boolean: 'false',
  BigInt: '0',
  Long: '0',
  JSON: '{}',
  JSONObject: '{}',
};

const room = 60;

function laidOut(tree: Tree, indent = ''): string {
  if (typeof tree === 'string') return tree;
  const close = tree.open === '{' ? '}' : ']';
  if (tree.parts.length === 0) return tree.open + close;
  const inline = tree.parts.map(([key, value]) => key + laidOut(value, indent)).join(', ');
  const pad = tree.open === '{' ? ' ' : '';
  if (!inline.includes('\n') && indent.length + inline.length <= room) return tree.open + pad + inline + pad + close;
  const deeper = `${indent}  `;
  const lines = tree.parts.map(([key, value]) => `${deeper}${key}${laidOut(value, deeper)}`).join(',\n');
  return `${tree.open}\n${lines}\n${indent}${close}`;
}
