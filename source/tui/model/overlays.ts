/** Overlays: boxes above the panes. `A` is the type of the actions they dispatch. */
import type { HistoryEntry } from '../../core/history.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { SavedEntry } from './documents.js';
import type { KeyPlace, TestedLogin } from './identity.js';

/** `?`: every key, by pane. Typing filters the list. */
export interface HelpOverlay {
  readonly kind: 'help';
  readonly field: EditorState;
  /** Index of the selected key among those shown, or -1 before the first move or letter. */
  readonly selected: number;
}

/** Ctrl-P: every command by name. Typing filters the list. */
export interface PaletteOverlay {
  readonly kind: 'palette';
  readonly field: EditorState;
  readonly selected: number;
}

/** A text to read (documentation of an element, a full error). Untrusted text. */
export interface TextOverlay {
  readonly kind: 'text';
  readonly title: string;
  readonly text: string;
  readonly top: number;
  /** How to see the full text, if the box is too small for it. */
  readonly fullTextHint?: string;
  /** True for documentation. A command key closes it and runs the command. */
  readonly isDocs?: boolean;
}

/** A single-line input. `then` creates the action of Enter. */
export interface PromptOverlay<A> {
  readonly kind: 'prompt';
  readonly title: string;
  readonly hint: string;
  readonly field: EditorState;
  /** Masks the input with bullets. */
  readonly hidden?: boolean;
  /** The reason why the last input was rejected. */
  readonly problem?: string;
  readonly then: (text: string) => A;
  /** True if the input is a path that Tab completes; `@` if the path follows an `@`. */
  readonly isPath?: boolean | '@';
  readonly offered?: readonly string[];
  /** Validates the input on Enter and returns a sentence if it is rejected. */
  readonly check?: (text: string) => string | undefined;
  /** True if the text is inserted into the operation. The run key first applies it, then runs. */
  readonly runs?: boolean;
}

/** `o`: the operations of the text, read from the state. Typing filters the list. */
export interface OperationsOverlay {
  readonly kind: 'operations';
  readonly field: EditorState;
  readonly selected: number;
}

/** `H`: headers and credentials, read from the state. */
export interface IdentityOverlay {
  readonly kind: 'identity';
  readonly selected: number;
}

/** `P`: the history of runs. Typing filters the list. */
export interface HistoryOverlay {
  readonly kind: 'history';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until the entries are read. */
  readonly entries: readonly HistoryEntry[] | undefined;
  /** Set if the first entry was chosen before the entries were read. True to run it as well. */
  readonly taken?: boolean;
}

/** `O`: files of operations. Typing filters the list. */
export interface SavedOverlay {
  readonly kind: 'saved';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until the entries are read. */
  readonly entries: readonly SavedEntry[] | undefined;
  /** Set if the first entry was chosen before the entries were read. True to open it in a new tab. */
  readonly taken?: boolean;
  readonly offered: readonly string[];
}

/** The focused row of the login form. */
interface FocusedRow {
  /** Index of the row. */
  readonly at: number;
  readonly field: EditorState;
  /** Values that the row accepts a part of, or absent if it accepts any text. */
  readonly options?: readonly string[];
  /** True if the field is a path. */
  readonly isPath?: boolean;
  readonly offered?: readonly string[];
  /** True to mask the input; `value` to mask it only after `=`, if the name before it is the name of a secret. */
  readonly hidden?: boolean | 'value';
  /** The reason why the form was rejected, and the text of the field at that time. It disappears when the text changes. */
  readonly rejection?: { readonly reason: string; readonly of: string };
}

/** The login form, shared by all login methods. */
export interface LoginFormOverlay extends FocusedRow {
  readonly kind: 'login-form';
  /** ID of the login method in `identity/form/login-methods.ts`. */
  readonly way: string;
  /** Values by field. They may contain secrets until the form is applied or closed. */
  readonly values: Readonly<Record<string, string>>;
  /** The API key being edited. */
  readonly changes?: KeyPlace;
  /** True if the fields that few logins need are visible as well. */
  readonly whole?: true;
  /** The rows that the cursor has visited. None of them is hidden while the form is open. */
  readonly visited?: readonly string[];
  /** Result of the latest test, for the field values at that time. May be untrusted text. */
  readonly testResult?: { readonly text: string; readonly tone: 'ok' | 'error' | 'dim'; readonly of: TestedLogin };
}

/** A login that waits for a reply. Untrusted text. */
export interface LoginOverlay {
  readonly kind: 'login';
  readonly lines: readonly string[];
  readonly pastes: boolean;
  readonly field: EditorState;
}

/** A list to choose from. Typing filters it. */
export interface ChoiceOverlay<A> {
  readonly kind: 'choice';
  readonly field: EditorState;
  readonly title: string;
  readonly options: readonly Choice<A>[];
  /** What Enter does, for its labels; `use` by default. */
  readonly verb?: string;
  /** Creates the entry for a typed text, if the user can type a value that is not an option. */
  readonly typed?: (text: string) => Choice<A>;
  readonly selected: number;
  /** Undoes previews when the list is closed without a choice. */
  readonly undo?: A;
  /** True if the choice changes the operation. The run key first applies it, then runs. */
  readonly runs?: boolean;
}

export interface Choice<A> {
  readonly label: string;
  /** Text shown dimmed after the label. */
  readonly detail?: string;
  readonly action: A;
  /** Action dispatched when the item is selected, as a preview. */
  readonly preview?: A;
}

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

/** Kinds of overlays, which are also the names of their key contexts. */
export type OverlayKind = AnyOverlay<never>['kind'];

/** Pushes an overlay. */
export interface OpenOverlay<A> {
  readonly type: 'overlay/open';
  readonly overlay: AnyOverlay<A>;
}

/** Closes the top overlay and dispatches its chosen action. */
export interface ChooseInOverlay<A> {
  readonly type: 'overlay/choose';
  readonly actions: readonly A[];
}

/** Actions of the top overlay, for all kinds. */
export type PlainOverlayAction =
  | { readonly type: 'overlay/close' }
  /** Moves up or down in a list, or scrolls a text. */
  | { readonly type: 'overlay/move'; readonly by: number; readonly unit?: 'page' | 'half' }
  /** A click on a row of the overlay, 0 below its top border. */
  | { readonly type: 'overlay/pick'; readonly at: number }
  /** A change to the overlay's field. */
  | { readonly type: 'overlay/text'; readonly command: TextCommand }
  /** `run`: also runs the operation. */
  | { readonly type: 'overlay/accept'; readonly run?: true }
  /**
   * The box was accepted: closes the boxes below it and runs, unless more than `depth` are open because the input was rejected
   * or opened another box.
   */
  | { readonly type: 'overlay/run'; readonly depth: number }
  /** Tab, in a path field. */
  | { readonly type: 'overlay/complete' }
  /** `to`: the longest common prefix of all paths that begin with `of`. */
  | { readonly type: 'overlay/completed'; readonly of: string; readonly to: string; readonly all: readonly string[] };
