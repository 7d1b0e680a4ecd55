import { isFragment, isOperation } from '../../core/graphql/builder/text/query-document.js';
import type { State } from '../model/state.js';

/** A definition of the text as listed; `offset` is the beginning of its text, in characters. */
export interface OperationEntry {
  /** Index of the definition in the text. */
  readonly definition: number;
  readonly label: string;
  readonly detail: string;
  readonly offset: number;
}

/** In text order. */
export function operationEntries({ query, settings }: State): readonly OperationEntry[] {
  return query.document.lastValid.definitions.flatMap((node, definition): OperationEntry[] => {
    if (!isOperation(node) && !isFragment(node)) return [];
    const label = node.name?.value ?? '(no name)';
    const kind = isOperation(node) ? node.operation : `fragment on ${node.typeCondition.name.value}`;
    const fields = node.selectionSet.selections
      .map(each => ('name' in each ? each.name.value : settings.theme.glyphs.spread))
      .join(' ');
    return [{ definition, label, detail: `${kind}  { ${fields} }`, offset: node.loc?.start ?? 0 }];
  });
}
