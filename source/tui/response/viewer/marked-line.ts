/** The cursor's row, on which one role covers everything except marks. */

import { type Line, lineWidth, renderLine } from '../../components/line.js';
import type { Role, Theme } from '../../model/theme.js';

/** Renders exactly `width` cells. Spans of the role `match` stay visible whatever covers the line. */
export function markedLine(line: Line, width: number, theme: Theme, over: Role | undefined): string {
  if (over === undefined || !line.some(span => span.role === 'match')) return renderLine(line, width, theme, over);
  let left = width;
  let out = '';
  for (let at = 0; at < line.length && left > 0; ) {
    const hit = line[at]?.role === 'match';
    let to = at;
    while (to < line.length && (line[to]?.role === 'match') === hit) to++;
    const group = line.slice(at, to);
    const cells = to === line.length && !hit ? left : Math.min(left, lineWidth(group));
    out += renderLine(group, cells, theme, hit ? 'match' : over);
    left -= cells;
    at = to;
  }
  return left > 0 ? out + renderLine([], left, theme, over) : out;
}
