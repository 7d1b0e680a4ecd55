/** Running an operation: the transport's events become actions that carry the run's id. */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { chooseOperation, isIncremental, parseDocument } from '../../core/graphql/document.js';
import { readVariables } from '../../core/graphql/variables.js';
import { JsonFormatter } from '../../core/response/json-format.js';
import { httpTransport } from '../../io/graphql/http.js';
import type { Operation, ResultEvent, Transport } from '../../io/graphql/transport.js';
import type { RunRequest } from '../state/effects.js';
import type { ResponseErrorInfo } from '../state/response.js';
import { type Dispatch, endpointOf, unexpected, type World } from './world.js';

export async function performRun(id: number, request: RunRequest, world: World, dispatch: Dispatch): Promise<void> {
  const stop = new AbortController();
  world.running.set(id, stop);
  const fail = (reason: Failure, raw = ''): void => dispatch({ type: 'response/failed', id, failure: reason, raw });
  try {
    const operation = prepare(request, world);
    if (isFailure(operation)) return fail(operation);
    const endpoint = await endpointOf(request.url, world);
    if (isFailure(endpoint)) return fail(endpoint);
    const started = world.environment.monotonic();
    const context = { environment: world.environment, signal: stop.signal };
    const transport = await transportFor(operation, world);
    for await (const event of transport.run(operation, endpoint, context)) {
      if (stop.signal.aborted) return undefined;
      if (event.kind === 'head') {
        const { status, reason, headers } = event.response;
        dispatch({ type: 'response/head', id, head: { status, reason, headers } });
      } else if (event.kind === 'state') dispatch({ type: 'response/state', id, text: event.text });
      else if (event.kind === 'failed') {
        return fail(event.failure, event.body === undefined ? '' : Buffer.from(event.body).toString('utf8'));
      } else dispatch(result(id, event, world.environment.monotonic() - started));
    }
    dispatch({ type: 'response/done', id });
  } catch (error) {
    fail(unexpected(error));
  } finally {
    world.running.delete(id);
  }
}

function prepare(request: RunRequest, world: World): Operation | Failure {
  const variables = readVariables(request.variables, []);
  if ('problem' in variables) return failure('usage', variables.problem);
  const parsed = parseDocument(request.query);
  if (!('document' in parsed)) return failure('usage', parsed.text);
  const chosen = chooseOperation(parsed.document, request.operationName);
  if (isFailure(chosen)) return chosen;
  return {
    kind: chosen.kind,
    query: request.query,
    ...(chosen.operationName === undefined ? {} : { operationName: chosen.operationName }),
    ...(variables.text === undefined ? {} : { variables: variables.text }),
    uploads: world.command.uploads,
    incremental: isIncremental(parsed.document),
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

/** Beyond this the body is shown as it came: laying it out would hold the keys up. */
const formatLimit = 20_000_000;

function result(id: number, event: ResultEvent, tookMs: number): Parameters<Dispatch>[0] {
  const raw = event.text;
  const pieces: string[] = [];
  if (raw.length <= formatLimit) {
    const formatter = new JsonFormatter(text => pieces.push(text), { indent: true });
    formatter.write(raw);
    formatter.end();
    if (!formatter.complete) pieces.length = 0;
  }
  return {
    type: 'response/result',
    id,
    raw,
    body: pieces.length === 0 ? raw : pieces.join(''),
    errors: errorsOf(event.summary.errors),
    bytes: event.bytes?.length ?? Buffer.byteLength(raw),
    tookMs,
  };
}

const mostErrors = 1000;

/** The `errors` member in words, whatever a server put there. */
function errorsOf(errors: unknown): readonly ResponseErrorInfo[] {
  if (errors === undefined) return [];
  if (!Array.isArray(errors)) return [{ message: JSON.stringify(errors) ?? '', path: '' }];
  return errors.slice(0, mostErrors).map(error => {
    const { message, path } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
    return {
      message: typeof message === 'string' ? message : JSON.stringify(error),
      path: Array.isArray(path) ? path.map(String).join('.') : '',
    };
  });
}
