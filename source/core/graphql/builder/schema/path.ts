/**
 * Names a row of the schema tree without naming an AST node: from a root type downwards, one step per row. A row is an
 * occurrence *by position*: the n-th selection of that field (fragment, spread) in its selection set, counted from 0.
 * `nth` equal to the number of occurrences names the row that is not there yet. Paths are plain data and survive edits.
 */
export type Root = 'query' | 'mutation' | 'subscription' | 'fragment';

/** One row further down. `nth` counts from 0 among the selections of the same kind and name. */
export type PathStep =
  /** A field, whatever its alias. */
  | { readonly kind: 'field'; readonly name: string; readonly nth: number }
  /** `... on T`; `type` null is `... { }`. With and without directives are counted apart. */
  | { readonly kind: 'on'; readonly type: string | null; readonly directives: boolean; readonly nth: number }
  /** `...Fragment`; further steps are inside the fragment's definition. */
  | { readonly kind: 'spread'; readonly name: string; readonly nth: number }
  /** `@directive` on the field or fragment before it; only arguments may follow. */
  | { readonly kind: 'directive'; readonly name: string; readonly nth: number }
  /** An argument of the field or directive before it. */
  | { readonly kind: 'argument'; readonly name: string }
  /** A field of the input object before it. */
  | { readonly kind: 'input'; readonly name: string }
  /** An item of the list before it. */
  | { readonly kind: 'item'; readonly index: number };

export type StepKind = PathStep['kind'];

/** `fragment` is the fragment definition that is active; the others are the schema's root types. */
export interface Path {
  readonly root: Root;
  readonly steps: readonly PathStep[];
}

/** The `nth` selection of a field. */
export const field = (name: string, nth = 0): PathStep => ({ kind: 'field', name, nth });
/** The `nth` inline fragment on a type, counted among those that have directives or among those that have none. */
export const on = (type: string | null, nth = 0, directives = false): PathStep => ({
  kind: 'on',
  type,
  directives,
  nth,
});
/** The `nth` spread of a fragment. */
export const spread = (name: string, nth = 0): PathStep => ({ kind: 'spread', name, nth });
/** An argument of the step before. */
export const argument = (name: string): PathStep => ({ kind: 'argument', name });
/** A field of the input object before. */
export const input = (name: string): PathStep => ({ kind: 'input', name });
/** An item of the list before, from 0. */
export const item = (index: number): PathStep => ({ kind: 'item', index });
/** The `nth` use of a directive, its name without `@`. */
export const directive = (name: string, nth = 0): PathStep => ({ kind: 'directive', name, nth });

/** A path from a root; without steps it names the root's own row. */
export const path = (root: Root, ...steps: PathStep[]): Path => ({ root, steps });
/** The path one row further down. */
export const child = (parent: Path, step: PathStep): Path => ({ root: parent.root, steps: [...parent.steps, step] });
/** The path one row up; a root is its own parent. */
export const parentOf = (of: Path): Path => ({ root: of.root, steps: of.steps.slice(0, -1) });

/** True for a step that names a selection (a field or a fragment), not something about one. */
export const isSelectionStep = (step: PathStep): boolean =>
  step.kind === 'field' || step.kind === 'on' || step.kind === 'spread';

/** A name for the step, unique among its siblings. */
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

/** A string that names the path, for maps and React keys. */
export const pathKey = (of: Path): string => `${of.root}/${of.steps.map(stepKey).join('/')}`;
