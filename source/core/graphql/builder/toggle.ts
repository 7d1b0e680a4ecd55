/** The Space action, which ticks and unticks rows. */
import { blockedReason } from './apply-plan.js';
import { type Context, type EditResult, reject } from './edit-result.js';
import { restoreText } from './restore-text.js';
import { isSelectionPath, type Path } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { levelAt } from './text/resolve.js';
import { valueAt } from './text/value-position.js';
import { tickSelection } from './tick.js';
import { untickSelection } from './untick.js';
import { tickValue, untickValue } from './values.js';

/**
 * Ticks a row. A field, type condition or spread is inserted along with its ancestors, arguments and variables. An argument,
 * input field or list item is inserted as a new variable.
 */
export const tick = (context: Context, path: Path): EditResult =>
  isSelectionPath(path) ? tickSelection(context, path) : tickValue(context, path);

/** Unticks a row and removes whatever only it needed. */
export const untick = (context: Context, path: Path): EditResult =>
  isSelectionPath(path) ? untickSelection(context, path) : untickValue(context, path);

export function isTicked(context: Context, path: Path): boolean {
  const { schema, document, active } = context;
  if (isSelectionPath(path)) return levelAt(context, path)?.node !== undefined;
  return valueAt(viewOf(schema), { parsed: document.lastValid, active }, path)?.present === true;
}

/** Ticks or unticks a row. On a root, undoes or repeats the `a` action. */
export function toggle(context: Context, path: Path): EditResult {
  if (path.steps.length === 0) {
    const restored = restoreText(context, path, false) ?? restoreText(context, path, true);
    return blockedReason(context) ?? restored ?? reject('Tick a field below it.');
  }
  return isTicked(context, path) ? untick(context, path) : tick(context, path);
}
