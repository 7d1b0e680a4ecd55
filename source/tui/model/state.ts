/** All that the full screen knows, as one immutable value. Each pane's part is described in its own file. */

import type { ConnectState } from '../connect/reduce.js';
import type { DraftsState } from '../documents/drafts.js';
import type { FilesState } from '../documents/files.js';
import type { IdentityState } from '../identity/reduce.js';
import type { Layout, PaneId, Size } from '../layout.js';
import { layoutOf, searchHeight } from '../layout.js';
import type { Overlay } from '../overlays/reduce.js';
import type { CompletionState } from '../query/completion/reduce.js';
import type { QueryState } from '../query/reduce.js';
import type { ResponseState } from '../response/reduce.js';
import type { SchemaState } from '../schema/reduce.js';
import type { LastClick } from '../text/clicks.js';
import type { TextPane } from '../text/pane.js';
import type { Theme } from '../theme.js';
import type { VariablesCheck } from '../variables/check.js';

/** A sentence in the status line until the next key. May quote foreign text: lines are made safe when drawn. */
export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'error';
}

/** What does not change while the program runs. */
export interface Settings {
  readonly theme: Theme;
  readonly mouse: boolean;
}

export interface State {
  readonly settings: Settings;
  readonly size: Size;
  readonly focus: PaneId;
  /** The right pane last used: drawn beside the schema when there is room for one. */
  readonly side: Exclude<PaneId, 'schema'>;
  /** Keys type into the focused pane's text. */
  readonly editing: boolean;
  readonly zoomed: boolean;
  /** Columns the user gave to the schema pane beyond its share. */
  readonly shift: number;
  /** Of the mouse into a text. */
  readonly lastClick: LastClick | undefined;
  /** The first half of a two-key binding (`g` of `g g`). */
  readonly prefix: string | undefined;
  readonly notice: Notice | undefined;
  /** Ctrl-C or `q` was pressed once and asked to be pressed again. */
  readonly quitAsked: boolean;
  /** Bottom to top; keys go to the last one. */
  readonly overlays: readonly Overlay[];
  readonly connect: ConnectState;
  /** The list at the text cursor. */
  readonly completion: CompletionState;
  readonly schema: SchemaState;
  readonly query: QueryState;
  readonly variables: TextPane;
  readonly variablesCheck: VariablesCheck;
  readonly response: ResponseState;
  readonly drafts: DraftsState;
  readonly files: FilesState;
  readonly identity: IdentityState;
  /** The next id for a request; answers with another id than the one awaited are stale. */
  readonly nextId: number;
}

/** Where everything is now. */
export const layout = (state: State): Layout => layoutOf(state);

/** Inner size of a pane as it is drawn now, or as it would be alone on the screen; of the schema: what its tree has. */
export function viewOf(state: State, pane: PaneId): { readonly width: number; readonly height: number } {
  const rect = layout(state).panes[pane] ?? layoutOf({ ...state, focus: pane }).panes[pane];
  if (rect === undefined) return { width: 1, height: 1 };
  const height = rect.height - 2;
  const taken = pane === 'schema' && state.schema.search !== undefined ? searchHeight(height) : 0;
  return { width: Math.max(1, rect.width - 2), height: Math.max(1, height - taken) };
}

/** The box that has the keys; undefined: none is open. */
export const topOverlay = (state: State): Overlay | undefined => state.overlays.at(-1);
