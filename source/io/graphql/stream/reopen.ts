/** Reopens a subscription with a new token after the old token has expired or been rejected. */
import { type Failure, isFailure } from '../../../core/failure.js';
import { backoffMs, maxRetries } from '../../../core/graphql/stream/backoff.js';
import { whenAborted } from '../../websocket/watchdog.js';
import type { Endpoint, RunContext, Transport } from '../transport.js';

/** Failures that may be caused by the token. */
const refused = /^(?:HTTP_401|WS_4401|WS_4403|WS_REFUSED)$/;

/** A stream that lasted this long counts as successful, and resets the retry count. */
const stableMs = 30_000;

const endedByToken = ({ code = '' }: Failure, { tokenHasExpired }: Endpoint): boolean =>
  refused.test(code) || tokenHasExpired?.() === true;

/** A transport whose subscriptions survive the expiry of their token. A run that was never subscribed is not changed. */
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
        const text = `${ended.text.replace(/\.$/, '')}: reopening the subscription with a new token`;
        yield { kind: 'state', state: 'retrying', text };
        // `--timeout` limits the total.
        const spentMs = (endpoint.spentMs ?? 0) + context.environment.monotonic() - start;
        now = { ...endpoint, credentials: other, spentMs };
      }
    },
  };
}

/** The first retry has no delay: an expired token is not a fault of the server. */
const delay = (tries: number, { environment }: RunContext, wait: typeof backoffMs): number =>
  tries === 1 ? 0 : wait(tries - 1, (environment.random(1)[0] ?? 0) / 255);
