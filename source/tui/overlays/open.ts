/** Opening and closing overlays, for every room. */
import { countText } from '../../core/response/sizes.js';
import { runText } from '../../core/text/commands.js';
import { createText, type EditorState, selectRange } from '../../core/text/editor.js';
import type { Action, Overlay } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { HelpOverlay, PaletteOverlay, PromptOverlay, TextOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';

/** A prompt with `text` in it, selected. `hidden`: what is typed is a secret. */
export const prompt = (
  title: string,
  then: PromptOverlay<Action>['then'],
  more: {
    readonly text?: string;
    readonly hint?: string;
    readonly check?: PromptOverlay<Action>['check'];
    readonly hidden?: boolean;
    /** Why the text that is in it was refused. */
    readonly problem?: string | undefined;
    readonly isPath?: PromptOverlay<Action>['isPath'];
    /** False: `text` is a beginning to go on with. */
    readonly selected?: boolean;
  } = {},
): PromptOverlay<Action> => ({
  kind: 'prompt',
  title,
  hint: more.hint ?? '',
  field: filled(more.text ?? '', more.selected ?? true, more.isPath === '@'),
  then,
  check: more.check,
  ...(more.hidden === true ? { hidden: true } : {}),
  ...(more.problem === undefined ? {} : { problem: more.problem }),
  ...(more.isPath === undefined ? {} : { isPath: more.isPath }),
});

/** A field with a value that the first letter replaces, or with the cursor behind it; the mark of a file stays. */
function filled(text: string, selected: boolean, marked: boolean): EditorState {
  const field = createText(text);
  return selected ? selectRange(field, marked && text.startsWith('@') ? 1 : 0, text.length) : endOf(field);
}

/** The field with the cursor at its end. */
export const endOf = (state: EditorState): EditorState => runText(state, { do: 'move', motion: 'text-end' });

/** All keys, from the top. */
export const openHelp = (): HelpOverlay => ({ kind: 'help', field: createText(''), top: 0 });
/** All commands, the first one selected. */
export const openPalette = (): PaletteOverlay => ({ kind: 'palette', field: createText(''), selected: 0 });

/** An overlay shows at most this many characters of a text; a pager shows any length. */
const boxed = 60_000;

/** Puts an overlay on top. Of a very long text it shows the beginning, and says how much more there is. */
export const openOverlay = (state: State, overlay: Overlay): Update<State> => update(withOverlay(state, overlay));

/** The state with an overlay on top. */
export const withOverlay = (state: State, overlay: Overlay): State => ({
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

/** Keys go to the overlay beneath again, or to the panes. */
export const closeTop = (state: State): State => ({ ...state, overlays: state.overlays.slice(0, -1) });

/** The overlay that gets the keys; undefined: none is open. */
export const topOverlay = (state: State): Overlay | undefined => state.overlays.at(-1);
