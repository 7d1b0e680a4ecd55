/** A choice of one of several things. */
import type { Line } from '../components/line.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';
import type { KindOf } from './kind.js';
import { cutOption, listWindow, questionRows, rowsAbove, rowsBelow } from './layout.js';
import { drawn } from './lines.js';

export const choiceKind: KindOf<ChoiceOverlay<Action>> = {
  count: ({ options }) => options.length,
  height: (overlay, _, width) => rowsAbove(overlay, width) + overlay.options.length + rowsBelow(overlay, width) + 2,
  draw(overlay, { settings: { theme } }, { width, height }) {
    const { options, selected, title } = overlay;
    const asked = questionRows(title, width).map((text): Line => [{ text: ` ${text}`, role: 'strong' }]);
    const { from, room } = listWindow(overlay, options.length, { width, height });
    const lines = options
      .slice(from, from + room)
      .map(
        ({ label, detail }): Line => [
          { text: ` ${label}` },
          ...(detail ? [{ text: `  ${detail.replace(/\s+/g, ' ')}`, role: 'dim' as const }] : []),
        ],
      );
    const chosen = options[selected];
    const whole = chosen === undefined ? [] : cutOption(chosen, width).map((text): Line => [{ text: ` ${text}` }]);
    return {
      lines: drawn(
        [...asked, ...lines, ...(whole.length === 0 ? [] : [[], ...whole])],
        width,
        theme,
        asked.length + selected - from,
      ),
      title: asked.length === 0 ? title : '',
      status: [{ text: 'Enter chooses, Esc leaves', role: 'dim' }],
      scroll: { top: from, total: options.length },
    };
  },
};
