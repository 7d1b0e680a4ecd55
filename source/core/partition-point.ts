/**
 * Returns the number of items before a position in an ordered list, by binary search.
 * @param isBefore true for the items before the position, which are the first ones
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
