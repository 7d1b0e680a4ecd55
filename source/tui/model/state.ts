/** Everything the full screen knows, as one immutable value. Each room's part is described in its own file. */
import type { KnownProfile } from '../../core/command.js';
import type { Action, Overlay } from './action.js';
import type { BindingOf } from './binding.js';
import type { CompletionState } from './completion.js';
import type { ConnectState } from './connect.js';
import type { DraftsState, FilesState } from './documents.js';
import type { IdentityState } from './identity.js';
import type { PaneId, Size } from './layout.js';
import type { QueryState } from './query.js';
import type { ResponseState, TransportOptions } from './response.js';
import type { SchemaState } from './schema.js';
import type { LastClick, TextPane } from './text.js';
import type { Theme } from './theme.js';
import type { VariablesCheck } from './variables.js';

/** A sentence in the status line until the next key. May quote foreign text: lines are made safe when drawn. */
export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'error';
}

/** What does not change while the program runs. */
export interface Settings {
  readonly theme: Theme;
  readonly mouse: boolean;
  /** The key table in effect, in the order of the help: with the user's own keys in place of the standard ones. */
  readonly bindings: readonly Binding[];
  /** What `@name` stands for where a URL is typed, from the configuration. */
  readonly profiles: ReadonlyMap<string, KnownProfile>;
}

/**
 * What is worked on: an operation's text with its variables, its answer, its undo history (in the editors) and its file. The
 * state holds one, spread into it.
 */
export interface Document {
  readonly query: QueryState;
  readonly variables: TextPane;
  readonly variablesCheck: VariablesCheck;
  readonly response: ResponseState;
  readonly files: FilesState;
}

/** Where a document is worked on: which server, as whom, and where the user is on the screen. */
export interface Workspace {
  readonly focus: PaneId;
  /** The right pane last used: drawn beside the schema when there is room for one. */
  readonly side: Exclude<PaneId, 'schema'>;
  /** Keys are typed into the focused pane's text. */
  readonly editing: boolean;
  readonly connect: ConnectState;
  readonly schema: SchemaState;
  readonly identity: IdentityState;
}

/** All that belongs to one tab. The active one's is spread in the state. */
export interface TabContent extends Document, Workspace {}

/** A tab; what the active one holds here is what it held when it was last entered. */
export interface Tab {
  readonly id: number;
  readonly content: TabContent;
}

export interface TabsState {
  /** From left to right; never empty. */
  readonly all: readonly Tab[];
  /** Which of them is active. */
  readonly at: number;
  /** What was closed, the last one first, to bring it back. */
  readonly closed: readonly ClosedTab[];
  /** Nothing was changed since the last tab was closed: undo brings it back. */
  readonly justClosed: boolean;
}

export interface ClosedTab extends Tab {
  /** Where it stood. */
  readonly at: number;
}

export interface State extends Document, Workspace {
  readonly settings: Settings;
  readonly size: Size;
  readonly tabs: TabsState;
  readonly zoomed: boolean;
  /** Long lines of the texts go on in the next row; else they end in an ellipsis. */
  readonly wrap: boolean;
  /** Columns the user gave to the schema pane beyond its share. */
  readonly shift: number;
  /** The last click into a text. */
  readonly lastClick: LastClick | undefined;
  /** The first half of a two-key binding (`g` of `g g`). */
  readonly prefix: string | undefined;
  readonly notice: Notice | undefined;
  /** Ctrl-C or `q` was pressed once and asked to be pressed again. */
  readonly quitAsked: boolean;
  /** Bottom to top; keys go to the last one. */
  readonly overlays: readonly Overlay[];
  /** The list at the text cursor. */
  readonly completion: CompletionState;
  readonly drafts: DraftsState;
  /** How operations are sent. */
  readonly ways: TransportOptions;
  /** The time when it was last told, in milliseconds since 1970: for the age of schemas. */
  readonly now: number;
  /** The next id for a request; answers with another id than the one awaited are stale. */
  readonly nextId: number;
}

/** One record per thing a key can do. */
export type Binding = BindingOf<State, Action>;
