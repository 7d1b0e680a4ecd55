/** Media types of a description. */

/** Returns true for `application/json`, `text/json`, and all types that end in `+json` (RFC 6839). */
export const isJsonType = (type: string): boolean => /^[^;]*[/+]json\s*(?:;|$)/i.test(type);

export const isMultipart = (type: string): boolean => /^multipart\//i.test(type);

/** Returns true for a body of `name=value` pairs. */
export const isUrlEncoded = (type: string): boolean => /urlencoded/i.test(type);

/** Returns a type in lower case, without parameters. */
export const bareType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Returns true if a type matches a described one, which may be a range: `image/*`, `* / *` (RFC 9110, 12.5.1). */
export function matchesType(named: string, type: string): boolean {
  const [range, found] = [bareType(named), bareType(type)];
  return range === '*/*' || range === found || (range.endsWith('/*') && found.startsWith(range.slice(0, -1)));
}

/** Returns the body that a request with this Content-Type sends. Without one, it is JSON. */
export const contentSentAs = <C extends { readonly mediaType: string }>(
  contents: readonly C[],
  type: string | undefined,
): C | undefined =>
  contents.find(({ mediaType }) => (type === undefined ? isJsonType(mediaType) : matchesType(mediaType, type)));
