/**
 * The older `graphql-ws` subprotocol of subscriptions-transport-ws (apollographql/subscriptions-transport-ws@36f3f6f
 * PROTOCOL.md), which the graphql-ws library does not support despite its name.
 */

import { jsonBody } from '../../../core/graphql/request.js';
import { isJson } from '../../../core/json/is-json.js';
import {
  type ConnectionEnd,
  failureEnd,
  isObject,
  messageText,
  type ProtocolDriver,
  readMessage,
  refusalText,
} from './connection.js';

const id = '1';

/** Runs one operation with the older protocol. A missing acknowledgement counts as close code 4504. */
export const speakLegacyWs: ProtocolDriver = (socket, wire, sink, signal) =>
  new Promise<ConnectionEnd>(resolve => {
    let acknowledged = false;
    let ended = false;

    const end = (how: ConnectionEnd): void => {
      if (ended) return;
      ended = true;
      clearTimeout(patience);
      signal.removeEventListener('abort', cancel);
      resolve(how);
      socket.resume();
    };

    const close = (code = 1000): void => {
      if (socket.readyState === socket.OPEN) socket.send('{"type":"connection_terminate"}');
      socket.close(code);
    };

    const patience = setTimeout(() => {
      end({ how: 'closed', code: 4504, reason: '' });
      socket.close(4504, 'Connection acknowledgement timeout');
    }, wire.ackTimeoutMs);

    function cancel(): void {
      if (acknowledged && socket.readyState === socket.OPEN) socket.send(`{"id":"${id}","type":"stop"}`);
      end({ how: 'cancelled' });
      close();
    }

    function malformed(problem: string): void {
      end({ how: 'malformed', problem });
      socket.close(1002);
    }

    function finish(how: ConnectionEnd): void {
      end(how);
      close();
    }

    function fail(errors: string | undefined): void {
      if (errors === undefined) malformed('a message of type "error" contains no error');
      else finish({ how: 'errors', text: errors });
    }

    function take(text: string): void {
      const { type, id: given, payload = 'null', body } = readMessage(text);
      const isOurs = given === id;
      switch (type) {
        case 'connection_ack':
          if (acknowledged) break;
          acknowledged = true;
          clearTimeout(patience);
          socket.send(`{"id":"${id}","type":"start","payload":${jsonBody(wire)}}`);
          sink.subscribed();
          break;
        case 'connection_error':
          finish({ how: 'refused', message: refusalText(payload) });
          break;
        case 'ka':
          break;
        case 'data':
          if (!isOurs) break;
          if (isObject(payload)) sink.result(payload, body);
          else malformed('a result is not a JSON object');
          break;
        case 'error':
          if (!isOurs && given !== undefined) break;
          fail(errorsIn(payload));
          break;
        case 'complete':
          if (isOurs) finish({ how: 'complete' });
          break;
        default:
          malformed(isJson(text) ? 'a message has an unknown type' : 'a message is not JSON');
      }
    }

    socket.on('message', data => {
      if (!ended) take(messageText(data));
    });
    socket.on('error', error => end(failureEnd(error)));
    socket.on('close', (code, reason) => end({ how: 'closed', code, reason: reason.toString('utf8') }));

    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    socket.send(`{"type":"connection_init","payload":${wire.init ?? '{}'}}`);
  });

/**
 * A list of errors as JSON text, or `undefined` if there is none. The older protocol sends a single object instead of a list.
 */
const errorsIn = (text: string): string | undefined => {
  if (isObject(text)) return `[${text}]`;
  return /^\[\s*\{/.test(text) ? text : undefined;
};
