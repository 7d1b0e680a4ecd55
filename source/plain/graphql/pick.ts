/** `--pick`: builds an operation from paths of the schema tree, with the full screen's builder. */

import type { GraphQLSchema } from 'graphql';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { buildGraphqlSchema } from '../../core/graphql/build-schema.js';
import { applyPicks, type Picked } from '../../core/graphql/builder/pick/apply.js';
import { pagingPicks } from '../../core/graphql/builder/pick/paging.js';
import type { PickProblem } from '../../core/graphql/builder/pick/parse.js';
import { parseQuery } from '../../core/graphql/builder/text/query-document.js';
import { chooseOperation } from '../../core/graphql/document.js';
import { withNearestWay } from '../../core/graphql/look-up/nearest-way.js';
import { pagingOf } from '../../core/graphql/sending/paging.js';
import { isProblem } from '../../core/problem.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { cachedSchema, type LoadedSchema } from '../../io/graphql/introspect.js';
import type { Endpoint, RunContext } from '../../io/graphql/transport.js';
import { readText } from '../../io/sources.js';
import { note } from '../note.js';
import { isEnding } from './ending.js';
import { printText } from './output.js';
import { judgeBy } from './schema/judge.js';
import { loadFromServer } from './schema/load.js';
import { schemaAt } from './schema/place.js';

interface PickedOperation {
  readonly text: string;
  readonly loaded: LoadedSchema;
  /** Absent with `--schema FILE`, which needs no server. */
  readonly endpoint?: Endpoint;
}

/** Builds the operation. Fetches the schema unless it is cached. A number is the exit code after the problem was printed. */
export async function pickOperation(
  command: GraphqlCommand,
  url: string | undefined,
  context: RunContext,
): Promise<PickedOperation | number | Failure> {
  const { environment } = context;
  const typed = command.query === undefined ? '' : await readText(command.query, environment);
  if (isFailure(typed)) return typed;
  const { problem } = parseQuery(typed);
  if (problem !== undefined) {
    return usageError(
      `Line ${problem.line} of --query: ${problem.message}`,
      '--pick needs a --query that can be parsed.',
    );
  }
  const found = await schemaFor(command, url, context);
  if (isEnding(found)) return found;
  const pick = ({ index, sdl }: LoadedSchema): Picked | Failure => {
    const built = buildGraphqlSchema(index, sdl);
    if (isProblem(built)) return failure('protocol', `The schema cannot be used with --pick: ${built.problem}`);
    const picked = command.again.paginate
      ? pagedPicks(built.schema, typed, command)
      : applyPicks(built.schema, typed, command.picks, command.operation);
    if (!isProblem(picked)) return picked;
    const { hint, problem } = withNearestWay(index, picked, command.picks);
    return usageError(problem, hint);
  };
  const judged = await judgeBy(found.loaded, pick, isFailure);
  if (isFailure(judged)) return judged;
  const { loaded, verdict: picked } = judged;
  if (isFailure(picked)) return picked;
  if (!command.output.silent) for (const text of picked.notes) note(environment, text);
  return { ...found, loaded, text: picked.document.text };
}

/** Returns the picks, and those that add pagination. An operation that is not a query is rejected later. */
function pagedPicks(schema: GraphQLSchema, typed: string, { picks, operation }: GraphqlCommand): Picked | PickProblem {
  const picked = applyPicks(schema, typed, picks, operation);
  if (isProblem(picked)) return picked;
  const chosen = chooseOperation(picked.document.lastValid.ast, operation);
  if (isFailure(chosen) || chosen.kind !== 'query') return picked;
  if (!isFailure(pagingOf(chosen.document, chosen.node))) return picked;
  const more = pagingPicks(schema, picked.document.lastValid, chosen.node);
  if (isProblem(more)) return more;
  // From the start, so that two picks with different values for one argument are reported as usual.
  const paged = applyPicks(schema, typed, [...picks, ...more.picks], operation);
  return isProblem(paged) ? paged : { ...paged, notes: [...paged.notes, ...more.notes] };
}

export const printQuery = (
  text: string,
  command: GraphqlCommand,
  { environment }: RunContext,
): Promise<number | Failure> =>
  printText(text.endsWith('\n') ? text : `${text}\n`, 'application/graphql', command, environment);

async function schemaFor(
  command: GraphqlCommand,
  url: string | undefined,
  context: RunContext,
): Promise<Omit<PickedOperation, 'text'> | number | Failure> {
  const { environment } = context;
  const { curl, dryRun } = command.output;
  const sendsNothing = curl || dryRun;
  if (command.schema !== undefined) {
    const loaded = await schemaAt(command.schema, command, context, sendsNothing ? { from: 'cached' } : {});
    return isEnding(loaded) ? loaded : { loaded };
  }
  if (url === undefined) return usageError('No URL given.', 'Usage: apiclient graphql URL --pick user.name');
  if (sendsNothing) {
    const endpoint = await readEndpoint(url, command, environment, { ask: false });
    if (isFailure(endpoint)) return endpoint;
    const loaded = await cachedSchema(endpoint, context);
    if (loaded !== undefined) return { loaded: { ...loaded, again: undefined } };
    return usageError(
      `--pick needs a schema, but with ${curl ? '--curl' : '--dry-run'} no server is contacted.`,
      'Pass --schema FILE, or run apiclient graphql URL --print-schema once to cache the schema.',
    );
  }
  return loadFromServer(command, url, context);
}
