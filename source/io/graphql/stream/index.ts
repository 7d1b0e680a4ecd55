/** Which transport carries a subscription. */
import type { SubscriptionProtocol } from '../../../core/command.js';
import type { Transport } from '../transport.js';
import { httpStreamTransport } from './http-stream.js';
import { webSocketTransport } from './websocket.js';

/** What the flags say about subscriptions. */
export interface StreamOptions {
  readonly protocol: SubscriptionProtocol;
  /** `--subscription-url`. */
  readonly url?: string;
  /** `--connection-params`. */
  readonly connectionParams?: string;
}

/**
 * The transport for `--subscription-protocol`. `auto` tries WebSocket first and, where nobody speaks it, asks for a stream
 * over HTTP in the same run.
 */
export function streamTransport(options: StreamOptions): Transport {
  const { protocol, url, connectionParams } = options;
  if (protocol === 'sse' || protocol === 'multipart') return httpStreamTransport(protocol, url);
  const socket = webSocketTransport({
    protocol,
    ...(url === undefined ? {} : { url }),
    ...(connectionParams === undefined ? {} : { connectionParams }),
  });
  return protocol === 'auto' && !/^wss?:/i.test(url ?? '')
    ? firstThatSpeaks(socket, httpStreamTransport('auto', url))
    : socket;
}

function firstThatSpeaks(first: Transport, second: Transport): Transport {
  return {
    name: 'auto',
    async *run(operation, endpoint, context) {
      for await (const event of first.run(operation, endpoint, context)) {
        if (event.kind === 'failed' && event.failure.code === 'NO_WEBSOCKET') {
          yield { kind: 'state', state: 'connecting', text: `${event.failure.text} Trying a stream over HTTP.` };
          yield* second.run(operation, endpoint, context);
          return;
        }
        yield event;
      }
    },
  };
}
