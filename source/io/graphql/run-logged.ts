import { exitCodes, type Failure, failure } from '../../core/failure.js';
import { logEnd, logSteps } from '../debug-log.js';
import type { Timing } from '../http/exchange.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from './transport.js';

/** Wraps `transport` to log its events. The last line of the log is the outcome, even if the reader stopped early. */
export function runLogged(
  transport: Transport,
  operation: Operation,
  endpoint: Endpoint,
  context: RunContext,
): AsyncIterable<RunEvent> {
  const { log } = context;
  if (log === undefined) return transport.run(operation, endpoint, context);
  return logged(
    transport.run(operation, endpoint, { ...context, onEvent: logSteps(log) }),
    operation,
    log,
    context.signal,
  );
}

const isFullResponse = (event: RunEvent, kind: Operation['kind']): boolean =>
  event.kind === 'result' && !event.partial && kind !== 'subscription';

async function* logged(
  events: AsyncIterable<RunEvent>,
  { kind, operationName }: Operation,
  log: NonNullable<RunContext['log']>,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const stopped = failure('interrupted', 'Stopped before the end.');
  let ended: number | Failure = stopped;
  let timing: Timing | undefined;
  let code = 0;
  log.write('operation', { kind, name: operationName });
  try {
    for await (const event of events) {
      if (event.kind === 'head') timing = event.timing;
      if (event.kind === 'state') log.write('state', { state: event.state, text: event.text });
      if (event.kind === 'result' && event.summary.errors !== undefined) code = exitCodes.graphql;
      if (event.kind === 'failed') ended = event.failure;
      // A reader that has the full response may stop.
      if (isFullResponse(event, kind)) ended = code;
      yield event;
    }
    if (ended === stopped && !signal.aborted) ended = code;
  } finally {
    logEnd(log, ended, timing);
  }
}
