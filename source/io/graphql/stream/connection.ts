/** One WebSocket connection that carries one operation, whichever protocol it speaks. */
import type WebSocket from 'ws';
import type { OperationText } from '../../../core/graphql/request.js';
import { type ScannedBody, scanBody } from '../../../core/graphql/response.js';
import { shapeOf, textOf } from '../../../core/json/shape.js';

/** The operation as the protocols send it: `payload` of `subscribe` and `start`. */
export interface OperationMessage extends OperationText {
  /** JSON text of the payload of `connection_init`; absent: none is sent. */
  readonly init?: string;
  /** Waiting time for `connection_ack` in milliseconds. */
  readonly ackTimeoutMs: number;
}

/** Takes what one connection brings, before its end. */
export interface ConnectionSink {
  /** `connection_ack` came and the operation was sent. */
  subscribed(): void;
  /**
   * One result.
   * @param text JSON text of the payload as the server sent it
   * @param body what is known of it, if it has been read already
   */
  result(text: string, body?: ScannedBody): void;
}

/** How a connection ended. */
export type ConnectionEnd =
  | { readonly how: 'complete' }
  /** The operation failed: `errors` as sent (a list by the current protocol, one object by the older one). */
  | { readonly how: 'errors'; readonly text: string }
  /** `connection_error`: refused by the older protocol. */
  | { readonly how: 'refused'; readonly message: string }
  | { readonly how: 'closed'; readonly code: number; readonly reason: string }
  /** A message was larger than is let in. */
  | { readonly how: 'too-large' }
  /** The server broke the protocol. `problem` may quote it. */
  | { readonly how: 'malformed'; readonly problem: string }
  | { readonly how: 'cancelled' };

/** Runs `wire` on an open socket until it ends. Aborting tells the server and answers `cancelled`. */
export type ProtocolDriver = (
  socket: WebSocket,
  wire: OperationMessage,
  sink: ConnectionSink,
  signal: AbortSignal,
) => Promise<ConnectionEnd>;

/** The longest wait for `connection_ack` in milliseconds; a shorter `--connect-timeout` shortens it. */
export const maxAckMs = 10_000;

/** Bytes we still owe a server that does not read its replies; beyond it is flooding us. */
export const maxReplyBytes = 4 * 1024 * 1024;

/** What an exception says about the server's messages, in words: V8's own are no help to anyone. */
export function failureEnd(error: Error): ConnectionEnd {
  if ((error as NodeJS.ErrnoException).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return { how: 'too-large' };
  if (error instanceof SyntaxError) return { how: 'malformed', problem: 'a message is not JSON' };
  if (error instanceof TypeError) return { how: 'malformed', problem: 'a message lacks what it must have' };
  return { how: 'malformed', problem: error.message };
}

/** Text of a message as `ws` hands it over. */
export function messageText(data: WebSocket.RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}

/** What both protocols read of a message; `payload` stays the text it is. */
export interface SocketMessage {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly payload?: string | undefined;
  /** What is known of the payload, where it has been read with the message. */
  readonly body?: ScannedBody;
}

const messageMembers = ['type', 'id', 'payload'];

/** Characters that a type or an id may have. */
const longestWord = 1000;

/** A result as nearly all servers write it: what comes behind is the payload and a brace. */
const resultHead =
  /^\{"(?:id":"([^"\\\x00-\x1f]{0,1000})","type":"(next|data)|type":"(next|data)","id":"([^"\\\x00-\x1f]{0,1000}))","payload":/;

/** Such a result, whose payload is then read once and not twice; undefined for every other message. */
function readResult(text: string): SocketMessage | undefined {
  const [head, id, type, typeFirst, idLast] = resultHead.exec(text) ?? [];
  if (head === undefined || !text.endsWith('}')) return undefined;
  const payload = text.slice(head.length, -1);
  const body = scanBody(payload);
  // With other members behind it, it is no object.
  return body.shape === undefined ? undefined : { type: type ?? typeFirst, id: id ?? idLast, payload, body };
}

/** The members of a message by its tokens: a payload that is hostile never becomes a value. Empty for what is no object. */
export function readMessage(text: string): SocketMessage {
  const result = readResult(text);
  if (result !== undefined) return result;
  const members = shapeOf(text, messageMembers)?.members;
  const word = (name: string): unknown => {
    const found = textOf(text, members?.get(name));
    return found === undefined || found.length > longestWord ? undefined : JSON.parse(found);
  };
  return { type: word('type'), id: word('id'), payload: textOf(text, members?.get('payload')) };
}

/** Messages shorter than this are handed on as they are. */
const smallMessage = 4096;

/** A message for who only wants to know what kind it is: of a large one the payload is as good as none. */
export function shortenedMessage(text: string, { type, id, payload }: SocketMessage): string {
  if (text.length < smallMessage) return text;
  if (type === undefined) return text.slice(0, smallMessage);
  return JSON.stringify({ type, id, payload: payload?.startsWith('[') ? [{ message: '' }] : {} });
}
