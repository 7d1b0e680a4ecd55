/** `--find`, `--to`, `--describe`, `--diff-schema`, `--validate`: tasks on a schema. They send only introspection queries. */
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { type Synonyms, synonymsWith } from '../../../core/search/synonyms.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { type Answer, isMiss, type LookUpTask, printAnswer } from '../../tasks/look-up.js';
import { refuseTaskReports } from '../../tasks/reports.js';
import { findDocs } from './describe.js';
import { diffTask } from './diff.js';
import { findMatches } from './find.js';
import { judgeBy } from './judge.js';
import { describeSchemaSource, loadFor } from './load.js';
import { findWays } from './ways.js';

function lookUp(task: LookUpTask, index: SchemaIndex, synonyms: Synonyms): Answer | Failure {
  if (task.kind === 'find') return findMatches(task.words, index, synonyms);
  return task.kind === 'ways' ? findWays(task, index) : findDocs(task.name, index);
}

/** Returns the exit code, or the failure to print. */
export async function runSchemaTask(
  task: SchemaTask,
  command: GraphqlCommand,
  context: RunContext,
): Promise<number | Failure> {
  const { environment } = context;
  const refused = await refuseTaskReports(task, environment);
  if (refused) return refused;
  if (task.kind === 'diff') return diffTask(task, command, context);
  const loaded = await loadFor(command, command.url, context);
  if (typeof loaded === 'number' || isFailure(loaded)) return loaded;
  if (task.kind === 'validate') return (await import('./validate.js')).validateTask(task, loaded, command, environment);
  const synonyms = synonymsWith(command.screen.searchSynonyms);
  const judged = await judgeBy(loaded, ({ index }) => lookUp(task, index, synonyms), isMiss);
  if (isFailure(judged)) return judged;
  describeSchemaSource(judged.loaded, command, environment);
  const { verdict: answer } = judged;
  return isFailure(answer) ? answer : printAnswer(answer, task, command, environment);
}
