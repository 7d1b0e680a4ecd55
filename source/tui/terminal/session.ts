/**
 * The terminal while the full screen runs: who has it, frames with backpressure, and leaving it whole however the program
 * ends. One object owns all of it, so that there is one way in and one way out; what follows from what is a table (custody.ts).
 */
import { FailureError, failure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { openJob } from '../../job-control.js';
import { openChannel } from './channel.js';
import { type CustodyEvent, type CustodyStep, passages } from './custody.js';
import { type InputEvent, keyCount } from './events.js';
import { createInput } from './input.js';
import { createKnown } from './known.js';
import { lineModes, mendLineModes } from './line-modes.js';
import { restoreModes } from './modes.js';
import { createPace, question } from './pace.js';
import { type Cursor, createPainter, frameEnd } from './painter.js';

/** What the screen wants of its terminal, and what it is told. */
export interface SessionOptions {
  readonly mouse: boolean;
  readonly askBackground: boolean;
  /** All events of one read, in order. */
  onInput(events: readonly InputEvent[]): void;
  /** Also after the terminal was away: its size is asked anew, and all must be drawn. */
  onResize(columns: number, rows: number): void;
  /** The terminal is gone (closed window, lost SSH line). */
  onGone(): void;
  /** Ctrl-Z, and there is no shell to stop for. */
  onNotStopped(): void;
  /** Keys were read that were meant for what had the terminal since; the sentence that says so. */
  onLost(text: string): void;
}

/** Runs something else on the terminal. Aborted when the program ends meanwhile: then it must end too. */
export type Borrower<T> = (ended: AbortSignal) => Promise<T>;

/** The terminal in our hands. Columns and rows are as it says now, 80 × 24 where it says nothing. */
export interface Session {
  readonly columns: number;
  readonly rows: number;
  /** Shows a frame. Where the terminal has not taken the last ones yet, frames are dropped; the newest is always shown. */
  show(frame: string, cursor?: Cursor): void;
  /** Writes bytes that are no frame (clipboard). */
  send(bytes: string): void;
  /** Something else has the terminal now. */
  readonly lent: boolean;
  /** What is read now is for us: neither has anybody else the terminal, nor is it about to be left. */
  readonly isHeard: boolean;
  /** Ctrl-C and Ctrl-\ as signals are for what the terminal is lent to, or was until just now: a signal takes its time. */
  readonly isBorrowersSignal: boolean;
  /** The terminal took nothing any more when it was left: a word to it would wait for ever. */
  readonly isDeaf: boolean;
  /**
   * Gives the terminal back, runs something on it, takes it again. One at a time; others wait their turn. Rejects with the failure
   * `interrupted` where the terminal was left before that.
   */
  lend<T>(work: Borrower<T>): Promise<T>;
  /** The same at once or not at all: undefined where the terminal is not ours now. */
  lendNow<T>(work: Borrower<T>): Promise<T> | undefined;
  /** These were read, but came behind what gave the terminal away. */
  lose(events: readonly InputEvent[]): void;
  /** Reads nothing more, because the terminal is about to be left, until the answer is called: what is typed is for who comes next. */
  hold(): () => void;
  /** Sends all modes again and draws all of the screen, whatever something else wrote on it. */
  redraw(): void;
  /** Ctrl-Z: gives the terminal back and stops the process group; `fg` brings all back. */
  suspend(): void;
  /** Leaves for good; what has the terminal now is ended. Safe to call twice. Resolves when nothing of ours writes to it any more. */
  leave(): Promise<void>;
}

/** How long a lone ESC waits for the rest of a sequence; longer where a network may cut it in two. */
const escapeWait = (variables: Environment['variables']): number =>
  variables.SSH_CONNECTION !== undefined || variables.SSH_TTY !== undefined ? 150 : 50;
/** Terminals that know less than a VT220: Emacs' own, and real VT100s. */
const simple = /^(?:eterm|vt(?:52|1\d\d)$|ansi$)/;

/** How long it is tried to give back a terminal that takes nothing, in milliseconds. */
const leaveMs = 700;
/** So long after a click or a turn of the wheel another report may be on its way, in milliseconds. */
const mouseMs = 1000;
/** How late a signal may be heard that the borrower's last Ctrl-C was, in milliseconds. */
const signalMs = 500;

const lostText = (keys: number): string =>
  keys === 1 ? '1 key typed meanwhile was lost.' : `${keys} keys typed meanwhile were lost.`;

/** Takes the terminal at once; gives it back at `leave`, or when the process exits. */
export function openSession(environment: Environment, options: SessionOptions): Session {
  const { stdin, stdout, hooks } = environment;
  const painter = createPainter(!simple.test(environment.variables.TERM ?? ''));
  const ended = new AbortController();
  const known = createKnown(options);
  /** Who waits until the terminal is ours again, or left. */
  let waiters: (() => void)[] = [];
  let custody: keyof typeof passages = 'stopped';
  let opened = false;
  let isDeaf = false;
  let isHeld = false;
  let lost = 0;
  let lastMouse = Number.NEGATIVE_INFINITY;
  let returnedAt = Number.NEGATIVE_INFINITY;
  /** As they were when the terminal was lent. */
  let modes: string | undefined;
  /** Resolved when what it was lent to last has ended. */
  let borrowed = Promise.resolve();
  let hold: NodeJS.Timeout | undefined;
  let waiting: { readonly frame: string; readonly cursor: Cursor | undefined } | undefined;
  let patience: NodeJS.Timeout | undefined;

  const columns = (): number => stdout.columns || 80;
  const rows = (): number => stdout.rows || 24;

  const onGone = (): void => options.onGone();
  const channel = openChannel(environment, { onDrain: () => showWaiting(), onGone });
  const pace = createPace();

  /** Keeps what concerns only us. */
  function heard(event: InputEvent): boolean {
    const now = environment.monotonic();
    if (event.kind !== 'reply') {
      pace.typed(now);
      if (event.kind === 'mouse') lastMouse = now;
      return true;
    }
    if (event.reply === 'ready') pace.answered(now);
    const bytes = known.heard(event);
    if (custody === 'ours') send(bytes);
    return event.reply === 'background';
  }
  const input = createInput(stdin, {
    escapeMs: escapeWait(environment.variables),
    isAsked: () => pace.isAsked,
    monotonic: () => environment.monotonic(),
    onEvents(events) {
      const others = events.filter(heard);
      if (others.length > 0) options.onInput(others);
      showWaiting();
    },
  });
  const job =
    hooks &&
    openJob(hooks, {
      stopAsked: () => pass('stop', false),
      continued: () => pass('continued'),
      notStopped: () => pass('not-stopped'),
    });

  /** Writes, and where it is time to, asks whether it has arrived. @param end what the question must stand before */
  function send(bytes: string, end = ''): void {
    const now = environment.monotonic();
    const length = bytes.length + end.length;
    const asks = pace.shouldAsk(length, now);
    if (length === 0 && !asks) return;
    channel.write(bytes + (asks ? question : '') + end);
    pace.sent(length, now, asks);
  }

  /**
   * Modes off, and no frame waits any more. Where the terminal still has something to say, that is waited for: the next one would
   * take it for typed. Of the mouse nobody knows, so that it is asked whether all of its reports have come.
   */
  function giveBack(): void {
    input.pause(true);
    const now = environment.monotonic();
    const asks = pace.answers && now - lastMouse < mouseMs;
    putAway(known.leave() + (asks ? question : ''));
    if (asks) pace.sent(0, now, true);
    const owedMs = pace.owedMs(now);
    if (!isDeaf && owedMs > 0) {
      channel.readNow(byte => {
        const events = input.decode(byte);
        lose(events);
        events.forEach(heard);
        return pace.owedMs(now) === 0;
      }, owedMs);
    }
    pace.forget();
    input.stop();
  }

  /** @param bytes that switch all modes off */
  function putAway(bytes: string): void {
    job?.listen(false);
    clearTimeout(patience);
    waiting = undefined;
    isDeaf = !channel.writeNow(bytes, leaveMs);
  }

  /** Tells what has the terminal next, on its screen, how much of what was typed for it is lost. */
  function tellLost(): void {
    if (lost > 0 && !isDeaf) channel.writeNow(`${lostText(lost)}\r\n`, leaveMs);
    lost = 0;
  }

  function lose(events: readonly InputEvent[]): void {
    for (const event of events) lost += keyCount(event);
  }

  /** @param group the whole job stops, not only this process */
  const carryOut: Readonly<Record<CustodyStep, (group: boolean) => void>> = {
    give: giveBack,
    lend() {
      modes = lineModes(stdin);
    },
    mend() {
      mendLineModes(stdin, modes);
      returnedAt = environment.monotonic();
    },
    cook: () => input.stop(),
    // Cooked, nothing is read before Enter: who waited here would lose what was typed until then, and hear no answer.
    clear() {
      putAway(known.leave());
      pace.abandon();
    },
    take() {
      isHeld = false;
      // First, because in the background this is what stops us, before anything is drawn over the shell.
      input.start();
      job?.listen(true);
      const bytes = known.enter();
      channel.write(bytes + (opened ? '' : question));
      pace.sent(bytes.length, environment.monotonic(), !opened);
      if (lost > 0) options.onLost(lostText(lost));
      lost = 0;
      if (!opened) return;
      // SIGWINCH is for those who have the terminal: the size may have changed while it was not ours.
      hooks?.emit('SIGWINCH');
      onResize();
    },
    'tell-lost': tellLost,
    stop: group => job?.stop(group),
    tell: () => options.onNotStopped(),
    dismiss: () => ended.abort(),
    restore: () => void channel.writeNow(restoreModes, leaveMs),
  };

  function pass(event: CustodyEvent, group = true): void {
    const passage = passages[custody][event];
    if (passage === 'mistake') throw new Error(`${event} while the terminal is ${custody}`);
    const { next, steps } = passage;
    custody = next;
    // While it is lent nothing of ours may be there to keep Node's loop alive. (A stopped job has its own timer.)
    clearInterval(hold);
    if (custody === 'lent') hold = setInterval(() => {}, 2 ** 30);
    for (const step of steps) carryOut[step](group);
    if (custody !== 'ours' && custody !== 'left') return;
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  }

  /** Whoever calls this has seen that the terminal is ours, and nothing has come between. */
  async function lendOurs<T>(work: Borrower<T>): Promise<T> {
    pass('lend');
    // An exception is a rejection: whatever happens, the terminal comes back.
    const result = (async () => work(ended.signal))();
    borrowed = result.then(
      () => {},
      () => {},
    );
    try {
      return await result;
    } finally {
      pass('returned');
    }
  }

  function show(frame: string, cursor?: Cursor): void {
    if (custody !== 'ours') return;
    clearTimeout(patience);
    waiting = undefined;
    if (channel.isBehind || !pace.mayShow(environment.monotonic())) {
      waiting = { frame, cursor };
      patience = setTimeout(showWaiting, pace.patience);
      send('');
      return;
    }
    const bytes = painter.paint(frame.split('\n'), columns(), rows(), cursor);
    // Within the frame, so that it is one piece.
    if (bytes !== '') send(bytes.slice(0, -frameEnd.length), frameEnd);
  }

  function showWaiting(): void {
    if (waiting !== undefined) show(waiting.frame, waiting.cursor);
  }

  const onResize = (): void => {
    painter.forget();
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
    show,
    send: bytes => {
      if (custody === 'ours') send(bytes);
    },
    get isDeaf() {
      return isDeaf;
    },
    get lent() {
      return custody === 'lent';
    },
    get isHeard() {
      return custody === 'ours' && !isHeld;
    },
    get isBorrowersSignal() {
      return custody === 'lent' || environment.monotonic() - returnedAt < signalMs;
    },
    async lend(work) {
      while (custody !== 'ours') {
        if (custody === 'left') throw new FailureError(failure('interrupted', 'The screen was closed.'));
        await new Promise<void>(resolve => {
          waiters.push(resolve);
        });
      }
      return lendOurs(work);
    },
    lendNow: work => (custody === 'ours' ? lendOurs(work) : undefined),
    lose,
    hold() {
      isHeld = true;
      input.pause(true);
      return () => {
        isHeld = false;
        if (custody !== 'ours') return;
        input.pause(false);
        if (lost > 0) options.onLost(lostText(lost));
        lost = 0;
      };
    },
    redraw() {
      if (custody !== 'ours') return;
      send(known.again());
      onResize();
    },
    suspend: () => pass('stop'),
    leave() {
      if (custody === 'left') return borrowed;
      leave();
      borrowed = borrowed.then(() => channel.close());
      return borrowed;
    },
  };
}
