/** Maps roles to the 16 standard colours, leaving out those unreadable on white or black. */
import type { ChalkInstance } from 'chalk';
import { safeLine } from '../core/response/safe-text.js';
import type { Emit, Role } from '../core/response/spans.js';

type Marks = Readonly<Record<Role, readonly [open: string, close: string]>>;

const styles: Readonly<Record<Role, (chalk: ChalkInstance) => ChalkInstance | undefined>> = {
  plain: () => undefined,
  punctuation: () => undefined,
  invalid: () => undefined,
  key: chalk => chalk.cyan,
  string: chalk => chalk.green,
  number: chalk => chalk.magenta,
  literal: chalk => chalk.yellow,
  keyword: chalk => chalk.magenta,
  name: chalk => chalk.cyan,
  variable: chalk => chalk.yellow,
  directive: chalk => chalk.yellow,
  comment: chalk => chalk.dim,
  tag: chalk => chalk.cyan,
  dim: chalk => chalk.dim,
  good: chalk => chalk.green.bold,
  warn: chalk => chalk.yellow.bold,
  bad: chalk => chalk.red.bold,
  methodRead: chalk => chalk.green,
  methodCreate: chalk => chalk.cyan,
  methodChange: chalk => chalk.yellow,
  methodDelete: chalk => chalk.magentaBright,
};

let loaded: Marks | undefined;

/** Escape sequences of each style; loaded only for colours, because importing chalk takes time. */
async function marks(): Promise<Marks> {
  if (loaded) return loaded;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const pairs = Object.entries(styles).map(([role, style]) => {
    const [open = '', close = ''] = style(chalk)?.('\0').split('\0') ?? [];
    return [role, [open, close]] as const;
  });
  loaded = Object.fromEntries(pairs) as unknown as Marks;
  return loaded;
}

/**
 * Collects coloured pieces; `take` returns the text so far. Each piece resets its colour, so that truncation leaves none open.
 */
export class Painter {
  #text = '';
  readonly #marks: Marks | undefined;

  private constructor(marks: Marks | undefined) {
    this.#marks = marks;
  }

  static async of(colour: boolean): Promise<Painter> {
    return new Painter(colour ? await marks() : undefined);
  }

  /** Adds text that is already safe. */
  readonly emit: Emit = (text, role) => {
    const pair = this.#marks?.[role];
    this.#text += pair?.[0] ? pair[0] + text + pair[1] : text;
  };

  /** Adds untrusted text for a single line. */
  readonly line: Emit = (text, role) => this.emit(safeLine(text), role);

  get length(): number {
    return this.#text.length;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
