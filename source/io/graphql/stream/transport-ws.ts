/**
 * `graphql-transport-ws` by the graphql-ws client, one connection at a time. Reconnecting is our job (`websocket.ts`) so that
 * both protocols report the same states. The client gets an open socket behind a facade that leaves payloads as text: parsing
 * them as JSON would round 64-bit integers and could exhaust the memory.
 */
import { createClient } from 'graphql-ws';
import { jsonBody } from '../../../core/graphql/request.js';
import {
  type ConnectionEnd,
  ConnectionRun,
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
export const speakTransportWs: ProtocolDriver = (...connection) => {
  const run = new TransportRun(...connection);
  run.start();
  return run.ended;
};

class TransportRun extends ConnectionRun {
  #closed: { readonly code: number; readonly reason: string } | undefined;
  #last: SocketMessage = {};
  /** The library stops listening one tick after `complete`; more messages may be in the same packet. */
  #isCompleted = false;

  start(): void {
    const client = createClient({
      url: 'adopted',
      webSocketImpl: facadeOf(this),
      retryAttempts: 0,
      shouldRetry: () => false,
      connectionAckWaitTimeout: this.wire.ackTimeoutMs,
      ...(this.wire.init === undefined ? {} : { connectionParams: placeholder.init }),
      on: {
        connected: () => this.sink.subscribed(),
        message: message => {
          if (message.type === 'complete') this.#isCompleted = true;
        },
      },
    });
    const stop = client.subscribe(placeholder.subscribe, {
      next: () => this.#receiveResult(() => stop()),
      complete: () => this.end({ how: 'complete' }),
      error: problem => this.end(this.#endAfter(problem)),
    });
    this.onAbort(() => {
      this.socket.resume();
      this.end({ how: 'cancelled' });
      stop();
      this.socket.close(1000);
    });
  }

  #receiveResult(stop: () => void): void {
    if (this.isOver || this.#isCompleted) return;
    // The client only saw a placeholder for a long payload.
    const { payload = '', body } = this.#last;
    if (isObject(payload)) {
      this.sink.result(payload, body);
      return;
    }
    this.end({ how: 'malformed', problem: 'a result is not a JSON object' });
    stop();
    this.socket.close(1002);
  }

  #endAfter(problem: unknown): ConnectionEnd {
    if (Array.isArray(problem)) return { how: 'errors', text: this.#last.payload ?? '[]' };
    if (this.#closed) return { how: 'closed', ...this.#closed };
    return problem instanceof Error ? failureEnd(problem) : { how: 'closed', code: 1006, reason: '' };
  }

  /** Sends a text of the client. */
  send(text: string): void {
    if (this.socket.bufferedAmount > maxReplyBytes) {
      this.end({ how: 'malformed', problem: 'the server sends pings faster than it reads the pongs' });
      this.socket.terminate();
      return;
    }
    const { wire } = this;
    this.socket.send(
      text.replace(printed.subscribe, () => jsonBody(wire)).replace(printed.init, () => wire.init ?? '{}'),
    );
  }

  onMessage(message: SocketMessage): void {
    this.#last = message;
    if (message.type !== 'connection_error') return;
    // The library treats this message as a protocol violation.
    this.end({ how: 'refused', message: refusalText(message.payload ?? 'null') });
    this.socket.close(1000);
  }

  onClose(code: number, reason: string): void {
    this.#closed = { code, reason };
  }

  /** Closes the socket for the client. */
  close(code?: number, reason?: string): void {
    this.socket.close(code, reason);
    // A server that does not acknowledge may not respond to a close either.
    if (code === 4504) this.end({ how: 'closed', code, reason: '' });
  }
}

/** A class whose only instance wraps the socket of a run, with the members of the browser's WebSocket that the client uses. */
function facadeOf(run: TransportRun): unknown {
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
      const { socket } = run;
      socket.on('message', data => {
        const text = messageText(data);
        const message = readMessage(text);
        run.onMessage(message);
        this.onmessage?.({ data: shortenedMessage(text, message) });
      });
      socket.on('error', error => this.onerror?.(error));
      socket.on('close', (code, reason) => {
        const text = reason.toString('utf8');
        run.onClose(code, text);
        // After 1000 the client would reconnect by itself.
        this.onclose?.({ code: code === 1000 ? 1005 : code, reason: text });
      });
      queueMicrotask(() => this.onopen?.({}));
    }

    get readyState(): number {
      return run.socket.readyState;
    }

    send(text: string): void {
      run.send(text);
    }

    close(code?: number, reason?: string): void {
      run.close(code, reason);
    }
  }
  return Facade;
}
