/** Changes of the variables that accompany a change of the query, stored in the query's undo history. */
import { invertedEffects } from '@codemirror/commands';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { inverseOf, type VariablesChange } from '../graphql/intelligence/variables-change.js';

/** Effect added to the accompanied transaction. */
export const withCompanion = StateEffect.define<VariablesChange>();

const lastTrades = StateField.define<readonly VariablesChange[]>({
  create: () => [],
  update: (_, transaction) => transaction.effects.flatMap(effect => (effect.is(withCompanion) ? [effect.value] : [])),
});

/** Lets undo and redo of the query include the variables' change. */
export const companionHistory: Extension = [
  lastTrades,
  invertedEffects.of(transaction =>
    transaction.effects.flatMap(effect =>
      effect.is(withCompanion) ? [withCompanion.of(inverseOf(effect.value))] : [],
    ),
  ),
];

/** Returns the changes to apply to the variables after the last transaction, including undo and redo. */
export const companionsOf = (state: EditorState): readonly VariablesChange[] => state.field(lastTrades, false) ?? [];
