/** The tree of a GraphQL schema. */
import { counted } from '../../../core/counted.js';
import { fieldOf, isComposite } from '../../../core/graphql/builder/schema/lookups.js';
import { docsText } from '../../../core/graphql/look-up/docs.js';
import { resultsOfWays, type WayEnd, wayBetweenSlices } from '../../../core/graphql/look-up/ways-between.js';
import { textOfUse } from '../../../core/graphql/schema-index.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, indexSlices, searchIndexOf, textOfPath } from '../../../core/graphql/search/index.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { Action } from '../../model/action.js';
import type { State } from '../../model/state.js';
import type { Row, RowSource } from '../../model/tree.js';
import { type VariableValues, variableValues } from '../../variables/values.js';
import { schemaResults } from '../search/found.js';
import { isTypeEnd, plainDescription, type TreeSource, type TreeWays } from '../source.js';
import { tickedCount } from '../ticked-count.js';
import { seenLiterals } from '../value-prompt.js';
import { directivesKey } from './browse-rows.js';
import { flatten, rootRows, type TreeInput } from './flatten.js';
import { childrenOf } from './row-cache.js';

/** All rows of a schema. */
export const schemaRows = (input: TreeInput): RowSource => ({
  roots: () => rootRows(input),
  below: row => childrenOf(input.view, row),
});

const treeInput = (view: SchemaIndex, { query, schema }: State, variables: VariableValues): TreeInput => ({
  variables,
  view,
  document: query.document,
  active: query.active,
  open: schema.open,
  onlyTicked: schema.onlyTicked,
  hideDeprecated: schema.hideDeprecated,
  shown: schema.shown,
});

/** The tree before a schema is loaded, which has no rows. */
export const noSchemaTree: TreeSource = {
  // A text that does not parse shows the rows of the last valid text.
  text: ({ query }) => query.document.lastValid,
  at: ({ query }) => query.active,
  rows: () => undefined,
  ticked: tickedCount,
  searched: () => undefined,
  search: () => undefined,
  docs: (_, row) => docsText({ isType: false, description: plainDescription(row) }),
  uses: () => noType,
};

const noType = 'This row has no type.';

export const schemaTree = memoizeWeak(
  (view: SchemaIndex): TreeSource => ({
    ...noSchemaTree,
    of: view,
    size: counted(view.typeNames.length, 'type'),
    rows(state) {
      const { doc } = state.variables.editor;
      const variables = variableValues(() => doc.toString());
      const input = treeInput(view, state, variables);
      return { ...schemaRows(input), visible: () => flatten(input), variables };
    },
    searched: () => view,
    search: ({ settings }, text) => schemaResults(find(searchIndexOf(view), text, settings.synonyms)),
    docs: (state, row) => schemaDocs(view, row, state.settings.theme.glyphs.ellipsis === '~'),
    uses(_, row) {
      const name = row?.kind === 'type' ? row.name : row?.typeName;
      if (name === undefined) return noType;
      const options = view.usesOf(name).map(use => ({
        label: textOfUse(use),
        detail: use.kind === 'inputField' ? 'input field' : use.kind,
        action: actionOfUse(use, name),
      }));
      return options.length === 0 ? `Nothing uses ${name}.` : { name, options };
    },
    seen: seenLiterals,
    ways: typeWays(view),
  }),
);

/** Goes to the row where a type is used. */
function actionOfUse(use: ReturnType<SchemaIndex['usesOf']>[number], name: string): Action {
  if (use.kind === 'directive')
    return { type: 'schema/reveal', key: `directives/${use.directive}`, open: [directivesKey] };
  const type = 'type' in use ? use.type : '';
  const possible = use.kind === 'member' ? `| ${name}` : `implements ${name}`;
  return { type: 'schema/go-to-type', name: type, member: 'field' in use ? use.field : possible };
}

/** Description, arguments, type and path of a row. */
function schemaDocs(view: SchemaIndex, row: Row, isAscii: boolean): string {
  const { kind, path, parent, typeName, deprecated, defaultValue } = row;
  const field = parent === undefined ? undefined : fieldOf(view, parent, row.name);
  const type = typeName === undefined ? undefined : view.type(typeName);
  const hasWay = path !== undefined && path.steps.length > 1;
  return docsText({
    isType: kind === 'type',
    description: plainDescription(row),
    deprecated,
    defaultValue,
    args: field?.args,
    type: type && { ...type, description: plainDescription(type) },
    way: hasWay ? textOfPath(path).join(isAscii ? ' > ' : ' › ') : undefined,
  });
}

const typeWays = (view: SchemaIndex): TreeWays => ({
  ends: 'a type or a field',
  endOf: row => typeEndOf(view, row),
  *slices(from, to) {
    const index = yield* indexSlices(view);
    if (!isTypeEnd(from) || !isTypeEnd(to)) return schemaResults(resultsOfWays(index, []));
    const isLeaf = to.field !== undefined && !isComposite(view.type(to.type));
    const { ways } = yield* wayBetweenSlices(view, from, isLeaf ? to : { type: to.type });
    return schemaResults(resultsOfWays(index, ways));
  },
});

/** Returns the type, root or field of a row, as an end of ways. */
function typeEndOf(view: SchemaIndex, { kind, path, name, parent, typeName }: Row): WayEnd | undefined {
  if (kind === 'type') return { type: name };
  if (path !== undefined && path.steps.length === 0) {
    const type = path.root === 'fragment' ? undefined : view.roots[path.root];
    return type === undefined ? undefined : { type };
  }
  if (kind !== 'field' || typeName === undefined || parent === undefined) return undefined;
  return { type: typeName, field: { owner: parent, name }, ...(path !== undefined && { path }) };
}
