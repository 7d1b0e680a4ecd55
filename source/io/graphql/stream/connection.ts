/** One WebSocket connection with one operation, for both protocols. */
import type WebSocket from 'ws';
import { errorCode } from '../../../core/failure.js';
import type { OperationText } from '../../../core/graphql/request.js';
import { type ScannedBody, scanBody } from '../../../core/graphql/response.js';
import { shapeOf, textOf } from '../../../core/json/shape.js';

export interface OperationMessage extends OperationText {
  /** JSON text of the `connection_init` payload. If absent, none is sent. */
  readonly init?: string;
  /** Timeout for `connection_ack` in milliseconds. */
  readonly ackTimeoutMs: number;
}

/** Receives the events of a connection before its end. */
export interface ConnectionSink {
  subscribed(): void;
  /**
   * @param text JSON text of the payload as sent
   * @param body the scan, if already done
   */
  result(text: string, body?: ScannedBody): void;
}

export type ConnectionEnd =
  | { readonly how: 'complete' }
  /** The operation failed: `errors` as sent (a list in the current protocol, one object in the older one). */
  | { readonly how: 'errors'; readonly text: string }
  /** `connection_error`: the server rejected `connection_init`. Only the older protocol defines it; mercurius sends it in both. */
  | { readonly how: 'refused'; readonly message: string }
  | { readonly how: 'closed'; readonly code: number; readonly reason: string }
  | { readonly how: 'too-large' }
  /** The server broke the protocol. `problem` may quote it. */
  | { readonly how: 'malformed'; readonly problem: string }
  | { readonly how: 'cancelled' };

/** Runs `wire` on an open socket until it ends. On abort, notifies the server and returns `cancelled`. */
export type ProtocolDriver = (
  socket: WebSocket,
  wire: OperationMessage,
  sink: ConnectionSink,
  signal: AbortSignal,
) => Promise<ConnectionEnd>;

/** One operation on an open socket. Only its first end counts. */
export class ConnectionRun {
  readonly socket: WebSocket;
  readonly wire: OperationMessage;
  readonly sink: ConnectionSink;
  readonly ended: Promise<ConnectionEnd>;
  isOver = false;
  readonly #signal: AbortSignal;
  #cancel: () => void = () => {};
  #resolve: (end: ConnectionEnd) => void = () => {};

  constructor(...[socket, wire, sink, signal]: Parameters<ProtocolDriver>) {
    this.socket = socket;
    this.wire = wire;
    this.sink = sink;
    this.#signal = signal;
    this.ended = new Promise(resolve => {
      this.#resolve = resolve;
    });
  }

  end(how: ConnectionEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#signal.removeEventListener('abort', this.#cancel);
    this.#resolve(how);
    this.socket.resume();
  }

  /** Calls `cancel` on abort, or now if already aborted. Returns true in that case. */
  onAbort(cancel: () => void): boolean {
    this.#cancel = cancel;
    if (this.#signal.aborted) cancel();
    else this.#signal.addEventListener('abort', cancel, { once: true });
    return this.#signal.aborted;
  }
}

/** Upper limit of the wait for `connection_ack`, in milliseconds; `--connect-timeout` may shorten it. */
export const maxAckMs = 10_000;

/** Limit of queued bytes for a server that does not read our replies. Beyond this it is flooding us. */
export const maxReplyBytes = 4 * 1024 * 1024;

/** Explains an exception caused by the server's messages, because V8's text does not help users. */
export function failureEnd(error: Error): ConnectionEnd {
  if (errorCode(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return { how: 'too-large' };
  if (error instanceof SyntaxError) return { how: 'malformed', problem: 'a message is not JSON' };
  if (error instanceof TypeError) return { how: 'malformed', problem: 'a message lacks a required member' };
  return { how: 'malformed', problem: error.message };
}

export function messageText(data: WebSocket.RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}

/** Whether a JSON text is an object, as required of a payload. */
export const isObject = (text: string): boolean => text.startsWith('{');

/** The members that both protocols read. `payload` remains text. */
export interface SocketMessage {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly payload?: string | undefined;
  readonly body?: ScannedBody;
}

const messageMembers = ['type', 'id', 'payload'];

/** Characters allowed in a type or an ID. */
const maxReasonLength = 1000;

/** The usual layout of a result: the payload and a brace come last. */
const resultHead =
  /^\{"(?:id":"([^"\\\x00-\x1f]{0,1000})","type":"(next|data)|type":"(next|data)","id":"([^"\\\x00-\x1f]{0,1000}))","payload":/;

/** Parses a result in the usual layout, scanning its payload once instead of twice. Returns undefined for any other message. */
function readResult(text: string): SocketMessage | undefined {
  const [head, id, type, typeFirst, idLast] = resultHead.exec(text) ?? [];
  if (head === undefined || !text.endsWith('}')) return undefined;
  const payload = text.slice(head.length, -1);
  const body = scanBody(payload);
  // Other members follow, so this is not the usual layout.
  return body.shape === undefined ? undefined : { type: type ?? typeFirst, id: id ?? idLast, payload, body };
}

/**
 * Returns the members of a message from its tokens, so that a hostile payload never becomes a value. Empty unless the message
 * is an object.
 */
export function readMessage(text: string): SocketMessage {
  const result = readResult(text);
  if (result !== undefined) return result;
  const members = shapeOf(text, messageMembers)?.members;
  const word = (name: string): unknown => {
    const found = textOf(text, members?.get(name));
    return found === undefined || found.length > maxReasonLength ? undefined : JSON.parse(found);
  };
  return { type: word('type'), id: word('id'), payload: textOf(text, members?.get('payload')) };
}

/** Longer payloads of a rejection are not shown, in characters. */
const maxRefusalLength = 1000;

/** Returns the message of a `connection_error`, or its payload if it has none; empty if there is nothing to show. */
export function refusalText(payload: string): string {
  const shape = shapeOf(payload, ['message']);
  const message = textOf(payload, shape?.members?.get('message')) ?? payload;
  if (message.length > maxRefusalLength || message === 'null') return '';
  return message.startsWith('"') ? String(JSON.parse(message)) : message;
}

/** Shorter messages are passed on unchanged. */
const smallMessage = 4096;

/** Returns a message, without its payload if large, for readers that only need its type. */
export function shortenedMessage(text: string, { type, id, payload }: SocketMessage): string {
  if (text.length < smallMessage) return text;
  if (type === undefined) return text.slice(0, smallMessage);
  return JSON.stringify({ type, id, payload: payload?.startsWith('[') ? [{ message: '' }] : {} });
}
