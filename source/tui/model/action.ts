/**
 * Everything that can happen, as one closed union. Each pane's file defines its own actions, whose types begin with the
 * pane's name; `reduce.ts` sends them there.
 */

import type { ConnectAction } from '../connect/reduce.js';
import type { DraftsAction } from '../documents/drafts.js';
import type { FilesAction } from '../documents/files.js';
import type { HistoryAction } from '../documents/history.js';
import type { OperationsAction } from '../documents/operations.js';
import type { LoginAction } from '../identity/login.js';
import type { IdentityAction } from '../identity/reduce.js';
import type { PaneId } from '../layout.js';
import type { OverlayAction } from '../overlays/reduce.js';
import type { CompletionAction } from '../query/completion/reduce.js';
import type { QueryAction } from '../query/reduce.js';
import type { ResponseAction } from '../response/reduce.js';
import type { SchemaAction } from '../schema/reduce.js';
import type { SearchAction } from '../schema/search/reduce.js';
import type { LastClick } from '../text/clicks.js';
import type { VariablesAction } from '../variables/reduce.js';

/** What `reduce` takes, from keys, the mouse and effects alike. */
export type Action =
  | AppAction
  | ConnectAction
  | SchemaAction
  | SearchAction
  | QueryAction
  | CompletionAction
  | VariablesAction
  | ResponseAction
  | OverlayAction
  | DraftsAction
  | FilesAction
  | HistoryAction
  | IdentityAction
  | LoginAction
  | OperationsAction;

/** What belongs to no pane: size, focus, notices, leaving. */
export type AppAction =
  | { readonly type: 'app/resize'; readonly columns: number; readonly rows: number }
  | { readonly type: 'app/focus'; readonly pane: PaneId }
  | { readonly type: 'app/focus-next'; readonly by: 1 | -1 }
  | { readonly type: 'app/edit' }
  | { readonly type: 'app/escape' }
  | { readonly type: 'app/zoom' }
  | { readonly type: 'app/shift'; readonly by: number }
  | { readonly type: 'app/prefix'; readonly chord: string | undefined }
  | { readonly type: 'app/notice'; readonly text: string; readonly tone?: 'info' | 'error' }
  /** Ctrl-C: cancels what runs, else asks to be pressed again. */
  | { readonly type: 'app/interrupt' }
  | { readonly type: 'app/quit' }
  | { readonly type: 'app/suspend' }
  | { readonly type: 'app/redraw' }
  | { readonly type: 'app/external-editor' }
  /** Puts the active operation on the clipboard as a command for a shell. */
  | { readonly type: 'app/copy-command'; readonly program: 'curl' | 'apiclient' }
  /** Puts text on the clipboard; `what` names it for the notice. */
  | { readonly type: 'app/copy'; readonly text: string; readonly what: string }
  /** Shows a text in $PAGER. */
  | { readonly type: 'app/page'; readonly text: string; readonly suffix: string }
  /** A click is too long ago for another one to belong to it. */
  | { readonly type: 'app/click-over'; readonly click: LastClick }
  /** The terminal said what its background is: `rgb:ffff/ffff/ffff`. */
  | { readonly type: 'app/background'; readonly colour: string }
  /** A key was pressed: notices of the last one go. */
  | { readonly type: 'app/key' };
