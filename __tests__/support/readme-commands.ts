/** The commands that the README shows. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Each on one line, without its prompt. */
export const readmeCommands: readonly string[] = readFileSync(path.resolve('README.md'), 'utf8')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line.startsWith('$ ') && line.includes('apiclient'))
  .map(line => line.slice(2));

/** Whether it gets, shows or ends a token. */
export const isLogin = (line: string): boolean => /--oauth2 |apiclient auth /.test(line);
