/** The rows of the list of events: time, size, preview. */
import { jsonLineSpans } from '../../../core/json/line-spans.js';
import { onOneLine } from '../../../core/json/tokens.js';
import { sizeText } from '../../../core/response/sizes.js';
import { cursorRole, type Line, renderLine, type Span } from '../../components/line.js';
import type { LogEvent, LogState } from '../../model/events.js';
import type { Role, Theme } from '../../model/theme.js';
import type { TextRoom } from '../layout.js';
import { cursorRowOf, eventAt } from './log.js';

/** The visible rows: at most `height` lines of exactly `width` cells. */
export function logLines(log: LogState, { width, height, theme, focused }: TextRoom): string[] {
  const lines: string[] = [];
  const cursor = cursorRowOf(log);
  for (let row = log.top; row < log.top + height; row++) {
    const event = eventAt(log, row);
    if (event === undefined) break;
    lines.push(renderLine(eventLine(event, width, theme), width, theme, cursorRole(row === cursor, focused)));
  }
  return lines;
}

/** Minimum width at which the milliseconds and the size are shown. */
const minWidthForSize = 50;

function eventLine(event: LogEvent, width: number, theme: Theme): Line {
  if (event.note === true) {
    return [
      { text: `${timeText(event.at, width >= minWidthForSize)} `, role: 'dim' },
      event.sent
        ? { text: `> ${onOneLine(event.text)}`, role: 'strong' }
        : { text: `${theme.glyphs.cycle} ${event.text}`, role: 'warning' },
    ];
  }
  const size = width < minWidthForSize ? '' : `${sizeText(event.bytes).padStart(9)}  `;
  const head: Span[] = [
    { text: `${timeText(event.at, width >= minWidthForSize)} `, role: 'dim' },
    { text: size, role: 'dim' },
  ];
  if (event.bad) head.push({ text: `${theme.glyphs.bad} `, role: 'error' });
  return [...head, ...preview(event, width)];
}

/**
 * Formats the local time of day: `09:04:05.123`.
 * @param at milliseconds since 1970
 */
export function timeText(at: number, millis: boolean): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return millis ? `${time}.${String(date.getMilliseconds()).padStart(3, '0')}` : time;
}

const roles: Readonly<Record<string, Role>> = {
  key: 'property',
  string: 'string',
  number: 'number',
  literal: 'atom',
  punctuation: 'punctuation',
};

/** The beginning of an event on one line. For a result without errors, only its `data`. */
function preview({ text, bad }: LogEvent, width: number): Line {
  const start = bad ? 0 : (/^\s*\{\s*"data"\s*:\s*/.exec(text)?.[0].length ?? 0);
  const piece = text.slice(start, start + width * 4 + 200).replace(/\s+/g, ' ');
  const whole = start > 0 && text.length <= start + width * 4 + 200 ? piece.replace(/\s*\}\s*$/, '') : piece;
  return jsonLineSpans(whole).map(span => ({ text: span.text, role: roles[span.role] }));
}
