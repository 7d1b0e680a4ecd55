/**
 * The stream that Ink believes to be its terminal. In Ink's debug mode each write is one complete frame without cursor
 * movement, which is all that the painter wants.
 */
import { EventEmitter } from 'node:events';

/** As much of a terminal as Ink asks for; columns and rows are set on a resize. */
export interface Sink extends EventEmitter {
  columns: number;
  rows: number;
  readonly isTTY: boolean;
  write(frame: string): boolean;
}

/** `onFrame` gets each whole frame, its lines parted by newlines. */
export function createSink(columns: number, rows: number, onFrame: (frame: string) => void): Sink {
  return Object.assign(new EventEmitter(), {
    columns,
    rows,
    // Ink would hide and show the cursor by itself on a TTY.
    isTTY: false,
    write(frame: string): boolean {
      onFrame(frame);
      return true;
    },
  });
}

/** What Ink believes to be its input: our decoder owns the real one, and this one says what we give it. */
export interface FieldInput extends EventEmitter {
  /** Ink's components have heard the text when this returns. */
  feed(text: string): void;
}

/** Nothing is said by itself. */
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
      const said = text;
      text = null;
      return said;
    },
    feed(said: string) {
      text = said;
      input.emit('readable');
    },
  });
}
