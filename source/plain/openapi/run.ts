/**
 * `apiclient openapi`: searches, describes, checks or compares a description, or calls one of its operations. A separate chunk.
 */
import type { OpenapiCommand, RequestCommand } from '../../core/command.js';
import { type Failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { note } from '../note.js';
import type { runRequest } from '../run-request.js';
import { callTask } from './call.js';
import { diffTask, validateTask } from './compare.js';
import { loadDescription } from './load.js';
import { describeTask, findTask, overviewTask, printTask } from './tasks.js';
import { waysTask } from './ways.js';

/** Parts that the program has already loaded. */
interface Engine {
  readonly send: NonNullable<RunContext['send']>;
  readonly runRequest: typeof runRequest;
}

/** Returns the exit code, or the failure to print. */
export async function runOpenapi(
  command: OpenapiCommand,
  environment: Environment,
  engine: Engine,
): Promise<number | Failure> {
  const context: RunContext = {
    environment,
    signal: environment.signal,
    send: engine.send,
    ...(command.output.silent ? {} : { note: text => note(environment, text) }),
  };
  const { task } = command;
  if (task.kind === 'diff') return diffTask(task, command, context);
  const description = await loadDescription(command, context);
  if (isFailure(description)) return description;
  switch (task.kind) {
    // When output is not a terminal.
    case 'open':
      return overviewTask({ kind: 'overview', json: false }, description, command, environment);
    case 'overview':
      return overviewTask(task, description, command, environment);
    case 'find':
      return findTask(task, description, command, environment);
    case 'ways':
      return waysTask(task, description, command, environment);
    case 'describe':
      return describeTask(task, description, command, environment);
    case 'print':
      return printTask(description, command, environment);
    case 'validate':
      return validateTask(task, description, command, context);
    case 'call':
      return callTask(task, description, command, environment, engine.runRequest);
  }
}

/** The candidates that a shell offers at a Tab. Never fails or prompts. */
export async function completeDescribed(
  command: OpenapiCommand | RequestCommand,
  from: string,
  typed: string,
  environment: Environment,
): Promise<readonly string[]> {
  const { offerDescribed } = await import('./offer.js');
  return offerDescribed(command, from, typed, environment);
}
