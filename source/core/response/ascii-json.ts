/** Returns valid JSON in printable ASCII, which is safe in any file or terminal. */
export const asciiJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, undefined, space).replace(
    /[^\n\x20-\x7e]/g,
    match => `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
