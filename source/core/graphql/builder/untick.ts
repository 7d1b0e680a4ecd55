/** Space on a ticked row: the selection goes, with what only it needed. */
import { Kind } from 'graphql';
import { blocked, settle } from './apply-plan.js';
import { type Memory, type Remembered, withRemembered } from './memory.js';
import { type Context, type Outcome, refuse } from './outcome.js';
import { memoryKey, remember } from './recall.js';
import type { Path, Step } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { takeBack } from './take-back.js';
import type { Change } from './text/changes.js';
import { definitionDeletionOf, deletionOf } from './text/deletion.js';
import { rangeOf } from './text/insertion.js';
import { isOperation } from './text/query-document.js';
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

/** Takes the last level out, and every holder that would be left empty. */
function removeLevel(context: Context, levels: readonly Level[], path: Path, kept: Remembered): Outcome {
  const { good } = context.document;
  let index = levels.length - 1;
  let level = levels[index] as Level;
  while (isOnly(level) && !isDefinition(level.place as Place)) {
    index--;
    level = levels[index] as Level;
  }
  const place = level.place as Place;
  const range = rangeOf(level.node as NonNullable<Level['node']>);
  const dropped = dropUnused(good, [range]);
  const after = pathAfter(path, index, place);
  const recalled = (active: number | undefined): Memory =>
    withRemembered(context.memory, memoryKey(good, active, after), kept);
  const base = { from: path, path: after, removed: dropped.names, ticked: false, memory: recalled(context.active) };
  if (!isOnly(level)) {
    const changes = [{ ...deletionOf(good.text, range), insert: '' }, ...dropped.changes];
    return settle(context, { ...base, changes, active: context.active });
  }
  const { definition } = place;
  if (goesWhole(definition, range, dropped)) {
    return removeDefinition(context, definition, { ...base, memory: recalled(undefined) });
  }
  if (level.node?.kind === Kind.FIELD && level.node.name.value === '__typename') {
    return refuse(
      'It is the last field here, and the braces cannot stay empty; x on the root row clears the whole operation.',
    );
  }
  const changes: Change[] = [{ ...range, insert: '__typename' }, ...dropped.changes];
  return settle(context, { ...base, changes, active: context.active });
}

type Base = Omit<Parameters<typeof settle>[1], 'changes' | 'active'>;

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
  const changes = [{ ...definitionDeletionOf(good.text, range), insert: '' }];
  return settle(context, { ...base, changes, active, removed: [...new Set(removed)] });
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
