/**
 * The terminal while the full screen runs: custody, frames with backpressure, and restoring it however the program ends. One
 * object owns all of it, so that there is one way in and one way out. Transitions are a table (custody.ts).
 */
import type { Environment } from '../../environment.js';
import { openJob } from '../../platform/job-control.js';
import { lineModes, mendLineModes } from '../../platform/line-modes.js';
import { type CustodyEvent, type CustodyStep, transitions } from './custody.js';
import { type InputEvent, keyCount } from './events.js';
import { createInput } from './input.js';
import { createKnown } from './known.js';
import { type Borrower, createLoans } from './loans.js';
import { restoreModes } from './modes.js';
import { openOutgoing } from './outgoing.js';
import type { Cursor } from './painter.js';

interface SessionOptions {
  readonly mouse: boolean;
  readonly askBackground: boolean;
  /** Sets the window's title. */
  readonly titles: boolean;
  /** The terminal has no UTF-8. */
  readonly ascii: boolean;
  /** Receives all events of one read, in order. */
  onInput(events: readonly InputEvent[]): void;
  /**
   * Called after a resize, and when the terminal returns from another program: its size is queried again, and everything must
   * be redrawn.
   */
  onResize(columns: number, rows: number): void;
  /** The terminal has disconnected (closed window, lost SSH connection). */
  onGone(): void;
  /** Ctrl-Z was pressed, but there is no shell to return to. */
  onNotStopped(): void;
  /** Keys meant for the last borrower were read here. `text` is the message. */
  onLost(text: string): void;
}

/** Columns and rows as currently reported by the terminal, or 80 × 24 if it reports none. */
export interface Session {
  readonly columns: number;
  readonly rows: number;
  /** Shows a frame. While the terminal is behind, frames are dropped, but the newest is always shown. */
  show(frame: string, cursor?: Cursor, ground?: string): void;
  /** Sets the window's title until the terminal is given back. Untrusted text. */
  title(text: string): void;
  /** Writes bytes that are not part of a frame (clipboard). */
  send(bytes: string): void;
  /** True while another program has the terminal. */
  readonly lent: boolean;
  /** True if input read now is for us: the terminal is neither lent nor about to be left. */
  readonly acceptsInput: boolean;
  /**
   * True if SIGINT and SIGQUIT belong to the current borrower, or to one that has just exited, since signals may arrive late.
   */
  readonly isBorrowersSignal: boolean;
  /** Bytes that would restore the terminal now; empty while it is not ours. */
  readonly restoring: string;
  /** True if the terminal no longer accepted output when we left it, so writing to it would block forever. */
  readonly isDeaf: boolean;
  /**
   * Gives the terminal back, runs another program on it, and takes it again. One program at a time; others wait. Rejects with
   * the failure `interrupted` if we leave the terminal first.
   */
  lend<T>(work: Borrower<T>): Promise<T>;
  /** The same, but immediately or not at all: undefined if the terminal is not ours now. */
  lendNow<T>(work: Borrower<T>): Promise<T> | undefined;
  /** Delivers text that is still being collected, before the program ends. */
  flush(): void;
  /** Counts keys that were read after the event that gave the terminal away as lost. */
  discard(events: readonly InputEvent[]): void;
  /**
   * Stops reading before we leave the terminal, until the returned function is called, because further input is for the next
   * program.
   */
  hold(): () => void;
  /** Sends all modes again and redraws the screen, in case another program wrote on it. */
  redraw(): void;
  /** Ctrl-Z: gives the terminal back and stops the process group. `fg` takes it again. */
  suspend(): void;
  /**
   * Leaves permanently and terminates the borrower. Safe to call twice. Resolves when none of our programs writes to the
   * terminal any more.
   */
  leave(): Promise<void>;
}

/** Time that a lone ESC waits for the rest of a sequence. It is longer if a network may split the sequence. */
const escapeWait = (variables: Environment['variables']): number =>
  variables.SSH_CONNECTION !== undefined || variables.SSH_TTY !== undefined ? 150 : 50;
/** Maximum delay of the signal from the borrower's last Ctrl-C, in milliseconds. */
const signalMs = 500;

const lostText = (keys: number): string =>
  keys === 1 ? 'Discarded 1 key typed meanwhile.' : `Discarded ${keys} keys typed meanwhile.`;

/** Takes the terminal immediately. Gives it back on `leave`, or when the process exits. */
export function openSession(environment: Environment, options: SessionOptions): Session {
  const { stdin, stdout, hooks } = environment;
  const known = createKnown(options);
  let custody: keyof typeof transitions = 'stopped';
  let opened = false;
  let isHeld = false;
  let lost = 0;
  let returnedAt = Number.NEGATIVE_INFINITY;
  /** Line modes at the time the terminal was lent. */
  let modes: string | undefined;
  let closing: Promise<void> | undefined;
  let keepAlive: NodeJS.Timeout | undefined;

  const columns = (): number => stdout.columns || 80;
  const rows = (): number => stdout.rows || 24;

  const onGone = (): void => options.onGone();
  const outgoing = openOutgoing(environment, () => [columns(), rows()], onGone);

  /** Handles replies from the terminal. Returns true if the screen needs the event as well. */
  function heard(event: InputEvent): boolean {
    outgoing.heard(event);
    if (event.kind !== 'reply') return true;
    const bytes = known.heard(event);
    if (custody === 'ours') outgoing.send(bytes);
    return event.reply === 'background';
  }
  const input = createInput(stdin, {
    escapeMs: escapeWait(environment.variables),
    isAsked: () => outgoing.isAsked,
    monotonic: () => environment.monotonic(),
    onEvents(events) {
      const others = events.filter(heard);
      if (others.length > 0) options.onInput(others);
      outgoing.showWaiting();
    },
  });
  const job =
    hooks &&
    openJob(hooks, {
      stopAsked: () => pass('stop', false),
      continued: () => pass('continued'),
      notStopped: () => pass('not-stopped'),
    });

  /** Reports to the next owner, on its screen, how much of its input was lost. */
  function reportLost(): void {
    if (lost > 0) outgoing.print(`${lostText(lost)}\r\n`);
    lost = 0;
  }

  function noticeLost(): void {
    if (lost > 0) options.onLost(lostText(lost));
    lost = 0;
  }

  function discard(events: readonly InputEvent[]): void {
    for (const event of events) lost += keyCount(event);
  }

  /** @param group true if the entire job stops, not only this process */
  const carryOut: Readonly<Record<CustodyStep, (group: boolean) => void>> = {
    give() {
      job?.listen(false);
      input.pause(true);
      outgoing.leave(known.leave(), byte => {
        const events = input.decode(byte);
        discard(events);
        for (const event of events) if (event.kind === 'reply') known.heard(event);
        return events;
      });
      input.stop();
    },
    remember() {
      modes = lineModes(environment);
    },
    mend() {
      mendLineModes(environment, modes);
      returnedAt = environment.monotonic();
    },
    cook: () => input.stop(true),
    // In cooked mode, nothing is read before Enter, so waiting here would lose input and replies until then.
    clear() {
      job?.listen(false);
      outgoing.clear(known.leave());
    },
    take() {
      isHeld = false;
      // This must come first: in the background it stops us before anything is drawn over the shell.
      input.start();
      job?.listen(true);
      outgoing.send(known.enter(), known.asks);
      noticeLost();
      if (!opened) return;
      // SIGWINCH is sent to the terminal's foreground job, so the size may have changed meanwhile.
      hooks?.emit('SIGWINCH');
      onResize();
    },
    'report-lost': reportLost,
    stop: group => job?.stop(group),
    'warn-not-stopped': () => options.onNotStopped(),
    dismiss: () => loans.dismiss(),
    restore: () => outgoing.print(restoreModes),
  };

  function pass(event: CustodyEvent, group = true): void {
    const passage = transitions[custody][event];
    if (passage === 'mistake') throw new Error(`${event} while the terminal is ${custody}`);
    const { next, actions } = passage;
    custody = next;
    // While the terminal is lent, nothing else may keep Node's loop alive. (A stopped job has its own timer.)
    clearInterval(keepAlive);
    if (custody === 'lent') keepAlive = setInterval(() => {}, 2 ** 30);
    for (const step of actions) carryOut[step](group);
    loans.wake();
  }
  const loans = createLoans(() => custody, pass);

  const onResize = (): void => {
    outgoing.forget();
    options.onResize(columns(), rows());
  };
  function leave(): void {
    pass('leave');
    job?.close();
    stdout.off('resize', onResize);
    stdin.off('end', onGone);
    stdin.off('error', onGone);
    hooks?.off('exit', leave);
  }

  stdout.on('resize', onResize);
  stdin.on('end', onGone);
  stdin.on('error', onGone);
  hooks?.on('exit', leave);
  pass('continued');
  opened = true;

  return {
    get columns() {
      return columns();
    },
    get rows() {
      return rows();
    },
    show(frame, cursor, ground) {
      if (custody === 'ours') outgoing.show(frame, cursor, ground);
    },
    title(text) {
      const bytes = known.title(text);
      if (custody === 'ours') outgoing.send(bytes);
    },
    send(bytes) {
      if (custody === 'ours') outgoing.send(bytes);
    },
    get restoring() {
      return custody === 'ours' ? known.leave() : '';
    },
    get isDeaf() {
      return outgoing.isDeaf;
    },
    get lent() {
      return custody === 'lent';
    },
    get acceptsInput() {
      return custody === 'ours' && !isHeld;
    },
    get isBorrowersSignal() {
      return custody === 'lent' || environment.monotonic() - returnedAt < signalMs;
    },
    lend: work => loans.lend(work),
    lendNow: work => loans.lendNow(work),
    flush: input.flush,
    discard,
    hold() {
      isHeld = true;
      input.pause(true);
      return () => {
        isHeld = false;
        if (custody !== 'ours') return;
        input.pause(false);
        noticeLost();
      };
    },
    redraw() {
      if (custody !== 'ours') return;
      outgoing.send(known.again());
      onResize();
    },
    suspend: () => pass('stop'),
    leave() {
      closing ??= (() => {
        leave();
        return loans.ended.then(() => outgoing.close());
      })();
      return closing;
    },
  };
}
