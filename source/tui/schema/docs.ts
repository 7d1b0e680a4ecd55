/** A row's full documentation for `K`: description, arguments, type. Untrusted text. */

import { fieldOf } from '../../core/graphql/builder/schema/lookups.js';
import { docsText } from '../../core/graphql/look-up/docs.js';
import { textOfPath } from '../../core/graphql/search/index.js';
import { plainMarkdown } from '../../core/text/markdown.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { apiDocs } from './api/look.js';

/** Paragraphs separated by empty lines. */
export function rowDocs(state: State, row: Row): string {
  const { index, description } = state.connect;
  if (description !== undefined) return apiDocs(description, row);
  const field = index === undefined || row.parent === undefined ? undefined : fieldOf(index, row.parent, row.name);
  const ascii = state.settings.theme.glyphs.ellipsis === '~';
  const type = row.typeName === undefined ? undefined : index?.type(row.typeName);
  const hasWay = row.path !== undefined && row.path.steps.length > 1;
  return docsText({
    isType: row.kind === 'type',
    description: row.description && plainMarkdown(row.description),
    deprecated: row.deprecated,
    defaultValue: row.defaultValue,
    args: field?.args,
    type: type && { ...type, description: type.description && plainMarkdown(type.description) },
    way: hasWay && row.path ? textOfPath(row.path).join(ascii ? ' > ' : ' › ') : undefined,
  });
}

/** Heading of a row: `User.posts: [Post!]!`. */
export function rowTitle(row: Row): string {
  const owner = row.parent === undefined ? '' : row.kind === 'argument' ? `${row.parent}(` : `${row.parent}.`;
  const close = row.parent !== undefined && row.kind === 'argument' ? ':)' : '';
  const name = row.kind === 'on' ? `... on ${row.name}` : row.name;
  // A part of a request shows its type as text, and whether it is required.
  const type = row.type?.text ?? (row.part === undefined ? undefined : row.detail);
  return `${owner}${name}${close}${type ? `: ${type}` : ''}`;
}
