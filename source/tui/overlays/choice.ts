/** A choice of one of several things. */
import type { Line } from '../components/line.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';
import type { KindOf } from './kind.js';
import { listWindow } from './layout.js';
import { drawn } from './lines.js';

export const choiceKind: KindOf<ChoiceOverlay<Action>> = {
  count: ({ options }) => options.length,
  height: ({ options }) => options.length + 2,
  draw(overlay, { settings: { theme } }, { width, height }) {
    const { options, selected, title } = overlay;
    const { from } = listWindow(overlay, options.length, height);
    const lines = options
      .slice(from, from + height)
      .map(
        ({ label, detail }): Line => [
          { text: ` ${label}` },
          ...(detail ? [{ text: `  ${detail.replace(/\s+/g, ' ')}`, role: 'dim' as const }] : []),
        ],
      );
    return {
      lines: drawn(lines, width, theme, selected - from),
      title,
      status: [{ text: 'Enter chooses, Esc leaves', role: 'dim' }],
      scroll: { top: from, total: options.length },
    };
  },
};
