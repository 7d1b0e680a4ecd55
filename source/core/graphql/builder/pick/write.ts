/** Writes rows and entire operations as picks, for `y` and the palette to copy. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
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
  const writer = new PickWriter(view, parsed);
  writer.visit(operation.selectionSet, { type: rootType(view, operation.operation), steps: [], fragments: [] });
  const root = operation.operation === 'query' ? '' : `${operation.operation}.`;
  return { picks: writer.picks.map(pick => root + pick), left: leftOf([operation, ...writer.fragments]) };
}

/** Position of a selection set in an operation. */
interface WriterPosition {
  readonly type: string | undefined;
  readonly steps: readonly WrittenStep[];
  /** Names of the fragments that contain the selection set. */
  readonly fragments: readonly string[];
}

class PickWriter {
  readonly picks: string[] = [];
  /** Fragments that have been inlined. */
  readonly fragments = new Set<FragmentDefinitionNode>();
  readonly #view: SchemaView;
  readonly #parsed: ParsedText;

  constructor(view: SchemaView, parsed: ParsedText) {
    this.#view = view;
    this.#parsed = parsed;
  }

  visit({ selections }: SelectionSetNode, position: WriterPosition): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) this.#visitField(node, position);
      else if (node.kind === Kind.FRAGMENT_SPREAD) this.#visitSpread(node.name.value, position);
      else this.#inline(node, position);
    }
  }

  #visitField(node: FieldNode, position: WriterPosition): void {
    const name = node.name.value;
    const step = { first: fieldText(name, node), bare: fieldText(name, { ...node, arguments: [] }), isUsed: false };
    const steps = [...position.steps, step];
    const type = fieldOf(this.#view, position.type, name)?.type.name;
    if (node.selectionSet) this.visit(node.selectionSet, { ...position, type, steps });
    else this.picks.push(steps.map(wordOf).join('.'));
  }

  #visitSpread(name: string, position: WriterPosition): void {
    const fragment = this.#parsed.fragments.get(name);
    if (fragment === undefined || position.fragments.includes(fragment.name.value)) return;
    this.fragments.add(fragment);
    this.#inline(fragment, { ...position, fragments: [...position.fragments, fragment.name.value] });
  }

  #inline(
    { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
    position: WriterPosition,
  ): void {
    const type = typeCondition?.name.value ?? position.type;
    if (type === undefined || type === position.type) {
      this.visit(selectionSet, position);
      return;
    }
    const text = typeText(this.#view, position.type, type);
    const step = { first: text, bare: text, isUsed: true };
    this.visit(selectionSet, { ...position, type, steps: [...position.steps, step] });
  }
}

interface WrittenStep {
  readonly first: string;
  readonly bare: string;
  isUsed: boolean;
}

/** Writes a step with its arguments the first time, and without them afterwards. */
function wordOf(step: WrittenStep): string {
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
