/**
 * `apiclient openapi`: searches, describes, checks or compares a description, or calls one of its operations. A separate chunk.
 */
import type { OpenapiCommand, RequestCommand } from '../../core/command.js';
import { type Failure, isFailure } from '../../core/failure.js';
import { namesCachedSchema } from '../../core/graphql/sending/options.js';
import { checkHttpFile } from '../../core/openapi/check/check-file.js';
import { diffDescriptions } from '../../core/openapi/check/diff.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { synonymsWith } from '../../core/search/synonyms.js';
import type { Environment } from '../../environment.js';
import { documentFiles } from '../../io/document-files.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { note } from '../note.js';
import type { runRequest } from '../run-request.js';
import { type Answer, type LookUpTask, printAnswer } from '../tasks/look-up.js';
import { refuseTaskReports, reportChanges, reportFiles } from '../tasks/reports.js';
import { callTask } from './call.js';
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
    note: command.output.silent ? undefined : text => note(environment, text),
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

/** Prints the changes. Exit code 10 if one breaks clients. */
async function diffTask(
  task: OpenapiTask & { readonly kind: 'diff' },
  command: OpenapiCommand,
  context: RunContext,
): Promise<number | Failure> {
  const { old: named } = task;
  // Read before the new one replaces it in the cache.
  const isCached = namesCachedSchema(named);
  const wanted = isCached ? { ...command, refreshSchema: false } : { ...command, schema: named };
  const old = await loadDescription(wanted, context, isCached);
  if (isFailure(old)) return old;
  const now = await loadDescription({ ...command, refreshSchema: true }, context);
  if (isFailure(now)) return now;
  return reportChanges(diffDescriptions(old, now), task, command, context.environment);
}

/** Prints the problems of `.http` files. Exit code 2 if there are any. Sends nothing. */
async function validateTask(
  task: OpenapiTask & { readonly kind: 'validate' },
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const files = await documentFiles(task.patterns, environment, /\.(?:http|rest)$/i);
  if (isFailure(files)) return files;
  const checked = files.map(({ name, text }) => checkHttpFile(description, name, text));
  const requests = checked.reduce((sum, { definitions }) => sum + definitions, 0);
  const summary = (bad: number): string => {
    const result = bad === 0 ? 'all match the description' : `${bad} of ${checked.length} files with problems`;
    return `${requests} ${requests === 1 ? 'request' : 'requests'} checked, ${result}.`;
  };
  return reportFiles(checked, summary, task, command, environment);
}
