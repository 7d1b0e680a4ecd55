/**
 * Boxes above the panes. An overlay is one record in `State.overlays`; its kind is also the name of its key context, so a
 * new one needs a member here, a view in `views/overlays/` and its bindings in `keys/`.
 */

import type { HistoryEntry } from '../../core/history.js';
import { countText } from '../../core/response/sizes.js';
import { runText, type TextCommand } from '../../core/text/commands.js';
import { createText, type EditorState } from '../../core/text/editor.js';
import { clamp } from '../layout.js';
import type { Action } from '../model/action.js';
import { type Step, step } from '../model/effect.js';
import type { State } from '../model/state.js';

/** One box; the last in `State.overlays` has the keys. */
export type Overlay =
  | HelpOverlay
  | PaletteOverlay
  | TextOverlay
  | PromptOverlay
  | ChoiceOverlay
  | ListOverlay
  | HistoryOverlay
  | LoginOverlay;

/** `?`: every key, by pane; typing filters. */
export interface HelpOverlay {
  readonly kind: 'help';
  readonly field: EditorState;
  readonly top: number;
}

/** Ctrl-P: every action by name; typing filters. */
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
  /** How all of a text is had that is too long for a box, as a sentence. */
  readonly whole?: string;
}

/** One line to type. `then` makes the action of Enter. */
export interface PromptOverlay {
  readonly kind: 'prompt';
  readonly title: string;
  readonly hint: string;
  readonly field: EditorState;
  /** What is typed is shown as bullets. */
  readonly hidden?: boolean;
  /** Why the last Enter was refused. */
  readonly problem?: string;
  readonly then: (text: string) => Action;
  /** Checks on Enter: a sentence if the text cannot be taken. */
  readonly check?: (text: string) => string | undefined;
}

/** `o`: the operations of the text; `H`: headers and auth. What they list is in the state. */
export interface ListOverlay {
  readonly kind: 'operations' | 'identity';
  readonly selected: number;
}

/** `P`: what was run; typing filters. */
export interface HistoryOverlay {
  readonly kind: 'history';
  readonly field: EditorState;
  readonly selected: number;
  /** Absent until it was read. */
  readonly entries: readonly HistoryEntry[] | undefined;
}

/** A login waits for its answer. Foreign text. */
export interface LoginOverlay {
  readonly kind: 'login';
  readonly lines: readonly string[];
  readonly pastes: boolean;
  readonly field: EditorState;
}

/** One of several things. */
export interface ChoiceOverlay {
  readonly kind: 'choice';
  readonly title: string;
  readonly options: readonly Choice[];
  readonly selected: number;
}

/** One line of a choice, and what Enter does on it. */
export interface Choice {
  readonly label: string;
  /** Shown dimmed behind the label. */
  readonly detail?: string;
  readonly action: Action;
}

export type OverlayAction =
  | { readonly type: 'overlay/open'; readonly overlay: Overlay }
  | { readonly type: 'overlay/close' }
  /** Up or down in a list, or scrolling in a text. */
  | { readonly type: 'overlay/move'; readonly by: number; readonly last?: number }
  /** A click on a row of the overlay's box, 0 below its upper side. */
  | { readonly type: 'overlay/pick'; readonly at: number }
  /** A change to the overlay's field. */
  | { readonly type: 'overlay/text'; readonly command: TextCommand }
  /** Enter. */
  | { readonly type: 'overlay/accept' }
  /** Closes the overlay and does what was chosen in it. */
  | { readonly type: 'overlay/choose'; readonly actions: readonly Action[] };

/** A prompt with the cursor at the end of `text`. `hidden`: what is typed is a secret. */
export const prompt = (
  title: string,
  then: PromptOverlay['then'],
  more: {
    readonly text?: string;
    readonly hint?: string;
    readonly check?: PromptOverlay['check'];
    readonly hidden?: boolean;
  } = {},
): PromptOverlay => ({
  kind: 'prompt',
  title,
  hint: more.hint ?? '',
  field: endOf(createText(more.text ?? '')),
  then,
  ...(more.check === undefined ? {} : { check: more.check }),
  ...(more.hidden === true ? { hidden: true } : {}),
});

const endOf = (state: EditorState): EditorState => runText(state, { do: 'move', motion: 'text-end' });

/** All keys, from the top. */
export const openHelp = (): HelpOverlay => ({ kind: 'help', field: createText(''), top: 0 });
/** All commands, the first one marked. */
export const openPalette = (): PaletteOverlay => ({ kind: 'palette', field: createText(''), selected: 0 });

/** Waits for its entries: `history/read` brings them. */
export const openHistory = (): HistoryOverlay => ({
  kind: 'history',
  field: createText(''),
  selected: 0,
  entries: undefined,
});

/** A text longer than this is not laid out in a box, in characters; a pager takes any length. */
const boxed = 60_000;

/** Puts a box on top. Of a very long text it has the beginning and how much more there is. */
export const openOverlay = (state: State, overlay: Overlay): Step<State> =>
  step({
    ...state,
    overlays: [
      ...state.overlays,
      overlay.kind === 'text' ? shortened(overlay, state.settings.theme.glyphs.spread) : overlay,
    ],
  });

function shortened(overlay: TextOverlay, dots: string): TextOverlay {
  const { text } = overlay;
  if (text.length <= boxed) return overlay;
  const elsewhere = overlay.whole === undefined ? '' : ` ${overlay.whole}`;
  return {
    ...overlay,
    text: `${dots} ${countText(text.length - boxed)} more characters are not shown here.${elsewhere}\n\n${text.slice(0, boxed)}${dots}`,
  };
}

const replaceTop = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), overlay],
});

/** The box beneath has the keys again, or the panes. */
export const closeTop = (state: State): State => ({ ...state, overlays: state.overlays.slice(0, -1) });

/** Changes the overlays. Enter answers the action that was chosen; `reduce` runs it next. */
export function reduceOverlay(
  state: State,
  action: OverlayAction,
): Step<State> & { readonly next?: readonly Action[] } {
  if (action.type === 'overlay/open') return openOverlay(state, action.overlay);
  const top = state.overlays.at(-1);
  if (top === undefined) return step(state);
  switch (action.type) {
    case 'overlay/close':
      return step(closeTop(state));
    case 'overlay/move':
      return step(replaceTop(state, moved(top, action.by, action.last ?? Number.MAX_SAFE_INTEGER)));
    case 'overlay/pick':
      return step('selected' in top ? replaceTop(state, { ...top, selected: action.at }) : state);
    case 'overlay/text': {
      if (!('field' in top)) return step(state);
      const command = action.command;
      // Fields are one line: a pasted line end is a space.
      const flat = command.do === 'paste' ? { ...command, text: command.text.replace(/\s*\n\s*/g, ' ') } : command;
      const field = runText(top.field, flat);
      if (field === top.field) return step(state);
      const reset =
        top.kind === 'palette' || top.kind === 'history' ? { selected: 0 } : top.kind === 'help' ? { top: 0 } : {};
      return step(replaceTop(state, { ...top, ...reset, field } as Overlay));
    }
    case 'overlay/accept':
      return accept(state, top);
    case 'overlay/choose':
      return { ...step(closeTop(state)), next: action.actions };
  }
}

function moved(top: Overlay, by: number, last: number): Overlay {
  switch (top.kind) {
    case 'help':
    case 'text':
      return { ...top, top: Math.max(0, top.top + by) };
    case 'palette':
    case 'operations':
    case 'identity':
    case 'history':
      return { ...top, selected: clamp(top.selected + by, 0, Math.max(0, last)) };
    case 'choice':
      return { ...top, selected: clamp(top.selected + by, 0, top.options.length - 1) };
    case 'prompt':
    case 'login':
      return top;
  }
}

function accept(state: State, top: Overlay): Step<State> & { readonly next?: readonly Action[] } {
  if (top.kind === 'choice') {
    const chosen = top.options[top.selected];
    return chosen === undefined ? step(closeTop(state)) : { ...step(closeTop(state)), next: [chosen.action] };
  }
  if (top.kind === 'prompt') {
    const text = top.field.doc.toString();
    const problem = top.check?.(text);
    if (problem !== undefined) return step(replaceTop(state, { ...top, problem }));
    return { ...step(closeTop(state)), next: [top.then(text)] };
  }
  return step(closeTop(state));
}
