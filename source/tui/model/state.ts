/** The state of the full screen, as one immutable value. Each folder's part is described in its own file. */

import type { KnownProfile } from '../../core/command.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { FlagWord } from '../../core/openapi/intelligence/complete-directive.js';
import type { NetworkOptions } from '../../core/options.js';
import type { Remembered } from '../../core/remembered.js';
import type { Synonyms } from '../../core/search/synonyms.js';
import type { EditorState } from '../../core/text/editor.js';
import type { Vim } from '../../core/text/vim/state.js';
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

/** A sentence shown in the status line until the next key. May quote untrusted text: lines are sanitized when drawn. */
export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'error';
}

/** The current step of the guided tour. */
export interface Tour {
  /** Index of the step. */
  readonly at: number;
  readonly notice: Notice;
}

/** Settings that are constant while the program runs. */
interface Settings {
  readonly theme: Theme;
  readonly mouse: boolean;
  /** Key tables by document kind, in the order of the help and including the user's overrides. See `bindingsOf`. */
  readonly bindings: Readonly<Record<DocumentKind, readonly Binding[]>>;
  /** The configured profiles, for `@name` in the URL field. */
  readonly profiles: ReadonlyMap<string, KnownProfile>;
  /** Remembered settings of servers and profiles, by URL or profile name. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Synonyms for searches, the configured ones included. */
  readonly synonyms: Synonyms;
  /** The user's Latin keys of other characters, for commands. */
  readonly layout: ReadonlyMap<string, string>;
  /** Request flags, for `# @flags`. */
  readonly flags: readonly FlagWord[];
  /** `--session-read-only`: no session is written. */
  readonly keepsNothing?: boolean | undefined;
  /** URL to which `--connection-params` applies, or empty for the first server. Absent if the flag was not given. */
  readonly connectionParams?: string;
  /** Network options from the command line that apply only to the origin of its URL, if any were given. */
  readonly network?: GivenNetwork;
}

/**
 * Network options that are credentials, and the URL they were given with. If the URL is empty, they belong to the first server.
 */
export interface GivenNetwork extends Pick<NetworkOptions, 'certFile' | 'keyFile' | 'cookies' | 'cookieJar' | 'netrc'> {
  readonly url: string;
}

/** An operation's text with its variables, response, undo history (in the editors) and file. */
export interface Document {
  readonly query: QueryState;
  readonly variables: TextPane;
  readonly variablesCheck: VariablesCheck;
  readonly response: ResponseState;
  readonly files: FilesState;
}

/** Context of a document: the server, the credentials, and the focus. */
export interface Workspace {
  readonly focus: PaneId;
  /** The right pane used last. It is visible next to the schema when there is room for only one. */
  readonly side: Exclude<PaneId, 'schema'>;
  /** True if keys edit the focused pane's text. */
  readonly editing: boolean;
  readonly connect: ConnectState;
  readonly schema: SchemaState;
  readonly identity: IdentityState;
}

/** Content of a tab. The state itself contains the active tab's content. */
export interface TabContent extends Document, Workspace {}

export interface Tab {
  readonly id: number;
  /** Undefined for the active tab, whose content is in the state. */
  readonly content: TabContent | undefined;
}

export interface TabsState {
  /** Tabs from left to right; never empty. */
  readonly all: readonly Tab[];
  /** Index of the active tab. */
  readonly at: number;
  /** Closed tabs that can be reopened, most recently closed first. */
  readonly closed: readonly ClosedTab[];
  /** True if nothing has changed since the last tab was closed. Undo then reopens it. */
  readonly justClosed: boolean;
}

export interface ClosedTab {
  readonly id: number;
  readonly content: TabContent;
  /** Index of the tab before it was closed. */
  readonly at: number;
}

export interface State extends Document, Workspace {
  readonly settings: Settings;
  readonly size: Size;
  readonly tabs: TabsState;
  readonly zoomed: boolean;
  /** True if long lines of the texts wrap. Otherwise they are truncated with an ellipsis. */
  readonly wrap: boolean;
  /** Columns the user added to the schema pane. */
  readonly shift: number;
  /** Rows by which the user moved a border up; see `LayoutInput`. */
  readonly rise: number | undefined;
  readonly grouping: Grouping;
  /** Maximum number of documentation rows needed since the tree got the focus. */
  readonly docsRows: number;
  readonly lastClick: LastClick | undefined;
  /** The first chord of a two-chord binding (`g` of `g g`). */
  readonly prefix: string | undefined;
  /** State of vim's keys and the text they last changed, or undefined if they are off. */
  readonly vim: { readonly keys: Vim; readonly editor?: EditorState } | undefined;
  readonly notice: Notice | undefined;
  /** The tour, shown while there is no other notice. */
  readonly tour: Tour | undefined;
  /** True if Ctrl-C or `q` was pressed once. The next press quits. */
  readonly quitAsked: boolean;
  /** Overlays from bottom to top. The last one receives the keys. */
  readonly overlays: readonly Overlay[];
  readonly completion: CompletionState;
  readonly drafts: DraftsState;
  readonly transport: TransportOptions;
  /** The most recent responses of all tabs, newest first. */
  readonly past: readonly PastResponse[];
  /** The time of the last clock update in milliseconds since 1970, for the age of schemas and list entries. */
  readonly now: number;
  /** ID for the next request. Responses with an ID other than the pending one are stale. */
  readonly nextId: number;
}

/** A command of the full screen, with its keys. */
export type Binding = BindingOf<State, Action>;
