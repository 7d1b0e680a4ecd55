import type { ResponseState } from '../../model/response.js';
import { timeText } from '../events/view.js';

/** Minimum width of a pane that shows the time, in cells. */
const minWidthForTime = 50;

/**
 * Position of an earlier response, such as `2 of 5, 14:02`. Empty for the latest one.
 * @param width width of the pane
 */
export const earlierWords = ({ earlier }: Pick<ResponseState, 'earlier'>, width = minWidthForTime): string => {
  if (earlier === undefined) return '';
  const time = width < minWidthForTime ? '' : `, ${timeText(earlier.at, false).slice(0, 5)}`;
  return `${earlier.number} of ${earlier.of}${time}`;
};
