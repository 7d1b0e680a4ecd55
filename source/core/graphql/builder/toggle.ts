/** Space: the one key that ticks and unticks. */
import { blockedReason } from './apply-plan.js';
import { type Context, type EditResult, reject } from './edit-result.js';
import { restoreText } from './restore-text.js';
import { isSelectionStep, type Path } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { resolve } from './text/resolve.js';
import { valueAt } from './text/value-position.js';
import { tickSelection } from './tick.js';
import { untickSelection } from './untick.js';
import { tickValue, untickValue } from './values.js';

const isSelectionPath = (path: Path): boolean => path.steps.every(isSelectionStep);

/**
 * Ticks a row. A field, type condition or spread comes with the ancestors, arguments and variables it needs; an argument, input
 * field or list item comes as a new variable.
 */
export const tick = (context: Context, path: Path): EditResult =>
  isSelectionPath(path) ? tickSelection(context, path) : tickValue(context, path);

/** Unticks a row; what only it needed goes with it. */
export const untick = (context: Context, path: Path): EditResult =>
  isSelectionPath(path) ? untickSelection(context, path) : untickValue(context, path);

/** True if the row is in the text. */
export function isTicked({ schema, document, active }: Context, path: Path): boolean {
  const view = viewOf(schema);
  if (!isSelectionPath(path)) return valueAt(view, { parsed: document.good, active }, path)?.present === true;
  return resolve(view, document.good, active, path).levels.at(-1)?.node !== undefined;
}

/** Ticks a row that is not there, unticks one that is. On a root it takes back what `a` ticked there, and repeats it. */
export function toggle(context: Context, path: Path): EditResult {
  if (path.steps.length === 0) {
    const back = restoreText(context, path, false) ?? restoreText(context, path, true);
    return blockedReason(context) ?? back ?? reject('Tick a field below it.');
  }
  return isTicked(context, path) ? untick(context, path) : tick(context, path);
}
