/** Where the box of the top overlay is and which of its rows are shown: for drawing and for clicks. */
import { wrapText } from '../../core/text/wrap.js';
import { operationEntries } from '../documents/operations.js';
import { identityRows } from '../identity/reduce.js';
import { clamp, type Rect } from '../layout.js';
import { layout, type State, topOverlay } from '../model/state.js';
import type { Overlay, PromptOverlay } from './reduce.js';

/** The box of the top overlay. */
export function overlayRect(state: State): Rect {
  const { screen } = layout(state);
  const top = topOverlay(state);
  const width = clamp(screen.width - 6, 20, top?.kind === 'help' ? 96 : 84);
  const height = clamp(wantedHeight(state, width), 5, Math.max(5, screen.height - 4));
  return {
    x: Math.floor((screen.width - width) / 2),
    y: Math.max(1, Math.floor((screen.height - height) / 3)),
    width,
    height,
  };
}

function wantedHeight(state: State, width: number): number {
  const top = topOverlay(state);
  switch (top?.kind) {
    case 'prompt':
      return 5 + promptWords(top, width - 2).length;
    case 'choice':
      return top.options.length + 2;
    case 'text':
      return wrapText(top.text, width - 4).length + 2;
    case 'login':
      return top.lines.flatMap(line => wrapText(line, width - 4)).length + 8;
    case 'operations':
      return Math.max(6, operationEntries(state).length + 2);
    case 'identity':
      return identityRows(state).length + 11;
    default:
      return 999;
  }
}

/** What stands below the field of a prompt: why it was refused, or what is to be typed. */
export const promptWords = ({ problem, hint }: PromptOverlay, width: number): readonly string[] =>
  wrapText(problem ?? hint, width - 2, 4);

/** Rows between the upper side of the box and the first of its list. */
export const rowsAbove = (overlay: Overlay): number => ('field' in overlay ? 2 : 0);

/** The list's first shown entry and how many fit. */
export function listWindow(
  state: State,
  overlay: Overlay & { readonly selected: number },
  total: number,
): { readonly from: number; readonly room: number; readonly selected: number } {
  const selected = clamp(overlay.selected, 0, Math.max(0, total - 1));
  const room = Math.max(1, overlayRect(state).height - 2 - rowsAbove(overlay));
  return { from: windowTop(selected, room, total), room, selected };
}

const windowTop = (selected: number, height: number, total: number): number =>
  clamp(selected - Math.floor(height / 2), 0, Math.max(0, total - height));
