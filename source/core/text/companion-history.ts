/** Changes to the variables that go along with a change of the query: the query's undo history keeps them. */
import { invertedEffects } from '@codemirror/commands';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { inverseOf, type VariablesChange } from '../graphql/intelligence/variables-change.js';

/** Goes into the transaction it belongs to. */
export const withCompanion = StateEffect.define<VariablesChange>();

const lastTrades = StateField.define<readonly VariablesChange[]>({
  create: () => [],
  update: (_, transaction) => transaction.effects.flatMap(effect => (effect.is(withCompanion) ? [effect.value] : [])),
});

/** The extension that lets undo and redo of the query carry the trades of each step. */
export const companionHistory: Extension = [
  lastTrades,
  invertedEffects.of(transaction =>
    transaction.effects.flatMap(effect =>
      effect.is(withCompanion) ? [withCompanion.of(inverseOf(effect.value))] : [],
    ),
  ),
];

/** What the last transaction, an undo or redo among others, means for the variables. */
export const companionsOf = (state: EditorState): readonly VariablesChange[] => state.field(lastTrades, false) ?? [];
