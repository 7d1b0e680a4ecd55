/** `--find`, `--to`, `--describe`, `--diff-schema`, `--validate`: tasks on a schema. They send only introspection queries. */
import type { GraphQLSchema } from 'graphql';
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { pickOf } from '../../../core/graphql/builder/pick/write.js';
import { emptyDocument } from '../../../core/graphql/builder/text/query-document.js';
import {
  type FieldNeeds,
  readWayEnd,
  type SchemaWay,
  waysBetween,
} from '../../../core/graphql/look-up/ways-between.js';
import { diffSchemas, tellsOneOf } from '../../../core/graphql/schema-diff/diff.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { safeLine } from '../../../core/response/safe-text.js';
import { type Synonyms, synonymsWith } from '../../../core/search/synonyms.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { type Answer, isMiss, type LookUpTask, printAnswer, wayNotes } from '../../tasks/look-up.js';
import { refuseTaskReports, reportChanges } from '../../tasks/reports.js';
import { findDocs, unknownName } from './describe.js';
import { findMatches } from './find.js';
import { judgeBy } from './judge.js';
import { describeSchemaSource, loadFor } from './load.js';
import { schemaAt } from './place.js';

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

/** Prints the changes. Exit code 10 if one breaks clients. */
async function diffTask(
  task: SchemaTask & { readonly kind: 'diff' },
  command: GraphqlCommand,
  context: RunContext,
): Promise<number | Failure> {
  const old = await schemaAt(task.old, command, context, { from: 'fresh' });
  if (typeof old === 'number' || isFailure(old)) return old;
  // A cached schema may be as old as the other one, so query the server.
  const now = await loadFor({ ...command, refreshSchema: true }, command.url, context);
  if (typeof now === 'number' || isFailure(now)) return now;
  const before = built(old, 'old');
  if (isFailure(before)) return before;
  const after = built(now, 'new');
  if (isFailure(after)) return after;
  const changes = diffSchemas(before, after, { oneOf: tellsOneOf(old.index.raw) && tellsOneOf(now.index.raw) });
  return reportChanges(changes, task, command, context.environment);
}

function built({ index, sdl }: LoadedSchema, which: string): GraphQLSchema | Failure {
  const built = buildGraphqlSchema(index, sdl);
  return 'problem' in built
    ? failure('protocol', `The ${which} schema cannot be compared: ${built.problem}`)
    : built.schema;
}

/** Returns the paths, or a failure if the schema does not have an end. */
function findWays(task: SchemaTask & { readonly kind: 'ways' }, view: SchemaIndex): Answer | Failure {
  const from = task.from === undefined ? undefined : readWayEnd(view, task.from);
  const to = readWayEnd(view, task.to);
  if (task.from !== undefined && from === undefined) return unknownName(view, task.from);
  if (to === undefined) return unknownName(view, task.to);
  const found = waysBetween(view, from, to);
  const facts = found.ways.map(way => factsOf(view, way));
  return {
    notes: wayNotes(found, task, 'a root'),
    facts: () => facts,
    rows: found.ways.map((way, at) => [
      safeLine(facts[at]?.path ?? way.words.join('.')),
      safeLine(way.type),
      safeLine(way.needed.map(needText).join(' ')),
    ]),
    widths: [48, 24],
  };
}

function factsOf(view: SchemaIndex, { path, words, type, needed }: SchemaWay) {
  const pick = path && pickOf(view, emptyDocument.lastValid, undefined, path);
  return {
    way: words,
    type,
    ...(pick === undefined ? {} : { path: pick }),
    needs: needed.flatMap(({ field, arguments: args }) =>
      args.map(each => ({ field, argument: each.name, type: each.type.text })),
    ),
    ...(path?.root === 'mutation' && { writes: true }),
  };
}

/** `repository(owner: String!, name: String!)` */
const needText = ({ field, arguments: args }: FieldNeeds): string =>
  `${field}(${args.map(each => `${each.name}: ${each.type.text}`).join(', ')})`;
