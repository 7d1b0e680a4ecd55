/** The completion list at the text cursor. */
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Suggestion, Suggestions } from '../../core/graphql/intelligence/suggestion.js';
import type { SeenObjects } from '../../core/seen/objects.js';
import type { TextPaneId } from './text.js';

/**
 * Computes suggestions. Loaded after the schema, so it does not delay the first screen. Pure, and takes about a millisecond per
 * call, so it can run on every key.
 */
interface CompletionEngine {
  query(schema: GraphQLSchema, text: string, offset: number, seen?: SeenObjects): Suggestions | undefined;
  variables(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode | undefined,
    text: string,
    offset: number,
    seen?: (path: readonly string[]) => readonly Suggestion[],
  ): Suggestions | undefined;
}

/** Undefined until the schema is loaded. Without an engine, no list opens. */
export interface CompletionState {
  readonly engine: CompletionEngine | undefined;
  readonly list: CompletionList | undefined;
}

/** An open list, and the text it was computed for. */
export interface CompletionList extends Suggestions {
  readonly pane: TextPaneId;
  /** Items that match the word, best first; never empty. */
  readonly shown: readonly Suggestion[];
  readonly selected: number;
  /** The part of the word before the cursor. */
  readonly word: string;
  /** True if the user opened the list, which then stays open when the word is empty. */
  readonly requested: boolean;
}

export type CompletionAction =
  /** Ctrl-N or Ctrl-Space. */
  | { readonly type: 'completion/ask' }
  /** Paths that complete the prefix `of` in the variables. */
  | { readonly type: 'completion/paths'; readonly of: string; readonly all: readonly string[] }
  | { readonly type: 'completion/ready'; readonly engine: CompletionEngine }
  | { readonly type: 'completion/move'; readonly by: number; readonly unit?: 'page' }
  /** Accepts the marked or the clicked item. */
  | { readonly type: 'completion/accept'; readonly item?: number }
  | { readonly type: 'completion/close' };
