/**
 * The terminal while the full screen runs: who has it, frames with backpressure, and leaving it whole however the program
 * ends. One object owns all of it, so that there is one way in and one way out; what follows from what is a table (custody.ts).
 */
import type { Environment } from '../../environment.js';
import { openJob } from '../../job-control.js';
import { openChannel } from './channel.js';
import { type CustodyEvent, type CustodyStep, passages } from './custody.js';
import type { InputEvent } from './events.js';
import { createInput } from './input.js';
import { enterKitty, enterModes, isScreen, leaveModes, leaveMouse, restoreModes } from './modes.js';
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
  /** The terminal took nothing any more when it was left: a word to it would wait for ever. */
  readonly isDeaf: boolean;
  /** Gives the terminal back, runs something on it, takes it again. One at a time; others wait. */
  lend<T>(work: Borrower<T>): Promise<T>;
  /** Draws all of the screen, whatever something else wrote on it. */
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

/** Takes the terminal at once; gives it back at `leave`, or when the process exits. */
export function openSession(environment: Environment, options: SessionOptions): Session {
  const { stdin, stdout, hooks } = environment;
  const painter = createPainter(!simple.test(environment.variables.TERM ?? ''));
  const ended = new AbortController();
  /** Who waits until the terminal is ours again, or left. */
  const waiters = new Set<() => void>();
  let custody: keyof typeof passages = 'stopped';
  let opened = false;
  let kitty = false;
  let { mouse } = options;
  /** Only where there is a mouse to be left to the terminal, and until it has answered. */
  let asksDevice = mouse;
  let isDeaf = false;
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
    if (event.kind !== 'reply') return true;
    if (event.reply === 'ready') pace.answered(environment.monotonic());
    if (event.reply === 'kitty' && !kitty) {
      kitty = true;
      channel.write(enterKitty);
    }
    if (event.reply === 'device') {
      asksDevice = false;
      if (mouse && isScreen(event.value)) {
        mouse = false;
        channel.write(leaveMouse);
      }
    }
    return event.reply === 'background';
  }
  const input = createInput(stdin, {
    escapeMs: escapeWait(environment.variables),
    isAsked: () => pace.unanswered > 0,
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

  /** Writes, and asks whether it has arrived. */
  function ask(bytes: string): void {
    channel.write(bytes);
    pace.sent(bytes.length, environment.monotonic());
  }

  /** Modes off, and no frame waits any more. @param asks waits for what the terminal says to our last question */
  function giveBack(asks: boolean): void {
    job?.listen(false);
    clearTimeout(patience);
    waiting = undefined;
    const bytes = leaveModes(kitty) + (asks ? question : '');
    isDeaf = !channel.writeNow(bytes, leaveMs);
    if (asks) pace.sent(bytes.length, environment.monotonic());
    if (!isDeaf && asks) {
      channel.readNow(chunk => {
        for (const event of input.decode(chunk)) heard(event);
        return pace.unanswered + pace.strays === 0;
      }, pace.settleMs);
    }
    if (asks) pace.forget();
    else pace.abandon();
    input.stop();
  }

  /** @param group the whole job stops, not only this process */
  const carryOut: Readonly<Record<CustodyStep, (group: boolean) => void>> = {
    // What the terminal still has to say the shell would take for typed.
    give: () => giveBack(pace.unanswered + pace.strays > 0 || pace.isFar),
    cook: () => input.stop(),
    // Cooked, nothing is read before Enter: who waited here would lose what was typed until then, and hear no answer.
    clear: () => giveBack(false),
    take() {
      kitty = false;
      // First, because in the background this is what stops us, before anything is drawn over the shell.
      input.start();
      job?.listen(true);
      ask(enterModes({ ...options, mouse, askDevice: asksDevice }) + question);
      if (!opened) return;
      // SIGWINCH is for those who have the terminal: the size may have changed while it was not ours.
      hooks?.emit('SIGWINCH');
      onResize();
    },
    stop: group => job?.stop(group),
    tell: () => options.onNotStopped(),
    dismiss: () => ended.abort(),
    restore: () => void channel.writeNow(restoreModes, leaveMs),
  };

  function pass(event: CustodyEvent, group = true): void {
    const { next, steps } = passages[custody][event];
    custody = next;
    // While it is lent nothing of ours may be there to keep Node's loop alive. (A stopped job has its own timer.)
    clearInterval(hold);
    if (custody === 'lent') hold = setInterval(() => {}, 2 ** 30);
    for (const step of steps) carryOut[step](group);
    if (custody === 'ours' || custody === 'left') for (const wake of [...waiters]) wake();
  }

  const untilOurs = async (): Promise<void> => {
    while (custody === 'lent' || custody === 'stopped') {
      await new Promise<void>(resolve => {
        waiters.add(resolve);
      });
      waiters.clear();
    }
  };

  function show(frame: string, cursor?: Cursor): void {
    if (custody !== 'ours') return;
    clearTimeout(patience);
    waiting = undefined;
    if (channel.isBehind || !pace.mayShow(environment.monotonic())) {
      waiting = { frame, cursor };
      patience = setTimeout(showWaiting, pace.patience);
      return;
    }
    const bytes = painter.paint(frame.split('\n'), columns(), rows(), cursor);
    // Within the frame, so that it is one piece.
    if (bytes !== '') ask(`${bytes.slice(0, -frameEnd.length)}${question}${frameEnd}`);
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
      if (custody === 'ours') ask(bytes + question);
    },
    get isDeaf() {
      return isDeaf;
    },
    get lent() {
      return custody === 'lent';
    },
    async lend(work) {
      await untilOurs();
      pass('lend');
      const result = work(ended.signal);
      borrowed = result.then(
        () => {},
        () => {},
      );
      try {
        return await result;
      } finally {
        pass('returned');
      }
    },
    redraw: onResize,
    suspend: () => pass('stop'),
    leave() {
      if (custody === 'left') return borrowed;
      leave();
      borrowed = borrowed.then(() => channel.close());
      return borrowed;
    },
  };
}
