/**
 * Every action, as one closed union. The prefix of an action's type names its family, and with it the reducer that handles it.
 */
import type { CompletionAction } from './completion.js';
import type { ConnectAction } from './connect.js';
import type {
  DraftsAction,
  FilesAction,
  HistoryAction,
  OperationsAction,
  SavedAction,
  TabsAction,
} from './documents.js';
import type { FormAction, IdentityAction, LoginAction, SessionAction, ValuesAction } from './identity.js';
import type { PaneId } from './layout.js';
import type { AnyOverlay, ChooseInOverlay, OpenOverlay, PlainOverlayAction } from './overlays.js';
import type { QueryAction } from './query.js';
import type { ResponseAction } from './response-action.js';
import type { SchemaAction, SearchAction } from './schema.js';
import type { FindAction, LastClick } from './text.js';
import type { Theme } from './theme.js';
import type { VariablesAction } from './variables.js';

/** Actions dispatched by keys, the mouse and effects. */
export type Action =
  | AppAction
  | ConnectAction
  | SchemaAction
  | SearchAction
  | QueryAction
  | FindAction
  | CompletionAction
  | VariablesAction
  | ResponseAction
  | PlainOverlayAction
  | OpenOverlay<Action>
  | ChooseInOverlay<Action>
  | DraftsAction
  | FilesAction
  | HistoryAction
  | IdentityAction
  | ValuesAction
  | LoginAction
  | FormAction
  | OperationsAction
  | SavedAction
  | SessionAction
  | TabsAction;

/** Actions that belong to no pane: resizing, focus, notices, quitting. */
export type AppAction =
  | { readonly type: 'app/resize'; readonly columns: number; readonly rows: number }
  | { readonly type: 'app/focus'; readonly pane: PaneId }
  | { readonly type: 'app/focus-next'; readonly by: 1 | -1 }
  | { readonly type: 'app/edit' }
  /** A key of vim in the focused text. */
  | { readonly type: 'app/vim'; readonly key: string }
  /** Switches vim's keys on or off. */
  | { readonly type: 'app/editor' }
  | { readonly type: 'app/escape' }
  | { readonly type: 'app/zoom' }
  /** Switches between wrapping long lines and truncating them with an ellipsis. */
  | { readonly type: 'app/wrap' }
  | { readonly type: 'app/shift'; readonly by: number }
  | { readonly type: 'app/rise'; readonly by: number }
  | { readonly type: 'app/prefix'; readonly chord: string | undefined }
  | { readonly type: 'app/notice'; readonly text: string; readonly tone?: 'info' | 'error' }
  /** Ctrl-C: cancels the current request or, if there is none, asks for a second press to quit. */
  | { readonly type: 'app/interrupt' }
  | { readonly type: 'app/quit' }
  | { readonly type: 'app/suspend' }
  | { readonly type: 'app/redraw' }
  | { readonly type: 'app/external-editor' }
  /** Copies text to the clipboard. `what` names it in the notice. */
  | { readonly type: 'app/copy'; readonly text: string; readonly what: string }
  /** The double-click interval has passed. */
  | { readonly type: 'app/click-over'; readonly click: LastClick }
  /** The terminal reported its background colour: `rgb:ffff/ffff/ffff`. */
  | { readonly type: 'app/background'; readonly colour: string }
  /**
   * Selects and remembers a theme, or lists the themes if no name is given. `configured`: reverts to the configured theme.
   * `preview`: shows the theme without a notice.
   */
  | { readonly type: 'app/theme'; readonly name?: Theme['name'] | 'configured'; readonly preview?: true }
  /** A key was pressed: clears the notice. */
  | { readonly type: 'app/key' };

/** An overlay. The last one in `State.overlays` receives the keys. */
export type Overlay = AnyOverlay<Action>;

export type OverlayAction = PlainOverlayAction | OpenOverlay<Action> | ChooseInOverlay<Action>;

/** The family of an action, such as `query` for `query/command`. */
export type Family = Action['type'] extends infer T ? (T extends `${infer F}/${string}` ? F : never) : never;

export type ActionOf<F extends Family> = Extract<Action, { readonly type: `${F}/${string}` }>;
