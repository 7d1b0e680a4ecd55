/** Tasks performed with real key presses in a terminal, and the tables with the number of keys. */
import { readFileSync } from 'node:fs';
import type { TerminalProgram } from '../../support/terminal.js';

const bytes: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\u001b',
  Space: ' ',
  Down: '\u001b[B',
  'Ctrl-R': '\u0012',
  'Ctrl-T': '\u0014',
};

/** Words are key names, or quoted texts that are typed letter by letter, with _ for blanks. */
const keysOf = (words: string): readonly string[] =>
  words.split(' ').flatMap(word => {
    if (word.startsWith('"')) return [...word.slice(1, -1).replaceAll('_', ' ')];
    return [bytes[word] ?? word];
  });

export type Done = (terminal: TerminalProgram, folder: string) => Promise<void>;
export type Task = readonly [task: string, keys: string, done: Done];

export const shown =
  (text: string): Done =>
  terminal =>
    terminal.untilShown(text);

/** The texts are on the screen, and a response has arrived. */
export const answered =
  (...texts: readonly string[]): Done =>
  terminal =>
    terminal.untilScreen(
      screen => texts.every(text => screen.includes(text)) && /[─━] 20\d ·/.test(screen),
      `the response to ${texts.join(', ')}`,
    );

/** The clipboard contains a matching curl command. */
export const copied =
  (command: RegExp): Done =>
  async terminal => {
    await terminal.untilScreen(() => terminal.effects.some(each => each.startsWith('osc 52 ')), 'the clipboard');
    const last = terminal.effects.findLast(each => each.startsWith('osc 52 ')) ?? '';
    expect(Buffer.from(last.split(';').at(-1) ?? '', 'base64').toString()).toMatch(command);
  };

/** Performs the tasks one after the other. Returns the beginning of each row in a page's table. */
export async function pressed(
  tasks: readonly Task[],
  terminal: TerminalProgram,
  folder: string,
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const [task, words, done] of tasks) {
    const keys = keysOf(words);
    for (const key of keys) terminal.write(key);
    await done(terminal, folder);
    const told = words.replace(/"([^"]*)"/g, (_, text) => text.replaceAll('_', ' '));
    rows.push(`| ${task} | ${keys.length} | ${told} |`);
  }
  return rows;
}

type Counts = readonly (number | undefined)[];

export interface Table {
  readonly text: string;
  /** The keys for each task in each program, or undefined if the program cannot do it. */
  readonly rows: readonly Counts[];
  /** Tasks that all of them can do. */
  readonly inAll: readonly Counts[];
}

/** @param name name of the page in `__tests__/bench/results` */
export function tableOf(name: string): Table {
  const text = readFileSync(`__tests__/bench/results/${name}`, 'utf8');
  const rows = [...text.matchAll(/^\| (?!task|---|\*).*$/gm)].map(row => {
    const cells = row[0].split('|').map(cell => cell.trim());
    const counts = cells.filter((_, at) => at % 2 === 0 && at > 0 && at < cells.length - 2);
    return counts.map(cell => (cell === 'none' ? undefined : Number(cell)));
  });
  return { text, rows, inAll: rows.filter(row => !row.includes(undefined)) };
}

/** @param at index of the program, in the order of the table */
export const sum = (rows: readonly Counts[], at: number): number =>
  rows.reduce((before, row) => before + (row[at] ?? 0), 0);
