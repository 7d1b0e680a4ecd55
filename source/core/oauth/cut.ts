/** Shortens texts from a server for a message. */

/** Truncates an untrusted text to `length` characters. */
export const truncate = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
