import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { VariablesReport } from '../../core/graphql/intelligence/check-variables.js';
import type { CapturedValues } from '../../core/http-file/captured-values.js';
import type { HttpFile } from '../../core/http-file/document.js';
import type { Ticking } from '../../core/openapi/edit/tick-target.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';

/** A request of an HTTP document whose operation the description contains. */
export interface DescribedRequest {
  readonly ticking: Ticking;
  readonly file: HttpFile;
}

/** The last report, and the pending check, if any. */
export interface VariablesCheck {
  /** Result of the last check, with current positions. */
  readonly report: VariablesReport;
  readonly checkId: number | undefined;
  /** The input that `report` and `checkId` belong to. */
  readonly seen: {
    readonly doc: EditorState['doc'];
    readonly operation: OperationDefinitionNode | undefined;
    readonly schema: GraphQLSchema | undefined;
    readonly values: CapturedValues | undefined;
    /** The request at the cursor, for an HTTP document. */
    readonly request: DescribedRequest | undefined;
  };
}

export type VariablesAction =
  | { readonly type: 'variables/command'; readonly command: TextCommand }
  | { readonly type: 'variables/edited'; readonly text: string }
  | { readonly type: 'variables/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'variables/scroll'; readonly by: number }
  /** Checks the text when idle, unless it has changed since. */
  | { readonly type: 'variables/check'; readonly id: number }
  | { readonly type: 'variables/go'; readonly offset: number }
  | { readonly type: 'variables/problem'; readonly by: 1 | -1 }
  | { readonly type: 'variables/problems' }
  /** Shows the documentation of the element at the cursor. */
  | { readonly type: 'variables/describe' }
  | { readonly type: 'variables/format' }
  /** Adds missing required values. With `edits`, the user continues by typing the first one. */
  | { readonly type: 'variables/fill'; readonly edits?: true };
