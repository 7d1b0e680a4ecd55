/** `--from A --to B`: prints chains of operations that pass on IDs, one per line. */
import type { OpenapiCommand } from '../../core/command.js';
import { type Failure, usageError } from '../../core/failure.js';
import type { Description } from '../../core/openapi/document/types.js';
import { nearNames, titleOf } from '../../core/openapi/look-up.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { callsBetween, readCallEnd, type WayCall } from '../../core/openapi/ways-between.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import { printText } from '../graphql/output.js';
import { note } from '../note.js';

/** Prints the chains. Returns 1 if there is none, like grep. */
export async function waysTask(
  task: OpenapiTask & { readonly kind: 'ways' },
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const from = task.from === undefined ? undefined : readCallEnd(description, task.from);
  const to = readCallEnd(description, task.to);
  if (task.from !== undefined && from === undefined) return unknownEnd(description, task.from);
  if (to === undefined) return unknownEnd(description, task.to);
  const { ways, isCut } = callsBetween(description, from, to);
  if (!command.output.silent) {
    if (ways.length === 0)
      note(environment, `No way leads from ${task.from ?? 'an operation without IDs'} to ${task.to}.`);
    if (isCut) note(environment, 'The search was stopped early. Shorter ways than these may exist.');
  }
  if (task.json) {
    const text = `${JSON.stringify(
      ways.map(way => way.map(factsOf)),
      undefined,
      2,
    )}\n`;
    const ended = await printText(text, 'application/json', command, environment);
    return ended === 0 && ways.length === 0 ? 1 : ended;
  }
  if (ways.length === 0) return 1;
  const lines = ways.map(way => `${way.map(textOf).join(' → ')}\n`);
  return printText(lines.join(''), 'text/plain', command, environment);
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
