/**
 * The built program in a pseudo-terminal, judged by what a terminal would show: rows, colours, cursor, and whatever else the
 * bytes made it do (title, clipboard, bell, answers to questions).
 */
import { readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type IPty, spawn as spawnInTerminal } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { programCommand, temporaryFolder } from './program.js';
import { keepCode, warm } from './run/warm-home.js';
import { type Line, SlowLine } from './slow-line.js';

export interface TerminalOptions {
  /** 80 unless told. */
  readonly columns?: number;
  /** 24 unless told. */
  readonly rows?: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly home?: string;
  /** Leaves the home as it is, without the code that earlier runs have compiled. */
  readonly cold?: boolean;
  readonly folder?: string;
  /** Another program than the built one: its file and arguments. */
  readonly command?: readonly [file: string, ...argv: string[]];
  /** A slow line between the two, for what is shown, typed and answered. */
  readonly line?: Line;
}

export interface Cell {
  readonly text: string;
  /** 0, 1 or 2 columns. */
  readonly width: number;
  /** `default`, `0`–`255` of the palette, or `#rrggbb`. */
  readonly foreground: string;
  readonly background: string;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly inverse: boolean;
}

export interface Exit {
  readonly code: number;
  readonly signal: number;
}

/** How long a test waits for a screen before it fails with a picture of it. */
const waitTimeoutMs = 15_000;

const open = new Set<TerminalProgram>();

/** Starts `apiclient …argv` in a terminal of its own. */
export const startInTerminal = (argv: readonly string[], options: TerminalOptions = {}): TerminalProgram => {
  const program = new TerminalProgram(argv, options);
  open.add(program);
  return program;
};

/** For `afterEach`: ends what a test left running. */
export async function closeTerminals(): Promise<void> {
  const left = [...open];
  open.clear();
  await Promise.all(
    left.map(each => {
      each.kill('SIGKILL');
      return each.ended;
    }),
  );
}

/** How long the end of a pseudo-terminal is waited for after the program's, in milliseconds. */
const endMs = 5000;

/**
 * node-pty closes its side 200 ms after the program has ended, read or not, and libuv takes a hang-up behind a short read for the end:
 * on a busy machine either cuts off what came last.
 */
function readToTheEnd(pty: IPty, onData: (data: string) => void): void {
  const { _socket: socket, fd } = pty as unknown as { readonly _socket: Readable; readonly fd: number };
  socket.prependOnceListener('end', () => {
    const chunk = Buffer.alloc(65_536);
    try {
      for (let length = 1; length > 0; ) {
        length = readSync(fd, chunk);
        onData(chunk.toString('utf8', 0, length));
      }
    } catch {
      // EIO: all of it was read.
    }
  });
  const destroy = socket.destroy.bind(socket);
  socket.destroy = error => {
    if (error !== undefined || socket.readableEnded || socket.isPaused()) return destroy(error);
    setTimeout(destroy, endMs).unref();
    return socket;
  };
}

/** The full screen's own queries to every terminal at its start (DA2, OSC 11). */
const ownQuestion = /^osc 11 \?$|^answer "\\u001b\[>/;

/** The effects that are not those of the screen's own questions. */
export const effectsOfOthers = ({ effects }: TerminalProgram): readonly string[] =>
  effects.filter(each => !ownQuestion.test(each));

export class TerminalProgram {
  /** Resolves when the program has ended and its last byte was drawn. */
  readonly ended: Promise<Exit>;
  /** Effects of the bytes other than drawing: `title …`, `osc 52 …`, `bell`, `answer …`. */
  readonly effects: string[] = [];
  readonly #pty: IPty;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #listeners = new Set<() => void>();
  readonly #line: SlowLine | undefined;
  readonly #type: (keys: string) => void;
  #bytes = '';
  #over = false;
  /** Keys and replies held while the line stands still. */
  #held: string[] | undefined;

  constructor(argv: readonly string[], options: TerminalOptions) {
    const { columns = 80, rows = 24 } = options;
    const home = options.home ?? temporaryFolder();
    const isWarm = options.command === undefined && !options.cold;
    if (isWarm) warm(home);
    const [file, ...words] = options.command ?? [...programCommand, ...argv];
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
    this.#watchEffects();
    this.#pty = spawnInTerminal(file, words, {
      // node-pty takes TERM from here, whatever the environment says.
      name: options.variables?.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: options.folder ?? home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        LANG: 'C.UTF-8',
        // Ink paints nothing until the end where it sees a CI.
        CI: 'false',
        ...options.variables,
      },
    });
    const { line } = options;
    const later = (work: () => void): void => void (line === undefined ? work() : setTimeout(work, line.delayMs));
    this.#type = keys =>
      later(() => {
        if (this.#held !== undefined) this.#held.push(keys);
        else if (!this.#over) this.#pty.write(keys);
      });
    const show = (data: string): void => this.#terminal.write(data, () => this.#changed());
    this.#line = line && new SlowLine(line, show, held => (held ? this.#pty.pause() : this.#pty.resume()));
    this.#terminal.onData(answer => {
      // "Ready" is what every frame asks; it is of no consequence.
      if (answer !== '\u001b[0n') this.effects.push(`answer ${JSON.stringify(answer)}`);
      this.#type(answer);
    });
    const take = (data: string): void => {
      this.#bytes += data;
      if (this.#line === undefined) show(data);
      else this.#line.put(data);
    };
    this.#pty.onData(take);
    readToTheEnd(this.#pty, take);
    this.ended = new Promise(resolve => {
      this.#pty.onExit(({ exitCode, signal }) => {
        if (isWarm) keepCode(home);
        this.#line?.close();
        this.#terminal.write('', () => {
          this.#over = true;
          open.delete(this);
          this.#changed();
          resolve({ code: exitCode, signal: signal ?? 0 });
        });
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** All that was written to the terminal, undrawn. */
  get bytes(): string {
    return this.#bytes;
  }

  /** Types. Enter is `\r`. */
  write(keys: string): void {
    this.#type(keys);
  }

  /**
   * The line stands still: what is typed and answered arrives when the returned function is called, all of it in one piece.
   * @param under way already, as the rest of a sequence: a terminal never answers in the middle of one
   */
  stall(under = ''): () => void {
    const held = [under];
    this.#held = held;
    return () => {
      this.#held = undefined;
      if (!this.#over) this.#pty.write(held.join(''));
    };
  }

  /** Reads nothing more of what the program writes, as a terminal whose scrolling was stopped. */
  stand(): void {
    this.#pty.pause();
  }

  /** Writes on the terminal what the program did not send, as `wall` does. */
  scribble(text: string): void {
    this.#terminal.write(text, () => this.#changed());
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.#over) this.#pty.kill(signal);
  }

  /** The rows on the screen, without the spaces at their ends. */
  rows(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, y) => this.#row(active.viewportY + y));
  }

  /** The screen as one text, without empty rows at its end. */
  screen(): string {
    return this.rows().join('\n').trimEnd();
  }

  /** Everything that was ever shown and not cleared: what scrolled away, then the screen; wrapped rows joined. */
  history(): string {
    const { active } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let y = 0; y < active.length; y++) {
      const line = active.getLine(y);
      const text = this.#row(y, !active.getLine(y + 1)?.isWrapped);
      if (line?.isWrapped) lines.push((lines.pop() ?? '') + text);
      else lines.push(text);
    }
    return lines.join('\n').trimEnd();
  }

  /** @param y row on the screen from 0 @param x column from 0 */
  cell(y: number, x: number): Cell {
    const { active } = this.#terminal.buffer;
    const cell = active.getLine(active.viewportY + y)?.getCell(x);
    if (!cell) throw new Error(`There is no cell at row ${y}, column ${x}.`);
    return {
      text: cell.getChars(),
      width: cell.getWidth(),
      foreground: colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
      background: colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
      italic: cell.isItalic() !== 0,
      underline: cell.isUnderline() !== 0,
      strikethrough: cell.isStrikethrough() !== 0,
      inverse: cell.isInverse() !== 0,
    };
  }

  /** The cell at which a text begins on the screen. */
  cellOf(text: string): Cell {
    const rows = this.rows();
    const y = rows.findIndex(row => row.includes(text));
    if (y < 0) throw new Error(`The screen does not show ${JSON.stringify(text)}:\n${this.screen()}`);
    return this.cell(y, rows[y]?.indexOf(text) ?? 0);
  }

  get cursor(): { readonly x: number; readonly y: number } {
    const { active } = this.#terminal.buffer;
    return { x: active.cursorX, y: active.cursorY };
  }

  /** False while it is hidden, as between two fields. */
  get cursorShown(): boolean {
    const [shown, hidden] = ['\u001b[?25h', '\u001b[?25l'].map(each => this.#bytes.lastIndexOf(each));
    return (shown ?? -1) >= (hidden ?? -1);
  }

  /** True while the alternate screen is shown. */
  get alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** Modes a program may leave behind: mouse, bracketed paste, wrap-around … */
  get modes(): InstanceType<typeof xterm.Terminal>['modes'] {
    return this.#terminal.modes;
  }

  /** Waits until the screen is as wanted; half a frame (mode 2026) is nothing that a user sees. */
  async untilScreen(
    wanted: (screen: string, terminal: TerminalProgram) => boolean,
    what = 'the wanted screen',
    withinMs = waitTimeoutMs,
  ): Promise<void> {
    const isDrawn = (): boolean => this.#over || !this.#terminal.modes.synchronizedOutputMode;
    await this.#until(() => isDrawn() && wanted(this.screen(), this), what, withinMs);
  }

  /** Waits until a text is on the screen. */
  async untilShown(text: string): Promise<void> {
    await this.untilScreen(screen => screen.includes(text), JSON.stringify(text));
  }

  #until(done: () => boolean, what: string, withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error) => {
        clearTimeout(timer);
        this.#listeners.delete(check);
        if (error) reject(error);
        else resolve();
      };
      const check = () => {
        if (done()) finish();
        else if (this.#over) finish(new Error(`The program ended before it showed ${what}:\n${this.screen()}`));
      };
      const timer = setTimeout(() => finish(new Error(`Waited in vain for ${what}:\n${this.screen()}`)), withinMs);
      this.#listeners.add(check);
      check();
    });
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #row(y: number, trim = true): string {
    return this.#terminal.buffer.active.getLine(y)?.translateToString(trim) ?? '';
  }

  #watchEffects(): void {
    const { parser } = this.#terminal;
    this.#terminal.onBell(() => this.effects.push('bell'));
    this.#terminal.onTitleChange(title => this.effects.push(`title ${title}`));
    for (const code of [4, 7, 8, 9, 10, 11, 12, 50, 52, 104, 133, 777, 1337]) {
      parser.registerOscHandler(code, data => {
        this.effects.push(`osc ${code} ${data}`);
        return false;
      });
    }
  }
}

const colour = (isDefault: boolean, isRgb: boolean, value: number): string =>
  isDefault ? 'default' : isRgb ? `#${value.toString(16).padStart(6, '0')}` : String(value);
