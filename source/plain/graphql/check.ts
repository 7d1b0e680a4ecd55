/** Validates the operation against `--schema` or a cached schema. `--query` alone never costs a second request. */

import type { GraphqlCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { type Failure, isFailure } from '../../core/failure.js';
import { leavesWords, missingLeaves, withLeaves } from '../../core/graphql/builder/missing-leaves.js';
import type { SchemaView } from '../../core/graphql/builder/schema/schema-view.js';
import { parseQuery } from '../../core/graphql/builder/text/query-document.js';
import type { CheckResult } from '../../core/graphql/check.js';
import { chooseOperation, type Problem, parseDocument } from '../../core/graphql/document.js';
import { uploadValues } from '../../core/graphql/variables.js';
import { isProblem } from '../../core/problem.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import { cachedSchema, introspect, type LoadedSchema } from '../../io/graphql/introspect.js';
import type { Endpoint, RunContext } from '../../io/graphql/transport.js';
import { note } from '../note.js';
import { ask, canAsk, isYes } from '../parts/ask.js';
import { isEnding } from './ending.js';
import type { WrittenOperation } from './operation.js';
import { judgeBy } from './schema/judge.js';
import { schemaAt } from './schema/place.js';
import { ageWords, printProblem } from './words.js';

/**
 * Returns undefined to send the operation, a different operation to send instead, after the user's consent, or the exit code if
 * problems were printed.
 * @param known a schema already loaded for the operation
 */
export async function checkBeforeSending(
  command: GraphqlCommand,
  written: WrittenOperation,
  endpoint: Endpoint,
  context: RunContext,
  known?: LoadedSchema,
): Promise<number | Failure | WrittenOperation | undefined> {
  const { environment } = context;
  const found = known ?? (await schemaToCheckWith(command, endpoint, context));
  if (found === undefined || isEnding(found)) return found;
  // Loads most of graphql-js, so only once there is a schema.
  const { buildGraphqlSchema } = await import('../../core/graphql/build-schema.js');
  const { checkDocument, checkVariables } = await import('../../core/graphql/check.js');
  const { document, node, operation } = written;
  const check = ({ index, sdl }: LoadedSchema) => {
    const built = buildGraphqlSchema(index, sdl);
    if (isProblem(built)) return { problems: [], unusable: built.problem };
    const checked = checkDocument(built.schema, document);
    if (checked.problems.length > 0) return checked;
    const variables: Record<string, unknown> = JSON.parse(operation.variables ?? '{}');
    const paths = operation.uploads.map(upload => upload.path);
    const coerced = checkVariables(built.schema, node, uploadValues(variables, paths));
    return { ...coerced, unchecked: checked.unchecked ?? coerced.unchecked };
  };
  const judged = await judgeBy<CheckResult & { readonly unusable?: string }>(
    found,
    check,
    ({ problems }) => problems.length > 0,
  );
  if (isFailure(judged)) return judged;
  const { loaded } = judged;
  const { problems, unchecked, unusable } = judged.verdict;
  if (unusable !== undefined)
    note(environment, `The query cannot be validated, because the schema is unusable: ${unusable}`);
  if (unchecked !== undefined) note(environment, `The query was not validated: ${unchecked}`);
  if (problems.length === 0) return undefined;
  const offer = await offerLeaves(operation.query, loaded.index, environment);
  if (isFailure(offer)) return offer;
  if (offer?.kind === 'accepted') {
    const completed = withText(written, offer.text);
    return (await checkBeforeSending(command, completed, endpoint, context, loaded)) ?? completed;
  }
  printProblems(problems, operation.query, environment);
  if (offer !== undefined) note(environment, offer.hint);
  note(environment, advice(loaded, environment));
  return 2;
}

/** The operation with another text, which is valid. */
function withText(written: WrittenOperation, query: string): WrittenOperation {
  const parsed = parseDocument(query);
  if (!('document' in parsed)) return written;
  const chosen = chooseOperation(parsed.document, written.node.name?.value);
  if (isFailure(chosen)) return written;
  const { document, node } = chosen;
  return { ...written, document, node, operation: { ...written.operation, query } };
}

async function schemaToCheckWith(
  command: GraphqlCommand,
  endpoint: Endpoint,
  context: RunContext,
): Promise<LoadedSchema | number | Failure | undefined> {
  if (command.schema !== undefined) return schemaAt(command.schema, command, context);
  if (!command.refreshSchema) return cachedSchema(endpoint, context);
  const loaded = await introspect(endpoint, context);
  if (!isFailure(loaded) || loaded.kind === 'interrupted' || loaded.kind === 'terminated') return loaded;
  note(context.environment, `The query is sent without validation. ${loaded.text}`);
  return undefined;
}

const shownProblems = 20;

function printProblems(problems: readonly Problem[], source: string, environment: Environment): void {
  for (const problem of problems.slice(0, shownProblems)) {
    printProblem(environment, 'query', problem.text, problem.position, source);
  }
  if (problems.length > shownProblems)
    note(environment, `${counted(problems.length - shownProblems, 'more problem')}.`);
}

function advice(loaded: LoadedSchema, environment: Environment): string {
  const how = 'Pass --no-validate to send it anyway';
  if (loaded.from !== 'cache') return `Nothing was sent. ${how}.`;
  const age = ageWords(environment.now() - loaded.fetchedAt);
  return `Nothing was sent. The schema is from the cache (${age} old). ${how}, or --print-schema --refresh-schema to reload it.`;
}

/** Longer texts are not repeated in a message, in characters. */
const maxShownLength = 200;

type LeavesOffer =
  | { readonly kind: 'accepted'; readonly text: string }
  | { readonly kind: 'advice'; readonly hint: string };

/**
 * Returns the completed text if the user accepts it. Without a terminal, returns the line to type. Returns undefined if nothing
 * is missing or the user declines.
 */
async function offerLeaves(
  text: string,
  view: SchemaView,
  environment: Environment,
): Promise<LeavesOffer | Failure | undefined> {
  const missing = missingLeaves(view, parseQuery(text).lastValid);
  if (missing.length === 0) return undefined;
  const completed = withLeaves(text, missing);
  if (!canAsk(environment)) return { kind: 'advice', hint: exampleOf(completed, missing) };
  const reply = await ask(`Add ${safeLine(leavesWords(missing))}? [y/N]`, environment);
  if (isFailure(reply)) return reply;
  return isYes(reply) ? { kind: 'accepted', text: completed } : undefined;
}

/** The exact arguments to type; of a long text only the new parts. */
function exampleOf(completed: string, missing: ReturnType<typeof missingLeaves>): string {
  const line = completed.trim();
  if (line.length <= maxShownLength && !/['\n]/.test(line))
    return `To select ${leavesWords(missing)}: --query '${safeLine(line)}'`;
  return `Use ${missing.map(({ field, leaves }) => `${field} { ${leaves} }`).join(', ')}`;
}
