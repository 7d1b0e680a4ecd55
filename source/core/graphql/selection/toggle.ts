/** Space: the one key that ticks and unticks. */
import { type Context, type Outcome, refuse } from './outcome.js';
import { isSelectionStep, type Path } from './path.js';
import { resolve } from './resolve.js';
import { viewOf } from './schema-view.js';
import { tickSelection } from './tick.js';
import { untickSelection } from './untick.js';

/** Ticks a row: a field, a type condition, a fragment spread. */
export function tick(context: Context, path: Path): Outcome {
  return path.steps.every(isSelectionStep) ? tickSelection(context, path) : refuse('Not a selection.');
}

/** Unticks a row. */
export function untick(context: Context, path: Path): Outcome {
  return path.steps.every(isSelectionStep) ? untickSelection(context, path) : refuse('Not a selection.');
}

/** True if the row is in the text. */
export function isTicked(context: Context, path: Path): boolean {
  const { levels } = resolve(viewOf(context.schema), context.document.good, context.active, path);
  return levels.at(-1)?.node !== undefined;
}

/** Ticks a row that is not there, unticks one that is. */
export const toggle = (context: Context, path: Path): Outcome =>
  isTicked(context, path) ? untick(context, path) : tick(context, path);
