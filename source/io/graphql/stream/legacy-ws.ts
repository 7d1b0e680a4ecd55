/**
 * The older `graphql-ws` subprotocol of subscriptions-transport-ws (apollographql/subscriptions-transport-ws@36f3f6f
 * PROTOCOL.md), which the graphql-ws library does not support despite its name.
 */

import { jsonBody } from '../../../core/graphql/request.js';
import { isJson } from '../../../core/json/is-json.js';
import {
  type ConnectionEnd,
  ConnectionRun,
  failureEnd,
  isObject,
  messageText,
  type ProtocolDriver,
  readMessage,
  refusalText,
  type SocketMessage,
} from './connection.js';

const id = '1';

/** Runs one operation with the older protocol. A missing acknowledgement counts as close code 4504. */
export const speakLegacyWs: ProtocolDriver = (...connection) => {
  const run = new LegacyRun(...connection);
  run.start();
  return run.ended;
};

class LegacyRun extends ConnectionRun {
  #isAcknowledged = false;
  #patience: NodeJS.Timeout | undefined;

  start(): void {
    const { socket, wire } = this;
    this.#patience = setTimeout(() => {
      this.end({ how: 'closed', code: 4504, reason: '' });
      socket.close(4504, 'Connection acknowledgement timeout');
    }, wire.ackTimeoutMs);
    socket.on('message', data => {
      if (!this.isOver) this.#receive(messageText(data));
    });
    socket.on('error', error => this.end(failureEnd(error)));
    socket.on('close', (code, reason) => this.end({ how: 'closed', code, reason: reason.toString('utf8') }));
    if (this.onAbort(() => this.#cancel())) return;
    socket.send(`{"type":"connection_init","payload":${wire.init ?? '{}'}}`);
  }

  override end(how: ConnectionEnd): void {
    clearTimeout(this.#patience);
    super.end(how);
  }

  #receive(text: string): void {
    const message = readMessage(text);
    const { payload = 'null' } = message;
    const isOurs = message.id === id;
    switch (message.type) {
      case 'connection_ack':
        this.#acknowledge();
        break;
      case 'connection_error':
        this.#finish({ how: 'refused', message: refusalText(payload) });
        break;
      case 'ka':
        break;
      case 'data':
        if (isOurs) this.#receiveResult(payload, message);
        break;
      case 'error':
        if (isOurs || message.id === undefined) this.#receiveErrors(errorsIn(payload));
        break;
      case 'complete':
        if (isOurs) this.#finish({ how: 'complete' });
        break;
      default:
        this.#reject(isJson(text) ? 'a message has an unknown type' : 'a message is not JSON');
    }
  }

  #acknowledge(): void {
    if (this.#isAcknowledged) return;
    this.#isAcknowledged = true;
    clearTimeout(this.#patience);
    this.socket.send(`{"id":"${id}","type":"start","payload":${jsonBody(this.wire)}}`);
    this.sink.subscribed();
  }

  #receiveResult(payload: string, { body }: SocketMessage): void {
    if (isObject(payload)) this.sink.result(payload, body);
    else this.#reject('a result is not a JSON object');
  }

  #receiveErrors(errors: string | undefined): void {
    if (errors === undefined) this.#reject('a message of type "error" contains no error');
    else this.#finish({ how: 'errors', text: errors });
  }

  #reject(problem: string): void {
    this.end({ how: 'malformed', problem });
    this.socket.close(1002);
  }

  #finish(how: ConnectionEnd): void {
    this.end(how);
    if (this.socket.readyState === this.socket.OPEN) this.socket.send('{"type":"connection_terminate"}');
    this.socket.close(1000);
  }

  #cancel(): void {
    const { socket } = this;
    if (this.#isAcknowledged && socket.readyState === socket.OPEN) socket.send(`{"id":"${id}","type":"stop"}`);
    this.#finish({ how: 'cancelled' });
  }
}

/**
 * A list of errors as JSON text, or `undefined` if there is none. The older protocol sends a single object instead of a list.
 */
const errorsIn = (text: string): string | undefined => {
  if (isObject(text)) return `[${text}]`;
  return /^\[\s*\{/.test(text) ? text : undefined;
};
