/** The tree of a GraphQL schema. */
import { type DefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { counted } from '../../../core/counted.js';
import { fieldOf, isComposite } from '../../../core/graphql/builder/schema/lookups.js';
import type { ParsedText } from '../../../core/graphql/builder/text/query-document.js';
import { docsText } from '../../../core/graphql/look-up/docs.js';
import { resultsOfWays, type WayEnd, wayBetweenSlices } from '../../../core/graphql/look-up/ways-between.js';
import { textOfUse } from '../../../core/graphql/schema-index.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, indexSlices, searchIndexOf, textOfPath } from '../../../core/graphql/search/index.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { Action } from '../../model/action.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import type { Row, RowSource } from '../../model/tree.js';
import { type VariableValues, variableValues } from '../../variables/values.js';
import { schemaResults } from '../search/found.js';
import { isTypeEnd, plainDescription, type TreeSource, type TreeWays } from '../source.js';
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
  exemptKeys: schema.exemptKeys,
});

/** The tree before a schema is loaded, which has no rows. */
export const noSchemaTree: TreeSource = {
  // A text that does not parse shows the rows of the last valid text.
  text: ({ query }) => query.document.lastValid.ast,
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
    docs: (state, row) => schemaDocs(view, row, state.settings.theme),
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
  switch (use.kind) {
    case 'directive':
      return { type: 'schema/reveal', key: `directives/${use.directive}`, open: [directivesKey] };
    case 'member':
      return { type: 'schema/go-to-type', name: use.type, member: `| ${name}` };
    case 'implementation':
      return { type: 'schema/go-to-type', name: use.type, member: `implements ${name}` };
    default:
      return { type: 'schema/go-to-type', name: use.type, member: use.field };
  }
}

/** Description, arguments, type and path of a row. */
function schemaDocs(view: SchemaIndex, row: Row, { glyphs }: Theme): string {
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
    way: hasWay ? textOfPath(path).join(` ${glyphs.arrow} `) : undefined,
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

/** Returns the type, root or field of a row, as the start or goal of a way. */
function typeEndOf(view: SchemaIndex, { kind, path, name, parent, typeName }: Row): WayEnd | undefined {
  if (kind === 'type') return { type: name };
  if (path !== undefined && path.steps.length === 0) {
    const type = path.root === 'fragment' ? undefined : view.roots[path.root];
    return type === undefined ? undefined : { type };
  }
  if (kind !== 'field' || typeName === undefined || parent === undefined) return undefined;
  return { type: typeName, field: { owner: parent, name }, path };
}

const countsOf = memoizeWeak((_: ParsedText) => new Map<number, number>());

/** Number of ticked leaf fields in the definition that the tree shows, including its fragments. */
export function tickedCount({ query }: Pick<State, 'query'>): number {
  const { lastValid } = query.document;
  const { active } = query;
  const node = active === undefined ? undefined : lastValid.definitions[active];
  if (node === undefined || active === undefined) return 0;
  const known = countsOf(lastValid);
  let count = known.get(active);
  if (count === undefined) {
    count = leavesOf(node, fragmentsOf(lastValid.definitions));
    known.set(active, count);
  }
  return count;
}

type Fragments = ReadonlyMap<string, DefinitionNode>;

const fragmentsOf = (definitions: readonly DefinitionNode[]): Fragments =>
  new Map(
    definitions.flatMap(each => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );

/**
 * `visit` of graphql-js takes thirty times as long, because it calls its visitors for every node, including arguments and
 * types.
 */
function leavesOf(definition: DefinitionNode, fragments: Fragments, counts = new Map<string, number>()): number {
  const waiting = [definition as { readonly selectionSet?: SelectionSetNode }];
  let count = 0;
  const inFragment = (name: string): number => {
    const fragment = fragments.get(name);
    // A fragment counts each time it is spread. A fragment that contains itself is invalid, so that spread counts as 0.
    if (fragment !== undefined && !counts.has(name)) {
      counts.set(name, 0);
      counts.set(name, leavesOf(fragment, fragments, counts));
    }
    return counts.get(name) ?? 0;
  };
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const each of node.selectionSet?.selections ?? []) {
      if (each.kind === Kind.FIELD && each.selectionSet === undefined) count++;
      else if (each.kind === Kind.FRAGMENT_SPREAD) count += inFragment(each.name.value);
      else waiting.push(each);
    }
  }
  return count;
}
