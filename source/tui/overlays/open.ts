import { countText } from '../../core/response/sizes.js';
import { runText } from '../../core/text/commands.js';
import { createText, type EditorState, selectRange, textOf } from '../../core/text/editor.js';
import type { Action, Overlay } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type {
  Choice,
  ChoiceOverlay,
  HelpOverlay,
  PaletteOverlay,
  PromptOverlay,
  TextOverlay,
} from '../model/overlays.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';

interface PromptOptions extends Partial<Omit<PromptOverlay<Action>, 'kind' | 'title' | 'then' | 'field' | 'offered'>> {
  /** The initial text. */
  readonly text?: string;
  /** False if `text` is a prefix to continue. */
  readonly selected?: boolean;
}

/** A prompt with `text` selected. */
export const prompt = (
  title: string,
  then: PromptOverlay<Action>['then'],
  { text = '', selected = true, hint = '', ...more }: PromptOptions = {},
): PromptOverlay<Action> => ({
  kind: 'prompt',
  title,
  then,
  hint,
  field: filled(text, selected, more.isPath === '@'),
  ...more,
});

/** A field with its value selected, or with the cursor after it. The `@` of a file is preserved. */
function filled(text: string, selected: boolean, marked: boolean): EditorState {
  const field = createText(text);
  return selected ? selectRange(field, marked && text.startsWith('@') ? 1 : 0, text.length) : endOf(field);
}

/** The field with the cursor at its end. */
export const endOf = (state: EditorState): EditorState => runText(state, { do: 'move', motion: 'text-end' });

/**
 * A list to choose from.
 * @param selected index of the initially selected option
 */
export const choice = (title: string, options: readonly Choice<Action>[], selected = 0): ChoiceOverlay<Action> => ({
  kind: 'choice',
  title,
  options,
  selected: Math.max(0, selected),
  field: createText(''),
});

/** A list of values. The user can also type another value; if it is invalid, the prompt opens for correction. */
export function choiceOrPrompt(
  typing: PromptOverlay<Action>,
  options: readonly Choice<Action>[],
  more: readonly Choice<Action>[] = [],
): ChoiceOverlay<Action> {
  const open = (overlay: Overlay): Action => ({ type: 'overlay/open', overlay });
  const other: Choice<Action> = { label: 'type another value', action: open(typing) };
  const selected = options.findIndex(({ label }) => label === textOf(typing.field));
  const typed = (text: string): Choice<Action> => {
    const problem = typing.check?.(text);
    const action = problem === undefined ? typing.then(text) : open({ ...typing, field: createText(text), problem });
    return { label: text, detail: 'as typed', action };
  };
  return { ...choice(typing.title, [...options, other, ...more], selected), typed, runs: true };
}

export const openHelp = (): HelpOverlay => ({ kind: 'help', field: createText(''), selected: -1 });
/** All commands, with the first one selected. */
export const openPalette = (): PaletteOverlay => ({ kind: 'palette', field: createText(''), selected: 0 });

/** Maximum characters of a text in an overlay. A pager can show any length. */
const maxTextLength = 60_000;

/** Pushes an overlay. A very long text is truncated, with a note about the omitted length. */
export const openOverlay = (state: State, overlay: Overlay): Update<State> => update(withOverlay(state, overlay));

export const withOverlay = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [
    ...state.overlays,
    overlay.kind === 'text' ? shortened(overlay, state.settings.theme.glyphs.spread) : overlay,
  ],
});

function shortened(overlay: TextOverlay, dots: string): TextOverlay {
  const { text } = overlay;
  if (text.length <= maxTextLength) return overlay;
  const elsewhere = overlay.fullTextHint === undefined ? '' : ` ${overlay.fullTextHint}`;
  return {
    ...overlay,
    text: `${dots} ${countText(text.length - maxTextLength)} more characters not shown.${elsewhere}\n\n${text.slice(0, maxTextLength)}${dots}`,
  };
}

export const replaceTop = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), overlay],
});

export const closeTop = (state: State): State => ({ ...state, overlays: state.overlays.slice(0, -1) });

/** Returns true while no overlay is open, otherwise a sentence, for commands that act on panes. */
export const noOverlay = (state: State): true | string =>
  state.overlays.length === 0 || 'Close this box first: press Enter or Esc.';

/** The overlay that receives the keys, or undefined if none is open. */
export const topOverlay = (state: State): Overlay | undefined => state.overlays.at(-1);

/** Whether the overlay has a field for typed text. */
export const hasField = (overlay: Overlay) => overlay.kind !== 'text' && overlay.kind !== 'identity';

/** Whether the overlay is a list with a selected entry. */
export const isList = (overlay: Overlay) =>
  overlay.kind !== 'text' && overlay.kind !== 'prompt' && overlay.kind !== 'login' && overlay.kind !== 'login-form';
