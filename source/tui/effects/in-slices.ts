/** Background work. */

/** Runs background work in slices, so that keys are handled in between. */
export function inSlices(work: Iterator<void>): void {
  const end = performance.now() + 5;
  while (performance.now() < end) if (work.next().done) return;
  setTimeout(() => inSlices(work), 5).unref();
}
