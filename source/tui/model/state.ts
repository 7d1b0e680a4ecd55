/** The state of the full screen, as one immutable value. Each room's part is described in its own file. */
import type { KnownProfile } from '../../core/command.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { FlagWord } from '../../core/openapi/intelligence/complete-directive.js';
import type { NetworkOptions } from '../../core/options.js';
import type { Remembered } from '../../core/remembered.js';
import type { Action, Overlay } from './action.js';
import type { BindingOf } from './binding.js';
import type { CompletionState } from './completion.js';
import type { ConnectState } from './connect.js';
import type { DraftsState, FilesState } from './documents.js';
import type { IdentityState } from './identity.js';
import type { PaneId, Size } from './layout.js';
import type { QueryState } from './query.js';
import type { PastResponse, ResponseState, TransportOptions } from './response.js';
import type { SchemaState } from './schema.js';
import type { LastClick, TextPane } from './text.js';
import type { Theme } from './theme.js';
import type { Grouping } from './tree.js';
import type { VariablesCheck } from './variables.js';

/** A sentence in the status line until the next key. May quote untrusted text: lines are sanitized when drawn. */
export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'error';
}

/** The guided tour: the step it waits for. */
export interface Tour {
  /** Index of the step. */
  readonly at: number;
  readonly notice: Notice;
}

/** Constant while the program runs. */
interface Settings {
  readonly theme: Theme;
  readonly mouse: boolean;
  /** The key tables in effect, in the order of the help, with the user's key overrides: by kind, see `bindingsOf`. */
  readonly bindings: Readonly<Record<DocumentKind, readonly Binding[]>>;
  /** The configured profiles, for `@name` in a URL field. */
  readonly profiles: ReadonlyMap<string, KnownProfile>;
  /** Settings kept for servers and profiles, by their place. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Flags of a request, for `# @flags`. */
  readonly flags: readonly FlagWord[];
  /** `--session-read-only`: no session is written. */
  readonly keepsNothing?: true;
  /** Of the command line, for the origin of its URL only; absent: nothing was given. */
  readonly network?: GivenNetwork;
}

/** Options of the network that are a login, and the URL they were given with; empty: the first server has them. */
export interface GivenNetwork extends Pick<NetworkOptions, 'certFile' | 'keyFile' | 'cookies' | 'cookieJar' | 'netrc'> {
  readonly url: string;
}

/**
 * An operation's text with its variables, response, undo history (in the editors) and file.
 */
export interface Document {
  readonly query: QueryState;
  readonly variables: TextPane;
  readonly variablesCheck: VariablesCheck;
  readonly response: ResponseState;
  readonly files: FilesState;
}

/** Where a document is worked on: the server, the credentials, and the position on the screen. */
export interface Workspace {
  readonly focus: PaneId;
  /** The right pane last used: shown beside the schema when only one fits. */
  readonly side: Exclude<PaneId, 'schema'>;
  /** Keys edit the focused pane's text. */
  readonly editing: boolean;
  readonly connect: ConnectState;
  readonly schema: SchemaState;
  readonly identity: IdentityState;
}

/** The contents of one tab; those of the active one are members of the state. */
export interface TabContent extends Document, Workspace {}

export interface Tab {
  readonly id: number;
  /** Undefined for the active one: the state has its contents. */
  readonly content: TabContent | undefined;
}

export interface TabsState {
  /** From left to right; never empty. */
  readonly all: readonly Tab[];
  /** Index of the active one. */
  readonly at: number;
  /** Closed tabs, the last one first, for reopening. */
  readonly closed: readonly ClosedTab[];
  /** Nothing has changed since the last tab was closed: undo reopens it. */
  readonly justClosed: boolean;
}

export interface ClosedTab {
  readonly id: number;
  readonly content: TabContent;
  /** Its index. */
  readonly at: number;
}

export interface State extends Document, Workspace {
  readonly settings: Settings;
  readonly size: Size;
  readonly tabs: TabsState;
  readonly zoomed: boolean;
  /** Long lines of the texts wrap; otherwise they end in an ellipsis. */
  readonly wrap: boolean;
  /** Columns the user added to the schema pane. */
  readonly shift: number;
  /** Rows the user moved a border up; see `LayoutInput`. */
  readonly rise: number;
  readonly grouping: Grouping;
  /** Rows that the documentation has had to say since the tree got the focus. */
  readonly docsRows: number;
  readonly lastClick: LastClick | undefined;
  /** The first chord of a two-chord binding (`g` of `g g`). */
  readonly prefix: string | undefined;
  readonly notice: Notice | undefined;
  /** Shown where there is no other notice. */
  readonly tour: Tour | undefined;
  /** Ctrl-C or `q` was pressed once; the next press quits. */
  readonly quitAsked: boolean;
  /** Bottom to top; keys go to the last one. */
  readonly overlays: readonly Overlay[];
  readonly completion: CompletionState;
  readonly drafts: DraftsState;
  readonly ways: TransportOptions;
  /** The last responses of all tabs, the latest first. */
  readonly past: readonly PastResponse[];
  /** The current time in milliseconds since 1970, as last updated: for the age of schemas, and of what lists show. */
  readonly now: number;
  /** The next request ID; responses with an ID other than the pending one are stale. */
  readonly nextId: number;
}

/** One record per command. */
export type Binding = BindingOf<State, Action>;
