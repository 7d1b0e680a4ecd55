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
  const meaning = yield* answerToHash(transport.run(withoutText(hashed), endpoint, context));
  if (meaning === 'answered') return;
  if (meaning === 'unsupported') {
    await writeFact('persisted', String(environment.now()), endpoint, environment);
    context.note?.(
      'The server does not support persisted queries, so the text is sent. This is remembered for a week.',
    );
  }
  yield* transport.run(meaning === 'unknown' ? hashed : operation, endpoint, context);
}

type HashMeaning = ReturnType<typeof judgeHash>;

/** Yields the events of a run by hash if the server accepted the hash. Returns what they mean. */
async function* answerToHash(events: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent, HashMeaning> {
  // Events received before it is clear whether the server accepted the hash.
  const held: RunEvent[] = [];
  let status = 0;
  let isAnswered = false;
  for await (const event of events) {
    held.push(event);
    if (event.kind === 'head') status = event.response.status;
    const meaning = isAnswered ? 'answered' : meaningOf(event, status);
    if (meaning === undefined) continue;
    if (meaning !== 'answered') return meaning;
    isAnswered = true;
    yield* held.splice(0);
  }
  yield* held;
  return 'answered';
}

/** Returns what an event means for the hash, or undefined if a later one decides. */
function meaningOf(event: RunEvent, status: number): HashMeaning | undefined {
  if (event.kind === 'result') return judgeHash(event.summary, status);
  if (event.kind !== 'failed') return undefined;
  return event.failure.kind === 'protocol' ? judgeHash(undefined, status) : 'answered';
}

async function isUnsupported(endpoint: Endpoint, environment: Environment): Promise<boolean> {
  const since = Number(await readFact('persisted', endpoint, environment));
  return Number.isFinite(since) && Math.abs(environment.now() - since) < rememberedMs;
}
