/** A row's documentation in full, for `K`: what it is, its arguments, its type. Foreign text. */

import { fieldOf } from '../../core/graphql/builder/schema/lookups.js';
import type { SchemaInput, SchemaType } from '../../core/graphql/schema-types.js';
import { wordsOfPath } from '../../core/graphql/search/index.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';

/** Paragraphs with an empty line between. */
export function rowDocs(state: State, row: Row): string {
  const { index } = state.connect;
  const type = row.typeName === undefined ? undefined : index?.type(row.typeName);
  const field = index === undefined || row.parent === undefined ? undefined : fieldOf(index, row.parent, row.name);
  const ascii = state.settings.theme.glyphs.ellipsis === '~';
  const parts = [
    row.description?.trim() || (row.kind === 'type' ? '' : 'No description.'),
    ...(row.deprecated === undefined ? [] : [`Deprecated: ${row.deprecated || 'no reason is given'}`]),
    ...(row.defaultValue === undefined ? [] : [`Default: ${row.defaultValue}`]),
    ...(field === undefined || field.args.length === 0 ? [] : [inputs('Arguments', field.args)]),
    ...(type === undefined ? [] : typeDocs(type, row.kind !== 'type')),
    row.path === undefined || row.path.steps.length < 2
      ? ''
      : `The way here: ${wordsOfPath(row.path).join(ascii ? ' > ' : ' › ')}`,
  ];
  return parts.filter(part => part !== '').join('\n\n');
}

/** `name: Type = default`, each with its description below. */
function inputs(title: string, all: readonly SchemaInput[]): string {
  const lines = all.map(input => {
    const standard = input.defaultValue === undefined ? '' : ` = ${input.defaultValue}`;
    const gone = input.deprecated === undefined ? '' : '  (deprecated)';
    const words = input.description === undefined ? '' : `\n    ${input.description.trim().replace(/\s+/g, ' ')}`;
    return `  ${input.name}: ${input.type.text}${standard}${gone}${words}`;
  });
  return [`${title}:`, ...lines].join('\n');
}

/** @param withDescription false where the row is the type itself and its description stands above */
function typeDocs(type: SchemaType, withDescription: boolean): string[] {
  const described = withDescription && type.description !== undefined;
  const values = type.enumValues.map(value => {
    const words = [value.description, value.deprecated === undefined ? undefined : `(deprecated) ${value.deprecated}`];
    return `  ${value.name}  ${words.filter(Boolean).join(' ').replace(/\s+/g, ' ')}`.trimEnd();
  });
  return [
    described ? `${type.name}: ${type.description?.trim()}` : '',
    type.oneOf ? 'Exactly one of its fields is given (@oneOf).' : '',
    type.specifiedByUrl === undefined ? '' : `Specified by ${type.specifiedByUrl}`,
    type.interfaces.length === 0 ? '' : `Implements ${type.interfaces.join(', ')}`,
    type.possibleTypes.length === 0 ? '' : `Is one of: ${type.possibleTypes.join(', ')}`,
    values.length === 0 ? '' : ['Values:', ...values].join('\n'),
    type.inputFields.length === 0 ? '' : inputs('Fields', type.inputFields),
  ];
}

/** `User.posts: [Post!]!` */
export function rowTitle(row: Row): string {
  const owner = row.parent === undefined ? '' : row.kind === 'argument' ? `${row.parent}(` : `${row.parent}.`;
  const close = row.parent !== undefined && row.kind === 'argument' ? ':)' : '';
  const name = row.kind === 'on' ? `... on ${row.name}` : row.name;
  return `${owner}${name}${close}${row.type === undefined ? '' : `: ${row.type.text}`}`;
}
