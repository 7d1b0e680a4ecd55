/** `--find`, `--to`, `--describe`, `--diff-schema`, `--validate`: tasks on a schema. They send only introspection queries. */
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { describe } from '../../../core/graphql/look-up/facts.js';
import { readWayEnd } from '../../../core/graphql/look-up/ways-between.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, searchIndexOf } from '../../../core/graphql/search/index.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { type Synonyms, synonymsWith } from '../../../core/search/synonyms.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { refuseReports } from '../../report-files.js';
import { describeTask } from './describe.js';
import { diffTask } from './diff.js';
import { findTask } from './find.js';
import { judgeBy } from './judge.js';
import { describeSchemaSource, loadFor } from './load.js';
import { waysTask } from './ways.js';

type LookUpTask = SchemaTask & { readonly kind: 'find' | 'ways' | 'describe' };

function isKnown(task: LookUpTask, index: SchemaIndex, synonyms: Synonyms): boolean {
  if (task.kind === 'describe') return describe(index, task.name) !== undefined;
  if (task.kind === 'ways') {
    return [task.from, task.to].every(name => name === undefined || readWayEnd(index, name) !== undefined);
  }
  return find(searchIndexOf(index), task.words, synonyms).total > 0;
}

/** Returns the exit code, or the failure to print. */
export async function runSchemaTask(
  task: SchemaTask,
  command: GraphqlCommand,
  context: RunContext,
): Promise<number | Failure> {
  if (task.kind === 'diff' || task.kind === 'validate') {
    const refused = await refuseReports(task.reports, context.environment);
    if (refused) return refused;
  }
  if (task.kind === 'diff') return diffTask(task, command, context);
  const loaded = await loadFor(command, command.url, context);
  if (typeof loaded === 'number' || isFailure(loaded)) return loaded;
  const { environment } = context;
  if (task.kind === 'validate') return (await import('./validate.js')).validateTask(task, loaded, command, environment);
  const synonyms = synonymsWith(command.screen.searchSynonyms);
  const judged = await judgeBy(
    loaded,
    ({ index }) => isKnown(task, index, synonyms),
    known => !known,
  );
  if (isFailure(judged)) return judged;
  const { index } = judged.loaded;
  describeSchemaSource(judged.loaded, command, environment);
  if (task.kind === 'find') return findTask(task, index, command, environment);
  if (task.kind === 'ways') return waysTask(task, index, command, environment);
  return describeTask(task, index, command, environment);
}
