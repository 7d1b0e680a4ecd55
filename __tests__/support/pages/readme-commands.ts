/** The commands shown in the README and the manual. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve('source/manual');

/** The pages of the manual. */
export const manualPages: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.md'))
  .map(name => path.join(folder, name));

/** Each command of a page on one line, without its prompt. */
const commandsIn = (file: string): readonly string[] =>
  joined(readFileSync(file, 'utf8'))
    .split('\n')
    .filter(line => line.startsWith('$ ') && line.includes('apiclient'))
    .map(line => line.slice(2));

/** Joins lines that continue after a backslash. */
const joined = (text: string): string => text.replace(/\\\n\s*/g, '');

export const readmeCommands: readonly string[] = commandsIn(path.resolve('README.md'));
/** All pages except the page of all flags, whose examples come from the flag notes. */
export const manualCommands: readonly string[] = manualPages
  .filter(page => !page.endsWith('flags.md'))
  .flatMap(commandsIn);

/** Returns whether a command gets, shows or revokes a token. */
export const isLogin = (line: string): boolean => /--oauth2 |apiclient auth /.test(line);

/** One step of a page. */
export type PageStep =
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string };

/** Commands, and files to be saved ("Save this as `NAME`:" before a block), in the order of the page. */
export function stepsOf(file: string): readonly PageStep[] {
  const text = joined(readFileSync(file, 'utf8'));
  const parts = text.matchAll(
    /^\$ (?<line>.*)$|Save\s+this\s+as\s+`(?<name>[^`]+)`:\n\n```\w+\n(?<body>[\s\S]*?)^```$/gm,
  );
  return [...parts].map(({ groups: { line, name = '', body = '' } = {} }) =>
    line === undefined ? { kind: 'file', name, text: body } : { kind: 'command', line },
  );
}
