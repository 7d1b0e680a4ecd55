/** Lines of an entry in a `.http` file, in the order in which they are read. */
interface EntryLines {
  /** Words after `###`. */
  readonly title?: string;
  /** Complete comment lines before the request line: directives and notes. */
  readonly comments?: readonly string[];
  readonly method: string;
  readonly url: string;
  /** Comment lines after the request line. */
  readonly notes?: readonly string[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Body without a final line end; empty for none. */
  readonly body?: string;
}

/** Writes an entry, ending with a line end. The texts must not contain line breaks, except for the body. */
export function writeEntry({
  title = '',
  comments = [],
  method,
  url,
  notes = [],
  headers,
  body = '',
}: EntryLines): string {
  const lines = [
    `### ${title}`.trimEnd(),
    ...comments,
    `${method} ${url}`,
    ...notes,
    ...headers.map(({ name, value }) => `${name}: ${value}`.trimEnd()),
    ...(body === '' ? [] : ['', body]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns true if the body contains a separator, file, script, test, saved response or placeholder. */
export const hasMarks = (body: string): boolean =>
  /^[ \t]*###|^<@?[\w-]*\s+\S|^<>\s|^[<>]\s*\{%|^\?\?\s|^>>?!?\s+\S|\{\{/m.test(body);
