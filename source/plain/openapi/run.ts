/**
 * `apiclient openapi`: searches, describes, checks or compares a description, or calls one of its operations. A separate chunk.
 */
import type { OpenapiCommand, RequestCommand } from '../../core/command.js';
import { type Failure, isFailure } from '../../core/failure.js';
import type { Description } from '../../core/openapi/document/types.js';
import { synonymsWith } from '../../core/search/synonyms.js';
import type { Environment } from '../../environment.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { note } from '../note.js';
import type { runRequest } from '../run-request.js';
import { type Answer, type LookUpTask, printAnswer } from '../tasks/look-up.js';
import { refuseTaskReports } from '../tasks/reports.js';
import { callTask } from './call.js';
import { diffTask, validateTask } from './compare.js';
import { loadDescription } from './load.js';
import { findDocs, findMatches, findWays, overviewOf, printTask } from './tasks.js';

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
  const refused = await refuseTaskReports(task, environment);
  if (refused) return refused;
  if (task.kind === 'diff') return diffTask(task, command, context);
  const description = await loadDescription(command, context);
  if (isFailure(description)) return description;
  switch (task.kind) {
    case 'print':
      return printTask(description, command, environment);
    case 'validate':
      return validateTask(task, description, command, environment);
    case 'call':
      return callTask(task, description, command, environment, engine.runRequest);
    case 'open':
    case 'overview': {
      // The overview is shown instead of the full screen when output is not a terminal.
      const json = task.kind === 'overview' && task.json;
      const { notes, ...overview } = overviewOf(description);
      const ended = await printAnswer(json ? overview : { ...overview, notes }, { json }, command, environment);
      return description.operations.length === 0 && ended === 1 ? 0 : ended;
    }
    default: {
      const answer = lookUp(task, description, command);
      return isFailure(answer) ? answer : printAnswer(answer, task, command, environment);
    }
  }
}

function lookUp(task: LookUpTask, description: Description, { screen }: OpenapiCommand): Answer | Failure {
  if (task.kind === 'find') return findMatches(task.words, description, synonymsWith(screen.searchSynonyms));
  return task.kind === 'ways' ? findWays(task, description) : findDocs(task.name, description);
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
