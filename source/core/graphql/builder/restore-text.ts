/** Reverts a tick or untick byte for byte while the text is unchanged. */

import type { Changes } from '../../text/changes.js';
import type { Context, Edit, EditResult, NewVariable } from './edit-result.js';
import { followNames, type TickMade, type TickMemory, type TickSnapshot, withTickUsed } from './memory.js';
import { type Path, pathKey } from './schema/path.js';
import { isOperation, parseQuery, type QueryDocument } from './text/query-document.js';

/**
 * Restores the row to `ticked` if a remembered tick matches the text and row. If several match, one in effect is reverted
 * before an undone one is repeated, so that undoing ticks in reverse order passes through the same texts.
 */
export function restoreText(context: Context, path: Path, ticked: boolean): EditResult | undefined {
  const key = pathKey(path);
  const here = (side: TickSnapshot): boolean =>
    side.ticked !== ticked &&
    side.text === context.document.text &&
    (side.active === context.active || context.active === undefined) &&
    pathKey(side.path) === key;
  const ticks = [...context.memory.ticks].reverse();
  const back = (tick: TickMade): boolean => here(tick.after);
  const again = (tick: TickMade): boolean => here(tick.before);
  // An older tick may have produced the same text from a text made by other ticks.
  const last = ticks.find(each => !each.undone && pathKey(each.after.path) === key);
  const tick =
    ticks.find(each => (each.undone ? again(each) : each === last && back(each))) ??
    ticks.find(each => (each === last && back(each)) || again(each));
  if (tick === undefined) return undefined;
  const undone = back(tick);
  const memory = withTickUsed(context.memory, tick, undone);
  return undone
    ? edit(context, tick.before, tick.inverse, tick.changes, memory)
    : edit(context, tick.after, tick.changes, tick.inverse, memory);
}

function edit(context: Context, to: TickSnapshot, changes: Changes, inverse: Changes, memory: TickMemory): Edit {
  const document = parseQuery(to.text, context.document);
  const before = variablesOf(context.document);
  const after = variablesOf(document);
  const added: NewVariable[] = [];
  for (const [name, type] of after) if (!before.has(name)) added.push({ name, type });
  return {
    ok: true,
    changes,
    inverse,
    document,
    memory: followNames(memory, context.document.lastValid, document.lastValid),
    active: to.active,
    path: to.path,
    added,
    removed: [...before.keys()].filter(name => !after.has(name)),
  };
}

/** Returns the types of all variables that the operations define, by name. */
function variablesOf({ lastValid }: QueryDocument): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const node of lastValid.definitions) {
    if (!isOperation(node)) continue;
    for (const { variable, type } of node.variableDefinitions ?? []) {
      types.set(variable.name.value, lastValid.text.slice(type.loc?.start, type.loc?.end));
    }
  }
  return types;
}
