/** A request whose response is a series of messages, received until its checks are met. A separate chunk. */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { MessageStream } from '../../core/http-file/document.js';
import { outgoingMessages } from '../../core/http-file/outgoing.js';
import type { BodySpec, RequestSpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import type { SendOptions } from '../../io/http/send.js';
import type { EntryObserver, StreamHead } from '../../io/http/text-request.js';
import { receiveStream } from '../../io/websocket/stream.js';
import type { MessageSender } from '../../io/websocket/talk.js';

/** When a conversation with the server ends. */
export interface Conversation {
  readonly stream: MessageStream;
  /** Number of messages after which it ends. */
  readonly maxEvents: number | undefined;
  /** Whether a message meets the checks, or undefined if there are none. */
  readonly isMet: ((message: Omit<StreamResponse, 'streamBytes'>) => boolean) | undefined;
  readonly observer: EntryObserver;
}

/** The head of a stream with its latest message as the body. */
export interface StreamResponse {
  readonly response: StreamHead;
  readonly body: Buffer;
  /** Size of all messages in bytes. */
  readonly streamBytes: number;
}

/** Silence after which a WebSocket is closed if nothing else ends the conversation, in milliseconds. */
const silenceMs = 1000;

/** Bodies of WebSocket requests are texts, because a file is read when the request is built. */
const textOf = (body: BodySpec | undefined): string => {
  if (body?.kind === 'bytes') return Buffer.from(body.bytes).toString('utf8');
  return body?.kind === 'sequence' ? body.pieces.map(textOf).join('') : '';
};

/**
 * Sends the messages of the request, and passes messages from the server to the observer. The conversation ends when a message
 * meets the checks, after `--max-events` messages, when the server closes it, or at the time limit. Without checks and limits,
 * a WebSocket is closed after a second of silence, once all messages of the request have been sent. A response that is not a
 * stream is returned unread.
 */
export async function exchangeMessages(
  { stream, maxEvents, isMet, observer: { head: onHead, stream: observer } }: Conversation,
  spec: RequestSpec,
  environment: Environment,
  options: SendOptions = {},
): Promise<StreamResponse | HttpResponse | Failure> {
  const startMs = environment.monotonic();
  const outgoing = outgoingMessages(textOf(spec.body));
  const endsInSilence =
    !isMet &&
    maxEvents === undefined &&
    spec.network.timeoutMs === undefined &&
    !observer?.staysOpen &&
    outgoing.messages.length + outgoing.after > 0;
  let head: StreamHead | undefined;
  let latest: Buffer = Buffer.alloc(0);
  const arrivals = new Arrivals();
  let streamBytes = 0;
  let sent = 0;
  let isLatestMet = false;
  let silence: NodeJS.Timeout | undefined;
  let sendText = (_text: string): void => {};
  const sender: MessageSender = (send, end) => {
    sendText = text => void send(text);
    void (async () => {
      for await (const text of dueMessages(outgoing, arrivals)) {
        sent++;
        observer?.sent?.(text);
        await send(text);
      }
      if (!(await arrivals.reach(outgoing.after))) return;
      if (isLatestMet) end();
      else if (endsInSilence) silence = setTimeout(end, silenceMs);
    })();
    return () => {
      clearTimeout(silence);
      arrivals.stop();
    };
  };
  const ended = await receiveStream(stream, spec, environment, {
    ...options,
    sender,
    async onOpen(opened) {
      head = opened;
      onHead?.(opened);
      await observer?.opened(opened, text => sendText(text));
    },
    async onMessage(message) {
      arrivals.count++;
      streamBytes += message.bytes.length;
      silence?.refresh();
      latest = message.bytes;
      await observer?.message(message);
      isLatestMet = head !== undefined && isMet?.({ response: head, body: latest }) === true;
      arrivals.wake();
      const isSent = sent === outgoing.messages.length && arrivals.count >= outgoing.after;
      return arrivals.count === maxEvents || (isLatestMet && isSent);
    },
  });
  if (ended !== undefined && !isFailure(ended)) return ended;
  const isTimeUp = ended?.kind === 'timeout' && maxEvents === undefined && (arrivals.count > 0 || !isMet);
  if (ended && !isTimeUp) return ended;
  if (!head) return failure('protocol', 'The server sent no response head.');
  const timing = { ...head.timing, totalMs: environment.monotonic() - startMs };
  return { response: { ...head, timing }, body: latest, streamBytes };
}

/** Yields each message once the messages that it waits for have arrived. */
async function* dueMessages(
  { messages }: ReturnType<typeof outgoingMessages>,
  arrivals: Arrivals,
): AsyncGenerator<string> {
  for (const { text, after } of messages) {
    if (!(await arrivals.reach(after))) return;
    yield text;
  }
}

/** Counts messages from the server, and waits for a number of them. */
class Arrivals {
  count = 0;
  #isStopped = false;
  #resume: (() => void) | undefined;

  /** Returns true once a number of messages has arrived, or false if the connection ends first. */
  async reach(count: number): Promise<boolean> {
    while (this.count < count && !this.#isStopped)
      await new Promise<void>(resolve => {
        this.#resume = resolve;
      });
    return !this.#isStopped;
  }

  /** Resumes the wait after a message has been handled. */
  wake(): void {
    this.#resume?.();
  }

  stop(): void {
    this.#isStopped = true;
    this.wake();
  }
}
