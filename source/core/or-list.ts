/** Formats a list for messages: `a, b or c`. */
export const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(part => part !== '').join(' or ');
