/** Random lines on a terminal and in scripts: each line gets a reply, and exit codes follow the table. */
import { exitCodes } from '../../../source/core/failure.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import * as fc from '../../support/property.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();

const graphqlLines = [
  'tick books.total',
  'go books(first:)',
  'set 3',
  'query { books { total } }',
  'search country',
  'next match',
];
const httpLines = [
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

const documents = [
  ['graphql', () => ['graphql', demo.graphqlUrl], graphqlLines],
  ['http', () => ['openapi', demo.url], httpLines],
] as const;

const sequences = (own: readonly string[]) =>
  fc.array(fc.constantFrom(...own, ...own, ...lines, ...others, ...more), { minLength: 5, maxLength: 15 });

test.each(documents)(
  '%s: each line on a terminal gets one reply before the next prompt',
  async (_, argv, own) => {
    const terminal = startInTerminal([...argv(), '--linear'], { columns: 200, rows: 900, home: temporaryFolder() });
    await terminal.untilShown('level 1');
    for (const line of [...fc.sample(sequences(own), { seed: 5, numRuns: 4 }).flat(), 'back', 'where']) {
      await terminal.untilScreen(screen => screen.endsWith('\n>'), 'the prompt');
      const before = terminal.screen().split('\n').length;
      terminal.write(`${line}\r`);
      // The line itself, at least one line of a reply, and the prompt.
      await terminal.untilScreen(
        screen => screen.split('\n').length > before + 1 && screen.endsWith('\n>'),
        `a reply to ${line}`,
      );
      if (line === 'run') await terminal.untilScreen(screen => !/Running the \w+\.\n>$/.test(screen), 'the response');
    }
    terminal.write('quit\r');
    expect((await terminal.ended).code).toBe(0);
  },
  60_000,
);

test.each(documents)(
  '%s: a script ends with a code of the table, and 2 after an unknown command',
  async (_, argv, own) => {
    const codes = new Set<number | null>([0, ...Object.values(exitCodes)]);
    await fc.assert(
      fc.asyncProperty(sequences(own), async typed => {
        const input = typed.map(line => `${line}\n`).join('');
        const all = await runProgram([...argv(), '--linear', '--keep-going'], { input });
        expect(codes).toContain(all.code);
        expect(all.stderr + all.stdout).not.toMatch(/unexpected|TypeError/i);
        if (/^Unknown command/m.test(all.stderr)) expect(all.code).not.toBe(0);
        const first = await runProgram([...argv(), '--linear'], { input });
        expect(first.code).toBe(all.code);
        if (first.code === 0) expect(first.stderr).not.toContain('Stopped at line');
        else expect(first.stderr).toMatch(/^(?:Stopped at line \d+|Not answered): /m);
      }),
      { numRuns: 60 },
    );
  },
);
