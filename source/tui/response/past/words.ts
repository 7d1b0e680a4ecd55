import type { ResponseState } from '../../model/response.js';
import { timeText } from '../events/view.js';

/** Narrower panes show no time, in cells. */
const minWidthForTime = 50;

/** `2 of 5, 14:02` of an earlier response; empty: it is the latest. @param width of the pane */
export const earlierWords = ({ earlier }: Pick<ResponseState, 'earlier'>, width = minWidthForTime): string => {
  if (earlier === undefined) return '';
  const time = width < minWidthForTime ? '' : `, ${timeText(earlier.at, false).slice(0, 5)}`;
  return `${earlier.number} of ${earlier.of}${time}`;
};
