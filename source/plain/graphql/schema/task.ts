/** `--find`, `--to`, `--describe`, `--diff-schema`, `--validate`: tasks on a schema. They send only introspection queries. */

import type { GraphQLSchema } from 'graphql';
import type { GraphqlCommand } from '../../../core/command.js';
import { type Failure, failure, isFailure, usageError } from '../../../core/failure.js';
import { buildGraphqlSchema } from '../../../core/graphql/build-schema.js';
import { pickOf } from '../../../core/graphql/builder/pick/write.js';
import { fieldOf } from '../../../core/graphql/builder/schema/lookups.js';
import { emptyDocument } from '../../../core/graphql/builder/text/query-document.js';
import { describe, titleOf } from '../../../core/graphql/look-up/facts.js';
import { coordinateOf, readCoordinate, readPath } from '../../../core/graphql/look-up/read-name.js';
import {
  type FieldNeeds,
  readWayEnd,
  type SchemaWay,
  waysBetween,
} from '../../../core/graphql/look-up/ways-between.js';
import { diffSchemas, tellsOneOf } from '../../../core/graphql/schema-diff/diff.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, searchIndexOf } from '../../../core/graphql/search/index.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { isProblem } from '../../../core/problem.js';
import { safeLine } from '../../../core/response/safe-text.js';
import { tiers } from '../../../core/search/name-match.js';
import { type Synonyms, synonymsWith } from '../../../core/search/synonyms.js';
import { withoutEnd } from '../../../core/text/runs.js';
import type { LoadedSchema } from '../../../io/graphql/introspect.js';
import type { RunContext } from '../../../io/graphql/transport.js';
import { type Answer, isMiss, type LookUpTask, printAnswer, wayNotes } from '../../tasks/look-up.js';
import { refuseTaskReports, reportChanges } from '../../tasks/reports.js';
import { isEnding } from '../ending.js';
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
  if (isEnding(loaded)) return loaded;
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
  if (isEnding(old)) return old;
  // A cached schema may be as old as the other one, so query the server.
  const now = await loadFor({ ...command, refreshSchema: true }, command.url, context);
  if (isEnding(now)) return now;
  const before = built(old, 'old');
  if (isFailure(before)) return before;
  const after = built(now, 'new');
  if (isFailure(after)) return after;
  const changes = diffSchemas(before, after, { oneOf: tellsOneOf(old.index.raw) && tellsOneOf(now.index.raw) });
  return reportChanges(changes, task, command, context.environment);
}

function built({ index, sdl }: LoadedSchema, which: string): GraphQLSchema | Failure {
  const built = buildGraphqlSchema(index, sdl);
  return isProblem(built)
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
    path: pick,
    needs: needed.flatMap(({ field, arguments: args }) =>
      args.map(each => ({ field, argument: each.name, type: each.type.text })),
    ),
    writes: path?.root === 'mutation' ? true : undefined,
  };
}

/** `repository(owner: String!, name: String!)` */
const needText = ({ field, arguments: args }: FieldNeeds): string =>
  `${field}(${args.map(each => `${each.name}: ${each.type.text}`).join(', ')})`;

/** Returns the docs of one name. An unknown name is a usage error that suggests the closest one. */
function findDocs(name: string, view: SchemaIndex): Answer | Failure {
  const described = describe(view, name);
  if (described === undefined) return unknownName(view, name);
  // The path takes precedence; the other needs only one more word.
  const other = readCoordinate(view, name);
  const also =
    other && coordinateOf(other) !== described.facts.name
      ? `type:${coordinateOf(other)} has the same name: ${other.kind}.`
      : '';
  const text = [titleOf(described.facts), described.docs, also].filter(part => part !== '').join('\n\n');
  return { facts: () => described.facts, rows: [[text]] };
}

/** The usage error for a name that the schema does not have, with the closest names. */
function unknownName(view: SchemaIndex, name: string): Failure {
  // If the path is valid up to a step, report that step.
  const wrong = readPath(view, name);
  const [first = ''] = name.trim().split(/[.(]/);
  const begins =
    fieldOf(view, view.roots.query, first) !== undefined || /^(?:query|mutation|subscription)$/.test(first);
  if (wrong !== undefined && isProblem(wrong) && begins) return usageError(wrong.problem, wrong.hint);
  const index = searchIndexOf(view);
  const words = name.replace(/[@():]+/g, ' ').trim();
  // If nothing resembles the full path, its parent may.
  const queries = name.startsWith('@') ? [`directive:${words}`] : [words, withoutEnd(words, /[^ .]/).slice(0, -1)];
  const results = queries.map(each => find(index, each)).find(({ total }) => total > 0);
  const isNamed = results?.fits.some(fit => fit !== tiers.none) === true;
  const near = (results?.results ?? [])
    .filter((_, nth) => !isNamed || results?.fits[nth] !== tiers.none)
    .slice(0, 3)
    .flatMap(at => {
      const entry = index.entries[at];
      if (entry === undefined) return [];
      if (entry.kind === 'directive') return [`@${entry.name}`];
      const owner = entry.field === '' ? entry.owner : `${entry.owner}.${entry.field}`;
      return [owner === '' ? entry.name : `${owner}.${entry.name}`];
    });
  const hint =
    near.length === 0
      ? 'Usage: books.title, books(first:), Type, Type.field or @directive. To search, use --find WORDS.'
      : `Closest names: ${near.join(', ')}`;
  return usageError(`The schema has no type, field or directive ${name}.`, hint);
}
