/** Automatic persisted queries: sends the hash first, and the full text on request. Servers without support are remembered. */
import { judgeHash, withHash, withoutText } from '../../core/graphql/sending/persisted.js';
import type { Environment } from '../../environment.js';
import { operationTransport } from './operation.js';
import { readFact, writeFact } from './schema-cache.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from './transport.js';

/** How long a server is remembered as unsupported, in milliseconds. */
const rememberedMs = 7 * 24 * 60 * 60 * 1000;

/** Sends queries and mutations over HTTP by hash. @param options with `get`, the full text is sent by GET as well */
export function persistedTransport(options: { readonly get?: boolean } = {}): Transport {
  const transport = operationTransport(options);
  return {
    name: `${transport.name}, persisted`,
    run: (operation, endpoint, context) => run(transport, operation, endpoint, context),
  };
}

async function* run(
  transport: Transport,
  operation: Operation,
  endpoint: Endpoint,
  context: RunContext,
): AsyncGenerator<RunEvent> {
  const { environment } = context;
  if (await isUnsupported(endpoint, environment)) {
    yield* transport.run(operation, endpoint, context);
    return;
  }
  const hashed = withHash(operation);
  // Events received before it is clear whether the server accepted the hash.
  const held: RunEvent[] = [];
  let status = 0;
  let meaning: ReturnType<typeof judgeHash> | undefined;
  for await (const event of transport.run(withoutText(hashed), endpoint, context)) {
    if (meaning === 'answered') {
      yield event;
      continue;
    }
    held.push(event);
    if (event.kind === 'head') status = event.response.status;
    if (event.kind !== 'result' && event.kind !== 'failed') continue;
    if (event.kind === 'result') meaning = judgeHash(event.summary, status);
    else meaning = event.failure.kind === 'protocol' ? judgeHash(undefined, status) : 'answered';
    if (meaning !== 'answered') break;
    yield* held.splice(0);
  }
  if (meaning === undefined) yield* held;
  if (meaning === undefined || meaning === 'answered') return;
  if (meaning === 'unsupported') {
    await writeFact('persisted', String(environment.now()), endpoint, environment);
    context.note?.(
      'The server does not support persisted queries, so the text is sent. This is remembered for a week.',
    );
  }
  yield* transport.run(meaning === 'unknown' ? hashed : operation, endpoint, context);
}

async function isUnsupported(endpoint: Endpoint, environment: Environment): Promise<boolean> {
  const since = Number(await readFact('persisted', endpoint, environment));
  return Number.isFinite(since) && Math.abs(environment.now() - since) < rememberedMs;
}
