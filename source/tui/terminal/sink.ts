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

/** Ink also wants an input; ours never says anything, because our decoder owns the real one. */
export const silentInput = (): EventEmitter =>
  Object.assign(new EventEmitter(), {
    isTTY: false,
    setEncoding() {},
    setRawMode() {},
    resume() {},
    pause() {},
    ref() {},
    unref() {},
    read: () => null,
  });
