/** The `@` action: directives of a field or fragment. Their arguments are ordinary rows. */
import { Kind, type SelectionNode } from 'graphql';
import { applyPlan, blockedReason } from './apply-plan.js';
import { type Context, type EditResult, reject } from './edit-result.js';
import { directiveOf, isRequired } from './schema/lookups.js';
import { child, directive, type Path, type PathStep, parentOf } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { deletionOf } from './text/deletion.js';
import { bracketsOf, rangeOf } from './text/insertion.js';
import { findDirective, isOf, type Level, levelAt } from './text/resolve.js';
import { endOf, startOf } from './text/tokens.js';
import { operationsReaching } from './text/usage.js';
import { fieldHead } from './tick.js';
import { defineIn, dropUnused, type NeededVariable, NewNames, variablesFor } from './variables.js';

const locations = { Field: 'FIELD', InlineFragment: 'INLINE_FRAGMENT', FragmentSpread: 'FRAGMENT_SPREAD' } as const;

/** Returns the directives allowed on a row, in schema order. */
export function possibleDirectives(context: Context, path: Path): readonly string[] {
  const view = viewOf(context.schema);
  const node = levelAt(context, path)?.node;
  if (node === undefined) return [];
  const present = new Set(node.directives?.map(use => use.name.value));
  return view.directives
    .filter(
      directive =>
        directive.locations.includes(locations[node.kind]) && (directive.repeatable || !present.has(directive.name)),
    )
    .map(directive => directive.name);
}

/** Appends a directive, with new variables for its required arguments. The resulting path is the directive's row. */
export function addDirective(context: Context, path: Path, name: string): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const view = viewOf(context.schema);
  const level = levelAt(context, path);
  if (!level?.node || !level.position) return reject('Tick it first.');
  const known = directiveOf(view, name);
  if (known === undefined) return reject(`The schema has no directive @${name}.`);
  const variables: NeededVariable[] = [];
  const args = variablesFor(new NewNames(lastValid), known.args.filter(isRequired), name, variables);
  const at = endOfHead(level.node);
  const nth = level.node.directives?.filter(use => use.name.value === name).length ?? 0;
  return applyPlan(context, {
    changes: [
      { from: at, to: at, insert: ` @${fieldHead(name, args)}` },
      ...defineIn(lastValid, operationsReaching(lastValid, level.position.definition), variables),
    ],
    from: path,
    path: child(renamed(path, level, true), directive(name, nth)),
    active: context.active,
    added: variables,
  });
}

/** Returns the offset after the name, arguments and directives of a selection. */
function endOfHead(node: SelectionNode): number {
  const last = node.directives?.at(-1);
  if (last) return endOf(last);
  if (node.kind === Kind.FRAGMENT_SPREAD) return endOf(node.name);
  if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition ? endOf(node.typeCondition) : startOf(node) + 3;
  const first = node.arguments?.[0];
  const end = node.arguments?.at(-1);
  return first && end ? bracketsOf(first, end).to : endOf(node.name);
}

/**
 * Removes the directive at the end of a path, along with the variables used only in it. The resulting path is the row the
 * directive was on.
 */
export function removeDirective(context: Context, path: Path): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const step = path.steps.at(-1);
  const level = levelAt(context, path);
  const node = level?.node && step?.kind === 'directive' && findDirective(level.node, step.name, step.nth);
  if (!node || !level) return reject('The directive is not in the text.');
  const range = rangeOf(node);
  const dropped = dropUnused(lastValid, [range]);
  const left = (level.node?.directives?.length ?? 1) > 1;
  return applyPlan(context, {
    changes: [{ ...deletionOf(lastValid.text, range), insert: '' }, ...dropped.changes],
    from: path,
    path: renamed(parentOf(path), level, left),
    active: context.active,
    removed: dropped.names,
  });
}

/** Inline fragments are numbered separately depending on whether they have directives. */
function renamed(path: Path, level: Level, directives: boolean): Path {
  const { step, node, position } = level;
  if (step.kind !== 'on' || step.directives === directives) return path;
  const wanted: PathStep = { ...step, directives };
  let nth = 0;
  for (const other of position?.set?.selections ?? []) {
    if (other === node) break;
    if (isOf(other, wanted)) nth++;
  }
  return { root: path.root, steps: [...path.steps.slice(0, -1), { ...wanted, nth }] };
}
