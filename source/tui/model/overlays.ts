/** Overlays: boxes above the panes. `A` is the type of action they dispatch. */
import type { HistoryEntry } from '../../core/history.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { SavedEntry } from './documents.js';
import type { KeyPlace, TestedLogin } from './identity.js';

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

/** A text to read (docs of an element, a full error). Untrusted text. */
export interface TextOverlay {
  readonly kind: 'text';
  readonly title: string;
  readonly text: string;
  readonly top: number;
  /** How to see the full text, if it is too long for the box. */
  readonly fullTextHint?: string;
}

/** A single-line input. `then` makes the action of Enter. */
export interface PromptOverlay<A> {
  readonly kind: 'prompt';
  readonly title: string;
  readonly hint: string;
  readonly field: EditorState;
  /** Masks the input with bullets. */
  readonly hidden?: boolean;
  /** Why the last Enter was refused. */
  readonly problem?: string;
  readonly then: (text: string) => A;
  /** The input is a path, completed by Tab; `@`: a path after an `@`. */
  readonly isPath?: boolean | '@';
  readonly offered?: readonly string[];
  /** Validates on Enter: a sentence if the text is refused. */
  readonly check?: (text: string) => string | undefined;
  /** The text goes into the operation: the key that runs takes it first. */
  readonly runs?: boolean;
}

/** `o`: the operations of the text, listed from the state; typing filters. */
export interface OperationsOverlay {
  readonly kind: 'operations';
  readonly field: EditorState;
  readonly selected: number;
}

/** `H`: headers and credentials, listed from the state. */
export interface IdentityOverlay {
  readonly kind: 'identity';
  readonly selected: number;
}

/** `P`: the history of runs; typing filters. */
export interface HistoryOverlay {
  readonly kind: 'history';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until read. */
  readonly entries: readonly HistoryEntry[] | undefined;
  /** The first entry was chosen before they were read: whether to run it. */
  readonly taken?: boolean;
}

/** `O`: files of operations; typing filters. */
export interface SavedOverlay {
  readonly kind: 'saved';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until read. */
  readonly entries: readonly SavedEntry[] | undefined;
  /** The first entry was chosen before they were read: whether for a new tab. */
  readonly taken?: boolean;
  readonly offered: readonly string[];
}

/** The form of every login method. */
export interface LoginFormOverlay {
  readonly kind: 'login-form';
  /** Its ID in `identity/form/login-methods.ts`. */
  readonly way: string;
  /** By field; may hold secrets until the form is applied or closed. */
  readonly values: Readonly<Record<string, string>>;
  /** The API key being edited. */
  readonly changes?: KeyPlace;
  /** Fields that few logins need are shown too. */
  readonly whole?: true;
  /** The rows the cursor was in: none of them goes away. */
  readonly visited?: readonly string[];
  /** The focused row. */
  readonly at: number;
  readonly field: EditorState;
  /** The focused row takes nothing but a part of one of these; absent: any text. */
  readonly options?: readonly string[];
  /** The focused field is a path. */
  readonly isPath?: boolean;
  readonly offered?: readonly string[];
  /** Masks the input; `value`: only after `=`, if the name before it is that of a secret. */
  readonly hidden?: boolean | 'value';
  /** Why the form was refused. */
  readonly problem?: string;
  /** Result of the latest test, of what stood in the fields then. May be untrusted text. */
  readonly testResult?: { readonly text: string; readonly tone: 'ok' | 'error' | 'dim'; readonly of: TestedLogin };
}

/** A login waiting for its reply. Untrusted text. */
export interface LoginOverlay {
  readonly kind: 'login';
  readonly lines: readonly string[];
  readonly pastes: boolean;
  readonly field: EditorState;
}

/** A list to choose from; typing filters. */
export interface ChoiceOverlay<A> {
  readonly kind: 'choice';
  readonly field: EditorState;
  readonly title: string;
  readonly options: readonly Choice<A>[];
  readonly selected: number;
  /** Undoes what previews did, when it is left without a choice. */
  readonly undo?: A;
  /** Choosing changes the operation: the key that runs takes the choice first. */
  readonly runs?: boolean;
}

export interface Choice<A> {
  readonly label: string;
  /** Shown dimmed after the label. */
  readonly detail?: string;
  readonly action: A;
  /** Done while it is the selected one. */
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

/** Also the names of their key contexts. */
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

/** Actions of the top overlay, whatever its kind. */
export type PlainOverlayAction =
  | { readonly type: 'overlay/close' }
  /** Moves up or down in a list, or scrolls a text. */
  | { readonly type: 'overlay/move'; readonly by: number; readonly unit?: 'page' | 'half' }
  /** A click on a row of the overlay, 0 below its top border. */
  | { readonly type: 'overlay/pick'; readonly at: number }
  /** A change to the overlay's field. */
  | { readonly type: 'overlay/text'; readonly command: TextCommand }
  /** `run`: and runs the operation. */
  | { readonly type: 'overlay/accept'; readonly run?: true }
  /** A box was taken: closes those below it and runs, unless more than `depth` are open: it was refused, or led to another. */
  | { readonly type: 'overlay/run'; readonly depth: number }
  /** Tab, in a path field. */
  | { readonly type: 'overlay/complete' }
  /** `to`: the longest common prefix of all paths that begin with `of`. */
  | { readonly type: 'overlay/completed'; readonly of: string; readonly to: string; readonly all: readonly string[] };
