/** Writes a table as text for other programs. */
import { cellWidth } from '../../text/cells.js';
import { onOneLine } from '../../text/runs.js';
import { safeLine } from '../safe-text.js';
import { cellLines } from './cells-of-row.js';
import { stringValue, valueText } from './paths.js';
import type { Table, TableColumn } from './table.js';

/**
 * Table formats: `tsv` is accepted by spreadsheets from a clipboard, `csv` is RFC 4180, and `markdown` is a GitHub-flavored
 * table.
 */
const tableForms = ['tsv', 'csv', 'markdown'] as const;
export type TableForm = (typeof tableForms)[number];

/** Returns the table format for a file name, or undefined for other extensions. */
export function formOfFile(name: string): TableForm | undefined {
  const ending = /\.(tsv|csv|md)$/i.exec(name)?.[1]?.toLowerCase();
  return ending === 'md' ? 'markdown' : (ending as TableForm | undefined);
}

/**
 * Returns the heading and rows with complete values: nested ones as JSON, null and missing ones as empty.
 * @param order indexes into `rows`
 */
export function tableText(table: Table, order: readonly number[], form: TableForm): string {
  const { columns, source } = table;
  const names = columns.map(({ name }) => name);
  const rows = order.map(at => {
    const cells = new Map<string, string>();
    for (const [name, line] of cellLines(source, table.rows[at] as number)) {
      if (!cells.has(name)) cells.set(name, wholeText(valueText(source, line)));
    }
    return names.map(name => cells.get(name) ?? '');
  });
  if (form === 'markdown') return markdown(names, rows, columns);
  const [gap, end, special] = form === 'csv' ? [',', '\r\n', /[",\r\n]/] : ['\t', '\n', /["\t\r\n]/];
  const quoted = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [names, ...rows].map(row => row.map(quoted).join(gap) + end).join('');
}

const wholeText = (json: string): string => {
  if (json.startsWith('"')) return stringValue(json);
  if (json === 'null') return '';
  return onOneLine(json);
};

function markdown(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly TableColumn[],
): string {
  const all = [names, ...rows].map(row => row.map(markdownCell));
  const widths = names.map((_, at) => all.reduce((most, row) => Math.max(most, cellWidth(row[at] ?? '')), 3));
  const line = (row: readonly string[]): string =>
    `| ${row
      .map((text, at) => {
        const pad = ' '.repeat(Math.max(0, (widths[at] ?? 0) - cellWidth(text)));
        return columns[at]?.numeric === true ? pad + text : text + pad;
      })
      .join(' | ')} |\n`;
  const rule = widths.map((width, at) =>
    columns[at]?.numeric === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const [heading = [], ...body] = all;
  return [heading, rule, ...body].map(line).join('');
}

/** Escapes a cell: ends of cells and rows, and starts of tags and entities. */
const markdownCell = (text: string): string =>
  safeLine(
    text
      .replace(/[\\|]/g, match => `\\${match}`)
      .replace(/&(?=#|\w+;)/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/\r?\n/g, '<br>'),
  );
