/** The overlays of this room: the operations of the text, and the history of runs. */
import type { HistoryEntry } from '../../core/history.js';
import { keyOf } from '../components/key-labels.js';
import { lineWidth } from '../components/line.js';
import type { HistoryOverlay, OperationsOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import type { OverlayKindSpec } from '../overlays/kind.js';
import { filteredHeight } from '../overlays/layout.js';
import { fieldLines, type ListEntry, listLines } from '../overlays/lines.js';
import { historyEntries } from './history.js';
import { operationEntries } from './operation-entries.js';

/** The active operation has a `>` before it. */
const operationLines = (state: State): readonly ListEntry[] =>
  operationEntries(state).map(({ definition, label, detail }) => ({
    left: [
      { text: definition === state.query.active ? ' > ' : '   ', role: 'key' },
      { text: label, role: 'strong' },
      { text: `  ${detail}`, role: 'dim' },
    ],
  }));

const historyLines = (entries: readonly HistoryEntry[]): readonly ListEntry[] =>
  entries.map(entry => ({
    left: [
      { text: ` ${when(entry.at)}  `, role: 'dim' },
      { text: entry.operationName ?? entry.kind, role: 'strong' },
      { text: `  ${textOf(entry)}`, role: 'dim' },
    ],
    right: [{ text: `  ${entry.outcome} `, role: /failed|errors/.test(entry.outcome) ? 'error' : 'dim' }],
  }));

/** The query on one line; without a name it begins after its kind, which is shown as its name. */
function textOf({ query, kind, operationName }: HistoryEntry): string {
  const text = query.replace(/\s+/g, ' ').slice(0, 400);
  return operationName === undefined ? text.replace(new RegExp(`^ ?${kind} ?(?=[({@])`), '') : text;
}

/** Local date and time, without Intl. */
function when(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const noOperation = 'There is no operation yet: n begins one.';

export const operationsKind: OverlayKindSpec<OperationsOverlay> = {
  count: (_, state) => operationEntries(state).length,
  cells(_, state) {
    const widths = operationLines(state).map(({ left }) => lineWidth(left) + 1);
    return widths.length === 0 ? noOperation.length + 2 : Math.max(...widths);
  },
  height: (_, state) => Math.max(6, operationEntries(state).length + 2),
  draw(overlay, state, size) {
    return {
      ...listLines(operationLines(state), overlay, size, state.settings.theme, noOperation),
      title: 'Operations',
      status: [{ text: 'Esc closes', role: 'dim' }],
    };
  },
};

export const historyKind: OverlayKindSpec<HistoryOverlay> = {
  widest: 110,
  count: overlay => historyEntries(overlay).length,
  height: ({ entries = [] }, state) => filteredHeight(state, entries.length),
  draw(overlay, { settings: { theme, bindings } }, size) {
    const empty =
      overlay.entries === undefined
        ? 'Being read.'
        : overlay.field.doc.length > 0
          ? 'No run fits.'
          : `Nothing was run yet: ${keyOf(bindings, 'run')} runs the query.`;
    const { lines, scroll } = listLines(historyLines(historyEntries(overlay)), overlay, size, theme, empty);
    return {
      lines: [...fieldLines(overlay.field, size.width, theme), ...lines],
      title: 'History: type to filter',
      status: [{ text: 'Esc closes', role: 'dim' }],
      scroll,
    };
  },
};
