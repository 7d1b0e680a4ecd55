/** Resolves a pick against schema and text: finds the path of its row or explains what is wrong. */

import {
  type DefinitionNode,
  Kind,
  type ObjectFieldNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { nearestFew } from '../../../near-miss.js';
import { orList } from '../../../or-list.js';
import { isProblem } from '../../../problem.js';
import type { Fragments } from '../../each-field.js';
import type { SchemaField, TypeRef } from '../../schema-types.js';
import type { Context } from '../edit-result.js';
import { fieldOf, isComposite, isRequired, itemType, needsSelection, overlap } from '../schema/lookups.js';
import { field, on, type Path, rootKinds, type SelectionStep, spread } from '../schema/path.js';
import { type SchemaView, viewOf } from '../schema/schema-view.js';
import { isFragment, isOperation } from '../text/query-document.js';
import { countStep, findStep, insideOf, type SelectionSetPosition } from '../text/resolve.js';
import type { NeededVariable } from '../variables.js';
import type { Pick, PickProblem, PickStep } from './parse.js';
import { possibleIn, problem, unknownField, unknownInput } from './unknown-name.js';

/** One step of a pick with its schema information. */
interface ResolvedPickStep {
  readonly step: SelectionStep;
  readonly written: PickStep;
  readonly known: SchemaField | undefined;
  /** True if the step is in the text. */
  readonly present: boolean;
}

/** Text that a pick is resolved against. */
interface TextContext {
  readonly document: Context['document'];
  readonly active: number | undefined;
}

/** Row that a pick refers to. */
export interface ResolvedPick {
  /** Index of the definition to edit, or undefined to create one. */
  readonly active: number | undefined;
  readonly path: Path;
  readonly steps: readonly ResolvedPickStep[];
}

/** Finds the row of a pick: fields by name and alias, or a type if no field has that name. */
export function resolvePick(context: Context, pick: Pick): ResolvedPick | PickProblem {
  return resolveIn(viewOf(context.schema), context, pick);
}

/** Like `resolvePick`, but needs only a schema view. */
export function resolveIn(view: SchemaView, context: TextContext, written: Pick): ResolvedPick | PickProblem {
  const pick = belowRoot(view, written);
  const active = definitionFor(context, pick);
  if (typeof active === 'object') return active;
  const { definitions, fragments } = context.document.lastValid;
  let { position, type } = startOf(view, pick, definitions[active ?? -1]);
  if (type === undefined) return problem(`The schema has no ${pick.root} type.`);
  const steps: ResolvedPickStep[] = [];
  for (const [index, written] of pick.steps.entries()) {
    const step = stepFor(context, view, position, type, written);
    if (isProblem(step)) return step;
    const { known } = step;
    const node = position?.set && findStep(position.set, step.step);
    const present = node !== undefined;
    steps.push({ step: step.step, written: withRequired(view, step, written), known, present });
    const goesOn = index < pick.steps.length - 1 || pick.depth !== undefined;
    if (goesOn && known && !needsSelection(view, known)) {
      return problem(`${type}.${known.name} is a ${known.type.text} and has no fields.`, 'The path must end there.');
    }
    type = step.type;
    position = node && position && below(node, position, fragments);
  }
  return { active, path: { root: pick.root, steps: steps.map(({ step }) => step) }, steps };
}

/** Returns the selection set inside a selection, which for a spread belongs to the fragment. */
function below(node: SelectionNode, { definition }: SelectionSetPosition, fragments: Fragments) {
  if (node.kind !== Kind.FRAGMENT_SPREAD) return insideOf(node, definition);
  const fragment = fragments.get(node.name.value);
  return fragment && insideOf(fragment, fragment);
}

/** Returns the selection set of a definition, and the type that a pick starts from. */
function startOf(view: SchemaView, { root }: Pick, definition: DefinitionNode | undefined) {
  const condition = isFragment(definition) ? definition.typeCondition.name.value : undefined;
  const type = root === 'fragment' ? condition : view.roots[root];
  const hasSelections = isOperation(definition) || isFragment(definition);
  return { type, position: hasSelections ? insideOf(definition, definition) : undefined };
}

/** Treats `Query.me.name` as `me.name`, unless Query has a field named `Query`. */
function belowRoot(view: SchemaView, pick: Pick): Pick {
  const [first, ...steps] = pick.steps;
  if (pick.root !== 'query' || first?.kind !== 'field' || first.alias !== undefined || first.args.length > 0)
    return pick;
  const root = rootKinds.find(kind => view.roots[kind] === first.name);
  if (root === undefined || fieldOf(view, view.roots.query, first.name) !== undefined) return pick;
  return steps.length === 0 && pick.depth === undefined ? pick : { ...pick, root, steps };
}

/** Returns the active operation if it matches the pick's root, otherwise the first one that does. */
function definitionFor({ document, active }: TextContext, pick: Pick): number | undefined | PickProblem {
  const { definitions } = document.lastValid;
  if (pick.root === 'fragment') {
    const index = definitions.findIndex(node => isFragment(node) && node.name.value === pick.fragment);
    return index < 0
      ? problem(
          `No fragment ${pick.fragment} in the text.`,
          'Pass a document that contains the fragment: --query @FILE',
        )
      : index;
  }
  const fits = (index: number | undefined): boolean => {
    const node = index === undefined ? undefined : definitions[index];
    return isOperation(node) && node.operation === pick.root;
  };
  if (fits(active)) return active;
  const index = definitions.findIndex((_, at) => fits(at));
  return index < 0 ? undefined : index;
}

interface ResolvedStep {
  readonly step: SelectionStep;
  readonly known: SchemaField | undefined;
  readonly type: string;
}

function stepFor(
  { document }: TextContext,
  view: SchemaView,
  position: SelectionSetPosition | undefined,
  parent: string,
  written: PickStep,
): ResolvedStep | PickProblem {
  const { set } = position ?? {};
  if (written.kind === 'spread') {
    const type = document.lastValid.fragments.get(written.name)?.typeCondition.name.value;
    if (type === undefined) return problem(`No fragment ${written.name} in the text.`);
    const present = set && findStep(set, spread(written.name));
    return { step: spread(written.name, present ? 0 : countStep(set, spread(written.name))), known: undefined, type };
  }
  if (written.kind === 'on') return conditionFor(view, parent, written.name);
  const schemaField = fieldOf(view, parent, written.name);
  if (schemaField !== undefined) {
    const wrong = wrongArgument(view, parent, schemaField, written);
    return wrong ?? { step: field(written.name, nthOf(set, written)), known: schemaField, type: schemaField.type.name };
  }
  const isBare = written.alias === undefined && written.args.length === 0;
  if (isBare && isComposite(view.type(written.name)) && overlap(view, parent, written.name))
    return conditionFor(view, parent, written.name);
  return unknownField(view, parent, written.name);
}

type FieldStep = Extract<PickStep, { readonly kind: 'field' }>;

/** Returns the problem of an argument that the field does not have or whose value has an unknown field. */
function wrongArgument(
  view: SchemaView,
  parent: string,
  { name, args }: SchemaField,
  written: FieldStep,
): PickProblem | undefined {
  const names = args.map(each => each.name);
  const unknown = written.args.find(arg => !names.includes(arg.name));
  if (unknown !== undefined) {
    const near = nearestFew(unknown.name, names);
    const all = near.length > 0 ? near : names.slice(0, 5);
    return problem(
      `${parent}.${name} has no argument ${unknown.name}.`,
      all.length > 0 ? `Did you mean ${orList(all)}?` : 'It takes no arguments.',
    );
  }
  for (const { name: arg, value } of written.args) {
    const input = unknownInput(view, args.find(each => each.name === arg)?.type.name, value);
    if (input !== undefined) return input;
  }
  return undefined;
}

/** Returns the number of earlier selections of the field that have another response key. */
function nthOf(set: SelectionSetNode | undefined, { name, alias }: FieldStep): number {
  const selections = (set?.selections ?? []).filter(node => node.kind === Kind.FIELD && node.name.value === name);
  const index = selections.findIndex(node => node.kind === Kind.FIELD && node.alias?.value === alias);
  return index < 0 ? selections.length : index;
}

function conditionFor(view: SchemaView, parent: string, name: string): ResolvedStep | PickProblem {
  if (!isComposite(view.type(name)) || !overlap(view, parent, name)) {
    const near = nearestFew(name, possibleIn(view, parent));
    return problem(
      `The schema has no type ${name} below ${parent}.`,
      near.length > 0 ? `Did you mean ${orList(near)}?` : undefined,
    );
  }
  return { step: on(name), known: undefined, type: name };
}

/** Adds a variable for each missing required input field if any argument was written without a value. */
function withRequired(view: SchemaView, { known }: ResolvedStep, written: PickStep): PickStep {
  if (written.kind !== 'field' || !written.args.some(({ isOpen }) => isOpen)) return written;
  const args = written.args.map(each => {
    const value = withRequiredFields(view, known?.args.find(arg => arg.name === each.name)?.type.name, each.value);
    return value === each.value ? each : { ...each, value, text: print(value) };
  });
  return { ...written, args };
}

function withRequiredFields(view: SchemaView, typeName: string | undefined, value: ValueNode): ValueNode {
  const type = view.type(typeName ?? '');
  if (value.kind !== Kind.OBJECT || type?.kind !== 'INPUT_OBJECT') return value;
  const given = new Set(value.fields.map(({ name: field }) => field.value));
  const missing = type.inputFields.filter(each => isRequired(each) && !given.has(each.name));
  const fields = value.fields.map(each => ({
    ...each,
    value: withRequiredFields(view, type.inputFields.find(one => one.name === each.name.value)?.type.name, each.value),
  }));
  return { ...value, fields: [...fields, ...missing.map(each => variableField(each.name))] };
}

const variableField = (name: string): ObjectFieldNode => {
  const node = { kind: Kind.NAME, value: name } as const;
  return { kind: Kind.OBJECT_FIELD, name: node, value: { kind: Kind.VARIABLE, name: node } };
};

/** Returns the variables used in a value, each with the type its position requires. */
export function variablesInPick(
  view: SchemaView,
  type: TypeRef | undefined,
  value: ValueNode,
): readonly NeededVariable[] {
  if (type === undefined) return [];
  if (value.kind === Kind.VARIABLE) return [{ name: value.name.value, type: type.text }];
  const inner = itemType(type);
  if (value.kind === Kind.LIST) return value.values.flatMap(each => variablesInPick(view, inner, each));
  if (inner !== undefined) return variablesInPick(view, inner, value);
  if (value.kind !== Kind.OBJECT) return [];
  const inputType = view.type(type.name);
  return value.fields.flatMap(each => {
    const input = inputType?.inputFields.find(one => one.name === each.name.value)?.type;
    // A @oneOf field cannot be null.
    const wanted =
      inputType?.oneOf && input && !input.required ? { ...input, text: `${input.text}!`, required: true } : input;
    return variablesInPick(view, wanted, each.value);
  });
}
