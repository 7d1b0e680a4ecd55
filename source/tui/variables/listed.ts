/** Maximum number of names, since no pane is wide enough for more. */
export const maxListed = 100;

/** Lists names: `a, b, c`. For very many, the first ones and the number of others. */
export function listed<T>(all: readonly T[], words: (each: T) => string, most = maxListed): string {
  const more = all.length - most;
  return [...all.slice(0, most).map(words), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
