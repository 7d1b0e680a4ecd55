/** A request whose response is a series of messages: a WebSocket (RFC 6455), or server-sent events (WHATWG HTML 9.2). */
import { StringDecoder } from 'node:string_decoder';
import { expectedFailure, type Failure, isFailure } from '../../core/failure.js';
import { mediaType } from '../../core/graphql/response.js';
import { eventStreamParser } from '../../core/graphql/stream/event-stream.js';
import type { MessageStream } from '../../core/http-file/document.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { heldLimit, tooLarge } from '../http/collect.js';
import { type HttpResponse, headerOf } from '../http/exchange.js';
import { type SendOptions, send } from '../http/send.js';
import type { Message, StreamHead } from '../http/text-request.js';
import { type MessageSender, talk } from './talk.js';

interface StreamOptions extends SendOptions {
  /** Sends the messages of a WebSocket. An event stream has none. */
  readonly sender: MessageSender;
  readonly onOpen: (head: StreamHead) => void | Promise<void>;
  /** Receives messages in order. If it returns true, the stream is closed. */
  readonly onMessage: (message: Message) => Promise<boolean>;
}

/**
 * Receives messages until the stream ends. Returns the failure that ended it, if any, or a response that is not an event
 * stream, whose body the caller must read.
 */
export function receiveStream(
  stream: MessageStream,
  spec: RequestSpec,
  environment: Environment,
  options: StreamOptions,
): Promise<Failure | HttpResponse | undefined> {
  return stream === 'websocket' ? fromWebSocket(spec, environment, options) : fromEvents(spec, environment, options);
}

const isSubprotocol = ({ name }: { readonly name: string }): boolean => /^sec-websocket-protocol$/i.test(name);

async function fromWebSocket(
  spec: RequestSpec,
  environment: Environment,
  { signal = environment.signal, jar, sender, onOpen, onMessage, onNote, renew }: StreamOptions,
): Promise<Failure | undefined> {
  const { url, headers, removed, credentials, network, hidden } = spec;
  const subprotocols = headers
    .filter(isSubprotocol)
    .flatMap(({ value }) => (typeof value === 'string' ? value.split(',') : []))
    .map(name => name.trim());
  let opening: void | Promise<void>;
  return talk(
    {
      ...{ url, headers, removed, credentials, network, hidden },
      ...(renew
        ? {
            renewRefused: async (...refusal) => {
              const renewed = await renew(...refusal);
              return renewed === undefined || isFailure(renewed) ? renewed : { ...credentials, ...renewed };
            },
          }
        : {}),
    },
    { environment, signal, note: onNote, jar },
    {
      subprotocols: subprotocols.filter(Boolean),
      sender,
      onOpen({ request, response, timing }) {
        opening = onOpen({ ...response, request, url: request.shownUrl, redirects: [], timing });
      },
      async onMessage(message) {
        await opening;
        return onMessage(message);
      },
    },
  );
}

async function fromEvents(
  spec: RequestSpec,
  environment: Environment,
  { onOpen, onMessage, sender: _, ...options }: StreamOptions,
): Promise<Failure | HttpResponse | undefined> {
  const response = await send(spec, environment, options);
  if (isFailure(response) || mediaType(headerOf(response, 'content-type')) !== 'text/event-stream') return response;
  const { body, ...head } = response;
  const limit = heldLimit(spec);
  const decoder = new StringDecoder('utf8');
  const parser = eventStreamParser();
  try {
    await onOpen(head);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      for (const { data } of parser.push(decoder.write(chunk)))
        if (await onMessage({ bytes: Buffer.from(data), isBinary: false })) return undefined;
      if (parser.held() > limit) return tooLarge(limit, 'An event');
    }
    return undefined;
  } catch (error) {
    return expectedFailure(error);
  } finally {
    body.destroy();
  }
}
