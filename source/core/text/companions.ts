/** Changes to the variables that go along with a change of the query: the query's undo history keeps them. */
import { invertedEffects } from '@codemirror/commands';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { inverseOf, type Trade } from '../graphql/intelligence/variable-trade.js';

/** Goes into the transaction it belongs to. */
export const withTrade = StateEffect.define<Trade>();

const lastTrades = StateField.define<readonly Trade[]>({
  create: () => [],
  update: (_, transaction) => transaction.effects.flatMap(effect => (effect.is(withTrade) ? [effect.value] : [])),
});

/** The extension that lets undo and redo of the query carry the trades of each step. */
export const tradeHistory: Extension = [
  lastTrades,
  invertedEffects.of(transaction =>
    transaction.effects.flatMap(effect => (effect.is(withTrade) ? [withTrade.of(inverseOf(effect.value))] : [])),
  ),
];

/** What the last transaction, an undo or redo among others, means for the variables. */
export const tradesOf = (state: EditorState): readonly Trade[] => state.field(lastTrades, false) ?? [];
