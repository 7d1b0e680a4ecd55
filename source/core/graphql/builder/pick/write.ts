/** Writes rows and entire operations as picks, for `y` and the palette to copy. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from 'graphql';
import { fieldOf, rootType } from '../schema/lookups.js';
import type { Path, PathStep } from '../schema/path.js';
import type { SchemaView } from '../schema/schema-view.js';
import { isFragment, type ParsedText } from '../text/query-document.js';
import { type Level, resolve } from '../text/resolve.js';

/**
 * Writes a row as a pick, with the aliases and arguments found in the text along its path. Returns undefined if no pick can
 * express the row: a root, the second of two indistinguishable selections, rows below a fragment with directives, and elements
 * that are not in the schema.
 */
export function pickOf(
  view: SchemaView,
  parsed: ParsedText,
  active: number | undefined,
  path: Path,
): string | undefined {
  const { levels, rest } = resolve(view, parsed, active, path);
  const steps: string[] = [];
  for (const [index, level] of levels.entries()) {
    const step = stepOf(view, level, index === levels.length - 1 ? rest : []);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  if (steps.length === 0) return undefined;
  const definition = parsed.definitions[active ?? -1];
  const name = isFragment(definition) ? definition.name.value : undefined;
  if (path.root === 'fragment') return name === undefined ? undefined : [`fragment ${name}`, ...steps].join('.');
  return (path.root === 'query' ? steps : [path.root, ...steps]).join('.');
}

function stepOf(
  view: SchemaView,
  { step, node, position, parentType, field }: Level,
  inside: readonly PathStep[],
): string | undefined {
  if (step.kind === 'field') {
    // The text may contain fields that are not in the schema.
    if (field === undefined) return undefined;
    const written = node?.kind === Kind.FIELD ? node : undefined;
    const twins = position?.set?.selections.filter(
      each => each.kind === Kind.FIELD && each.name.value === step.name && each.alias?.value === written?.alias?.value,
    );
    if (written !== undefined && twins?.[0] !== written) return undefined;
    return fieldText(step.name, written, inside);
  }
  if (step.nth > 0) return undefined;
  if (step.kind === 'spread') return `...${step.name}`;
  if (step.type === null || step.directives) return undefined;
  return typeText(view, parentType, step.type);
}

/** Returns `Book`, or `on Book` if a field has the same name. */
const typeText = (view: SchemaView, parent: string | undefined, type: string): string =>
  fieldOf(view, parent, type) === undefined ? type : `on ${type}`;

/** Returns `best: book(id: 1)`. Arguments that are not in the text are written without a value: `books(filter: {author:})`. */
function fieldText(name: string, node: FieldNode | undefined, inside: readonly PathStep[] = []): string {
  const [argument, ...inputs] = inside;
  const open = argument?.kind === 'argument' ? argument.name : undefined;
  const names = inputs.flatMap(step => (step.kind === 'input' ? [step.name] : []));
  const args = (node?.arguments ?? []).map(each => {
    const isOpen = each.name.value === open && names.length === inputs.length;
    return `${each.name.value}: ${isOpen ? openedText(each.value, names) : print(each.value)}`;
  });
  if (open !== undefined && !node?.arguments?.some(each => each.name.value === open))
    args.push(openText([open, ...names]));
  return `${node?.alias ? `${node.alias.value}: ` : ''}${name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}

/** Returns `filter: {author:}`. */
const openText = (names: readonly string[]): string => `${names.join(': {')}:${'}'.repeat(names.length - 1)}`;

/** Adds a field without a value to a value from the text: `{year: 1, author:}`. */
function openedText(value: ValueNode, names: readonly string[]): string {
  const [first, ...rest] = names;
  if (first === undefined || value.kind !== Kind.OBJECT) return print(value);
  const fields = value.fields.map(each => {
    const { value: fieldName } = each.name;
    return `${fieldName}: ${fieldName === first ? openedText(each.value, rest) : print(each.value)}`;
  });
  const isThere = value.fields.some(each => each.name.value === first);
  return `{${[...fields, ...(isThere ? [] : [openText(names)])].join(', ')}}`;
}

/** An entire operation as picks, and the parts that no pick can express. */
export interface OperationPicks {
  readonly picks: readonly string[];
  /** Descriptions such as `its directives`. */
  readonly left: readonly string[];
}

/** Writes one pick per leaf. Arguments appear in the first pick that passes through their field. Fragments are inlined. */
export function picksOf(view: SchemaView, parsed: ParsedText, operation: OperationDefinitionNode): OperationPicks {
  const picks: string[] = [];
  const reached = new Set<FragmentDefinitionNode>();
  const walk = (
    set: SelectionSetNode,
    type: string | undefined,
    above: readonly WrittenPicks[],
    through: readonly string[],
  ): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const bare = fieldText(node.name.value, { ...node, arguments: [] });
        const here = [...above, { first: fieldText(node.name.value, node), bare, isUsed: false }];
        const inner = fieldOf(view, type, node.name.value)?.type.name;
        if (node.selectionSet) walk(node.selectionSet, inner, here, through);
        else picks.push(here.map(wordOf).join('.'));
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? parsed.fragments.get(node.name.value) : undefined;
      if (fragment && through.includes(fragment.name.value)) continue;
      if (fragment) reached.add(fragment);
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragment;
      if (inner === undefined) continue;
      const condition = inner.typeCondition?.name.value;
      const text = condition === undefined || condition === type ? undefined : typeText(view, type, condition);
      const step = text === undefined ? [] : [{ first: text, bare: text, isUsed: true }];
      walk(
        inner.selectionSet,
        condition ?? type,
        [...above, ...step],
        fragment ? [...through, fragment.name.value] : through,
      );
    }
  };
  walk(operation.selectionSet, rootType(view, operation.operation), [], []);
  const root = operation.operation === 'query' ? '' : `${operation.operation}.`;
  return { picks: picks.map(pick => root + pick), left: leftOf([operation, ...reached]) };
}

interface WrittenPicks {
  readonly first: string;
  readonly bare: string;
  isUsed: boolean;
}

/** Writes a step with its arguments the first time, and without them afterwards. */
function wordOf(step: WrittenPicks): string {
  if (step.isUsed) return step.bare;
  step.isUsed = true;
  return step.first;
}

function leftOf(nodes: readonly (OperationDefinitionNode | FragmentDefinitionNode)[]): readonly string[] {
  let directives = false;
  let defaults = false;
  for (const node of nodes) {
    visit(node, {
      Directive() {
        directives = true;
      },
      VariableDefinition({ defaultValue }) {
        defaults ||= defaultValue !== undefined;
      },
    });
  }
  return [...(directives ? ['its directives'] : []), ...(defaults ? ['the defaults of its variables'] : [])];
}
