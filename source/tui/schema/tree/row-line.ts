/** One row of the tree as a line: arrow, box, name, type, value. */

import type { Line, Span } from '../../components/line.js';
import type { Role, Theme } from '../../model/theme.js';
import type { Row } from '../../model/tree.js';
import { valueKinds } from './row.js';

const boxes = {
  ticked: { text: '[x]', role: 'ticked' },
  absent: { text: '[ ]', role: 'dim' },
  partial: { text: '[~]', role: 'warning' },
} as const satisfies Readonly<Record<string, Span>>;

const drawnParts = [
  'key',
  'kind',
  'depth',
  'name',
  'alias',
  'parent',
  'mark',
  'required',
  'value',
  'defaultValue',
  'detail',
  'description',
  'deprecated',
  'skipped',
  'cyclic',
  'part',
] as const satisfies readonly (keyof Row)[];

/** Roles of names that do not depend on ticks or deprecation. */
const nameRoles: Partial<Readonly<Record<Row['kind'], Role>>> = {
  more: 'dim',
  gone: 'dim',
  root: 'strong',
  group: 'strong',
  directive: 'directive',
  spread: 'directive',
};

/** True if two rows are drawn in the same way. A change of the text creates new rows, most of which look like the old ones. */
export const looksSame = (a: Row | undefined, b: Row | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.type?.text === b.type?.text &&
    (a.children === undefined) === (b.children === undefined) &&
    drawnParts.every(part => a[part] === b[part]));

/**
 * Not truncated; the least important part is at the end. Untrusted text.
 * @param sign one cell at the left edge
 */
export function rowLine(row: Row, isOpen: boolean, theme: Theme, sign: Span = { text: ' ' }): Line {
  const { glyphs } = theme;
  const spans: Span[] = [sign, { text: '  '.repeat(Math.min(row.depth, 200)) }];
  const arrow = isOpen ? glyphs.opened : glyphs.closed;
  spans.push({ text: `${row.children === undefined ? ' ' : arrow} ` });
  const mark = markOf(row, theme);
  if (mark !== undefined) spans.push(mark, { text: ' ' });
  const faded: Role | undefined = row.deprecated === undefined && row.skipped === undefined ? undefined : 'deprecated';
  const nameRole: Role | undefined = row.mark === 'ticked' || row.mark === 'partial' ? 'strong' : undefined;
  if (row.kind === 'on') {
    spans.push({ text: row.name === '' ? `${glyphs.spread} ` : `${glyphs.spread} on `, role: 'keyword' });
    spans.push({ text: row.name, role: faded ?? 'type' });
  } else {
    if (row.alias !== undefined) spans.push({ text: `${row.alias}: `, role: 'variable' });
    const isArgument = valueKinds.has(row.kind) && row.kind !== 'item';
    spans.push({ text: row.name, role: nameRoles[row.kind] ?? faded ?? (isArgument ? 'property' : nameRole) });
    // A type such as `ID!` shows it as well, but the types of descriptions do not.
    const isShown = row.type?.text.endsWith('!') === true;
    if (row.required === true && !isShown && (row.kind === 'argument' || row.kind === 'input'))
      spans.push({ text: glyphs.required, role: 'warning' });
  }
  if (row.type !== undefined) {
    spans.push({ text: ': ', role: faded ?? 'punctuation' }, { text: row.type.text, role: faded ?? 'type' });
  }
  // The current value comes before descriptions, because lines are truncated at their end.
  if (row.value !== undefined) {
    const role: Role = /^(?:\$|\{\{)/.test(row.value) ? 'variable' : 'string';
    spans.push({ text: row.kind === 'item' ? '  ' : ' = ' }, { text: row.value, role });
  }
  if (row.cyclic === true) spans.push({ text: ` ${glyphs.cycle}`, role: 'warning' });
  if (row.defaultValue !== undefined) spans.push({ text: `  default ${row.defaultValue}`, role: 'dim' });
  // The count of a root's fields is short, so a part of it would be useless.
  const isShort = row.kind === 'root';
  if (row.detail !== undefined && row.detail !== '')
    spans.push({ text: `  ${row.detail}`, role: 'dim', isCutAnywhere: !isShort });
  if (row.deprecated !== undefined) spans.push({ text: '  deprecated', role: 'dim' });
  if (row.skipped !== undefined) spans.push({ text: '  skipped', role: 'dim' });
  return spans;
}

function markOf(row: Row, theme: Theme): Span | undefined {
  if (row.kind === 'choice')
    return row.mark === 'ticked' ? { text: '(*)', role: 'ticked' } : { text: '( )', role: 'dim' };
  if (row.kind === 'argument' || row.kind === 'input') {
    if (row.mark === 'ticked' || row.mark === 'partial') return { text: theme.glyphs.given, role: 'ticked' };
    return { text: theme.glyphs.absent, role: row.required === true ? 'warning' : 'dim' };
  }
  if (row.kind === 'spread') return boxes.ticked;
  return row.mark === 'none' || row.kind === 'item' || row.kind === 'directive' ? undefined : boxes[row.mark];
}
