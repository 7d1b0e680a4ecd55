/**
 * Everything that can happen, as one closed union. Each pane's file defines its own actions, whose types begin with the
 * pane's name; `reduce.ts` sends them there.
 */
import type { LastClick } from './clicks.js';
import type { CompletionAction } from './completion.js';
import type { ConnectAction } from './connect.js';
import type { DraftsAction } from './drafts.js';
import type { FilesAction } from './files.js';
import type { HistoryAction } from './history.js';
import type { IdentityAction } from './identity.js';
import type { PaneId } from './layout.js';
import type { LoginAction } from './login.js';
import type { OperationsAction } from './operations.js';
import type { OverlayAction } from './overlays.js';
import type { QueryAction } from './query.js';
import type { ResponseAction } from './response.js';
import type { SchemaAction } from './schema.js';
import type { SearchAction } from './search.js';
import type { VariablesAction } from './variables.js';

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
