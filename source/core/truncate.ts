/** Truncates an untrusted text to `length` characters for a message. */
export const truncate = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
