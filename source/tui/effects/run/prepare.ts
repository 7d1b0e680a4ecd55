/** Prepares a run: the operation to send, its parsed document, and its transport. */

import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { chooseOperation, isIncremental, parseDocument } from '../../../core/graphql/document.js';
import { separateFiles } from '../../../core/graphql/intelligence/variable-files.js';
import { chooseUnread, seemsIncremental } from '../../../core/graphql/sending/unread.js';
import { readVariables, type Variables } from '../../../core/graphql/variables.js';
import { type CapturedValues, fillJson } from '../../../core/http-file/captured-values.js';
import { isProblem } from '../../../core/problem.js';
import { operationTransport } from '../../../io/graphql/operation.js';
import { persistedTransport } from '../../../io/graphql/persisted.js';
import type { Operation, Transport } from '../../../io/graphql/transport.js';
import { pathOf } from '../../../io/sources.js';
import type { RunRequest } from '../../model/effect.js';
import type { EffectContext } from '../context.js';
import { endpointNamed, isHome } from '../endpoint.js';

/** An operation that can be sent, with its document and its node there. */
export interface Prepared {
  readonly operation: Operation;
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
}

/** Reads the text of the variables pane. A failure has the position of the problem in it. */
export function variablesIn(text: string): Variables | Failure {
  const read = readVariables(text, []);
  if (!isProblem(read)) return read;
  const at = read.position === undefined ? '' : `, line ${read.position.line}, column ${read.position.column}`;
  return failure('usage', `Variables${at}: ${read.problem}`);
}

/** Returns a failure if the variables or the query do not parse, or if the operation is ambiguous. */
export function prepare(
  request: RunRequest,
  context: EffectContext,
  values: CapturedValues = context.identity.values ?? new Map(),
): Prepared | Failure {
  const variables = variablesIn(fillJson(request.variables, values, context.environment));
  if (isFailure(variables)) return variables;
  const parsed = parseDocument(request.query);
  const isUnread = !('document' in parsed);
  if (isUnread && !request.unread) return failure('usage', parsed.text);
  const chosen = isUnread
    ? chooseUnread(request.query, request.operationName)
    : chooseOperation(parsed.document, request.operationName);
  if (isFailure(chosen)) return chosen;
  const separated = separateFiles(chosen.node, variables.text ?? '', name => request.index?.type(name));
  const uploads = separated.uploads.map(({ path, file }) => ({ path, file: pathOf(file, context.environment) }));
  return {
    document: chosen.document,
    node: chosen.node,
    operation: {
      kind: chosen.kind,
      query: request.query,
      operationName: chosen.operationName,
      variables: variables.text === undefined ? undefined : separated.text,
      extensions: request.sends.extensions,
      documentId: request.sends.documentId,
      withoutText: request.sends.documentId !== undefined,
      uploads: [...context.command.uploads, ...uploads],
      incremental: isUnread ? seemsIncremental(request.query) : isIncremental(chosen.document),
    },
  };
}

/**
 * Uses streams for subscriptions and HTTP for everything else. The URL and parameters from flags apply only to the command
 * line's server.
 */
export async function transportFor(
  operation: Operation,
  { url, sends, transport, connectionParams: typedParams }: RunRequest,
  context: EffectContext,
): Promise<Transport | Failure> {
  const { command } = context;
  if (sends.persisted && operation.kind !== 'subscription') {
    return persistedTransport({ get: transport.get && operation.kind === 'query' });
  }
  if (operation.kind !== 'subscription')
    return operationTransport({ get: transport.get && operation.kind === 'query' });
  const { streamTransport } = await import('../../../io/graphql/stream/index.js');
  // Another server has its own URL for subscriptions, and the parameters may contain credentials.
  if (!isHome(url, context)) {
    const isLeftOut = command.connectionParams !== undefined && typedParams === undefined;
    const note = isLeftOut ? `--connection-params apply only to ${context.origin}.` : undefined;
    return streamTransport({ protocol: transport.protocol, connectionParams: typedParams, note });
  }
  const { subscriptionUrl, connectionParams: givenParams } = command;
  const connectionParams = typedParams ?? givenParams;
  if (subscriptionUrl !== undefined && command.elsewhere?.has(subscriptionUrl)) {
    const endpoint = await endpointNamed(subscriptionUrl, context);
    return isFailure(endpoint)
      ? endpoint
      : streamTransport({ protocol: transport.protocol, connectionParams, there: endpoint });
  }
  return streamTransport({ protocol: transport.protocol, url: subscriptionUrl, connectionParams });
}
