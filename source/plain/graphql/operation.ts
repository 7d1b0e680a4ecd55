/** Reads the operation of a command and checks everything that needs no schema. */

import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import {
  chooseOperation,
  isIncremental,
  type OperationKind,
  parseDocument,
  textsForScalars,
  unknownDirectives,
} from '../../core/graphql/document.js';
import { firstPageFits, type Paging, pagingOf } from '../../core/graphql/sending/paging.js';
import { chooseUnread, seemsIncremental } from '../../core/graphql/sending/unread.js';
import { readVariables, type Variables, withUploads } from '../../core/graphql/variables.js';
import { isProblem } from '../../core/problem.js';
import type { Environment } from '../../environment.js';
import type { Operation } from '../../io/graphql/transport.js';
import { readItems } from '../../io/items.js';
import { readText } from '../../io/sources.js';
import { note } from '../note.js';
import { isEnding } from './ending.js';
import { printProblem } from './words.js';

/** An operation ready to send, with its document and its node in that document. */
export interface WrittenOperation {
  readonly operation: Operation;
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  /** With `--paginate`, if the text is known: the list to follow. */
  readonly paging?: Paging;
}

/** Placeholder for a document that only the server has; treated as a query. */
const unknownDocument = { from: 'text', text: '{ __typename }' } as const;

/** Reads and checks the user's operation. A number is the exit code after problems were printed. */
export async function readOperation(
  command: GraphqlCommand,
  environment: Environment,
): Promise<WrittenOperation | number | Failure> {
  const query = await readQuery(command, environment);
  if (isFailure(query)) return query;
  const parsed = parseDocument(query);
  const problem = 'document' in parsed ? undefined : parsed;
  if (problem && command.validate) {
    printProblem(environment, 'query', problem.text, problem.position, query);
    note(environment, 'Nothing was sent. Pass --no-validate to send it unchanged.');
    return 2;
  }
  const chosen =
    'document' in parsed ? chooseOperation(parsed.document, command.operation) : chooseUnread(query, command.operation);
  if (isFailure(chosen)) return chosen;
  const { document, node, kind, operationName } = chosen;
  const refusal = refusedFlag(command, kind, problem?.text);
  if (refusal) return refusal;
  const { documentId, extensions } = command.sends;
  const isPaged = command.again.paginate && documentId === undefined;
  const paging = isPaged ? pagingOf(document, node) : undefined;
  if (isFailure(paging)) return paging;
  const variables = await readCommandVariables(command, node, paging, environment);
  if (isEnding(variables)) return variables;
  const isUnread = problem !== undefined;
  if (!command.output.silent) noteVariables(node, variables, documentId !== undefined || isUnread, environment);
  return {
    document,
    node,
    paging,
    operation: {
      kind,
      query,
      operationName,
      variables: variables.text,
      extensions,
      documentId,
      withoutText: documentId !== undefined,
      uploads: command.uploads,
      incremental: isUnread ? seemsIncremental(query) : isIncremental(document),
    },
  };
}

/** Refuses an operation whose first page needs a cursor that was not given. */
function missingCursor(node: OperationDefinitionNode, paging: Paging, { values }: Variables): Failure | undefined {
  const { cursor } = paging.direction;
  if (firstPageFits(node, paging, values.has(cursor))) return undefined;
  return usageError(
    `$${cursor} requires a value, but the first page has no cursor.`,
    `Declare it as $${cursor}: String, without the !, or pass ${cursor}=CURSOR.`,
  );
}

async function readQuery({ query, sends }: GraphqlCommand, environment: Environment): Promise<string | Failure> {
  const source = sends.documentId === undefined ? query : unknownDocument;
  if (source === undefined) {
    return usageError(
      'The GraphQL screen needs a terminal.',
      'Without one: apiclient graphql URL --query TEXT|@FILE|@-    or    apiclient graphql URL --print-schema',
    );
  }
  const text = await readText(source, environment);
  if (isFailure(text) || text.trim() !== '') return text;
  return usageError('The operation of --query is empty.', "Usage: --query '{ … }', --query @FILE or --query @-");
}

/** Refuses flags that cannot be used with the kind of operation. @param problem reason why its text cannot be parsed */
function refusedFlag(
  { again: { paginate, everyMs }, sends, get }: GraphqlCommand,
  kind: OperationKind,
  problem: string | undefined,
): Failure | undefined {
  if (paginate && kind !== 'query') return usageError(`--paginate cannot be used with a ${kind}.`, 'Remove the flag.');
  if (everyMs !== undefined && kind === 'subscription')
    return usageError(`--every cannot be used with a ${kind}.`, 'Remove the flag.');
  if (problem !== undefined && paginate)
    return usageError(`--paginate needs a valid operation: ${problem}`, 'Fix the operation, or remove --paginate.');
  if (sends.persisted && kind === 'subscription')
    return usageError('--persisted applies only to queries and mutations.', 'Remove --persisted for a subscription.');
  return get && kind !== 'query' ? usageError(`A ${kind} cannot be sent with GET.`, 'Remove --get.') : undefined;
}

/** Reads `--variables`, the items and the uploads. A number is the exit code after a problem was printed. */
async function readCommandVariables(
  command: GraphqlCommand,
  node: OperationDefinitionNode,
  paging: Paging | undefined,
  environment: Environment,
): Promise<Variables | number | Failure> {
  const text = command.variables && (await readText(command.variables, environment));
  if (isFailure(text)) return text;
  const items = await readItems(command.items, environment);
  if (isFailure(items)) return items;
  const read = readVariables(text, items);
  if (isFailure(read)) return read;
  if (isProblem(read)) {
    printProblem(environment, 'variables', read.problem, read.position, read.source);
    return 2;
  }
  const variables = withUploads(
    read,
    command.uploads.map(upload => upload.path),
  );
  if (isFailure(variables)) return variables;
  return (paging && missingCursor(node, paging, read)) ?? variables;
}

/** @param isUnknown true if the variables that the operation declares are unknown */
function noteVariables(
  node: OperationDefinitionNode,
  { values }: Variables,
  isUnknown: boolean,
  environment: Environment,
): void {
  for (const name of isUnknown ? [] : unknownDirectives(node, values.keys())) {
    note(environment, `The operation declares no variable $${name}, but it is sent anyway.`);
  }
  for (const { name, type, text } of textsForScalars(node, values)) {
    note(environment, `$${name} has type ${type}, but ${name}=${text} is a string. To send JSON, use ${name}:=${text}`);
  }
}
