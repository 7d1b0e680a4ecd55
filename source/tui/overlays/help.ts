/** The help: every key of the table, by pane. Typing filters the list. */

import { memoizeWeak } from '../../core/memoize-weak.js';
import { indexList, type ListIndex, searchList } from '../../core/search/list-index.js';
import { cellWidth } from '../../core/text/cells.js';
import { textOf } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { bindingsOf } from '../components/key-labels.js';
import { renderLine } from '../components/line.js';
import { clamp } from '../layout.js';
import type { HelpOverlay } from '../model/overlays.js';
import type { Binding, State } from '../model/state.js';
import { headingFor, type KeyEntry, keyEntries } from './key-entries.js';
import type { OverlayKindSpec } from './kind.js';
import { fieldLines } from './lines.js';

/** Width of the key column. Few keys need more, and the sentences stay close to them. */
const maxKeysWidth = 17;

const indexesOf = memoizeWeak((_: readonly Binding[]) => new Map<string, ListIndex<KeyEntry>>());

/** All keys, starting with the heading of the focused pane. */
function keyIndex(state: State): ListIndex<KeyEntry> {
  const bindings = bindingsOf(state);
  const ofBindings = indexesOf(bindings);
  const isAscii = state.settings.theme.glyphs.ellipsis === '~';
  const first = headingFor(state);
  const key = `${isAscii} ${first}`;
  const textOf = ({ heading, keys, help, label = '', others }: KeyEntry) => ({
    name: label,
    others: [keys, heading, ...others],
    about: help,
  });
  const index = ofBindings.get(key) ?? indexList(keyEntries(bindings, isAscii, first, state.connect.kind), textOf);
  ofBindings.set(key, index);
  return index;
}

/** Lines of exactly `width` cells with the matching keys. Headings are ordered by their best match. */
function helpLines(state: State, filter: string, width: number): string[] {
  const { theme } = state.settings;
  const matches = searchList(keyIndex(state), filter);
  const headings = [...new Set(matches.map(each => each.heading))];
  const entries = headings.flatMap(heading => matches.filter(each => each.heading === heading));
  // At most a third of a narrow screen. Wider keys get a separate line.
  const widest = Math.max(8, ...entries.map(entry => cellWidth(entry.keys)));
  const column = Math.min(maxKeysWidth, widest, Math.max(8, Math.floor(width / 3)));
  const lines: string[] = [];
  let heading = '';
  for (const entry of entries) {
    if (entry.heading !== heading) {
      if (heading !== '') lines.push(renderLine([], width, theme));
      heading = entry.heading;
      lines.push(renderLine([{ text: ` ${heading}`, role: 'strong' }], width, theme));
    }
    const fits = cellWidth(entry.keys) <= column;
    const help = wrapText(entry.help, Math.max(8, width - column - 6));
    const [first = ''] = fits ? help.splice(0, 1) : [''];
    const gap = ' '.repeat(Math.max(0, column - cellWidth(entry.keys)) + 2);
    lines.push(
      renderLine([{ text: '   ' }, { text: entry.keys, role: 'key' }, { text: gap }, { text: first }], width, theme),
      ...help.map(text => renderLine([{ text: `${' '.repeat(column + 5)}${text}` }], width, theme)),
    );
  }
  if (lines.length === 0) lines.push(renderLine([{ text: ' No matching keys' }], width, theme));
  return lines;
}

const linesOf = ({ field }: HelpOverlay, state: State, width: number): readonly string[] => {
  return helpLines(state, textOf(field), width);
};

export const helpKind: OverlayKindSpec<HelpOverlay> = {
  widest: 96,
  window: (overlay, state, { width, height }) => {
    const total = linesOf(overlay, state, width).length;
    const room = Math.max(1, height - 2);
    return { total, room, from: clamp(overlay.top, 0, Math.max(0, total - room)), above: 2 };
  },
  draw(overlay, state, { width, height }) {
    const { theme } = state.settings;
    const all = linesOf(overlay, state, width);
    const room = Math.max(1, height - 2);
    const from = clamp(overlay.top, 0, Math.max(0, all.length - room));
    return {
      lines: [...fieldLines(overlay.field, width, theme), ...all.slice(from, from + room)],
      title: 'Keys: type to filter',
      status: [{ text: 'Esc: close', role: 'dim' }],
      scroll: { top: from, total: all.length },
    };
  },
};
