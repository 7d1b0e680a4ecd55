/**
 * The built program in a pseudo-terminal, observed through a terminal emulator: rows, colours, cursor, and all other effects of
 * its output (title, clipboard, bell, replies to queries).
 */
import { readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type IPty, spawn as spawnInTerminal } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { programCommand, temporaryFolder } from './program.js';
import { keepCode, warm } from './run/warm-home.js';
import { type Line, SlowLine } from './slow-line.js';

export interface TerminalOptions {
  /** 80 by default. */
  readonly columns?: number;
  /** 24 by default. */
  readonly rows?: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly home?: string;
  /** Leaves the home unchanged, without code compiled by earlier runs. */
  readonly cold?: boolean;
  readonly folder?: string;
  /** Background colour (`#rrggbb`) that the terminal reports. By default it does not reply. */
  readonly background?: string;
  /** A program other than the built one: its file and arguments. */
  readonly command?: readonly [file: string, ...argv: string[]];
  /** A slow line between the program and the terminal, for output, keys and replies. */
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

/** Maximum wait for a screen, after which a test fails with an image of it. */
const waitTimeoutMs = 60_000;

/** End of every frame of the screen (mode 2026). */
const frameEnd = '\u001b[?2026l';

const open = new Set<TerminalProgram>();

/** Starts `apiclient …argv` in a separate terminal. */
export const startInTerminal = (argv: readonly string[], options: TerminalOptions = {}): TerminalProgram => {
  const program = new TerminalProgram(argv, options);
  open.add(program);
  return program;
};

/** Ends every program that a test left running. Call it in `afterEach`. */
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

/** Maximum wait for the end of a pseudo-terminal after the program has exited, in milliseconds. */
const endMs = 5000;

/**
 * Reads the rest of the output. node-pty closes its side 200 ms after the program has exited, read or not, and libuv treats a
 * hang-up after a short read as the end. On a busy machine, either loses the last bytes.
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
      // EIO: everything has been read.
    }
  });
  const destroy = socket.destroy.bind(socket);
  socket.destroy = error => {
    if (error !== undefined || socket.readableEnded || socket.isPaused()) return destroy(error);
    setTimeout(destroy, endMs).unref();
    return socket;
  };
}

/** Queries that the full screen sends to every terminal at the start (DA2, OSC 11), and its title. */
const ownQuestion = /^osc 11 \?$|^answer "\\u001b\[>|^title (?:apiclient|$)/;

/** Effects, except those that the screen's queries cause. */
export const effectsOfOthers = ({ effects }: TerminalProgram): readonly string[] =>
  effects.filter(each => !ownQuestion.test(each));

export class TerminalProgram {
  /** Resolves when the program has exited and its last byte has been drawn. */
  readonly ended: Promise<Exit>;
  /** Effects of the bytes other than drawing: `title …`, `osc 52 …`, `bell`, `answer …`. */
  readonly effects: string[] = [];
  readonly #pty: IPty;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #listeners = new Set<() => void>();
  readonly #line: SlowLine | undefined;
  readonly #type: (keys: string) => void;
  #bytes = '';
  /** Length of the output that is on the screen, or has left it. The emulator draws later than it receives. */
  #drawnLength = 0;
  #over = false;
  /** Keys and replies held back while the line is stalled. */
  #held: string[] | undefined;

  constructor(argv: readonly string[], options: TerminalOptions) {
    const { columns = 80, rows = 24 } = options;
    const home = options.home ?? temporaryFolder();
    const isWarm = !options.cold;
    if (isWarm) warm(home);
    const [file, ...words] = options.command ?? [...programCommand, ...argv];
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 20_000,
      allowProposedApi: true,
      windowOptions: { pushTitle: true, popTitle: true },
    });
    this.#watchEffects();
    if (options.background !== undefined) this.#reportBackground(options.background);
    this.#pty = spawnInTerminal(file, words, {
      // node-pty reads TERM from here and ignores the environment.
      name: options.variables?.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: options.folder ?? home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        LANG: 'C.UTF-8',
        // If Ink detects a CI, it paints nothing until the end.
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
    const show = (data: string): void =>
      this.#terminal.write(data, () => {
        this.#drawnLength += data.length;
        this.#changed();
      });
    this.#line = line && new SlowLine(line, show, held => (held ? this.#pty.pause() : this.#pty.resume()));
    this.#terminal.onData(answer => {
      // Every frame queries "ready", so it is ignored.
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

  /** All raw output written to the terminal. */
  get bytes(): string {
    return this.#bytes;
  }

  /** Types text. Enter is `\r`. */
  write(keys: string): void {
    this.#type(keys);
  }

  /**
   * Stalls the line. Typed keys and replies arrive in one piece when the returned function is called.
   * @param under input that already started, such as part of a sequence; a terminal never replies in the middle of one
   */
  stall(under = ''): () => void {
    const held = [under];
    this.#held = held;
    return () => {
      this.#held = undefined;
      if (!this.#over) this.#pty.write(held.join(''));
    };
  }

  /** Stops reading the program's output, like a terminal whose scrolling was stopped. */
  stand(): void {
    this.#pty.pause();
  }

  /** Writes to the terminal from outside the program, like `wall`. */
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

  /** The rows on the screen, without trailing spaces. */
  rows(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, y) => this.#row(active.viewportY + y));
  }

  /** The screen as one text, without empty rows at its end. */
  screen(): string {
    return this.rows().join('\n').trimEnd();
  }

  /** All output that was ever shown and not cleared: the scrollback and the screen, with wrapped rows joined. */
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

  /**
   * @param y row on the screen, from 0
   * @param x column, from 0
   */
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

  /** The first cell of a text on the screen. */
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

  /** Whether the cursor is visible. It is hidden between two fields, for example. */
  get cursorShown(): boolean {
    const [shown, hidden] = ['\u001b[?25h', '\u001b[?25l'].map(each => this.#bytes.lastIndexOf(each));
    return (shown ?? -1) >= (hidden ?? -1);
  }

  /** True while the alternate screen is shown. */
  get alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** Modes that a program may leave on: mouse, bracketed paste, wrap-around … */
  get modes(): InstanceType<typeof xterm.Terminal>['modes'] {
    return this.#terminal.modes;
  }

  /** Waits until the screen matches. Half a frame (mode 2026) does not count, because it is not visible to users. */
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

  /**
   * Waits until a complete frame after this number of bytes is drawn. A query of the program's flow control may follow it.
   * @returns the bytes since then that are drawn
   */
  async untilFrame(before: number): Promise<string> {
    const lastStart = (): number => this.#drawnLength - frameEnd.length;
    await this.untilScreen(() => this.#bytes.lastIndexOf(frameEnd, lastStart()) >= before, 'a frame');
    return this.#bytes.slice(before, this.#drawnLength);
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

  #reportBackground(background: string): void {
    const [red, green, blue] = background.match(/[0-9a-f]{2}/gi) ?? [];
    this.#terminal.parser.registerOscHandler(11, data => {
      if (data === '?') this.#type(`\u001b]11;rgb:${red}${red}/${green}${green}/${blue}${blue}\u001b\\`);
      return true;
    });
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
