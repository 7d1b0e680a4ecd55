/** An endpoint, a context and a reader for transport tests. */

import type { failure } from '../../../../source/core/failure.js';
import type { NetworkOptions } from '../../../../source/core/options.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from '../../../../source/io/graphql/transport.js';
import { processEnvironment } from '../../../../source/platform/process-environment.js';

export const network: NetworkOptions = {
  follow: false,
  maxRedirects: 30,
  locationTrusted: false,
  connectTimeoutMs: 5000,
  retries: 0,
  insecure: false,
  resolve: [],
  cookies: [],
  strict: false,
  netrc: false,
};

export const endpointAt = (url: string, more: Partial<Endpoint> = {}): Endpoint => ({
  url,
  headers: [],
  removed: [],
  credentials: { apiKeys: [] },
  network,
  ...more,
});

export const subscription = (query: string, more: Partial<Operation> = {}): Operation => ({
  kind: 'subscription',
  query,
  uploads: [],
  incremental: false,
  ...more,
});

export function context(): { context: RunContext; stop: AbortController } {
  const stop = new AbortController();
  return { context: { environment: processEnvironment(stop.signal), signal: stop.signal }, stop };
}

/** Runs to the end and records every event. `each` is called for each of them. */
export async function collectRun(
  transport: Transport,
  operation: Operation,
  endpoint: Endpoint,
  each: (event: RunEvent, stop: AbortController) => void = () => {},
): Promise<{
  events: RunEvent[];
  results: string[];
  states: string[];
  failed: ReturnType<typeof failure> | undefined;
}> {
  const { context: runContext, stop } = context();
  const events: RunEvent[] = [];
  for await (const event of transport.run(operation, endpoint, runContext)) {
    events.push(event);
    each(event, stop);
  }
  return {
    events,
    results: events.flatMap(event => (event.kind === 'result' ? [event.text] : [])),
    states: events.flatMap(event => (event.kind === 'state' ? [event.text] : [])),
    failed: events.flatMap(event => (event.kind === 'failed' ? [event.failure] : []))[0],
  };
}
