/** The variables pane: what is known about its text. */
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { VariablesReport } from '../../core/graphql/intelligence/check-variables.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';

/** The last report, and whether another one is pending. */
export interface VariablesCheck {
  /** What the last check found, at its places in the text as it is now. */
  readonly report: VariablesReport;
  /** The pending check. */
  readonly checkId: number | undefined;
  /** What `report` and `checkId` are for. */
  readonly seen: {
    readonly doc: EditorState['doc'];
    readonly operation: OperationDefinitionNode | undefined;
    readonly schema: GraphQLSchema | undefined;
  };
}

export type VariablesAction =
  | { readonly type: 'variables/command'; readonly command: TextCommand }
  | { readonly type: 'variables/edited'; readonly text: string }
  | { readonly type: 'variables/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'variables/scroll'; readonly by: number }
  /** Sent when idle: checks the text, unless something has changed since. */
  | { readonly type: 'variables/check'; readonly id: number }
  | { readonly type: 'variables/go'; readonly offset: number }
  | { readonly type: 'variables/problem'; readonly by: 1 | -1 }
  | { readonly type: 'variables/problems' }
  /** Shows the docs of what is under the cursor. */
  | { readonly type: 'variables/describe' }
  | { readonly type: 'variables/format' }
  /** Adds what is required and missing. */
  | { readonly type: 'variables/fill' };
