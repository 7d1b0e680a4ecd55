/** A prompt: one line of input with a hint below it, or the reason why the input was rejected. */
import { isSecretName } from '../../core/credentials/header.js';
import { createText, type EditorState, selectRange, textOf } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { fieldLine } from '../components/field.js';
import { type Line, renderLines } from '../components/line.js';
import type { Action, Overlay } from '../model/action.js';
import type { PromptOverlay } from '../model/overlays.js';
import type { Theme } from '../model/theme.js';
import type { OverlayKindSpec } from './kind.js';
import { isPath } from './path.js';

/** The field as displayed. Secrets become bullets, but names of variables, files and parameters stay readable. */
export function shownField(overlay: Extract<Overlay, { readonly field: EditorState }>, theme: Theme): EditorState {
  const text = textOf(overlay.field);
  const open = openLength(text, overlay.kind === 'prompt' || overlay.kind === 'login-form' ? overlay.hidden : false);
  if (open === text.length) return overlay.field;
  const { from, to } = overlay.field.selection.main;
  const bullets = theme.glyphs.mask.charAt(0).repeat(text.length - open);
  return selectRange(createText(text.slice(0, open) + bullets), from, to);
}

/** Length of the readable prefix of a text. */
function openLength(text: string, hidden: boolean | 'value' | undefined): number {
  if (hidden === true) return /^(?:env|file):/.test(text) ? text.length : 0;
  const [name = ''] = text.split('=', 1);
  return hidden === 'value' && isSecretName(name) ? Math.min(name.length + 1, text.length) : text.length;
}

const words = ({ problem, hint, offered = [] }: PromptOverlay<Action>, width: number): readonly string[] =>
  wrapText(problem ?? (offered.length > 1 ? offered.join('  ') : hint), width - 2, 4);

export const promptKind: OverlayKindSpec<PromptOverlay<Action>> = {
  height: (overlay, _, width) => 5 + words(overlay, width).length,
  draw(overlay, { settings: { theme } }, { width }) {
    const role = overlay.problem === undefined ? 'dim' : 'error';
    const below = words(overlay, width).map((text): Line => [{ text: ` ${text}`, role }]);
    const field: Line = [{ text: ' ' }, ...fieldLine(shownField(overlay, theme), width - 2)];
    return {
      lines: renderLines([field, [], ...below], width, theme),
      title: overlay.title,
      status: [{ text: isPath(overlay) ? 'Tab: complete, Enter: use' : 'Enter: use, Esc: cancel', role: 'dim' }],
    };
  },
};
