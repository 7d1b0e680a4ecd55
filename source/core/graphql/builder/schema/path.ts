/**
 * Paths identify rows of the schema tree without an AST node: one step per row from a root type. A step identifies a selection
 * *by position*: the n-th selection of that field, fragment or spread in its selection set, counting from 0. If `nth` equals
 * the number of such selections, the row is not in the text yet. Paths are plain data and survive edits.
 */
import type { RootTypes } from '../../schema-types.js';

/** Operations, each of which has a root type. */
export const rootKinds = ['query', 'mutation', 'subscription'] as const;
export type RootKind = (typeof rootKinds)[number];
export type Root = RootKind | 'fragment';

/** Returns the root types of a schema. Operations without one are absent. */
export const rootTypesOf = (nameOf: (kind: RootKind) => string | undefined): RootTypes =>
  Object.fromEntries(rootKinds.map(kind => [kind, nameOf(kind)]).filter(([, name]) => name !== undefined));

/** A field or fragment. `nth` counts selections of the same kind and name, starting at 0. */
export type SelectionStep =
  /** Matches regardless of alias. */
  | { readonly kind: 'field'; readonly name: string; readonly nth: number }
  /** `... on T`, or `... { }` if `type` is null. Numbered separately depending on whether it has directives. */
  | { readonly kind: 'on'; readonly type: string | null; readonly directives: boolean; readonly nth: number }
  /** `...Fragment`. Further steps are inside the fragment. */
  | { readonly kind: 'spread'; readonly name: string; readonly nth: number };

/** A step to a value: an argument of the preceding field or directive, a field of an input object or an item of a list. */
export type ValueStep =
  | { readonly kind: 'argument' | 'input'; readonly name: string }
  | { readonly kind: 'item'; readonly index: number };

export type PathStep =
  | SelectionStep
  /** `@directive` of the preceding step. Only arguments may follow. */
  | { readonly kind: 'directive'; readonly name: string; readonly nth: number }
  | ValueStep;

/** `fragment` is the active fragment definition; the others are root types. */
export interface Path {
  readonly root: Root;
  readonly steps: readonly PathStep[];
}

export const field = (name: string, nth = 0): SelectionStep => ({ kind: 'field', name, nth });
/** @param nth index among inline fragments with directives, or among those without */
export const on = (type: string | null, nth = 0, directives = false): SelectionStep => ({
  kind: 'on',
  type,
  directives,
  nth,
});
export const spread = (name: string, nth = 0): SelectionStep => ({ kind: 'spread', name, nth });
export const argument = (name: string): PathStep => ({ kind: 'argument', name });
export const input = (name: string): PathStep => ({ kind: 'input', name });
/** @param index zero-based */
export const item = (index: number): PathStep => ({ kind: 'item', index });
/** @param name directive name without `@` */
export const directive = (name: string, nth = 0): PathStep => ({ kind: 'directive', name, nth });

/** Without steps, returns the row of the root. */
export const path = (root: Root, ...steps: PathStep[]): Path => ({ root, steps });
export const child = (parent: Path, step: PathStep): Path => ({ root: parent.root, steps: [...parent.steps, step] });
/** Returns the parent row. A root is its own parent. */
export const parentOf = (of: Path): Path => ({ root: of.root, steps: of.steps.slice(0, -1) });
/** Returns the ancestor with this number of steps, or the row itself. */
export const ancestorOf = (of: Path, depth: number): Path => ({ root: of.root, steps: of.steps.slice(0, depth) });
/** Returns the row of the selection that a path leads into. */
export const selectionOf = (of: Path): Path => ({ root: of.root, steps: of.steps.filter(isSelectionStep) });
export const isSelectionPath = (of: Path): boolean => of.steps.every(isSelectionStep);

/** Returns the path with a new position for the selection at an index, and the first position for all selections below it. */
export const withPosition = (of: Path, index: number, nthOf: (step: SelectionStep) => number): Path => ({
  root: of.root,
  steps: of.steps.map((step, at): PathStep => {
    if (at < index || !isSelectionStep(step)) return step;
    return { ...step, nth: at === index ? nthOf(step) : 0 };
  }),
});

/** Returns true for a field or fragment, false for directives, arguments and values. */
export const isSelectionStep = (step: PathStep): step is SelectionStep =>
  step.kind === 'field' || step.kind === 'on' || step.kind === 'spread';

/** Returns true for an argument, an input field or an item. */
export const isValueStep = (step: PathStep): step is ValueStep =>
  step.kind === 'argument' || step.kind === 'input' || step.kind === 'item';

/** Returns a key that is unique among siblings. */
function stepKey(step: PathStep): string {
  switch (step.kind) {
    case 'field':
      return `${step.name}#${step.nth}`;
    case 'on':
      return `on ${step.type ?? ''}${step.directives ? '@' : ''}#${step.nth}`;
    case 'spread':
      return `...${step.name}#${step.nth}`;
    case 'directive':
      return `@${step.name}#${step.nth}`;
    case 'argument':
      return `(${step.name}`;
    case 'input':
      return `{${step.name}`;
    case 'item':
      return `[${step.index}`;
  }
}

/** Returns a key for maps and React. */
export const pathKey = (of: Path): string => `${of.root}/${of.steps.map(stepKey).join('/')}`;
