/** Lines common to overlays: fields, and lists with one selected entry. */
import type { EditorState } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { fieldLine } from '../components/field.js';
import { type Line, renderLine, spread } from '../components/line.js';
import type { Overlay } from '../model/action.js';
import type { Theme } from '../model/theme.js';
import type { OverlaySize } from './kind.js';
import { listWindow } from './layout.js';

/** Lines of exactly `width` cells. @param selected index of the selected one */
export const drawn = (lines: readonly Line[], width: number, theme: Theme, selected = -1): string[] =>
  lines.map((line, index) => renderLine(line, width, theme, index === selected ? 'cursor' : undefined));

/** A field and the empty line below it. */
export const fieldLines = (field: EditorState, width: number, theme: Theme): string[] =>
  drawn([[{ text: ' ' }, ...fieldLine(field, width - 2, theme)], []], width, theme);

/** Texts at the left and the right end of an entry. */
export interface ListEntry {
  readonly left: Line;
  readonly right?: Line;
}

/** The visible entries and the scroll position; without entries a sentence, not dimmed because it matters. */
export function listLines(
  entries: readonly ListEntry[],
  overlay: Overlay & { readonly selected: number },
  { width, height }: OverlaySize,
  theme: Theme,
  empty: string,
): { readonly lines: readonly string[]; readonly scroll: { readonly top: number; readonly total: number } } {
  const total = entries.length;
  const { from, room, selected } = listWindow(overlay, total, { width, height });
  const scroll = { top: from, total };
  if (total === 0) {
    const words = wrapText(empty, width - 2).map((text): Line => [{ text: ` ${text}` }]);
    return { lines: drawn(words, width, theme), scroll };
  }
  const lines = entries
    .slice(from, from + room)
    .map(({ left, right }, index) =>
      spread(left, right ?? [], width, theme, index + from === selected ? 'cursor' : undefined),
    );
  return { lines, scroll };
}
