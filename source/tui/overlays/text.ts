/** A text to read. */
import { wrapText } from '../../core/text/wrap.js';
import type { Line } from '../components/line.js';
import { clamp } from '../layout.js';
import type { TextOverlay } from '../model/overlays.js';
import type { KindOf } from './kind.js';
import { drawn } from './lines.js';

export const textKind: KindOf<TextOverlay> = {
  height: ({ text }, _, width) => wrapText(text, width - 2).length + 2,
  draw({ text, title, top }, { settings: { theme } }, { width, height }) {
    const lines = wrapText(text, width - 2);
    const from = clamp(top, 0, Math.max(0, lines.length - height));
    const shown = lines.slice(from, from + height).map((line): Line => [{ text: ` ${line}` }]);
    return {
      lines: drawn(shown, width, theme),
      title,
      status: [{ text: 'Esc closes', role: 'dim' }],
      scroll: { top: from, total: lines.length },
    };
  },
};
