/** Taking a tick or untick back byte for byte while the text is exactly what it left (rule 8). */
import type { Changes } from './changes.js';
import type { Side } from './memory.js';
import type { Context, Edit, NewVariable, Outcome } from './outcome.js';
import { type Path, pathKey } from './path.js';
import { isOperation, parseQuery, type QueryDocument } from './query-document.js';

/** The edit that makes the row `ticked`, if the last turn that could be taken back (or repeated) fits text and row. */
export function takeBack(context: Context, path: Path, ticked: boolean): Outcome | undefined {
  const key = pathKey(path);
  const here = (side: Side): boolean =>
    side.ticked !== ticked &&
    side.text === context.document.text &&
    (side.active === context.active || context.active === undefined) &&
    pathKey(side.path) === key;
  for (let index = context.memory.turns.length - 1; index >= 0; index--) {
    const turn = context.memory.turns[index];
    if (turn === undefined) continue;
    if (here(turn.after)) return edit(context, turn.before, turn.inverse, turn.changes);
    if (here(turn.before)) return edit(context, turn.after, turn.changes, turn.inverse);
  }
  return undefined;
}

function edit(context: Context, to: Side, changes: Changes, inverse: Changes): Edit {
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
    memory: context.memory,
    active: to.active,
    path: to.path,
    added,
    removed: [...before.keys()].filter(name => !after.has(name)),
  };
}

/** Every defined variable with its type. */
function variablesOf({ good }: QueryDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const node of good.definitions) {
    if (!isOperation(node)) continue;
    for (const { variable, type } of node.variableDefinitions ?? []) {
      found.set(variable.name.value, good.text.slice(type.loc?.start, type.loc?.end));
    }
  }
  return found;
}
