/** The help: every key of the table, by pane, and a legend of the marks. Typing filters the list, and Enter runs the selected command. */

import { memoizeWeak } from '../../core/memoize-weak.js';
import { indexList, type ListIndex, searchList } from '../../core/search/list-index.js';
import { cellWidth } from '../../core/text/cells.js';
import { textOf } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { fieldLines } from '../components/field.js';
import { bindingsOf, isAscii } from '../components/key-labels.js';
import { type Line, renderLine } from '../components/line.js';
import { firstShown } from '../components/list.js';
import type { Action } from '../model/action.js';
import type { HelpOverlay } from '../model/overlays.js';
import type { Binding, State } from '../model/state.js';
import type { Glyphs } from '../model/theme.js';
import { headingFor, type KeyEntry, keyEntries } from './key-entries.js';
import type { OverlayKindSpec, OverlaySize } from './kind.js';
import { closeTop, topOverlay } from './open.js';
import { commandActions, groupOf, isPane } from './palette.js';

/** Width of the key column. Few keys need more, and the sentences stay close to them. */
const maxKeysWidth = 17;

const indexesOf = memoizeWeak((_: readonly Binding[]) => new Map<string, ListIndex<KeyEntry>>());

/** All keys, starting with the heading of the focused pane. */
function keyIndex(state: State): ListIndex<KeyEntry> {
  const bindings = bindingsOf(state);
  const ofBindings = indexesOf(bindings);
  const { theme } = state.settings;
  const ascii = isAscii(theme);
  const first = headingFor(state);
  const key = `${ascii} ${first}`;
  const textOf = ({ heading, keys, help, label = '', others }: KeyEntry) => ({
    name: label,
    others: [keys, heading, ...others],
    about: help,
  });
  const entries = () => [...keyEntries(bindings, ascii, first, state.connect.kind), ...markEntries(theme.glyphs)];
  const index = ofBindings.get(key) ?? indexList(entries(), textOf);
  ofBindings.set(key, index);
  return index;
}

/** Matching keys. Headings are ordered by their best match. */
function shownEntries({ field }: HelpOverlay, state: State): readonly KeyEntry[] {
  const matches = searchList(keyIndex(state), textOf(field));
  const headings = [...new Set(matches.map(each => each.heading))];
  return headings.flatMap(heading => matches.filter(each => each.heading === heading));
}

/** A line of exactly the inner width, and the index of its key. Headings and blank lines belong to none. */
interface HelpLine {
  readonly text: string;
  readonly entry?: number;
}

function helpLines(overlay: HelpOverlay, state: State, width: number): readonly HelpLine[] {
  const { theme } = state.settings;
  const entries = shownEntries(overlay, state);
  // At most a third of a narrow screen. Wider keys get a separate line.
  const widest = Math.max(8, ...entries.map(entry => cellWidth(entry.keys)));
  const column = Math.min(maxKeysWidth, widest, Math.max(8, Math.floor(width / 3)));
  const lines: HelpLine[] = [];
  let heading = '';
  for (const [at, entry] of entries.entries()) {
    if (entry.heading !== heading) {
      if (heading !== '') lines.push({ text: renderLine([], width, theme) });
      heading = entry.heading;
      lines.push({ text: renderLine([{ text: ` ${heading}`, role: 'strong' }], width, theme) });
    }
    const over = at === overlay.selected ? 'cursor' : undefined;
    const fits = cellWidth(entry.keys) <= column;
    const help = wrapText(entry.help, Math.max(8, width - column - 6));
    const [first = ''] = fits ? help.splice(0, 1) : [''];
    const gap = ' '.repeat(Math.max(0, column - cellWidth(entry.keys)) + 2);
    const keys: Line = [{ text: '   ' }, { text: entry.keys, role: 'key' }, { text: gap }, { text: first }];
    const rest = help.map((text): Line => [{ text: `${' '.repeat(column + 5)}${text}` }]);
    for (const line of [keys, ...rest]) lines.push({ text: renderLine(line, width, theme, over), entry: at });
  }
  if (lines.length === 0) lines.push({ text: renderLine([{ text: ' No matching keys' }], width, theme) });
  return lines;
}

/** Rows of the field and of the blank line below it. */
const above = 2;

/** The visible lines, with the selected key in the middle if possible. */
function visible(overlay: HelpOverlay, state: State, { width, height }: OverlaySize) {
  const all = helpLines(overlay, state, width);
  const room = Math.max(1, height - above);
  const selected = all.findIndex(({ entry }) => entry === overlay.selected);
  const from = firstShown(Math.max(0, selected), all.length, room);
  return { from, total: all.length, lines: all.slice(from, from + room) };
}

/** The selected key, or undefined if there is none. */
export function selectedInHelp(state: State): KeyEntry | undefined {
  const overlay = topOverlay(state);
  return overlay?.kind === 'help' ? shownEntries(overlay, state)[overlay.selected] : undefined;
}

/** The action of Enter: closes the help, and runs the selected command. Keys of a text are explained instead. */
export function chosenInHelp(state: State): Action {
  const entry = selectedInHelp(state);
  if (entry === undefined || entry.heading === marksHeading) return { type: 'overlay/close' };
  const binding = bindingsOf(state).find(({ id }) => id === entry.name);
  const context = binding === undefined ? undefined : groupOf(binding);
  if (binding === undefined || (context !== '' && !isPane(context)) || binding.where === `edit:${context}`) {
    const isWhile = entry.heading.startsWith('While ');
    const where = isWhile ? entry.heading.replace('W', 'w') : 'in Query and Variables with vim keys on';
    const text = `Press ${entry.keys} ${where}.`;
    return { type: 'overlay/choose', actions: [{ type: 'app/notice', text }] };
  }
  return { type: 'overlay/choose', actions: commandActions(binding, closeTop(state)) };
}

/** Heading of the legend. Its lines are not keys. */
const marksHeading = 'Marks';

/** The marks of the tree and of responses: glyphs, meaning, and other words for them. */
const marks = ({ given, absent, required, opened, closed, cycle, pointer, bad, caution }: Glyphs) =>
  [
    ['[x] / [~] / [ ]', 'Ticked, partly ticked, not ticked.', ['checkbox', 'selected']],
    [`${given} / ${absent}`, 'Argument, parameter or property with a value, without a value.', ['circle', 'argument']],
    [`name${required}`, 'Required. A type with ! is required as well.', ['mandatory', 'star', 'asterisk']],
    ['(*) / ( )', 'Chosen alternative, another alternative.', ['oneOf', 'anyOf']],
    [`${opened} / ${closed}`, 'Expanded, collapsed.', ['arrow', 'triangle']],
    [cycle, 'The type of the row is also the type of a row above it.', ['recursive', 'cycle']],
    [pointer, 'An error of the response at this value, or a difference.', []],
    [`${bad} / ${caution}`, 'Line with an error, line with a warning.', ['problem']],
  ] as const;

/** The legend in the same form as the keys, so that typing filters both. */
const markEntries = (glyphs: Glyphs): readonly KeyEntry[] =>
  marks(glyphs).map(([keys, help, others]) => ({
    heading: marksHeading,
    keys,
    help,
    others: ['legend', 'symbol', 'glyph', 'meaning', ...others],
  }));

export const helpKind: OverlayKindSpec<HelpOverlay> = {
  widest: 96,
  entries: shownEntries,
  window: (overlay, state, size) => {
    const entries = visible(overlay, state, size).lines.flatMap(({ entry }) => entry ?? []);
    const room = Math.max(1, new Set(entries).size);
    return { total: shownEntries(overlay, state).length, room, from: entries[0] ?? 0, above };
  },
  clicked(row, size, overlay, state) {
    const entry = visible(overlay, state, size).lines[row - above]?.entry;
    if (entry === undefined) return [];
    return [entry === overlay.selected ? chosenInHelp(state) : { type: 'overlay/pick', at: entry }];
  },
  draw(overlay, state, size) {
    const { theme } = state.settings;
    const { lines, from, total } = visible(overlay, state, size);
    return {
      lines: [...fieldLines(overlay.field, size.width, theme), ...lines.map(({ text }) => text)],
      title: 'Keys: type to filter',
      status: [{ text: overlay.selected < 0 ? 'Esc: close' : 'Enter: run, Esc: close', role: 'dim' }],
      scroll: { top: from, total },
    };
  },
};
