/** The record that `npm run fuzz` writes for a property. An input that takes a second fails. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/program.js';
import * as fc from '../support/property.js';
import type { Tried } from './record.js';
import { targetFiles, targetNames } from './targets.mjs';

const before = { ...process.env };
const { cpuUsage } = process;
/** CPU time that tests pretend to have used, in milliseconds. */
let busy = 0;
const busyMs = (ms: number): void => {
  busy += ms;
};
beforeEach(() => {
  process.cpuUsage = () => {
    const { user, system } = cpuUsage();
    return { user: user + busy * 1000, system };
  };
  process.env.FUZZ_REPORT = path.join(temporaryFolder(), 'tried.jsonl');
  process.env.FUZZ_RUNS = '300';
});
afterEach(() => {
  process.env = { ...before };
  process.cpuUsage = cpuUsage;
});
const report = (): Tried => JSON.parse(readFileSync(process.env.FUZZ_REPORT as string, 'utf8')) as Tried;

test('the record contains the requested number of inputs and the slowest of them', () => {
  fc.assert(
    fc.property(fc.integer(), each => busyMs(each === 0 ? 200 : 0)),
    { numRuns: 5, examples: [[0]] },
  );
  expect(report()).toMatchObject({
    file: 'fuzz/record.test.ts',
    test: expect.getState().currentTestName,
    inputs: 300,
    slowest: '[0]',
    seed: 1,
  });
});

test('an asynchronous property is recorded in the same way', async () => {
  await fc.assert(fc.asyncProperty(fc.constant('\u001b'), async () => {}));
  expect(report()).toMatchObject({ inputs: 300, slowest: '["\\u001b"]' });
});

test('an input that takes more than a second fails', () => {
  let cause: unknown;
  try {
    fc.assert(fc.property(fc.constant('slow'), () => busyMs(1050)));
  } catch (error) {
    ({ cause } = error as Error);
  }
  expect(String(cause)).toMatch(/It took 1\d{3} ms, twice/);
});

test('every target has a property', () => {
  const titles = targetFiles.flatMap(file =>
    [
      ...readFileSync(path.resolve('__tests__', file), 'utf8').matchAll(/(?:test|describe)\('(.*?)'|^ {2}\['(.*?)',/gm),
    ].map(([, title, row]) => title ?? row ?? ''),
  );
  const begins = targetNames.slice('^(?:'.length, -1).split('|');
  const missing = begins.filter(each => !titles.some(title => each.startsWith('in pieces') || title.startsWith(each)));
  expect(missing).toEqual([]);
});
