/**
 * `graphql-transport-ws` by the graphql-ws client, one connection at a time. Reconnecting is our job (`websocket.ts`) so that
 * both protocols report the same states. The client gets an open socket behind a facade that leaves payloads as text: parsing
 * them as JSON would round 64-bit integers and could exhaust the memory.
 */
import { createClient } from 'graphql-ws';
import type WebSocket from 'ws';
import { jsonBody } from '../../../core/graphql/request.js';
import {
  type ConnectionEnd,
  failureEnd,
  isObject,
  maxReplyBytes,
  messageText,
  type ProtocolDriver,
  readMessage,
  refusalText,
  type SocketMessage,
  shortenedMessage,
} from './connection.js';

type Handler = ((event: unknown) => void) | null;

/** Placeholders for JSON texts in the client's output, replaced before sending. */
const placeholder = { subscribe: { query: '\u0000payload\u0000' }, init: { '\u0000init\u0000': true } };
const printed = { subscribe: JSON.stringify(placeholder.subscribe), init: JSON.stringify(placeholder.init) };

/** Runs one operation with `graphql-transport-ws` (enisdenjo/graphql-ws PROTOCOL.md). */
export const speakTransportWs: ProtocolDriver = (socket, wire, sink, signal) =>
  new Promise<ConnectionEnd>(resolve => {
    let ended = false;
    let closed: { code: number; reason: string } | undefined;
    let last: SocketMessage = {};
    // The library stops listening one tick after `complete`; more messages may be in the same packet.
    let completed = false;

    const end = (how: ConnectionEnd): void => {
      if (ended) return;
      ended = true;
      signal.removeEventListener('abort', cancel);
      resolve(how);
      socket.resume();
    };

    const facadeClass = facadeOf(socket, {
      outgoing: text =>
        text.replace(printed.subscribe, () => jsonBody(wire)).replace(printed.init, () => wire.init ?? '{}'),
      incoming: message => {
        last = message;
        if (message.type !== 'connection_error') return;
        // The library treats this message as a protocol violation.
        end({ how: 'refused', message: refusalText(message.payload ?? 'null') });
        socket.close(1000);
      },
      closed: (code, reason) => {
        closed = { code, reason };
      },
      flooded: () => end({ how: 'malformed', problem: 'the server sends pings faster than it reads the pongs' }),
      unacknowledged: () => end({ how: 'closed', code: 4504, reason: '' }),
    });

    const client = createClient({
      url: 'adopted',
      webSocketImpl: facadeClass,
      retryAttempts: 0,
      shouldRetry: () => false,
      connectionAckWaitTimeout: wire.ackTimeoutMs,
      ...(wire.init === undefined ? {} : { connectionParams: placeholder.init }),
      on: {
        connected: () => sink.subscribed(),
        message: message => {
          if (message.type === 'complete') completed = true;
        },
      },
    });

    const stop = client.subscribe(placeholder.subscribe, {
      next: () => {
        if (ended || completed) return;
        // The client only saw a placeholder for a long payload.
        const { payload = '', body } = last;
        if (isObject(payload)) sink.result(payload, body);
        else malformed();
      },
      complete: () => end({ how: 'complete' }),
      error: problem => {
        if (Array.isArray(problem)) end({ how: 'errors', text: last.payload ?? '[]' });
        else if (closed) end({ how: 'closed', ...closed });
        else if (problem instanceof Error) end(failureEnd(problem));
        else end({ how: 'closed', code: 1006, reason: '' });
      },
    });

    function malformed(): void {
      end({ how: 'malformed', problem: 'a result is not a JSON object' });
      stop();
      socket.close(1002);
    }

    function cancel(): void {
      socket.resume();
      end({ how: 'cancelled' });
      stop();
      socket.close(1000);
    }
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });

interface ConnectionHooks {
  readonly outgoing: (text: string) => string;
  readonly incoming: (message: SocketMessage) => void;
  readonly closed: (code: number, reason: string) => void;
  readonly flooded: () => void;
  readonly unacknowledged: () => void;
}

/** A class whose only instance wraps `socket`, with the members of the browser's WebSocket that the client uses. */
function facadeOf(socket: WebSocket, hooks: ConnectionHooks): unknown {
  class Facade {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    onopen: Handler = null;
    onmessage: Handler = null;
    onerror: Handler = null;
    onclose: Handler = null;

    constructor() {
      socket.on('message', data => {
        const text = messageText(data);
        const message = readMessage(text);
        hooks.incoming(message);
        this.onmessage?.({ data: shortenedMessage(text, message) });
      });
      socket.on('error', error => this.onerror?.(error));
      socket.on('close', (code, reason) => {
        const text = reason.toString('utf8');
        hooks.closed(code, text);
        // After 1000 the client would reconnect by itself.
        this.onclose?.({ code: code === 1000 ? 1005 : code, reason: text });
      });
      queueMicrotask(() => this.onopen?.({}));
    }

    get readyState(): number {
      return socket.readyState;
    }

    send(text: string): void {
      if (socket.bufferedAmount > maxReplyBytes) {
        hooks.flooded();
        socket.terminate();
        return;
      }
      socket.send(hooks.outgoing(text));
    }

    close(code?: number, reason?: string): void {
      socket.close(code, reason);
      // A server that does not acknowledge may not respond to a close either.
      if (code === 4504) hooks.unacknowledged();
    }
  }
  return Facade;
}
