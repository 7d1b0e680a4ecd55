/** The list of errors of a response, with the selected one highlighted and visible. */
import { countText } from '../../core/response/sizes.js';
import { wrapText } from '../../core/text/wrap.js';
import { cursorRole, type Line, renderLine } from '../components/line.js';
import type { ResponseState } from '../model/response.js';
import type { Theme } from '../model/theme.js';
import type { ResponseErrorInfo } from '../model/viewer.js';
import type { TextRoom } from './layout.js';

/** Maximum lines of one message. */
const maxLines = 12;

/** At most `height` lines, scrolled to the selected error, and the scroll position. */
export function errorsTab(
  { errors, errorCount, selectedError, kind }: ResponseState,
  { width, height, focused, theme }: TextRoom,
): { readonly lines: readonly string[]; readonly scroll: { readonly top: number; readonly total: number } } {
  const lines: string[] = [];
  let from = 0;
  let to = 0;
  errors.forEach((error, index) => {
    const chosen = index === selectedError;
    if (chosen) from = lines.length;
    const over = cursorRole(chosen, focused);
    for (const line of errorLines(error, index, kind, width, theme)) lines.push(renderLine(line, width, theme, over));
    if (chosen) to = lines.length;
  });
  if (errorCount > errors.length) {
    lines.push(renderLine([{ text: `and ${errorCount - errors.length} more errors, all in Raw.` }], width, theme));
  }
  if (errors.length === 0) lines.push(renderLine([{ text: 'No errors.', role: 'dim' }], width, theme));
  const top = Math.max(0, Math.min(from, Math.max(to - height, from - Math.floor(height / 3))));
  return { lines: lines.slice(top, top + height), scroll: { top, total: lines.length } };
}

const restOf = (message: string, theme: Theme): string =>
  `${theme.glyphs.ellipsis} ${countText(message.length)} characters in total, all in Raw.`;

const placeText = (
  { line, column }: NonNullable<ResponseErrorInfo['position']>,
  kind: ResponseState['kind'],
): string => (kind === 'request' ? `line ${line} of the text` : `query line ${line}, column ${column}`);

function errorLines(
  error: ResponseErrorInfo,
  index: number,
  kind: ResponseState['kind'],
  width: number,
  theme: Theme,
): Line[] {
  const number = `${index + 1} `;
  const indent = ' '.repeat(number.length);
  const all = wrapText(error.message, Math.max(10, width - number.length), maxLines + 1);
  const wrapped = all.length > maxLines ? [...all.slice(0, maxLines), restOf(error.message, theme)] : all;
  const lines = wrapped.map(
    (text, row): Line => [
      { text: row === 0 ? number : indent, role: 'strong' },
      { text, role: 'error' },
    ],
  );
  const where = [
    error.pathText === undefined ? undefined : `at ${error.pathText}`,
    error.position === undefined ? undefined : placeText(error.position, kind),
    error.code === undefined ? undefined : `code ${error.code}`,
  ].filter(part => part !== undefined);
  const details = [where.join('; '), error.extensions === undefined ? '' : `extensions ${error.extensions}`];
  for (const detail of details.filter(Boolean)) {
    for (const text of wrapText(detail, Math.max(10, width - number.length), maxLines))
      lines.push([{ text: indent + text, role: 'dim' }]);
  }
  return lines;
}
