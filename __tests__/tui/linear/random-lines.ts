/** Random lines of line mode, by document: its commands, commands of both, and lines without a command. */
import * as fc from '../../support/property.js';

export const graphqlLines = [
  'tick books.total',
  'go books(first:)',
  'set 3',
  'query { books { total } }',
  'search country',
  'next match',
];
export const httpLines = [
  'tick GET /books',
  'go GET /books limit',
  'set 3',
  'describe getBook',
  'search book',
  'API next match',
];
const lines = [
  'down',
  'up',
  'into',
  'out',
  'rows 3',
  'run',
  'read',
  'read 2',
  'summary',
  'table',
  'right',
  'where',
  'status',
];
const others = [
  'next error',
  'query next problem',
  'query nxt problem',
  'go to types',
  'headers and auth',
  '1',
  '9',
  'filter x',
];
const more = [
  'back',
  'nonsense',
  'variables',
  'query',
  'undo',
  'redo',
  'brief',
  'verbose',
  'help',
  'untick',
  'stop',
  'new tab',
  'u',
];

export const sequences = (own: readonly string[]) =>
  fc.array(fc.constantFrom(...own, ...own, ...lines, ...others, ...more), { minLength: 5, maxLength: 15 });
