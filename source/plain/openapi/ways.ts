/** `--from A --to B`: chains of operations that pass on IDs. */
import { type Failure, usageError } from '../../core/failure.js';
import type { Description } from '../../core/openapi/document/types.js';
import { nearNames, titleOf } from '../../core/openapi/look-up.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { callsBetween, readCallEnd, type WayCall } from '../../core/openapi/ways-between.js';
import { safeLine } from '../../core/response/safe-text.js';
import { type Answer, wayNotes } from '../tasks/look-up.js';

/** Returns the chains, or a failure if no operation has an end. */
export function findWays(task: OpenapiTask & { readonly kind: 'ways' }, description: Description): Answer | Failure {
  const from = task.from === undefined ? undefined : readCallEnd(description, task.from);
  const to = readCallEnd(description, task.to);
  if (task.from !== undefined && from === undefined) return unknownEnd(description, task.from);
  if (to === undefined) return unknownEnd(description, task.to);
  const found = callsBetween(description, from, to);
  return {
    notes: wayNotes(found, task, 'an operation without IDs'),
    facts: () => found.ways.map(way => way.map(factsOf)),
    rows: found.ways.map(way => [way.map(textOf).join(' → ')]),
  };
}

function unknownEnd(description: Description, name: string): Failure {
  const near = nearNames(description, name);
  const hint = near.length === 0 ? '--find WORDS searches for operations and schemas.' : `Near: ${near.join(', ')}`;
  return usageError(`No operation takes or returns ${name}.`, hint);
}

/** `GET /orders/{orderId} (orderId = items.id)` */
function textOf({ operation, takes, needs }: WayCall): string {
  const inputs = [
    ...(takes === undefined ? [] : [takes.from === undefined ? takes.parameter : `${takes.parameter} = ${takes.from}`]),
    ...needs.map(({ name }) => name),
  ];
  return safeLine(`${titleOf(operation)}${inputs.length === 0 ? '' : ` (${inputs.join(', ')})`}`);
}

const factsOf = ({ operation, takes, needs }: WayCall) => ({
  operation: titleOf(operation),
  ...(operation.id === undefined ? {} : { operationId: operation.id }),
  ...(takes === undefined ? {} : { takes }),
  needs: needs.map(({ name, place }) => ({ name, in: place })),
});
