/** Returns the values of all fields with a name, which is given in lower case (RFC 9110 5.3). */
export const fieldValues = (
  headers: readonly (readonly [name: string, value: string])[],
  name: string,
): readonly string[] => headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
