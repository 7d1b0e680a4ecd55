/**
 * The stream that Ink uses as its terminal. In Ink's debug mode, each write is one complete frame without cursor movement, as
 * the painter needs it.
 */
import { EventEmitter } from 'node:events';

/** The part of a terminal stream that Ink uses. Columns and rows are set on a resize. */
interface Sink extends EventEmitter {
  columns: number;
  rows: number;
  readonly isTTY: boolean;
  write(frame: string): boolean;
}

/** `onFrame` receives each complete frame, with its lines separated by newlines. */
export function createSink(columns: number, rows: number, onFrame: (frame: string) => void): Sink {
  return Object.assign(new EventEmitter(), {
    columns,
    rows,
    // On a TTY, Ink would hide and show the cursor itself.
    isTTY: false,
    write(frame: string): boolean {
      onFrame(frame);
      return true;
    },
  });
}

/** The stream that Ink uses as its input. Our decoder owns the real input and feeds this one. */
interface FieldInput extends EventEmitter {
  /** Returns after Ink's components have handled the text. */
  feed(text: string): void;
}

export function createFieldInput(): FieldInput {
  let text: string | null = null;
  const input = new EventEmitter();
  return Object.assign(input, {
    isTTY: true,
    setEncoding() {},
    setRawMode() {},
    resume() {},
    pause() {},
    ref() {},
    unref() {},
    read(): string | null {
      const chunk = text;
      text = null;
      return chunk;
    },
    feed(chunk: string) {
      text = chunk;
      input.emit('readable');
    },
  });
}
