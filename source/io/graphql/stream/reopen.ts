/** A subscription that ended because its token had run out, or was refused while it ran, is opened again with another one. */
import { type Failure, isFailure } from '../../../core/failure.js';
import { backoffMs, maxRetries } from '../../../core/graphql/stream/backoff.js';
import type { Endpoint, RunContext, Transport } from '../transport.js';
import { whenAborted } from './watchdog.js';

/** Ends by which a server may mean the token. */
const refused = /^(?:HTTP_401|WS_4401|WS_4403|WS_REFUSED)$/;

/** A stream that lived this long was a good one: tries are counted anew. */
const stableMs = 30_000;

const endedByToken = ({ code = '' }: Failure, { tokenHasExpired }: Endpoint): boolean =>
  refused.test(code) || tokenHasExpired?.() === true;

/** A transport whose subscriptions outlive their token. A run that never came to be subscribed is left as it is. */
export function outlivingTokens(transport: Transport, wait: typeof backoffMs = backoffMs): Transport {
  return {
    name: transport.name,
    async *run(operation, endpoint, context) {
      const { renewRefused } = endpoint;
      if (operation.kind !== 'subscription' || !renewRefused) {
        yield* transport.run(operation, endpoint, context);
        return;
      }
      const start = context.environment.monotonic();
      let now = endpoint;
      let tries = 0;
      for (;;) {
        const began = context.environment.monotonic();
        let subscribed = false;
        let ended: Failure | undefined;
        for await (const event of transport.run(operation, now, context)) {
          if (event.kind === 'state' && event.state === 'subscribed') subscribed = true;
          if (event.kind === 'failed' && subscribed && endedByToken(event.failure, endpoint)) ended = event.failure;
          else yield event;
        }
        if (ended === undefined || context.signal.aborted) return;
        if (context.environment.monotonic() - began > stableMs) tries = 0;
        tries++;
        if (tries > maxRetries || (await whenAborted(delay(tries, context, wait), context.signal))) {
          yield { kind: 'failed', failure: ended };
          return;
        }
        const other = await renewRefused(true);
        if (other === undefined || isFailure(other)) {
          yield { kind: 'failed', failure: other ?? ended };
          return;
        }
        const text = `${ended.text.replace(/\.$/, '')}: opening the subscription again with another token`;
        yield { kind: 'state', state: 'retrying', text };
        // `--timeout` is the bound of all of it.
        const spentMs = (endpoint.spentMs ?? 0) + context.environment.monotonic() - start;
        now = { ...endpoint, credentials: other, spentMs };
      }
    },
  };
}

/** The first time nobody waits: the token had run out, and that is not a fault of the server. */
const delay = (tries: number, { environment }: RunContext, wait: typeof backoffMs): number =>
  tries === 1 ? 0 : wait(tries - 1, (environment.random(1)[0] ?? 0) / 255);
