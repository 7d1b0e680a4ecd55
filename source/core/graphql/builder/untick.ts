/** Space on a ticked row: the selection goes, with what only it needed. */
import { Kind, type SelectionNode } from 'graphql';
import { applyPlan, blocked } from './apply-plan.js';
import { type Memory, type Remembered, withRemembered } from './memory.js';
import { unnaming } from './operations/naming.js';
import { leftOperationKey } from './operations/start.js';
import { type Context, type Outcome, refuse } from './outcome.js';
import { memoryKey, remember } from './recall.js';
import type { Path, Step } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { takeBack } from './take-back.js';
import { applyChanges, type Change, orderChanges } from './text/changes.js';
import { definitionDeletionOf, deletionOf } from './text/deletion.js';
import { rangeOf } from './text/insertion.js';
import { isOperation, type ParsedText } from './text/query-document.js';
import { countStep, type Level, type Place, resolve } from './text/resolve.js';
import { hasComment, locOf, type Range } from './text/tokens.js';
import { type Dropped, dropUnused } from './variables.js';

/** Unticks a field, a type condition or a fragment spread. */
export function untickSelection(context: Context, path: Path): Outcome {
  const stop = blocked(context) ?? takeBack(context, path, false);
  if (stop) return stop;
  const { good } = context.document;
  const { levels } = resolve(viewOf(context.schema), good, context.active, path);
  const target = levels.at(-1);
  if (!target?.node || !target.place) return refuse('It is not ticked.');
  return removeLevel(context, levels, path, remember(good, target.place, target.node));
}

/** Takes the last level out, and every holder that would be left empty and has nothing of its own. */
function removeLevel(context: Context, levels: readonly Level[], path: Path, kept: Remembered): Outcome {
  const { good } = context.document;
  let index = levels.length - 1;
  let level = levels[index] as Level;
  while (isOnly(level) && !isDefinition(level.place as Place)) {
    const holder = levels[index - 1] as Level;
    if (!isBare(holder.node, rangeOf(level.node as SelectionNode))) break;
    index--;
    level = holder;
  }
  const place = level.place as Place;
  const node = level.node as SelectionNode;
  const range = rangeOf(node);
  const dropped = dropUnused(good, [range]);
  const after = pathAfter(path, index, place);
  const recalled = (active: number | undefined): Memory =>
    withRemembered(context.memory, memoryKey(good, active, after), kept);
  const base = { from: path, path: after, removed: dropped.names, ticked: false, memory: recalled(context.active) };
  if (!isOnly(level)) {
    const changes = [{ ...deletionOf(good.text, range), insert: '' }, ...dropped.changes];
    return applyPlan(context, { ...base, changes, active: context.active });
  }
  const { definition } = place;
  if (isDefinition(place) && goesWhole(definition, range, dropped)) {
    const memory = withLeftOperation(good, recalled(undefined), definition, range, dropped);
    return removeDefinition(context, definition, { ...base, memory });
  }
  if (isTypename(node)) {
    const above = levels[index - 1]?.step;
    const way =
      above?.kind === 'field'
        ? `Space on ${above.name} takes it away whole`
        : 'x on the root row clears the whole operation';
    return refuse(`It is the last field here, and the braces cannot stay empty; ${way}.`);
  }
  const changes: Change[] = [{ ...range, insert: '__typename' }, ...dropped.changes];
  const holder = { ...path, steps: path.steps.slice(0, index) };
  return applyPlan(context, { ...base, changes, active: context.active, placeholders: [holder] });
}

const isTypename = (node: SelectionNode): boolean =>
  node.kind === Kind.FIELD && node.name.value === '__typename' && node.alias === undefined;

/** True for a holder without alias, arguments, directives, or a comment outside of what goes: nothing of it would be missed. */
function isBare(node: SelectionNode | undefined, gone: Range): boolean {
  if (node === undefined || node.kind === Kind.FRAGMENT_SPREAD || (node.directives?.length ?? 0) > 0) return false;
  if (node.kind === Kind.FIELD && (node.alias !== undefined || (node.arguments?.length ?? 0) > 0)) return false;
  const { startToken, start, end } = locOf(node);
  return !hasComment(startToken, start, end, [gone]);
}

/** The memory with what is left of an operation that goes with its last selection, if any of that is the user's own. */
function withLeftOperation(
  parsed: ParsedText,
  memory: Memory,
  definition: Place['definition'],
  gone: Range,
  dropped: Dropped,
): Memory {
  if (!isOperation(definition)) return memory;
  const whole = rangeOf(definition);
  const own = definition.name !== undefined && !memory.named.has(definition.name.value);
  const { startToken, start, end } = locOf(definition);
  const { count = 0, list } = dropped.left.get(definition) ?? {};
  const more = definition.description !== undefined || count > 0 || (definition.directives?.length ?? 0) > 0;
  if (!own && !more && !hasComment(startToken, start, end, list ? [gone, list] : [gone])) return memory;
  const inside = [...dropped.changes, { ...gone, insert: '__typename' }].filter(
    change => change.from >= whole.from && change.to <= whole.to,
  );
  const shifted = inside.map(({ from, to, insert }) => ({ from: from - whole.from, to: to - whole.from, insert }));
  const text = applyChanges(parsed.text.slice(whole.from, whole.to), orderChanges(shifted));
  const left = { text, aliasLength: 0, headLength: text.length, variables: [], fragments: [] };
  return withRemembered(memory, leftOperationKey(definition.operation), left);
}

type Base = Omit<Parameters<typeof applyPlan>[1], 'changes' | 'active'>;

/** A whole definition goes. */
function removeDefinition(context: Context, definition: Place['definition'], base: Base): Outcome {
  const { good } = context.document;
  const at = good.definitions.indexOf(definition);
  const range = rangeOf(definition);
  const { names } = dropUnused(good, [range]);
  const own = isOperation(definition) ? (definition.variableDefinitions ?? []) : [];
  const kept = new Set(
    good.definitions
      .filter(isOperation)
      .filter(node => node !== definition)
      .flatMap(namesDefined),
  );
  const removed = [...names, ...own.map(node => node.variable.name.value)].filter(name => !kept.has(name));
  const active = context.active === undefined || context.active === at ? undefined : shifted(context.active, at);
  const changes = [
    { ...definitionDeletionOf(good.text, range), insert: '' },
    ...(isOperation(definition) ? unnaming(good, context.memory, definition) : []),
  ];
  return applyPlan(context, { ...base, changes, active, removed: [...new Set(removed)] });
}

const namesDefined = (node: Extract<Place['definition'], { operation: unknown }>): readonly string[] =>
  (node.variableDefinitions ?? []).map(definition => definition.variable.name.value);

const shifted = (active: number, gone: number): number => (active > gone ? active - 1 : active);

const isOnly = (level: Level): boolean => level.place?.set?.selections.length === 1;

const isDefinition = (place: Place): boolean => place.holder === place.definition;

/** A bare operation goes with its last selection, and so does any subscription. */
function goesWhole(node: Place['definition'], gone: Range, dropped: Dropped): boolean {
  if (!isOperation(node)) return false;
  if (node.operation === 'subscription') return true;
  const left = dropped.left.get(node);
  if (node.name || node.description || (left?.count ?? 0) > 0 || (node.directives?.length ?? 0) > 0) return false;
  const { startToken, start, end } = locOf(node);
  return !hasComment(startToken, start, end, left?.list ? [gone, left.list] : [gone]);
}

/** What the row is called once it is gone: the next of its kind that could come. */
function pathAfter(path: Path, index: number, place: Place): Path {
  const steps = path.steps.map((step, at): Step => {
    if (at < index || !('nth' in step)) return step;
    return { ...step, nth: at === index ? Math.max(0, countStep(place.set, step) - 1) : 0 };
  });
  return { root: path.root, steps };
}
