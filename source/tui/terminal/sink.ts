/**
 * The stream that Ink takes for its terminal. In Ink's debug mode each write is one complete frame without cursor
 * movement, as the painter needs it.
 */
import { EventEmitter } from 'node:events';

/** The part of a terminal stream that Ink uses; columns and rows are set on a resize. */
interface Sink extends EventEmitter {
  columns: number;
  rows: number;
  readonly isTTY: boolean;
  write(frame: string): boolean;
}

/** `onFrame` receives each complete frame, its lines separated by newlines. */
export function createSink(columns: number, rows: number, onFrame: (frame: string) => void): Sink {
  return Object.assign(new EventEmitter(), {
    columns,
    rows,
    // On a TTY Ink would hide and show the cursor itself.
    isTTY: false,
    write(frame: string): boolean {
      onFrame(frame);
      return true;
    },
  });
}

/** The stream that Ink takes for its input: our decoder owns the real one and feeds this one. */
interface FieldInput extends EventEmitter {
  /** Ink's components have handled the text when this returns. */
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
