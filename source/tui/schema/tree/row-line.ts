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
  const mark = markOf(row, glyphs);
  if (mark !== undefined) spans.push(mark, { text: ' ' });
  const faded: Role | undefined = row.deprecated === undefined && row.skipped === undefined ? undefined : 'deprecated';
  if (row.kind === 'on') addCondition(spans, row, faded, glyphs);
  else addName(spans, row, faded, glyphs);
  if (row.type !== undefined)
    spans.push({ text: ': ', role: faded ?? 'punctuation' }, { text: row.type.text, role: faded ?? 'type' });
  addValue(spans, row);
  if (row.cyclic === true) spans.push({ text: ` ${glyphs.cycle}`, role: 'warning' });
  addNotes(spans, row);
  return spans;
}

function markOf({ kind, mark, required }: Row, glyphs: Theme['glyphs']): Span | undefined {
  switch (kind) {
    case 'choice':
      return mark === 'ticked' ? { text: '(*)', role: 'ticked' } : { text: '( )', role: 'dim' };
    case 'argument':
    case 'input':
      if (isTicked(mark)) return { text: glyphs.given, role: 'ticked' };
      return { text: glyphs.absent, role: required === true ? 'warning' : 'dim' };
    case 'spread':
      return boxes.ticked;
    case 'item':
    case 'directive':
      return undefined;
    default:
      return mark === 'none' ? undefined : boxes[mark];
  }
}

const isTicked = (mark: Row['mark']): boolean => mark === 'ticked' || mark === 'partial';

/** `... on User`, or `...` without a type. */
function addCondition(spans: Span[], { name }: Row, faded: Role | undefined, { spread }: Theme['glyphs']): void {
  spans.push(
    { text: name === '' ? `${spread} ` : `${spread} on `, role: 'keyword' },
    { text: name, role: faded ?? 'type' },
  );
}

function addName(spans: Span[], row: Row, faded: Role | undefined, glyphs: Theme['glyphs']): void {
  if (row.alias !== undefined) spans.push({ text: `${row.alias}: `, role: 'variable' });
  spans.push({ text: row.name, role: nameRoles[row.kind] ?? faded ?? plainNameRole(row) });
  if (isMarkedRequired(row)) spans.push({ text: glyphs.required, role: 'warning' });
}

function plainNameRole({ kind, mark }: Row): Role | undefined {
  if (valueKinds.has(kind) && kind !== 'item') return 'property';
  return isTicked(mark) ? 'strong' : undefined;
}

/** True for a required value whose type does not show it, as types of descriptions do not, unlike `ID!`. */
const isMarkedRequired = ({ kind, required, type }: Row): boolean =>
  required === true && type?.text.endsWith('!') !== true && (kind === 'argument' || kind === 'input');

/** The current value comes before descriptions, because lines are truncated at their end. */
function addValue(spans: Span[], { kind, value }: Row): void {
  if (value === undefined) return;
  const role: Role = /^(?:\$|\{\{)/.test(value) ? 'variable' : 'string';
  spans.push({ text: kind === 'item' ? '  ' : ' = ' }, { text: value, role });
}

function addNotes(spans: Span[], { kind, defaultValue, detail, deprecated, skipped }: Row): void {
  if (defaultValue !== undefined) spans.push({ text: `  default ${defaultValue}`, role: 'dim' });
  // The count of a root's fields is short, so a part of it would be useless.
  if (detail) spans.push({ text: `  ${detail}`, role: 'dim', isCutAnywhere: kind !== 'root' });
  if (deprecated !== undefined) spans.push({ text: '  deprecated', role: 'dim' });
  if (skipped !== undefined) spans.push({ text: '  skipped', role: 'dim' });
}
