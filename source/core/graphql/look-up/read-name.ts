/**
 * Parses the names accepted by `--describe`, `--find`, the search line and `--pick`. A name is a path (`books.nodes.title`,
 * `mutation.rename(name:)`, `books(filter: {author:})`) or a schema coordinate from the GraphQL specification (`Book`,
 * `Book.title`, `Color.RED`, `@include(if:)`). A name that is both is treated as a path. `type:Book` always means the type.
 */

import { Kind, type ValueNode } from 'graphql';
import { isProblem } from '../../problem.js';
import { type PickProblem, parsePick } from '../builder/pick/parse.js';
import { resolveIn } from '../builder/pick/resolve.js';
import { directiveOf, fieldOf } from '../builder/schema/lookups.js';
import { argument, input, isSelectionStep, type Path, type PathStep, rootKinds } from '../builder/schema/path.js';
import type { SchemaView } from '../builder/schema/schema-view.js';
import { emptyDocument } from '../builder/text/query-document.js';
import type { SchemaField, SchemaType } from '../schema-types.js';

/** A schema element found by name. */
export interface Named {
  readonly kind: 'field' | 'type' | 'argument' | 'input' | 'enumValue' | 'directive';
  readonly name: string;
  /** Type that contains the element, or `@directive` for an argument of a directive. Empty for types and directives. */
  readonly owner: string;
  /** Field an argument belongs to. Empty if it belongs to a directive. */
  readonly field: string;
  /** Path, if the name was written as one. */
  readonly path?: Path;
}

/** Returns the schema coordinate of an element. */
export function coordinateOf({ kind, name, owner, field }: Named): string {
  if (kind === 'type') return name;
  if (kind === 'directive') return `@${name}`;
  if (kind === 'argument') return field === '' ? `${owner}(${name}:)` : `${owner}.${field}(${name}:)`;
  return `${owner}.${name}`;
}

/** Parses a name. Returns undefined if no element has it. */
export const readName = (view: SchemaView, typed: string): Named | undefined => {
  const path = typed.startsWith('type:') ? undefined : readPath(view, typed);
  return path !== undefined && !isProblem(path) ? path : readCoordinate(view, typed);
};

/** Returns the coordinate to print, prefixed with `type:` if the bare name is also a path to another element. */
export function printedCoordinate(view: SchemaView, named: Named): string {
  const coordinate = coordinateOf(named);
  const read = readName(view, coordinate);
  return read === undefined || coordinateOf(read) === coordinate ? coordinate : `type:${coordinate}`;
}

/**
 * Parses a path. A problem identifies the step that is wrong. Returns undefined if the text does not have the form of a path.
 */
export function readPath(view: SchemaView, typed: string): Named | PickProblem | undefined {
  const pick = parsePick(typed);
  if (isProblem(pick) || pick.depth !== undefined || pick.root === 'fragment') return undefined;
  const placed = resolveIn(view, { document: emptyDocument, active: undefined }, pick);
  if (isProblem(placed)) return placed;
  const last = placed.steps.at(-1);
  if (last?.known === undefined) return undefined;
  const { known } = last;
  // As written, without the required arguments that were added.
  const written = pick.steps.at(-1);
  const owner = ownerOf(view, placed.path);
  const path = { ...placed.path, steps: placed.path.steps.map(bare) };
  const args = written?.kind === 'field' ? written.args : [];
  const open = args.findLast(({ value }) => openIn(value) !== undefined);
  const inputs = open && openIn(open.value);
  if (open === undefined || inputs === undefined) return { kind: 'field', name: known.name, owner, field: '', path };
  const steps = [...path.steps, argument(open.name), ...inputs.map(input)];
  let type = known.args.find(each => each.name === open.name)?.type.name ?? '';
  for (const name of inputs.slice(0, -1)) {
    type = view.type(type)?.inputFields.find(each => each.name === name)?.type.name ?? '';
  }
  const inner = inputs.at(-1);
  const position = { path: { ...path, steps } };
  return inner === undefined
    ? { kind: 'argument', name: open.name, owner, field: known.name, ...position }
    : { kind: 'input', name: inner, owner: type, field: '', ...position };
}

/** Without a text, every step refers to the first occurrence. */
const bare = (step: PathStep): PathStep => (isSelectionStep(step) ? { ...step, nth: 0 } : step);

/** Returns the field names that lead to the value containing a variable, or undefined if there is none. */
function openIn(value: ValueNode): readonly string[] | undefined {
  if (value.kind === Kind.VARIABLE) return [];
  if (value.kind !== Kind.OBJECT) return undefined;
  for (const { name, value: inner } of [...value.fields].reverse()) {
    const below = openIn(inner);
    if (below !== undefined) return [name.value, ...below];
  }
  return undefined;
}

/** Returns the type that contains the last step of a path. */
function ownerOf(view: SchemaView, { root, steps }: Path): string {
  let type = root === 'fragment' ? undefined : view.roots[root];
  for (const step of steps.slice(0, -1)) {
    if (step.kind === 'on') type = step.type ?? type;
    else if (step.kind === 'field') type = fieldOf(view, type, step.name)?.type.name;
  }
  return type ?? '';
}

/**
 * Parses `Type`, `Type.member`, `Type.field(arg:)`, `Type.field.arg`, `@directive` and `@directive(arg:)`. `query`, `mutation`
 * and `subscription` are the root types, which servers name differently.
 */
export function readCoordinate(view: SchemaView, typed: string): Named | undefined {
  const parts = /^(?:type:)?(@?[^.()\s:]+)(?:\.([^.()\s]+))?(?:\.([^.()\s]+)|\(([^.():\s]+):?\))?$/.exec(typed.trim());
  const [, typedOwner = '', member, dotted, bracketed] = parts ?? [];
  const arg = dotted ?? bracketed;
  if (typedOwner.startsWith('@')) return directiveNamed(view, typedOwner.slice(1), member ?? arg);
  const root = rootKinds.find(kind => kind === typedOwner.toLowerCase());
  const owner = view.type(typedOwner) ? typedOwner : ((root && view.roots[root]) ?? typedOwner);
  const type = view.type(owner);
  if (type === undefined) return undefined;
  if (member === undefined) return arg === undefined ? { kind: 'type', name: owner, owner: '', field: '' } : undefined;
  const field = fieldOf(view, owner, member);
  if (arg !== undefined) return field && argumentNamed(field, owner, arg);
  return field ? { kind: 'field', name: member, owner, field: '' } : valueNamed(type, member);
}

function directiveNamed(view: SchemaView, name: string, arg: string | undefined): Named | undefined {
  const directive = directiveOf(view, name);
  if (directive === undefined) return undefined;
  if (arg === undefined) return { kind: 'directive', name: directive.name, owner: '', field: '' };
  return hasName(directive.args, arg) ? { kind: 'argument', name: arg, owner: `@${name}`, field: '' } : undefined;
}

const argumentNamed = (field: SchemaField, owner: string, name: string): Named | undefined =>
  hasName(field.args, name) ? { kind: 'argument', name, owner, field: field.name } : undefined;

/** Returns the enum value or input field of a type. */
function valueNamed({ name: owner, enumValues, inputFields }: SchemaType, name: string): Named | undefined {
  if (hasName(enumValues, name)) return { kind: 'enumValue', name, owner, field: '' };
  return hasName(inputFields, name) ? { kind: 'input', name, owner, field: '' } : undefined;
}

const hasName = (elements: readonly { readonly name: string }[], name: string): boolean =>
  elements.some(each => each.name === name);
