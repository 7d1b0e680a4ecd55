/** The search line at the top of the tree: the typed text, the number of the result, and its path. */

import { type Entry, isWriting } from '../../../core/graphql/search/index.js';
import { countText } from '../../../core/response/sizes.js';
import { cellWidth } from '../../../core/text/cells.js';
import { select, textOf } from '../../../core/text/editor.js';
import { apart } from '../../components/apart.js';
import { fieldLine, fieldWindow } from '../../components/field.js';
import { type Line, lineWidth, renderLine, shownText, spread } from '../../components/line.js';
import { layout, searchHeight } from '../../layout.js';
import type { FieldCell } from '../../model/layout.js';
import type { SearchState } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import { reasonOf } from './found.js';
import { signOf } from './marks.js';
import { isSearching } from './reduce.js';
import { currentEntry, sequence } from './show-match.js';

/** Width of the prefix: a space, the slash, a space. */
const lead = 3;

/** Cells for the typed text, left of the count. */
const roomFor = (count: string, width: number): number => Math.max(1, width - lead - count.length - 2);

/**
 * Position in the results with the keys that continue: `3 of 17 ▲▼`, using arrows while typing, and `n` and `N` afterwards.
 * Dropped if the typed text needs the room.
 */
function countOf(search: SearchState, width: number, { glyphs }: Theme): string {
  const { results, at, typing } = search;
  if (results === undefined) return '';
  if (results.total === 0) return 'no match';
  const count = `${countText(sequence(search).indexOf(at) + 1)} of ${countText(results.total)}`;
  const whole = `${count} ${typing ? glyphs.upDown : 'n N'}`;
  return cellWidth(textOf(search.field)) < roomFor(whole, width) ? whole : count;
}

/** The line, with the result's path below it if the pane is high enough. */
export function searchLines(
  search: SearchState,
  width: number,
  height: number,
  theme: Theme,
  loading: boolean,
): string[] {
  const count = countOf(search, width, theme);
  if (search.changes !== undefined) return changeLines(search, count, width, height, theme);
  const none = search.results?.total === 0;
  const left: Line = [
    { text: ' / ', role: search.typing ? 'key' : 'dim' },
    ...typedLine(search, roomFor(count, width), theme),
  ];
  const right: Line = count === '' ? [] : [{ text: ` ${count} `, role: none ? 'error' : 'strong' }];
  const lines = [spread(left, right, width, theme)];
  if (searchHeight(height) > 1) lines.push(renderLine(below(search, width, theme, loading), width, theme));
  return lines;
}

/** The search text: around the cursor while typing, otherwise from its beginning. */
function typedLine({ field, typing }: SearchState, room: number, theme: Theme): Line {
  if (typing) return fieldLine(field, room);
  const isCut = cellWidth(textOf(field)) > room;
  const line = fieldLine(select(field, 0), isCut ? room - 1 : room);
  return isCut ? [...line, { text: theme.glyphs.ellipsis, role: 'dim' }] : line;
}

/** Number of changes, with a description of the change at the cursor below it. */
function changeLines(search: SearchState, count: string, width: number, height: number, theme: Theme): string[] {
  const { changes = [], at } = search;
  const breaking = changes.filter(each => each.severity === 'breaking').length;
  const words = breaking === 0 ? 'changes' : `changes, ${breaking} breaking`;
  const left: Line = [{ text: ' D ', role: search.showsFullTree ? 'dim' : 'key' }, { text: words }];
  const lines = [spread(left, [{ text: ` ${count} `, role: 'strong' }], width, theme)];
  const thing = changes[at];
  if (searchHeight(height) > 1 && thing !== undefined) {
    lines.push(renderLine([{ text: ' ' }, signOf(thing), { text: ` ${shownText(thing.text)}` }], width, theme));
  }
  return lines;
}

/** Width in cells below which sentences are shortened. */
const narrow = 29;

function below(search: SearchState, width: number, theme: Theme, loading: boolean): Line {
  const { results } = search;
  if (results === undefined) {
    const order = width < narrow ? ' names, docs' : ' names, paths and descriptions';
    return [{ text: loading ? ' Search starts when the schema is loaded.' : order, role: 'dim' }];
  }
  if (results.total === 0)
    return [{ text: width < narrow ? ' No matches' : ' No matching names or descriptions', role: 'warning' }];
  const entry = currentEntry(search);
  const words = search.path.map(shownText);
  const why = shownText(reasonOf(results, search.at, search.path));
  const line = (kind: string): Line => [
    { text: ` ${why}`, role: 'dim' },
    { text: shortened(words, width - 1 - why.length - kind.length, theme), role: 'type' },
    { text: kind, role: 'dim' },
  ];
  const whole = line(isWriting(search.path) ? '  writes' : kindSuffix(entry));
  return lineWidth(whole) <= width ? whole : line('');
}

/** The kind of a result, if the path does not show it. */
function kindSuffix(entry: Entry | undefined): string {
  if (entry?.kind === 'enumValue') return '  enum value';
  return entry?.kind === 'input' ? '  input field' : '';
}

/**
 * The path of a result: `Query › … › nodes › name`. A path that is too long is cut in the middle; its last name and its parent
 * always remain.
 */
export function shortened(words: readonly string[], width: number, theme: Theme): string {
  const { ellipsis } = theme.glyphs;
  const arrow = ` ${theme.glyphs.arrow} `;
  const whole = words.join(arrow);
  if (cellWidth(whole) <= width) return whole;
  const [first = '', ...rest] = words;
  for (const head of [`${first}${arrow}${ellipsis}`, ellipsis]) {
    for (let left = 1; left < rest.length - 1; left++) {
      const text = [head, ...rest.slice(left)].join(arrow);
      if (cellWidth(text) <= width) return text;
    }
  }
  const end = words.slice(-2).join(arrow);
  if (cellWidth(end) <= width) return end;
  const [last = ''] = words.slice(-1);
  // The path of a request may be wider than the pane, unlike a GraphQL name.
  if (last.includes('/')) return apart([last], width, ellipsis)[0] ?? last;
  return words.length <= 2 ? end : [ellipsis, end].join(arrow);
}

/** Position of the terminal cursor while the line is being edited. */
export function searchCursor(state: State): FieldCell | undefined {
  const { search } = state.schema;
  const rect = layout(state).panes.schema;
  if (search === undefined || rect === undefined || !isSearching(state)) return undefined;
  const width = rect.width - 2;
  const { cursor } = fieldWindow(search.field, roomFor(countOf(search, width, state.settings.theme), width));
  return { column: rect.x + 1 + Math.min(lead + cursor, rect.width - 3), row: rect.y + 1, typed: cursor };
}
