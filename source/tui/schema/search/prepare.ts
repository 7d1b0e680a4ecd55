/** Prepares the search and its display while the program is idle, so that the first letters are as fast as later ones. */

import { emptyDocument } from '../../../core/graphql/builder/text/query-document.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, searchIndexOf, searchSlices } from '../../../core/graphql/search/index.js';
import type { Description } from '../../../core/openapi/document/types.js';
import { indexSlices as operationSlices } from '../../../core/openapi/search-index.js';
import { createText } from '../../../core/text/editor.js';
import type { MatchTree, SchemaState, SearchState, TreeResults } from '../../model/schema.js';
import type { Theme } from '../../model/theme.js';
import type { RowSource } from '../../model/tree.js';
import { searchDescription } from '../api/description-tree.js';
import { apiRoots, ownChildren } from '../api/rows.js';
import { docsLines } from '../docs-strip.js';
import { startSchema } from '../rows.js';
import type { TreeInput } from '../tree/flatten.js';
import { schemaRows } from '../tree/schema-tree.js';
import { schemaLines } from '../view.js';
import { schemaResults } from './found.js';
import { matchTree } from './match-rows.js';

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

/** Texts that make V8 compile the code for each kind of search. */
const compiling = [
  'a',
  'an',
  'and',
  'and t',
  'a.i',
  'es',
  'int',
  'zz',
  'user n',
  'user name',
  'order total amount',
  'inventroy',
];

/** Number of types or operations in a part of a schema that is large enough to compile the same code, but takes less time. */
const sampled = 30;

/** Builds the index and makes the first search fast, in slices of a few milliseconds. */
export function* warmMatches(view: SchemaIndex, theme: Theme): Generator<void> {
  for (const [source, words] of [
    [partOf(view), compiling],
    [view, texts],
  ] as const) {
    yield* searchSlices(source);
    yield* showMatches(
      schemaRows(inputOf(source)),
      words,
      text => schemaResults(find(searchIndexOf(source), text)),
      theme,
    );
  }
}

const partOf = (view: SchemaIndex): SchemaIndex => ({
  roots: view.roots,
  typeNames: view.typeNames.slice(0, sampled),
  directives: view.directives,
  type: name => view.type(name),
  usesOf: name => view.usesOf(name),
  problems: () => view.problems(),
  raw: view.raw,
});

const inputOf = (view: SchemaIndex): TreeInput => ({
  view,
  document: emptyDocument,
  active: undefined,
  open: new Set(),
  onlyTicked: false,
  hideDeprecated: false,
});

/** The same for a description. */
export function* warmDescription(description: Description, theme: Theme): Generator<void> {
  const part = { ...description, operations: description.operations.slice(0, sampled), schemas: [] };
  for (const [source, words] of [
    [part, compiling],
    [description, texts],
  ] as const) {
    yield* operationSlices(source);
    const rows: RowSource = { roots: () => apiRoots(source, 'tag', new Set()), below: ownChildren };
    yield* showMatches(rows, words, text => searchDescription(source, text), theme);
  }
}

function* showMatches(
  rows: RowSource,
  words: readonly string[],
  search: (text: string) => TreeResults,
  theme: Theme,
): Generator<void> {
  for (const text of words) {
    yield;
    const results = search(text);
    // Each part adds the rows of a few more matches to the caches.
    for (const shown of [20, 50, 100, 150, 200]) {
      yield;
      matchTree(rows, { ...results, results: results.results.slice(0, shown) });
    }
    yield;
    drawMatches(results, matchTree(rows, results), theme);
  }
}

/** Size of the panes in a terminal of 120 by 40 cells. */
const warmRect = { x: 0, y: 2, width: 44, height: 33 };

/** Draws results as the panes would, without showing them. */
function drawMatches(results: TreeResults, tree: MatchTree, theme: Theme): void {
  const at = tree.order[0] ?? 0;
  const search: SearchState = {
    field: createText(results.asked.text),
    typing: true,
    results,
    tree,
    showsFullTree: false,
    at,
    path: tree.paths[at] ?? [],
    expandedKeys: [],
    resultsByText: new Map(),
    before: { key: undefined, top: 0, exemptKeys: new Set(), docsRows: 0 },
  };
  const schema: SchemaState = { ...startSchema, rows: tree.rows, cursor: 1, search };
  const shown = { rect: warmRect, theme };
  schemaLines({ schema, phase: 'ready', progress: '', ticked: 0, stale: false, focused: true, ...shown });
  docsLines({ ...shown, row: tree.rows[1] });
}
