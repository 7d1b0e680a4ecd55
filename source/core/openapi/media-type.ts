/** Media types of a description. */

/** `application/json`, `text/json` and all that end in `+json` (RFC 6839). */
export const isJsonType = (type: string): boolean => /^[^;]*[/+]json\s*(?:;|$)/i.test(type);

/** Whether a type is one that the description names, which may be a range: `image/*`, `* / *` (RFC 9110, 12.5.1). */
export function matchesType(named: string, type: string): boolean {
  const bare = (text: string): string => text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [range, found] = [bare(named), bare(type)];
  return range === '*/*' || range === found || (range.endsWith('/*') && found.startsWith(range.slice(0, -1)));
}
