/** JSON for a file or terminal of any kind: valid JSON in which nothing but printable ASCII stands. */
export const asciiJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, undefined, space).replace(
    /[^\n\x20-\x7e]/g,
    found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
