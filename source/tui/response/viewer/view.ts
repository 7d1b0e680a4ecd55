/** The visible lines of a body, each with its errors. */
import { counted } from '../../../core/counted.js';
import { rowCount, rowOf } from '../../../core/response/viewer/folds.js';
import { firstMatchFrom } from '../../../core/response/viewer/search.js';
import { cursorRole, type Line, lineWidth, renderLine, type Span } from '../../components/line.js';
import type { Role, Theme } from '../../model/theme.js';
import type { BodyState, ResponseErrorInfo } from '../../model/viewer.js';
import type { TextRoom } from '../layout.js';
import { marksAt } from './error-marks.js';
import { bodyLine, type LineMark } from './line.js';
import { markedLine } from './marked-line.js';
import { drawnLines } from './reduce.js';
import { withSelection } from './selection.js';

interface BodyLinesOptions extends TextRoom {
  readonly errors: readonly ResponseErrorInfo[];
  /** A role for all lines, used for the response of an earlier run. */
  readonly over?: Role;
}

/** At most `height` lines of exactly `width` cells. Next to an error, as much of the value as fits. */
export function bodyLines(body: BodyState, options: BodyLinesOptions): string[] {
  const { width, height, theme, focused } = options;
  return drawnLines(body, height).map(line => {
    // The cursor's row would hide a selection.
    const isCursor = line === body.cursor && body.selection === undefined;
    const over = cursorRole(isCursor, focused) ?? options.over;
    const remark = remarkOf(body, line, options);
    // The value comes first, but at least the error's number is visible.
    const room = remark === undefined ? width : width - Math.min(lineWidth(remark.slice(0, 1)), Math.ceil(width / 2));
    const drawn = bodyLine(body, line, { left: body.left, width: room, theme, marks: hitsOf(body, line, room) });
    const shown = withSelection(body, line, drawn);
    if (remark === undefined) return markedLine(shown, width, theme, over);
    const taken = Math.min(room, lineWidth(shown));
    return markedLine(shown, taken, theme, over) + renderLine(remark, width - taken, theme, over);
  });
}

/** The search matches of a line. */
function hitsOf(body: BodyState, line: number, width: number): LineMark[] {
  const { search, source } = body;
  if (search === undefined) return [];
  const parts = source.parts(line);
  const from = source.start(line);
  const to = Math.min(parts.value[1], from + body.left + width * 2);
  const { offsets } = search.matches;
  const marks: LineMark[] = [];
  for (let at = Math.max(0, firstMatchFrom(search.matches, from) - 1); at * 2 < offsets.length; at++) {
    const begin = offsets[at * 2] ?? 0;
    if (begin >= to) break;
    marks.push({ from: begin, to: offsets[at * 2 + 1] ?? begin, role: 'match' });
  }
  return marks;
}

/** Differences and errors, after the line they belong to. */
function remarkOf(body: BodyState, line: number, { errors, theme }: BodyLinesOptions): Line | undefined {
  const changes = changesOf(body, line, theme);
  const errorsHere = errorRemark(body, line, { errors, theme });
  return changes.length === 0 ? errorsHere : [...changes, ...(errorsHere ?? [])];
}

/** Difference marks: `◀ was 12`, `◀ new`, `◀ gone: name "Ada"`. For a folded container, the number of differences in it. */
function changesOf(body: BodyState, line: number, theme: Theme): Line {
  const marks = body.comparison?.marks ?? [];
  if (marks.length === 0) return [];
  const { pointer } = theme.glyphs;
  const { here, inside } = marksAt(body, marks, line);
  const spans = here.map(({ kind, text }): Span => ({ text: `  ${pointer} ${text}`, role: changeRoles[kind] }));
  return inside === 0
    ? spans
    : [...spans, { text: `  ${pointer} ${counted(inside, 'difference')} inside`, role: 'caution' }];
}

const changeRoles = { added: 'ok', changed: 'caution', removed: 'error' } as const;

/** Error mark: `◀ error 1: not authorised`. */
function errorRemark(
  body: BodyState,
  line: number,
  { errors, theme }: Pick<BodyLinesOptions, 'errors' | 'theme'>,
): Line | undefined {
  if (body.marks.length === 0) return undefined;
  const { pointer } = theme.glyphs;
  const { here, inside } = marksAt(body, body.marks, line);
  if (here.length === 0 && inside === 0) return undefined;
  const [first] = here;
  if (first === undefined) {
    return [{ text: `  ${pointer} ${counted(inside, 'error')} inside`, role: 'error' }];
  }
  const numbers =
    here.length === 1 ? `error ${first.error + 1}` : `errors ${here.map(each => each.error + 1).join(', ')}`;
  const message = errors[first.error]?.message ?? '';
  return [
    { text: `  ${pointer} ${numbers}`, role: 'error' },
    { text: `: ${message}`, role: 'error' },
  ];
}

/** Scroll position for the scroll bar, estimated while the text is still being read. */
export function bodyScroll(body: BodyState): { readonly top: number; readonly total: number } {
  const { source, folds } = body;
  const rows = rowCount(source, folds);
  const read = source.known === 0 ? 1 : Math.max(1, source.start(source.known - 1));
  const total = source.complete ? rows : Math.round((rows * source.text.length) / read);
  return { top: rowOf(folds, body.top), total };
}
