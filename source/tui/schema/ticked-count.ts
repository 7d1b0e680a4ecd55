/** How much is ticked, counted once per text. */
import { Kind, visit } from 'graphql';
import type { ParsedText } from '../../core/graphql/builder/text/query-document.js';
import type { State } from '../model/state.js';

const counts = new WeakMap<ParsedText, Map<number, number>>();

/** How many leaf fields are ticked in the definition the tree shows. */
export function tickedCount({ query }: State): number {
  const { good } = query.document;
  const { active } = query;
  const node = active === undefined ? undefined : good.definitions[active];
  if (node === undefined || active === undefined) return 0;
  let known = counts.get(good);
  if (known === undefined) {
    known = new Map();
    counts.set(good, known);
  }
  let count = known.get(active);
  if (count === undefined) {
    count = 0;
    visit(node, {
      [Kind.FIELD](field) {
        if (field.selectionSet === undefined) count = (count ?? 0) + 1;
      },
    });
    known.set(active, count);
  }
  return count;
}
