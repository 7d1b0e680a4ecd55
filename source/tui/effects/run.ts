/** Running an operation: the transport's events become actions that carry the run's id. */
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { chooseOperation, isIncremental, parseDocument } from '../../core/graphql/document.js';
import { readVariables } from '../../core/graphql/variables.js';
import { isSecret, reveal } from '../../core/secret.js';
import { httpTransport } from '../../io/graphql/http.js';
import type { HeadEvent, Operation, ResultEvent, Transport } from '../../io/graphql/transport.js';
import type { RunRequest } from '../state/effects.js';
import type { ResponseHeadInfo, TimingInfo } from '../state/response/response-state.js';
import { errorInfos } from './result-words.js';
import { type Dispatch, endpointOf, unexpected, type World } from './world.js';

/** How often a run tells how long it has taken, in milliseconds. */
const tickMs = 250;

export async function performRun(id: number, request: RunRequest, world: World, dispatch: Dispatch): Promise<void> {
  const stop = new AbortController();
  world.running.set(id, stop);
  const { environment } = world;
  const started = environment.monotonic();
  const took = (): number => environment.monotonic() - started;
  let timing: HeadEvent['timing'] = {};
  const fail = (reason: Failure, body?: Uint8Array): void => {
    const raw = body === undefined ? '' : Buffer.from(body).toString('utf8');
    dispatch({
      type: 'response/failed',
      id,
      failure: reason,
      raw,
      bytes: body?.length ?? 0,
      tookMs: took(),
      timing: { ...timing },
    });
  };
  const clock = setInterval(() => dispatch({ type: 'response/elapsed', id, ms: took() }), tickMs);
  try {
    const prepared = prepare(request, world);
    if (isFailure(prepared)) return fail(prepared);
    const endpoint = await endpointOf(request.url, world);
    if (isFailure(endpoint)) return fail(endpoint);
    const note = (text: string): void => dispatch({ type: 'response/note', id, text });
    const transport = await transportFor(prepared.operation, world);
    const events = transport.run(prepared.operation, endpoint, { environment, signal: stop.signal, note });
    for await (const event of events) {
      if (stop.signal.aborted) return undefined;
      switch (event.kind) {
        case 'head':
          timing = event.timing;
          dispatch({ type: 'response/head', id, head: headInfo(event) });
          break;
        case 'state':
          dispatch({ type: 'response/state', id, state: event.state, text: event.text });
          break;
        case 'failed':
          return fail(event.failure, event.body);
        case 'result':
          dispatch(result(id, event, prepared, took(), { ...timing }));
      }
    }
    dispatch({ type: 'response/done', id, tookMs: took() });
  } catch (error) {
    fail(unexpected(error));
  } finally {
    clearInterval(clock);
    world.running.delete(id);
  }
}

interface Prepared {
  readonly operation: Operation;
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
}

function prepare(request: RunRequest, world: World): Prepared | Failure {
  const variables = readVariables(request.variables, []);
  if ('problem' in variables) {
    const at = variables.place === undefined ? '' : `, line ${variables.place.line}, column ${variables.place.column}`;
    return failure('usage', `Variables${at}: ${variables.problem}`);
  }
  const parsed = parseDocument(request.query);
  if (!('document' in parsed)) return failure('usage', parsed.text);
  const chosen = chooseOperation(parsed.document, request.operationName);
  if (isFailure(chosen)) return chosen;
  return {
    document: parsed.document,
    node: chosen.node,
    operation: {
      kind: chosen.kind,
      query: request.query,
      ...(chosen.operationName === undefined ? {} : { operationName: chosen.operationName }),
      ...(variables.text === undefined ? {} : { variables: variables.text }),
      uploads: world.command.uploads,
      incremental: isIncremental(parsed.document),
    },
  };
}

async function transportFor(operation: Operation, { command }: World): Promise<Transport> {
  if (operation.kind !== 'subscription') return httpTransport({ get: command.get && operation.kind === 'query' });
  const { streamTransport } = await import('../../io/graphql/stream/index.js');
  return streamTransport({
    protocol: command.subscriptionProtocol,
    ...(command.subscriptionUrl === undefined ? {} : { url: command.subscriptionUrl }),
    ...(command.connectionParams === undefined ? {} : { connectionParams: command.connectionParams }),
  });
}

function result(
  id: number,
  event: ResultEvent,
  { document, node, operation }: Prepared,
  tookMs: number,
  timing: TimingInfo,
) {
  const raw = event.text;
  const { errors, total } = errorInfos(event.summary.errors, document, node, operation.query);
  return {
    type: 'response/result',
    id,
    raw,
    data: event.summary.data,
    errors,
    errorCount: total,
    bytes: event.bytes?.length ?? Buffer.byteLength(raw),
    tookMs,
    timing,
    partial: event.partial,
    ...(event.note === undefined ? {} : { note: event.note }),
  } as const;
}

function headInfo({ request, response, redirects, url }: HeadEvent): ResponseHeadInfo {
  return {
    status: response.status,
    reason: response.reason,
    headers: response.headers,
    httpVersion: response.httpVersion,
    request: {
      method: request.method,
      url: url ?? request.shownUrl,
      headers: request.headers.map(({ name, value }) => [name, isSecret(value) ? masked(value) : value] as const),
    },
    redirects: redirects.map(
      hop => `${hop.request.method} ${hop.request.shownUrl}: ${hop.response.status} ${hop.response.reason}`,
    ),
  };
}

/** A secret as bullets, but with its scheme: `Bearer ••••`. */
const masked = (value: Parameters<typeof reveal>[0]): string =>
  `${/^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) /i.exec(reveal(value))?.[0] ?? ''}${value}`;
