import { cellWidth } from '../../core/text/cells.js';
import { type Line, lineWidth } from '../components/line.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';
import type { OverlayKindSpec } from './kind.js';
import { cutOption, listWindow, maxMeasured, questionRows, rowsAbove, rowsBelow } from './layout.js';
import { drawn } from './lines.js';

const status = 'Enter chooses, Esc leaves';

const optionLine = ({ label, detail }: ChoiceOverlay<Action>['options'][number]): Line => [
  { text: ` ${label}` },
  ...(detail ? [{ text: `  ${detail.replace(/\s+/g, ' ')}`, role: 'dim' as const }] : []),
];

export const choiceKind: OverlayKindSpec<ChoiceOverlay<Action>> = {
  count: ({ options }) => options.length,
  cells: ({ options, title }) =>
    Math.max(
      cellWidth(title) + 4,
      cellWidth(status) + 4,
      ...options.slice(0, maxMeasured).map(each => lineWidth(optionLine(each)) + 1),
    ),
  height: (overlay, _, width) => rowsAbove(overlay, width) + overlay.options.length + rowsBelow(overlay, width) + 2,
  draw(overlay, { settings: { theme } }, { width, height }) {
    const { options, selected, title } = overlay;
    const asked = questionRows(title, width).map((text): Line => [{ text: ` ${text}`, role: 'strong' }]);
    const { from, room } = listWindow(overlay, options.length, { width, height });
    const lines = options.slice(from, from + room).map(optionLine);
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
      status: [{ text: status, role: 'dim' }],
      scroll: { top: from, total: options.length },
    };
  },
};
