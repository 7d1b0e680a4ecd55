import { cellWidth } from '../../core/text/cells.js';
import { wrapText } from '../../core/text/wrap.js';
import { docsText, type Line, renderLines } from '../components/line.js';
import { clamp, maxTop } from '../layout.js';
import type { TextOverlay } from '../model/overlays.js';
import type { OverlayKindSpec } from './kind.js';

/** Length from which a text gets the full width, in code units. */
const maxMeasuredLength = 4000;

export const textKind: OverlayKindSpec<TextOverlay> = {
  cells: ({ text, title }, _, most) =>
    text.length > maxMeasuredLength
      ? most
      : Math.max(cellWidth(title) + 4, ...wrapText(text, most - 2).map(line => cellWidth(line) + 2)),
  height: ({ text }, _, width) => wrapText(text, width - 2).length + 2,
  window: ({ text, top }, _, { width, height }) => {
    const total = wrapText(text, width - 2).length;
    return { total, room: height, from: clamp(top, 0, maxTop(total, height)), above: 0 };
  },
  draw({ text, title, top, isDocs }, { settings: { theme } }, { width, height }) {
    const lines = wrapText(text, width - 2);
    const from = clamp(top, 0, maxTop(lines.length, height));
    const all = isDocs === true ? docsText(text, lines) : lines.map((line): Line => [{ text: ` ${line}` }]);
    const shown = all.slice(from, from + height);
    return {
      lines: renderLines(shown, width, theme),
      title,
      status: [{ text: 'Esc: close', role: 'dim' }],
      scroll: { top: from, total: lines.length },
    };
  },
};
