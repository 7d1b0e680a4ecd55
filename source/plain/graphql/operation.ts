/** Reads the operation of a command and checks everything that needs no schema. */

import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import {
  chooseOperation,
  isIncremental,
  parseDocument,
  textsForScalars,
  unknownDirectives,
} from '../../core/graphql/document.js';
import { firstPageFits, type Paging, pagingOf } from '../../core/graphql/sending/paging.js';
import { chooseUnread, seemsIncremental } from '../../core/graphql/sending/unread.js';
import { readVariables, withUploads } from '../../core/graphql/variables.js';
import { isProblem } from '../../core/problem.js';
import type { Environment } from '../../environment.js';
import type { Operation } from '../../io/graphql/transport.js';
import { readItems } from '../../io/items.js';
import { readText } from '../../io/sources.js';
import { note } from '../note.js';
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
  const { documentId, extensions, persisted } = command.sends;
  const source = documentId === undefined ? command.query : unknownDocument;
  if (source === undefined) {
    return usageError(
      'The GraphQL screen needs a terminal.',
      'Without one: apiclient graphql URL --query TEXT|@FILE|@-    or    apiclient graphql URL --print-schema',
    );
  }
  const query = await readText(source, environment);
  if (isFailure(query)) return query;
  if (query.trim() === '') {
    return usageError('The operation of --query is empty.', "Usage: --query '{ … }', --query @FILE or --query @-");
  }
  const parsed = parseDocument(query);
  const isUnread = !('document' in parsed);
  if (isUnread && command.validate) {
    printProblem(environment, 'query', parsed.text, parsed.position, query);
    note(environment, 'Nothing was sent. Pass --no-validate to send it unchanged.');
    return 2;
  }
  const chosen = isUnread
    ? chooseUnread(query, command.operation)
    : chooseOperation(parsed.document, command.operation);
  if (isFailure(chosen)) return chosen;
  const { document, node } = chosen;
  const { paginate, everyMs } = command.again;
  if ((paginate && chosen.kind !== 'query') || (everyMs !== undefined && chosen.kind === 'subscription')) {
    return usageError(
      `${paginate ? '--paginate' : '--every'} cannot be used with a ${chosen.kind}.`,
      'Remove the flag.',
    );
  }
  if (isUnread && paginate) {
    return usageError(`--paginate needs a valid operation: ${parsed.text}`, 'Fix the operation, or remove --paginate.');
  }
  const paging = paginate && documentId === undefined ? pagingOf(document, node) : undefined;
  if (isFailure(paging)) return paging;
  if (persisted && chosen.kind === 'subscription') {
    return usageError('--persisted applies only to queries and mutations.', 'Remove --persisted for a subscription.');
  }
  if (command.get && chosen.kind !== 'query') {
    return usageError(`A ${chosen.kind} cannot be sent with GET.`, 'Remove --get.');
  }
  const variablesText = command.variables && (await readText(command.variables, environment));
  if (isFailure(variablesText)) return variablesText;
  const items = await readItems(command.items, environment);
  if (isFailure(items)) return items;
  const read = readVariables(variablesText, items);
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
  if (paging && !firstPageFits(node, paging, read.values.has(paging.direction.cursor))) {
    const { cursor } = paging.direction;
    return usageError(
      `$${cursor} requires a value, but the first page has no cursor.`,
      `Declare it as $${cursor}: String, without the !, or pass ${cursor}=CURSOR.`,
    );
  }
  for (const name of command.output.silent || documentId || isUnread
    ? []
    : unknownDirectives(node, variables.values.keys())) {
    note(environment, `The operation declares no variable $${name}, but it is sent anyway.`);
  }
  for (const { name, type, text } of command.output.silent ? [] : textsForScalars(node, variables.values)) {
    note(environment, `$${name} has type ${type}, but ${name}=${text} is a string. To send JSON, use ${name}:=${text}`);
  }
  return {
    document,
    node,
    paging,
    operation: {
      kind: chosen.kind,
      query,
      operationName: chosen.operationName,
      variables: variables.text,
      extensions,
      documentId,
      withoutText: documentId !== undefined,
      uploads: command.uploads,
      incremental: isUnread ? seemsIncremental(query) : isIncremental(document),
    },
  };
}
