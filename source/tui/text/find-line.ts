/** The search line of a text, in the bottom border of its pane. */

import { countText } from '../../core/response/sizes.js';
import { type EditorState, textOf } from '../../core/text/editor.js';
import { currentMatch, findPatternOf, matchesOf } from '../../core/text/find.js';
import { columnOf } from '../../core/text/view-lines.js';
import { fieldLine, fieldWindow } from '../components/field.js';
import { type Line, lineWidth, type Span } from '../components/line.js';
import type { TextFind, TextPane } from '../model/text.js';
import type { Role, Theme } from '../model/theme.js';

/** Width of the border's corners, each with a blank. */
const corners = 4;

const wantedBy = ({ field, exact }: TextFind) => findPatternOf(textOf(field), exact);

export const foundIn = ({ editor, find }: TextPane) => (find === undefined ? [] : matchesOf(editor, wantedBy(find)));

/** Position in the matches, such as `3 of 17`, or a message that there are none. Empty without a search. */
export function findWords(pane: TextPane): string {
  const matches = foundIn(pane);
  if (pane.find === undefined || textOf(pane.find.field) === '') return '';
  if (matches.length === 0) return 'not found';
  const at = currentMatch(pane.editor, matches);
  return at < 0 ? `${countText(matches.length)} found` : `${countText(at + 1)} of ${countText(matches.length)}`;
}

/** The visible matches to mark. The current one is displayed as selected. */
export function findMarks(
  pane: TextPane,
  from: number,
  to: number,
): readonly { from: number; to: number; role: Role }[] {
  return foundIn(pane)
    .filter(each => each.to >= from && each.from <= to)
    .map(each => ({ ...each, role: 'match' }));
}

/**
 * The bottom border of a pane. It starts with the reason why parts of the text are marked (a search, several cursors), followed
 * by as much of `rest` as fits.
 * @param width inner width of the pane
 */
export function markedLine(pane: TextPane, width: number, { glyphs }: Theme, rest: Line): Line {
  const { find, editor } = pane;
  const cursors = editor.selection.ranges.length;
  const marked: string[] = [
    ...(find === undefined ? [] : [`/${textOf(find.field)} ${findWords(pane)}`]),
    ...(cursors > 1 ? [`${countText(cursors)} cursors`] : []),
  ];
  if (marked.length === 0) return rest;
  const dot: Span = { text: ` ${glyphs.dot} `, role: 'dim' };
  const line: Span[] = marked.flatMap(text => [{ text, role: 'key' as const }, dot]).concat(rest);
  while (line.length > 1 && (lineWidth(line) > width - corners || line.at(-1)?.text === dot.text)) line.pop();
  return line;
}

const replaceWords = '  replace: ';

/** Width of a field, leaving room for its label. Both fields stay visible, however narrow the pane is. */
function fieldWidth(width: number, find: TextFind): number {
  const room = width - corners - 1;
  return showsReplacement(find)
    ? Math.max(3, Math.min(Math.floor(width * 0.3), Math.floor((room - replaceWords.length) / 2)))
    : Math.max(6, Math.min(Math.floor(width * 0.6), room));
}

const showsReplacement = (find: TextFind): boolean => find.typing === 'replacement' || find.replacement.doc.length > 0;

const shown = (field: EditorState, width: number): Line =>
  fieldLine(field, Math.min(width, columnOf(field.doc.line(1).text, field.doc.line(1).length) + 1));

/**
 * The search line while it is being edited. Undefined if the pane shows its normal status.
 * @param width inner width of the pane
 */
export function findLine(pane: TextPane, width: number): Line | undefined {
  const { find } = pane;
  if (find?.typing === undefined) return undefined;
  const cells = fieldWidth(width, find);
  const words = findWords(pane);
  const count: Span[] = words === '' ? [] : [{ text: `  ${words}`, role: words === 'not found' ? 'error' : 'dim' }];
  const exact: Span[] = wantedBy(find).exact ? [{ text: '  match case', role: 'dim' }] : [];
  const replacement: Line = showsReplacement(find)
    ? [{ text: replaceWords, role: 'key' }, ...shown(find.replacement, cells)]
    : [];
  return [{ text: '/', role: 'key' }, ...shown(find.field, cells), ...replacement, ...count, ...exact];
}

/** The cell of the cursor in the search line, and how many of the cells before it belong to its field. */
export function findLineCursor(
  pane: TextPane,
  width: number,
): { readonly column: number; readonly typed: number } | undefined {
  const { find } = pane;
  if (find?.typing === undefined) return undefined;
  const cells = fieldWidth(width, find);
  if (find.typing === 'text') {
    const { cursor } = fieldWindow(find.field, cells);
    return { column: 1 + cursor, typed: cursor };
  }
  const before = 1 + lineWidth(shown(find.field, cells)) + replaceWords.length;
  const { cursor } = fieldWindow(find.replacement, cells);
  return { column: before + cursor, typed: cursor };
}
