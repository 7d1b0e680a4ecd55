/** `a, b or c`: what may be chosen from, for a sentence. */
export const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(part => part !== '').join(' or ');
