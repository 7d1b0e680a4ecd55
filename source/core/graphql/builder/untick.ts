/** Unticks a row and removes whatever only it needed. */
import { Kind, type OperationDefinitionNode, type SelectionNode } from 'graphql';
import { applyChanges, type Change, orderChanges } from '../../text/changes.js';
import { applyPlan, blockedReason } from './apply-plan.js';
import { isAsTicked, isPlaceholder, soundness } from './as-ticked.js';
import { type Context, type EditResult, reject } from './edit-result.js';
import { type Remembered, rememberedText, type TickMemory, withKeys, withRemembered } from './memory.js';
import { leftOperationKey, removeName } from './operations/start.js';
import { headOf, insideKey, keysAround, memoryKey, rememberSelection } from './remembered-selections.js';
import { restoreText } from './restore-text.js';
import { ancestorOf, type Path, withPosition } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { definitionDeletionOf, deletionOf } from './text/deletion.js';
import { rangeOf } from './text/insertion.js';
import { activeAfterRemoval, isOperation, type ParsedText } from './text/query-document.js';
import { countStep, type Level, resolveRow, type SelectionSetPosition } from './text/resolve.js';
import { hasComment, locOf, type Range } from './text/tokens.js';
import { dropUnused, type RemovedDefinitions } from './variables.js';

/** Unticks a field, a type condition or a fragment spread. */
export function untickSelection(context: Context, path: Path): EditResult {
  const rejection = blockedReason(context) ?? restoreText(context, path, false);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const { levels } = resolveRow(context, path);
  const target = levels.at(-1);
  if (!target?.node || !target.position) return reject('It is not ticked.');
  return removeLevel(context, levels, path, rememberSelection(lastValid, target.position, target.node));
}

/**
 * Removes the last level and every parent that becomes empty and has no user-written content. Below Mutation, a parent left
 * with only `__typename` would still be executed, so it is removed and remembered.
 */
function removeLevel(context: Context, levels: readonly Level[], path: Path, remembered: Remembered): EditResult {
  const { lastValid } = context.document;
  const start = levels.length - 1;
  const { definition } = (levels[start] as Level).position as SelectionSetPosition;
  const isSound = soundness(context, definition);
  const { index, removed } = emptiedParents(context, levels, path, isSound);
  const level = levels[index] as Level;
  const position = level.position as SelectionSetPosition;
  const node = level.node as SelectionNode;
  const range = rangeOf(node);
  const dropped = dropUnused(lastValid, [range]);
  // The next position that can be inserted.
  const after = withPosition(path, index, step => Math.max(0, countStep(position.set, step) - 1));
  const known = isSound()
    ? context.memory
    : withKeys(context.memory, 'typed', keysAround(lastValid, context.active, ancestorOf(path, start)));
  const recalled = (active: number | undefined): TickMemory =>
    removed.reduce(
      (memory, at) => {
        const holder = levels[at] as Level;
        const row = ancestorOf(after, at + 1);
        const written = rememberSelection(
          lastValid,
          holder.position as SelectionSetPosition,
          holder.node as SelectionNode,
        );
        return withRemembered(memory, memoryKey(lastValid, active, row), headOf(written));
      },
      withRemembered(known, memoryKey(lastValid, active, after), remembered),
    );
  const base = { from: path, path: after, removed: dropped.names, ticked: false, memory: recalled(context.active) };
  if (!isOnly(level)) {
    const changes = [{ ...deletionOf(lastValid.text, range), insert: '' }, ...dropped.changes];
    return applyPlan(context, { ...base, changes, active: context.active });
  }
  const mayGo = index === start || isSound();
  if (mayGo && isDefinition(position) && goesWhole(definition, range, dropped, context.memory)) {
    const memory = withLeftOperation(lastValid, recalled(undefined), definition, range, dropped);
    return removeDefinition(context, definition, { ...base, memory });
  }
  if (isTypename(node)) {
    const above = levels[index - 1]?.step;
    const way =
      above?.kind === 'field'
        ? `press Space on ${above.name} to remove it`
        : 'press x on the root row to clear the operation';
    return reject(`This is the last field here, and empty braces are not allowed: ${way}.`);
  }
  const changes: Change[] = [{ ...range, insert: '__typename' }, ...dropped.changes];
  const holder = ancestorOf(path, index);
  // The field remains only for its arguments.
  return applyPlan(context, { ...base, changes, active: context.active, placeholders: [holder], carried: [holder] });
}

/**
 * Returns the index of the outermost level to remove with the last one, and the indexes of those parents that are remembered
 * because they are not exactly what a tick writes.
 */
function emptiedParents(context: Context, levels: readonly Level[], path: Path, isSound: () => boolean) {
  const { document, active, memory, schema } = context;
  const { mutation } = viewOf(schema).roots;
  const writing = levels.findIndex(({ field, parentType }) => field && parentType === mutation);
  const removed: number[] = [];
  for (let index = levels.length - 1; ; index--) {
    const level = levels[index] as Level;
    if (isDefinition(level.position as SelectionSetPosition)) return { index, removed };
    const holder = levels[index - 1] as Level;
    const isEmptied = isOnly(level) || isLeftOver(context, holder, path, index, level.node);
    const isTyped = (): boolean => memory.typed.has(insideKey(document.lastValid, active, ancestorOf(path, index)));
    if (!isEmptied || isTyped() || isCommented(holder.node, rangeOf(level.node as SelectionNode)))
      return { index, removed };
    const isPlain = isSound() && isAsTicked(document.lastValid, holder);
    if (!isPlain && (writing < 0 || index - 1 < writing)) return { index, removed };
    if (!isPlain) removed.push(index - 1);
  }
}

/** Returns true for a field inserted for an argument in `gone` if nothing was added to it since. */
function isLeftOver(
  { schema, document: { lastValid }, active, memory }: Context,
  holder: Level,
  path: Path,
  index: number,
  gone: SelectionNode | undefined,
): boolean {
  if (!memory.carried.has(memoryKey(lastValid, active, ancestorOf(path, index))) || !isAsTicked(lastValid, holder))
    return false;
  return (holder.inside?.set?.selections ?? []).every(
    each => each === gone || isPlaceholder(viewOf(schema), holder.type, each),
  );
}

const isTypename = (node: SelectionNode): boolean =>
  node.kind === Kind.FIELD && node.name.value === '__typename' && node.alias === undefined;

/** Returns true if a selection has a comment outside the removed range. */
function isCommented(node: SelectionNode | undefined, gone: Range): boolean {
  if (node === undefined) return true;
  const { startToken, start, end } = locOf(node);
  return hasComment(startToken, start, end, [gone]);
}

/** Remembers the rest of an operation removed with its last selection, if the user wrote any of it. */
function withLeftOperation(
  parsed: ParsedText,
  memory: TickMemory,
  definition: SelectionSetPosition['definition'],
  gone: Range,
  dropped: RemovedDefinitions,
): TickMemory {
  if (!isOperation(definition) || !hasUserContent(definition, gone, dropped, memory)) return memory;
  const operationRange = rangeOf(definition);
  const inside = [...dropped.changes, { ...gone, insert: '__typename' }].filter(
    change => change.from >= operationRange.from && change.to <= operationRange.to,
  );
  const shifted = inside.map(({ from, to, insert }) => ({
    from: from - operationRange.from,
    to: to - operationRange.from,
    insert,
  }));
  const text = applyChanges(parsed.text.slice(operationRange.from, operationRange.to), orderChanges(shifted));
  return withRemembered(memory, leftOperationKey(definition.operation), rememberedText(text));
}

type PlanBase = Omit<Parameters<typeof applyPlan>[1], 'changes' | 'active'>;

function removeDefinition(
  context: Context,
  definition: SelectionSetPosition['definition'],
  base: PlanBase,
): EditResult {
  const { lastValid } = context.document;
  const at = lastValid.definitions.indexOf(definition);
  const range = rangeOf(definition);
  const { names } = dropUnused(lastValid, [range]);
  const stillDefined = new Set(
    lastValid.definitions
      .filter(isOperation)
      .filter(node => node !== definition)
      .flatMap(namesDefined),
  );
  const removed = [...names, ...(isOperation(definition) ? namesDefined(definition) : [])].filter(
    name => !stillDefined.has(name),
  );
  const changes = [
    { ...definitionDeletionOf(lastValid.text, range), insert: '' },
    ...(isOperation(definition) ? removeName(lastValid, context.memory, definition) : []),
  ];
  const active = activeAfterRemoval(context.active, at);
  return applyPlan(context, { ...base, changes, active, removed: [...new Set(removed)] });
}

const namesDefined = (node: OperationDefinitionNode): readonly string[] =>
  (node.variableDefinitions ?? []).map(definition => definition.variable.name.value);

const isOnly = (level: Level): boolean => level.position?.set?.selections.length === 1;

const isDefinition = (position: SelectionSetPosition): boolean => position.holder === position.definition;

/** Returns true if an operation is removed along with its last selection. A subscription always is. */
const goesWhole = (
  node: SelectionSetPosition['definition'],
  gone: Range,
  dropped: RemovedDefinitions,
  memory: TickMemory,
): boolean => isOperation(node) && (node.operation === 'subscription' || !hasUserContent(node, gone, dropped, memory));

/** Returns true if the user wrote anything in an operation outside the removed selection and variables. */
function hasUserContent(
  node: OperationDefinitionNode,
  gone: Range,
  { left }: RemovedDefinitions,
  { named }: TickMemory,
): boolean {
  const { count = 0, list } = left.get(node) ?? {};
  if (node.name && !named.has(node.name.value)) return true;
  if (node.description || count > 0 || (node.directives?.length ?? 0) > 0) return true;
  const { startToken, start, end } = locOf(node);
  return hasComment(startToken, start, end, list ? [gone, list] : [gone]);
}
