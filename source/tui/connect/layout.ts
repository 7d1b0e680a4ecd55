/** Position and rows of the first screen's box, for drawing and for clicks. */

import { clamp } from '../layout.js';
import type { ConnectState } from '../model/connect.js';
import type { Rect } from '../model/layout.js';

/** Rows of the box above the first endpoint. */
export const recentFrom = 6;

/** The row of the URL field, counted like `recentFrom`. */
export const fieldRow = 2;

/** True if there is an endpoint to return to. */
export const canGoBack = ({ index, url }: ConnectState): boolean => index !== undefined || url !== '';

/** The box, on the whole screen. */
export function connectRect(screen: Rect, connect: ConnectState): Rect {
  const width = clamp(screen.width - 4, 20, 90);
  const height =
    connect.phase === 'asking'
      ? clamp(8 + connect.recent.length, 8, Math.min(18, screen.height - 1))
      : Math.min(connect.failure?.answer === undefined ? 14 : 26, screen.height - 1);
  return {
    x: Math.floor((screen.width - width) / 2),
    y: Math.max(0, Math.floor((screen.height - height) / 3)),
    width,
    height,
  };
}

/** The endpoints that fit, including the selected one, as the index of the first and their number. */
export function recentWindow(rect: Rect, { recent, selected }: ConnectState): { from: number; room: number } {
  const room = Math.max(0, rect.height - 2 - recentFrom);
  return { from: clamp(selected - room + 1, 0, Math.max(0, recent.length - room)), room };
}

/** Hit test: returns the field, or an endpoint by its index. */
export function connectAt(
  screen: Rect,
  connect: ConnectState,
  column: number,
  row: number,
): 'field' | number | undefined {
  const rect = connectRect(screen, connect);
  const line = row - rect.y - 1;
  if (column <= rect.x || column >= rect.x + rect.width - 1) return undefined;
  if (line === fieldRow) return 'field';
  const { from, room } = recentWindow(rect, connect);
  const at = from + line - recentFrom;
  return line >= recentFrom && line < recentFrom + room && at < connect.recent.length ? at : undefined;
}
