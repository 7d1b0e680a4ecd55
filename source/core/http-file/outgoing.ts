/** The messages in the body of a WebSocket request, separated by `===` as in JetBrains' HTTP Client. */

/** A message, and how many messages from the server it waits for. */
interface OutgoingMessage {
  readonly text: string;
  /** Number of messages that the server must have sent since the connection was opened. */
  readonly after: number;
}

interface Outgoing {
  readonly messages: readonly OutgoingMessage[];
  /** Number of messages that the server must have sent before the conversation ends. */
  readonly after: number;
}

const separator = /^===(?:[ \t]+(\S+))?/;

/** Number of lines in a body that separate messages. */
export const separatorsIn = (body: string): number => body.split(/\r?\n/).filter(line => separator.test(line)).length;

/** Splits a body at lines that begin with `===`. Each `=== wait-for-server` waits for one more message from the server. */
export function outgoingMessages(body: string): Outgoing {
  const messages: OutgoingMessage[] = [];
  let lines: string[] = [];
  let after = 0;
  const add = (): void => {
    const text = lines
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd();
    if (text !== '') messages.push({ text, after });
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    const mark = separator.exec(line);
    if (!mark) {
      lines.push(line);
      continue;
    }
    add();
    if (mark[1] === 'wait-for-server') after++;
  }
  add();
  return { messages, after };
}
