/** The completion list at the text cursor. */
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Suggestion, Suggestions } from '../../core/graphql/intelligence/suggestion.js';
import type { TextPaneId } from './text.js';

/**
 * The source of suggestions. It arrives after the schema, from a part of the program that the first screen does not wait
 * for. It is pure and takes about a millisecond, so a list never lags behind the keys, however many arrive at once.
 */
export interface CompletionEngine {
  query(schema: GraphQLSchema, text: string, offset: number): Suggestions | undefined;
  variables(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode | undefined,
    text: string,
    offset: number,
  ): Suggestions | undefined;
}

/** Without an engine (no schema yet) no list opens. */
export interface CompletionState {
  readonly engine: CompletionEngine | undefined;
  readonly list: CompletionList | undefined;
}

/** A list that is open, and the text it belongs to. */
export interface CompletionList extends Suggestions {
  readonly pane: TextPaneId;
  /** The items that match the word, best first; never empty. */
  readonly shown: readonly Suggestion[];
  readonly selected: number;
  /** True if the user asked for the list: it stays when the word is empty. */
  readonly asked: boolean;
}

export type CompletionAction =
  /** Ctrl-N or Ctrl-Space. */
  | { readonly type: 'completion/ask' }
  /** What a path in the variables may go on with that begins as `of`. */
  | { readonly type: 'completion/paths'; readonly of: string; readonly all: readonly string[] }
  | { readonly type: 'completion/ready'; readonly engine: CompletionEngine }
  | { readonly type: 'completion/move'; readonly by: number }
  /** Takes the marked item, or one that was clicked. */
  | { readonly type: 'completion/accept'; readonly item?: number }
  | { readonly type: 'completion/close' };
