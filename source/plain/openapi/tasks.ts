/** Prints parts of a description: the overview, `--find`, `--describe`, `--print-schema`. */
import type { OpenapiCommand } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
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
import { findOperation, titleOf } from '../../core/openapi/look-up.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { shapeOf } from '../../core/openapi/schema.js';
import { type Hit, searchAll } from '../../core/openapi/search.js';
import type { Match } from '../../core/openapi/search-index.js';
import { safeLine } from '../../core/response/safe-text.js';
import { synonymsWith } from '../../core/search/synonyms.js';
import { withMarkedEnds } from '../../core/text/runs.js';
import type { Environment } from '../../environment.js';
import { printText } from '../graphql/output.js';
import { note } from '../note.js';
import { unknownOperation } from './call.js';

/** The same limit as `--find` for GraphQL. */
const maxShown = 200;

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Prints all operations, one per line; title, servers and counts on standard error. */
export async function overviewTask(
  task: OpenapiTask & { readonly kind: 'overview' },
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const { title, apiVersion, version, operations, schemas } = description;
  if (task.json)
    return printText(
      json(operations.map(each => operationFacts(description, each))),
      'application/json',
      command,
      environment,
    );
  if (!command.output.silent) {
    const kind = version.startsWith('2') ? 'Swagger' : 'OpenAPI';
    const servers = serverUrls(description);
    note(
      environment,
      `${[title, apiVersion].filter(each => each !== '').join(' ')} (${kind} ${version}): ${operations.length} operations, ${schemas.length} schemas, ${servers.length === 0 ? 'without a server' : `at ${servers.join(', ')}`}`,
    );
  }
  return printRows(
    operations.map(operation => rowOf(description, { operation })),
    command,
    environment,
  );
}

/** Prints the matches. Returns 1 if there is none, like grep. */
export async function findTask(
  task: OpenapiTask & { readonly kind: 'find' },
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const all = searchAll(description, task.words, synonymsWith(command.screen.searchSynonyms));
  const missing = all[0]?.missing ?? [];
  const shown = all.slice(0, maxShown);
  if (!command.output.silent) {
    if (shown.length === 0) note(environment, 'No match in the description.');
    else if (missing.length > 0)
      note(environment, `No match has all words. The first one lacks: ${missing.join(', ')}`);
    if (all.length > shown.length)
      note(environment, `${all.length - shown.length} more matches. Add a word to narrow the search.`);
  }
  if (task.json) {
    const facts = shown.map(({ match, missing: without, part }) => ({
      ...('operation' in match ? operationFacts(description, match.operation) : schemaFacts(description, match.schema)),
      ...(part === undefined ? {} : { part }),
      ...(without.length === 0 ? {} : { without }),
    }));
    const ended = await printText(json(facts), 'application/json', command, environment);
    return ended === 0 && shown.length === 0 ? 1 : ended;
  }
  if (shown.length === 0) return 1;
  return printRows(
    shown.map(each => hitRow(description, each)),
    command,
    environment,
  );
}

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
  const line = (text: string): string => safeLine((text.trim().split(/\r?\n/, 1)[0] ?? '').replace(/\t/g, ' '));
  if ('schema' in match) {
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

function printRows(rows: readonly Row[], command: OpenapiCommand, environment: Environment): Promise<number | Failure> {
  const width = (column: 0 | 1, max: number): number =>
    rows.reduce((widest, row) => Math.max(widest, Math.min(max, row[column].length)), 0);
  const [first, second] = [width(0, 56), width(1, 32)];
  const lines = rows.map(row =>
    environment.stdout.isTTY === true
      ? `${row[0].padEnd(first)}  ${row[1].padEnd(second)}  ${row[2]}`.trimEnd()
      : row.join('\t'),
  );
  return printText(lines.map(line => `${line}\n`).join(''), 'text/plain', command, environment);
}

/** Prints the docs of an operation or a schema. An unknown name is a usage error that suggests the closest one. */
export async function describeTask(
  task: OpenapiTask & { readonly kind: 'describe' },
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const operation = findOperation(description, task.name);
  const name = task.name.trim();
  const isSchema = operation === undefined && schemaNamed(description.root, name) !== undefined;
  if (operation === undefined && !isSchema) return unknownOperation(description, name);
  if (task.json) {
    const facts = operation ? operationFacts(description, operation) : schemaFacts(description, name);
    return printText(json(facts), 'application/json', command, environment);
  }
  if (operation) return printText(`${describeOperation(description, operation)}\n`, 'text/plain', command, environment);
  const uses = usesOf(description, name).map(titleOf);
  const used =
    uses.length === 0
      ? ''
      : `\n\nUsed by\n${uses
          .slice(0, 20)
          .map(each => `  ${withMarkedEnds(each)}`)
          .join('\n')}${uses.length > 20 ? `\n  … ${uses.length - 20} more` : ''}`;
  return printText(`${describeSchema(description, name)}${used}\n`, 'text/plain', command, environment);
}

/** Prints the complete document, including referenced parts in other files. */
export async function printTask(
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<number | Failure> {
  const { root, version } = description;
  if (version.startsWith('2') && !command.output.silent)
    note(environment, `The description is Swagger ${version}. It is printed as OpenAPI 3.0.`);
  return printText(json(root), 'application/json', command, environment);
}
