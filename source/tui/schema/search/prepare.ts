/** Prepares the search while the program is idle, so that the first letters are as fast as later ones. */

import { emptyDocument } from '../../../core/graphql/builder/text/query-document.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, searchIndexOf, warmSearch } from '../../../core/graphql/search/index.js';
import type { Description } from '../../../core/openapi/document/types.js';
import { warmOperations } from '../../../core/openapi/search.js';
import type { Row } from '../../model/tree.js';
import { apiRoots } from '../api/rows.js';
import type { TreeInput } from '../tree/flatten.js';
import { findText } from './found.js';
import { matchTree, schemaRows } from './match-rows.js';

/** Texts that cover each kind of match and the most frequent letters. Searching for them fills the row caches. */
const texts = [
  's',
  'st',
  'sta',
  'r',
  're',
  'rep',
  'repos',
  'rpeos',
  'p',
  'pr',
  't',
  'th',
  'the',
  'the l',
  'i',
  'in',
  'c',
  'u',
];

/** Does so in slices of a few milliseconds. */
export function* warmMatches(view: SchemaIndex): Generator<void> {
  yield* warmSearch(view);
  const input: TreeInput = {
    view,
    document: emptyDocument,
    active: undefined,
    open: new Set(),
    onlyTicked: false,
    hideDeprecated: false,
  };
  for (const text of texts) {
    yield;
    const results = find(searchIndexOf(view), text);
    yield;
    matchTree(schemaRows(input), results);
  }
}

/** The same for a description. */
export function* warmDescription(description: Description): Generator<void> {
  yield* warmOperations(description);
  const rows = {
    roots: () => apiRoots(description, 'tag', new Set()),
    below: (row: Row) => row.children?.() ?? [],
  };
  for (const text of texts) {
    yield;
    const results = findText(description, text);
    yield;
    matchTree(rows, results);
  }
}
