/** Random lines on a terminal and in scripts: each line gets a reply, and exit codes follow the table. */
import { exitCodes } from '../../../source/core/failure.js';
import { runProgram } from '../../support/program.js';
import * as fc from '../../support/property.js';
import { demoForTests } from '../demo.js';
import { graphqlLines, httpLines, sequences } from './random-lines.js';

const demo = demoForTests();

const documents = [
  ['graphql', () => ['graphql', demo.graphqlUrl], graphqlLines],
  ['http', () => ['openapi', demo.url], httpLines],
] as const;

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
