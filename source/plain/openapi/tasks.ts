/** Parts of a description: the overview, `--find`, `--from`/`--to`, `--describe`, `--print-schema`. */

import type { OpenapiCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { type Failure, usageError } from '../../core/failure.js';
import {
  describeOperation,
  describeSchema,
  operationFacts,
  schemaFacts,
  schemaNamed,
  usesOf,
} from '../../core/openapi/describe.js';
import { serverUrls } from '../../core/openapi/document/servers.js';
import type { Description, Operation } from '../../core/openapi/document/types.js';
import { findOperation, nearNames, titleOf } from '../../core/openapi/look-up.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { shapeOf } from '../../core/openapi/schema.js';
import { type Hit, searchAll } from '../../core/openapi/search.js';
import type { Match } from '../../core/openapi/search-index.js';
import { callsBetween, readCallEnd, type WayCall } from '../../core/openapi/ways-between.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Synonyms } from '../../core/search/synonyms.js';
import { withMarkedEnds } from '../../core/text/runs.js';
import type { Environment } from '../../environment.js';
import { printText } from '../graphql/output.js';
import { note } from '../note.js';
import { type Answer, firstLine, matchNotes, maxMatches, wayNotes } from '../tasks/look-up.js';
import { unknownOperation } from './call.js';

/** Returns all operations; title, servers and counts are notes. */
export function overviewOf(description: Description): Answer {
  const { title, apiVersion, version, operations, schemas } = description;
  const kind = version.startsWith('2') ? 'Swagger' : 'OpenAPI';
  const servers = serverUrls(description);
  return {
    notes: [
      `${[title, apiVersion].filter(each => each !== '').join(' ')} (${kind} ${version}): ${counted(operations.length, 'operation')}, ${counted(schemas.length, 'schema')}, ${servers.length === 0 ? 'without a server' : `at ${servers.join(', ')}`}`,
    ],
    facts: () => operations.map(each => operationFacts(description, each)),
    rows: operations.map(operation => rowOf(description, { kind: 'operation', operation })),
    widths,
  };
}

const widths = [56, 32];

export function findMatches(words: string, description: Description, synonyms: Synonyms): Answer {
  const all = searchAll(description, words, synonyms);
  const shown = all.slice(0, maxMatches);
  const counts = { shown: shown.length, total: all.length, missing: all[0]?.missing ?? [] };
  return {
    notes: matchNotes(counts, 'No match in the description.'),
    facts: () => shown.map(each => hitFacts(description, each)),
    rows: shown.map(each => hitRow(description, each)),
    widths,
  };
}

const hitFacts = (description: Description, { match, missing, part }: Hit) => ({
  ...(match.kind === 'operation'
    ? operationFacts(description, match.operation)
    : schemaFacts(description, match.schema)),
  part,
  without: missing.length === 0 ? undefined : missing,
});

/** The row of a match, with the words it does not have and the parameter or property it was found by. */
function hitRow(description: Description, { match, missing, part }: Hit): Row {
  const [name, id, summary] = rowOf(description, match);
  const marks = [
    ...(missing.length === 0 ? [] : [`(without: ${missing.join(', ')})`]),
    ...(part === undefined ? [] : [`(has ${part})`]),
  ];
  return [name, id, [...marks.map(safeLine), summary].join(' ').trimEnd()];
}

type Row = readonly [name: string, id: string, summary: string];

function rowOf(description: Description, match: Match): Row {
  const line = (text: string): string => safeLine(firstLine(text.trim()));
  if (match.kind === 'schema') {
    const {
      description: said,
      title,
      deprecated,
    } = shapeOf(description.root, schemaNamed(description.root, match.schema));
    return [line(match.schema), 'schema', `${deprecated ? '(deprecated) ' : ''}${line(title || said)}`];
  }
  const { operation } = match;
  return [
    line(titleOf(operation)),
    line(operation.id ?? ''),
    `${deprecatedMark(operation)}${line(operation.summary || operation.description)}`,
  ];
}

const deprecatedMark = ({ deprecated }: Operation): string => (deprecated ? '(deprecated) ' : '');

/** Returns the docs of an operation or a schema. An unknown name is a usage error that suggests the closest one. */
export function findDocs(typed: string, description: Description): Answer | Failure {
  const operation = findOperation(description, typed);
  if (operation)
    return { facts: () => operationFacts(description, operation), rows: [[describeOperation(description, operation)]] };
  const name = typed.trim();
  if (schemaNamed(description.root, name) === undefined) return unknownOperation(description, name);
  const uses = usesOf(description, name).map(titleOf);
  const shown = uses.slice(0, 20).map(each => `  ${withMarkedEnds(each)}`);
  const more = uses.length > 20 ? [`  … ${uses.length - 20} more`] : [];
  const used = uses.length === 0 ? [] : ['', 'Used by', ...shown, ...more];
  return {
    facts: () => schemaFacts(description, name),
    rows: [[[describeSchema(description, name), ...used].join('\n')]],
  };
}

/** Returns the chains, or a failure if no operation has an end. */
export function findWays(task: OpenapiTask & { readonly kind: 'ways' }, description: Description): Answer | Failure {
  const from = task.from === undefined ? undefined : readCallEnd(description, task.from);
  const to = readCallEnd(description, task.to);
  if (task.from !== undefined && from === undefined) return unknownEnd(description, task.from);
  if (to === undefined) return unknownEnd(description, task.to);
  const found = callsBetween(description, from, to);
  return {
    notes: wayNotes(found, task, 'an operation without IDs'),
    facts: () => found.ways.map(way => way.map(factsOf)),
    rows: found.ways.map(way => [way.map(textOf).join(' → ')]),
  };
}

function unknownEnd(description: Description, name: string): Failure {
  const near = nearNames(description, name);
  const hint = near.length === 0 ? '--find WORDS searches for operations and schemas.' : `Near: ${near.join(', ')}`;
  return usageError(`No operation takes or returns ${name}.`, hint);
}

/** `GET /orders/{orderId} (orderId = items.id)` */
function textOf({ operation, takes, needs }: WayCall): string {
  const inputs = needs.map(({ name }) => name);
  if (takes) inputs.unshift(takes.from === undefined ? takes.parameter : `${takes.parameter} = ${takes.from}`);
  return safeLine(`${titleOf(operation)}${inputs.length === 0 ? '' : ` (${inputs.join(', ')})`}`);
}

const factsOf = ({ operation, takes, needs }: WayCall) => ({
  operation: titleOf(operation),
  operationId: operation.id,
  takes,
  needs: needs.map(({ name, place }) => ({ name, in: place })),
});

/** Prints the complete document, including referenced parts in other files. */
export async function printTask(
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const { root, version } = description;
  if (version.startsWith('2') && !command.output.silent)
    note(environment, `The description is Swagger ${version}. It is printed as OpenAPI 3.0.`);
  return printText(`${JSON.stringify(root, undefined, 2)}\n`, 'application/json', command, environment);
}
