/** Maximum names: no pane is wide enough for more. */
export const maxListed = 100;

/** `a, b, c`; of very many the first, and how many more there are. */
export function listed<T>(all: readonly T[], words: (each: T) => string, most = maxListed): string {
  const more = all.length - most;
  return [...all.slice(0, most).map(words), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
