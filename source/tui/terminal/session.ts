/**
 * The terminal while the full screen has it: raw mode, input decoding with its waits, frames with backpressure, and leaving
 * it whole however the program ends. One object owns all of it, so that there is one way in and one way out.
 */
import { writeSync } from 'node:fs';
import type { Environment } from '../../environment.js';
import { createDecoder } from './decoder.js';
import type { InputEvent } from './events.js';
import { enterKitty, enterModes, leaveModes } from './modes.js';
import { type Cursor, createPainter } from './painter.js';

/** What the screen wants of its terminal, and what it is told. */
export interface SessionOptions {
  readonly mouse: boolean;
  readonly askBackground: boolean;
  /** All events of one read, in order. */
  onInput(events: readonly InputEvent[]): void;
  onResize(columns: number, rows: number): void;
  /** The terminal is gone (closed window, lost SSH line). */
  onGone(): void;
}

/** The terminal in our hands. Columns and rows are as it says now, 80 × 24 where it says nothing. */
export interface Session {
  readonly columns: number;
  readonly rows: number;
  /** Shows a frame. On a slow line frames are dropped until the last one has gone out; the newest is always shown. */
  show(frame: string, cursor?: Cursor): void;
  /** Writes bytes that are no frame (clipboard). */
  send(bytes: string): void;
  /** Something else has the terminal now. */
  readonly lent: boolean;
  /** Gives the terminal back, runs something on it, takes it again. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Draws all of the screen, whatever something else wrote on it. */
  redraw(): void;
  /** Ctrl-Z: gives the terminal back and stops the process group; `fg` brings all back. */
  suspend(): void;
  /** Leaves for good. Safe to call twice. */
  leave(): void;
}

/** How long a lone ESC waits for the rest of a sequence; longer where a network may cut it in two. */
const escapeWait = (variables: Environment['variables']): number =>
  variables.SSH_CONNECTION !== undefined || variables.SSH_TTY !== undefined ? 150 : 50;
const pasteWait = 2000;
/** Who still runs this long after asking to be stopped has no shell that could stop it. */
const stopMs = 300;
/** Terminals that know less than a VT220: Emacs' own, and real VT100s. */
const simple = /^(?:eterm|vt(?:52|1\d\d)$|ansi$)/;

/** Takes the terminal at once; gives it back at `leave`, or when the process exits. */
export function openSession(environment: Environment, options: SessionOptions): Session {
  const { stdin, stdout, hooks } = environment;
  const painter = createPainter(!simple.test(environment.variables.TERM ?? ''));
  const decoder = createDecoder();
  const wait = escapeWait(environment.variables);
  let timer: NodeJS.Timeout | undefined;
  let stopped: NodeJS.Timeout | undefined;
  let active = false;
  let left = false;
  let kitty = false;
  let blocked = false;
  let lent = false;
  let waiting: { frame: string; cursor: Cursor | undefined } | undefined;

  const columns = (): number => stdout.columns || 80;
  const rows = (): number => stdout.rows || 24;

  function deliver(events: InputEvent[]): void {
    clearTimeout(timer);
    if (decoder.pending !== undefined) {
      timer = setTimeout(() => deliver(decoder.flush()), decoder.pending === 'paste' ? pasteWait : wait);
    }
    for (const event of events) {
      if (event.kind === 'reply' && event.reply === 'kitty' && !kitty) {
        kitty = true;
        stdout.write(enterKitty);
      }
    }
    if (events.length > 0) options.onInput(events);
  }
  const onData = (chunk: Uint8Array): void => deliver(decoder.feed(chunk));

  /** Synchronously where possible: in an exit handler nothing else gets out. */
  function writeNow(bytes: string): void {
    if (stdout.fd === undefined) {
      stdout.write(bytes);
      return;
    }
    try {
      writeSync(stdout.fd, bytes);
    } catch {
      // EAGAIN: the terminal is slow; the stream will deliver. EIO, EPIPE: it is gone, and there is nothing to restore.
      if (stdout.writable) stdout.write(bytes);
    }
  }

  function setRaw(raw: boolean): void {
    try {
      stdin.setRawMode?.(raw);
    } catch {
      // A closed pseudo-terminal answers EIO: nothing left to restore.
    }
  }

  function take(): void {
    if (active || left) return;
    active = true;
    kitty = false;
    painter.forget();
    setRaw(true);
    stdout.write(enterModes(options));
    stdin.on('data', onData);
    stdin.resume();
  }

  function give(): void {
    if (!active) return;
    active = false;
    clearTimeout(timer);
    decoder.flush();
    stdin.off('data', onData);
    stdin.pause();
    writeNow(leaveModes(kitty));
    setRaw(false);
  }

  function show(frame: string, cursor?: Cursor): void {
    if (!active) return;
    if (blocked) {
      waiting = { frame, cursor };
      return;
    }
    const bytes = painter.paint(frame.split('\n'), columns(), rows(), cursor);
    if (bytes !== '' && !stdout.write(bytes)) blocked = true;
  }

  const onDrain = (): void => {
    blocked = false;
    const last = waiting;
    waiting = undefined;
    if (last !== undefined) show(last.frame, last.cursor);
  };
  const onResize = (): void => {
    painter.forget();
    options.onResize(columns(), rows());
  };
  const onContinue = (): void => {
    clearTimeout(stopped);
    take();
    options.onResize(columns(), rows());
  };
  const onGone = (): void => options.onGone();

  function leave(): void {
    if (left) return;
    give();
    clearTimeout(stopped);
    left = true;
    stdout.off('drain', onDrain);
    stdout.off('resize', onResize);
    stdout.off('error', onGone);
    stdin.off('end', onGone);
    stdin.off('error', onGone);
    hooks?.off('exit', leave);
    hooks?.off('SIGCONT', onContinue);
  }

  stdout.on('drain', onDrain);
  stdout.on('resize', onResize);
  stdout.on('error', onGone);
  stdin.on('end', onGone);
  stdin.on('error', onGone);
  hooks?.on('exit', leave);
  hooks?.on('SIGCONT', onContinue);
  take();

  return {
    get columns() {
      return columns();
    },
    get rows() {
      return rows();
    },
    show,
    send: bytes => {
      if (active) stdout.write(bytes);
    },
    get lent() {
      return lent;
    },
    async lend(work) {
      give();
      lent = true;
      try {
        return await work();
      } finally {
        lent = false;
        take();
        options.onResize(columns(), rows());
      }
    },
    redraw: onResize,
    suspend() {
      give();
      // While we are stopped nothing else may be there to keep Node's loop alive until SIGCONT is heard. And where there is
      // no shell to come back to, the kernel drops the stop: then we go on by ourselves.
      stopped = setTimeout(onContinue, stopMs);
      // The group, not only us: a wrapper script in front of the program stops too, and the shell takes over.
      hooks?.kill(0, 'SIGTSTP');
    },
    leave,
  };
}
