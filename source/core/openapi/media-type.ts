/** Media types of a description. */

/** Returns true for `application/json`, `text/json`, and all types that end in `+json` (RFC 6839). */
export const isJsonType = (type: string): boolean => /^[^;]*[/+]json\s*(?:;|$)/i.test(type);

/** Returns true if a type matches a described one, which may be a range: `image/*`, `* / *` (RFC 9110, 12.5.1). */
export function matchesType(named: string, type: string): boolean {
  const bare = (text: string): string => text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [range, found] = [bare(named), bare(type)];
  return range === '*/*' || range === found || (range.endsWith('/*') && found.startsWith(range.slice(0, -1)));
}
