/** What the text says about a row: its mark, its response key, its value. Asked for the rows on the screen only. */
import { Kind, type ValueNode } from 'graphql';
import { isComposite } from '../selection/lookups.js';
import { isSelectionStep } from '../selection/path.js';
import { isOperation } from '../selection/query-document.js';
import { resolve } from '../selection/resolve.js';
import { usesOfFragment } from '../selection/usage.js';
import { valueAt } from '../selection/value-place.js';
import type { Row } from './row.js';
import type { RowSource } from './row-shape.js';

/** `[x]`, `[ ]`, `[~]` (ticked but needs a field); `none`: the row has no box. */
export type Tick = 'on' | 'off' | 'needs' | 'none';

export type ValueState = 'absent' | 'null' | 'literal' | 'variable';

export interface Mark {
  readonly tick: Tick;
  /** The response key, where it is not the field's name. */
  readonly alias?: string;
  /** Arguments, input fields, items: the value as it stands in the text (`$first`, `{ … }`). */
  readonly state?: ValueState;
  readonly value?: string;
  /** Spreads: how many spreads of the whole text use this fragment. */
  readonly uses?: number;
  /** Fields and fragments: their directives as they stand in the text. */
  readonly directives?: string;
}

const none: Mark = { tick: 'none' };

/** The mark of a row by the source's text. */
export function markOf(source: RowSource, row: Row): Mark {
  const { path } = row;
  if (path === undefined) return none;
  if (row.kind === 'root') return { tick: isActive(source, row) ? 'on' : 'off' };
  if (row.kind === 'directiveUse') return { tick: 'on' };
  if (path.steps.every(isSelectionStep)) return selectionMark(source, row);
  const place = valueAt(source.view, source, path);
  if (place === undefined) return none;
  const state = stateOf(place.value);
  const text = place.value?.loc && source.parsed.text.slice(place.value.loc.start, place.value.loc.end);
  if (row.kind === 'enumValue') return { tick: place.value?.kind === Kind.ENUM && text === row.name ? 'on' : 'off' };
  return { tick: place.present ? 'on' : 'off', state, ...(text !== undefined && { value: text }) };
}

function selectionMark(source: RowSource, row: Row): Mark {
  const { view, parsed, active } = source;
  const level = row.path && resolve(view, parsed, active, row.path).levels.at(-1);
  const node = level?.node;
  if (node === undefined) return { tick: 'off' };
  const first = node.directives?.[0]?.loc;
  const last = node.directives?.at(-1)?.loc;
  const directives = first && last ? { directives: parsed.text.slice(first.start, last.end) } : {};
  if (node.kind === Kind.FRAGMENT_SPREAD) {
    return { tick: 'on', uses: usesOfFragment(parsed, node.name.value), ...directives };
  }
  const bare = node.kind === Kind.FIELD && node.selectionSet === undefined;
  const needs = bare && level?.type !== undefined && isComposite(view.type(level.type));
  const alias = node.kind === Kind.FIELD && node.alias ? { alias: node.alias.value } : {};
  return { tick: needs ? 'needs' : 'on', ...alias, ...directives };
}

function isActive({ parsed, active }: RowSource, row: Row): boolean {
  const node = active === undefined ? undefined : parsed.definitions[active];
  return row.path?.root === 'fragment' || (isOperation(node) && node.operation === row.path?.root);
}

export function stateOf(value: ValueNode | undefined): ValueState {
  if (value === undefined) return 'absent';
  if (value.kind === Kind.NULL) return 'null';
  return value.kind === Kind.VARIABLE ? 'variable' : 'literal';
}
