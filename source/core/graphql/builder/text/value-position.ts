/** Resolves paths of values: arguments, input fields and list items. */
import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql';
import type { SchemaInput, TypeRef } from '../../schema-types.js';
import { directiveOf, itemType } from '../schema/lookups.js';
import { isValueStep, type Path, type ValueStep } from '../schema/path.js';
import type { SchemaView } from '../schema/schema-view.js';
import type { ParsedText } from './query-document.js';
import { findDirective, type Resolution, resolve, type SelectionSetPosition } from './resolve.js';

export interface ValueLevel {
  readonly step: ValueStep;
  /** Expected type, or undefined if unknown. */
  readonly type: TypeRef | undefined;
  /** Argument or input field from the schema; absent for items. */
  readonly input: SchemaInput | undefined;
  /** Undefined if the value is not in the text. */
  readonly node: ArgumentNode | ObjectFieldNode | ValueNode | undefined;
  readonly value: ValueNode | undefined;
}

/** A resolved value path. `present`, `type`, `value` and `items` describe its last step. */
export interface ValuePlace {
  readonly resolution: Resolution;
  /** The field or directive, or undefined if not in the text. */
  readonly owner: FieldNode | DirectiveNode | undefined;
  readonly position: SelectionSetPosition | undefined;
  readonly levels: readonly ValueLevel[];
  readonly present: boolean;
  readonly type: TypeRef | undefined;
  readonly value: ValueNode | undefined;
  /** Number of items if a list is expected. */
  readonly items: number;
}

/** Resolves a path that ends in argument, input or item steps. Returns undefined for other paths. */
export function valueAt(
  view: SchemaView,
  source: { readonly parsed: ParsedText; readonly active: number | undefined },
  path: Path,
): ValuePlace | undefined {
  const resolution = resolve(view, source.parsed, source.active, path);
  let steps = resolution.rest;
  const level = resolution.levels.at(-1);
  const [first] = steps;
  let owner: FieldNode | DirectiveNode | undefined;
  let inputs: readonly SchemaInput[] = level?.field?.args ?? [];
  if (first?.kind === 'directive') {
    owner = level?.node && findDirective(level.node, first.name, first.nth);
    inputs = directiveOf(view, first.name)?.args ?? [];
    steps = steps.slice(1);
  } else if (level?.node?.kind === Kind.FIELD) owner = level.node;
  if (steps[0]?.kind !== 'argument') return undefined;
  const levels: ValueLevel[] = [];
  let value: ValueNode | undefined;
  for (const step of steps) {
    if (!isValueStep(step)) break;
    const last: ValueLevel | undefined = levels.at(-1);
    const next = levelBelow(view, step, last, owner, inputs);
    levels.push(next);
    value = next.value;
  }
  const end = levels.at(-1) as ValueLevel;
  return {
    resolution,
    owner,
    position: level?.position,
    levels,
    present: end.node !== undefined,
    type: end.type,
    value,
    items: end.type && itemType(end.type) ? itemsOf(value).length : 0,
  };
}

function levelBelow(
  view: SchemaView,
  step: ValueStep,
  above: ValueLevel | undefined,
  owner: FieldNode | DirectiveNode | undefined,
  inputs: readonly SchemaInput[],
): ValueLevel {
  if (step.kind === 'argument') {
    const input = inputs.find(each => each.name === step.name);
    const node = owner?.arguments?.find(argument => argument.name.value === step.name);
    return { step, input, type: input?.type, node, value: node?.value };
  }
  if (step.kind === 'item') {
    const value = itemsOf(above?.value)[step.index];
    return { step, input: undefined, type: above?.type && itemType(above.type), node: value, value };
  }
  const fields = above?.type ? (view.type(above.type.name)?.inputFields ?? []) : [];
  const input = fields.find(each => each.name === step.name);
  const node =
    above?.value?.kind === Kind.OBJECT ? above.value.fields.find(each => each.name.value === step.name) : undefined;
  return { step, input, type: input?.type, node, value: node?.value };
}

/** Returns the items of a list. A single value is treated as a list of one. */
function itemsOf(value: ValueNode | undefined): readonly ValueNode[] {
  if (value === undefined || value.kind === Kind.NULL || value.kind === Kind.VARIABLE) return [];
  return value.kind === Kind.LIST ? value.values : [value];
}

/** Returns the variable that contains a position, and its level, or undefined if the position is in the text. */
export function variableAbove({ levels }: ValuePlace): { readonly name: string; readonly level: number } | undefined {
  const level = levels.findIndex(each => each.value?.kind === Kind.VARIABLE);
  const value = levels[level]?.value;
  return value?.kind === Kind.VARIABLE && level < levels.length - 1 ? { name: value.name.value, level } : undefined;
}
