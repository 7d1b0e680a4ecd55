/** A prompt: one line to type, and below it what is to be typed, or why it was refused. */
import { createText, type EditorState, selectRange } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { fieldLine } from '../components/field.js';
import type { Line } from '../components/line.js';
import type { Action, Overlay } from '../model/action.js';
import type { PromptOverlay } from '../model/overlays.js';
import type { Theme } from '../model/theme.js';
import type { KindOf } from './kind.js';
import { drawn } from './lines.js';

/** The field as it is drawn: bullets for what is secret, which the name of a variable or a file is not. */
export function shownField(overlay: Extract<Overlay, { readonly field: EditorState }>, theme: Theme): EditorState {
  if (!('hidden' in overlay) || overlay.hidden !== true) return overlay.field;
  if (/^(?:env|file):/.test(overlay.field.doc.toString())) return overlay.field;
  const { from, to } = overlay.field.selection.main;
  return selectRange(createText(theme.glyphs.mask.charAt(0).repeat(overlay.field.doc.length)), from, to);
}

const words = ({ problem, hint, offered = [] }: PromptOverlay<Action>, width: number): readonly string[] =>
  wrapText(problem ?? (offered.length > 1 ? offered.join('  ') : hint), width - 2, 4);

export const promptKind: KindOf<PromptOverlay<Action>> = {
  height: (overlay, _, width) => 5 + words(overlay, width).length,
  draw(overlay, { settings: { theme } }, { width }) {
    const role = overlay.problem === undefined ? 'dim' : 'error';
    const below = words(overlay, width).map((text): Line => [{ text: ` ${text}`, role }]);
    const field: Line = [{ text: ' ' }, ...fieldLine(shownField(overlay, theme), width - 2, theme)];
    return {
      lines: drawn([field, [], ...below], width, theme),
      title: overlay.title,
      status: [
        { text: overlay.isPath === true ? 'Tab completes, Enter takes it' : 'Enter takes it, Esc leaves', role: 'dim' },
      ],
    };
  },
};
