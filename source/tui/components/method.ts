/** HTTP methods before a path or URL: their colours, and their column. */
import { memoizeWeak } from '../../core/memoize-weak.js';
import { methodRole } from '../../core/request/method-role.js';
import type { Role } from '../model/theme.js';
import type { Line } from './line.js';

/** A method at the start of a text, before a path, a URL, a placeholder or the mark of a truncated path. */
const named = /^( *)([A-Z]+) +(?=\/|[…~]\S|[A-Za-z][A-Za-z\d+.-]*:\/\/|\{\{)/;

/** Roles of names and details, which may begin with a method. */
const coloured: ReadonlySet<Role | undefined> = new Set<Role | undefined>([undefined, 'strong', 'dim']);

/** Colours the method at the start of each span that has no other colour, such as `GET /books`. */
export const withMethods = (line: Line): Line =>
  line.flatMap(span => {
    const [, blanks = '', method = ''] = (coloured.has(span.role) && named.exec(span.text)) || [];
    const role = method === '' ? undefined : methodRole(method);
    if (role === undefined) return [span];
    return [
      ...(blanks === '' ? [] : [{ text: blanks }]),
      { text: method, role },
      { ...span, text: span.text.slice(blanks.length + method.length) },
    ];
  });

/** Length of the longest common method, `OPTIONS`. A longer one widens only its own row. */
const maxCells = 7;

const methodLength = (text: string): number => named.exec(text)?.[2]?.length ?? 0;

/** Width in cells of the column that the methods of these names need; 0 if no name has a method. */
export const methodCells = memoizeWeak((rows: readonly { readonly name: string }[]): number =>
  rows.reduce((most, { name }) => Math.max(most, Math.min(maxCells, methodLength(name))), 0),
);

/** The method of a request line as a column, or blanks if it has none; and the rest of the request line. */
export function methodColumn(line: string): { readonly column: Line; readonly rest: string } {
  const length = methodLength(line);
  const method = line.slice(0, length);
  return {
    column: [{ text: `${method.padEnd(maxCells)} `, role: methodRole(method) }],
    rest: length === 0 ? line : line.slice(length).trimStart(),
  };
}

/** Number of blanks to add after the method of a name, so that paths start in the same column. */
export function methodPadding(name: string, cells: number): number {
  const length = methodLength(name);
  return length === 0 ? 0 : Math.max(0, cells - length);
}

/** Adds blanks after the method of a name, which may be shortened. */
export const padMethod = (name: string, blanks: number): string =>
  name.replace(/^[A-Z]+ /, method => method + ' '.repeat(blanks));
