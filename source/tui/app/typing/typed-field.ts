/** The one-line field being edited: a prompt, a filter, the URL, a search. */

import { cellWidth, takeCells } from '../../../core/text/cells.js';
import type { TextCommand } from '../../../core/text/commands.js';
import type { EditorState } from '../../../core/text/editor.js';
import { fieldLine } from '../../components/field.js';
import { type Line, lineWidth, renderLine } from '../../components/line.js';
import { formOf } from '../../layout.js';
import type { Action } from '../../model/action.js';
import type { Cell } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import { hasField, topOverlay } from '../../overlays/open.js';
import { shownField } from '../../overlays/prompt.js';
import { findingPane } from '../../query/find/reduce.js';
import { isFinding } from '../../response/find.js';
import { isSearching } from '../../schema/search/reduce.js';
import { cursorPlace } from '../cursor.js';

/** A field, and the action that changes it. */
export interface TypedField {
  readonly field: EditorState;
  /** The text as displayed, with secrets as bullets. */
  readonly shown: EditorState;
  change(command: TextCommand): Action;
}

/** The field being edited, or undefined while keys have another target. */
export function typedField(state: State): TypedField | undefined {
  if (formOf(state.size) === 'tiny') return undefined;
  const field = (
    of: EditorState,
    type: 'connect/text' | 'response/typed' | 'search/typed' | 'find/typed',
  ): TypedField => ({
    field: of,
    shown: of,
    change: command => ({ type, command }),
  });
  const overlay = topOverlay(state);
  if (overlay !== undefined) {
    if (!hasField(overlay)) return undefined;
    const shown = shownField(overlay, state.settings.theme);
    return { field: overlay.field, shown, change: command => ({ type: 'overlay/text', command }) };
  }
  const { connect, response, schema } = state;
  if (connect.phase === 'asking') return field(connect.field, 'connect/text');
  if (isFinding(state) && response.find !== undefined) return field(response.find.field, 'response/typed');
  if (isSearching(state) && schema.search !== undefined) return field(schema.search.field, 'search/typed');
  const pane = findingPane(state);
  const find = pane && state[pane].find;
  return find && field(find.typing === 'replacement' ? find.replacement : find.field, 'find/typed');
}

/** The part of a field before its cursor, as displayed, and the cell where it starts. */
interface BeforeCursor {
  readonly cell: Cell;
  readonly width: number;
  /** The text with colours, or empty if the cursor is at the start. */
  readonly text: string;
}

/** Undefined if the field is not on the screen. */
export function beforeCursor(state: State, { shown }: TypedField): BeforeCursor | undefined {
  const cursor = cursorPlace(state);
  if (cursor?.typed === undefined) return undefined;
  const { typed } = cursor;
  const { theme } = state.settings;
  // Use the field's own scroll window, up to the cursor.
  const line = typed === 0 ? [] : cutTo(fieldLine(shown, typed + 1), typed);
  const width = lineWidth(line);
  return {
    cell: { column: cursor.column - typed, row: cursor.row },
    width,
    text: width === 0 ? '' : renderLine(line, width, theme),
  };
}

function cutTo(line: Line, cells: number): Line {
  let room = cells;
  return line.flatMap(({ text, role }) => {
    const visible = takeCells(text, room);
    room -= cellWidth(visible);
    return visible === '' ? [] : [{ text: visible, role }];
  });
}
