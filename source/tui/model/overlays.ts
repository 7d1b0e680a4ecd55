/** Overlays: boxes above the panes. `A` is what choosing something in them does: an action. */
import type { HistoryEntry } from '../../core/history.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { SavedEntry } from './documents.js';
import type { KeyPlace } from './identity.js';

/** `?`: every key, by pane; typing filters. */
export interface HelpOverlay {
  readonly kind: 'help';
  readonly field: EditorState;
  readonly top: number;
}

/** Ctrl-P: every command by name; typing filters. */
export interface PaletteOverlay {
  readonly kind: 'palette';
  readonly field: EditorState;
  readonly selected: number;
}

/** A text to read (docs of an element, an error in full). Foreign text. */
export interface TextOverlay {
  readonly kind: 'text';
  readonly title: string;
  readonly text: string;
  readonly top: number;
  /** A sentence on how to see the whole of a text that is too long for a box. */
  readonly whole?: string;
}

/** One line to type. `then` makes the action of Enter. */
export interface PromptOverlay<A> {
  readonly kind: 'prompt';
  readonly title: string;
  readonly hint: string;
  readonly field: EditorState;
  /** What is typed is shown as bullets. */
  readonly hidden?: boolean;
  /** Why the last Enter was refused. */
  readonly problem?: string;
  readonly then: (text: string) => A;
  /** A path is asked for: Tab completes it; `@`: what stands behind that is one. */
  readonly isPath?: boolean | '@';
  /** Paths that Tab could choose from. */
  readonly offered?: readonly string[];
  /** Checks on Enter: a sentence if the text cannot be taken. */
  readonly check?: (text: string) => string | undefined;
}

/** `o`: the operations of the text. The list is made from the state. */
export interface OperationsOverlay {
  readonly kind: 'operations';
  readonly selected: number;
}

/** `H`: headers and credentials. The list is made from the state. */
export interface IdentityOverlay {
  readonly kind: 'identity';
  readonly selected: number;
}

/** `P`: the history of runs; typing filters. */
export interface HistoryOverlay {
  readonly kind: 'history';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until it was read. */
  readonly entries: readonly HistoryEntry[] | undefined;
  /** The first was taken before they were read: whether it is to be run. */
  readonly taken?: boolean;
}

/** `O`: files of operations; typing filters. */
export interface SavedOverlay {
  readonly kind: 'saved';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until they were read. */
  readonly entries: readonly SavedEntry[] | undefined;
  /** The first was taken before they were read: whether for a new tab. */
  readonly taken?: boolean;
  /** Paths that Tab could choose from. */
  readonly offered: readonly string[];
}

/** One form for every way to log in. */
export interface LoginFormOverlay {
  readonly kind: 'login-form';
  /** Its id in `identity/form/ways.ts`. */
  readonly way: string;
  /** By field; secrets among them, until the form is taken or left. */
  readonly values: Readonly<Record<string, string>>;
  /** The API key that is changed. */
  readonly changes?: KeyPlace;
  /** The row that is typed into. */
  readonly at: number;
  readonly field: EditorState;
  /** A path is typed. */
  readonly isPath?: boolean;
  /** Paths that Tab could choose from. */
  readonly offered?: readonly string[];
  /** What is typed is shown as bullets; `value`: only what stands behind `=`, if the name before it is that of a secret. */
  readonly hidden?: boolean | 'value';
  /** Why the form was refused. */
  readonly problem?: string;
  /** What a test found. May be foreign text. */
  readonly told?: { readonly text: string; readonly tone: 'ok' | 'error' | 'dim' };
}

/** A login that waits for its answer. Foreign text. */
export interface LoginOverlay {
  readonly kind: 'login';
  readonly lines: readonly string[];
  readonly pastes: boolean;
  readonly field: EditorState;
}

/** One of several things. */
export interface ChoiceOverlay<A> {
  readonly kind: 'choice';
  readonly title: string;
  readonly options: readonly Choice<A>[];
  readonly selected: number;
}

/** One line of a choice, and what Enter does on it. */
export interface Choice<A> {
  readonly label: string;
  /** Shown dimmed behind the label. */
  readonly detail?: string;
  readonly action: A;
}

/** Every kind of overlay. */
export type AnyOverlay<A> =
  | HelpOverlay
  | PaletteOverlay
  | TextOverlay
  | PromptOverlay<A>
  | ChoiceOverlay<A>
  | OperationsOverlay
  | IdentityOverlay
  | HistoryOverlay
  | SavedOverlay
  | LoginFormOverlay
  | LoginOverlay;

/** What kinds there are; each is also the name of its key context. */
export type OverlayKind = AnyOverlay<never>['kind'];

/** Puts an overlay on top. */
export interface OpenOverlay<A> {
  readonly type: 'overlay/open';
  readonly overlay: AnyOverlay<A>;
}

/** Closes the top overlay and does what was chosen in it. */
export interface ChooseInOverlay<A> {
  readonly type: 'overlay/choose';
  readonly actions: readonly A[];
}

/** What happens to the top overlay, whatever it is. */
export type PlainOverlayAction =
  | { readonly type: 'overlay/close' }
  /** Up or down in a list, or scrolling in a text. */
  | { readonly type: 'overlay/move'; readonly by: number }
  /** A click on a row of the overlay's box, 0 below its upper side. */
  | { readonly type: 'overlay/pick'; readonly at: number }
  /** A change to the overlay's field. */
  | { readonly type: 'overlay/text'; readonly command: TextCommand }
  /** Enter. */
  | { readonly type: 'overlay/accept' }
  /** Tab, where a path is typed. */
  | { readonly type: 'overlay/complete' }
  /** What all paths begin with that begin with `of`. */
  | { readonly type: 'overlay/completed'; readonly of: string; readonly to: string; readonly all: readonly string[] };
