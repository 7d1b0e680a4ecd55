/** Every property test of this project has a known, configurable seed, and a time limit. */
import * as fc from '../property.js';

const before = {
  SEED: process.env.SEED,
  PROPERTY_CASES: process.env.PROPERTY_CASES,
  FUZZ_SECONDS: process.env.FUZZ_SECONDS,
};
afterEach(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** The cases that are tried with this seed. */
function casesOf(seed: string | undefined): readonly number[] {
  if (seed === undefined) delete process.env.SEED;
  else process.env.SEED = seed;
  delete process.env.FUZZ_SECONDS;
  const cases: number[] = [];
  fc.assert(fc.property(fc.integer(), each => void cases.push(each)));
  return cases;
}

test('the cases are the same each time, and differ with another seed', () => {
  expect(casesOf(undefined)).toEqual(casesOf('1'));
  expect(casesOf('2')).not.toEqual(casesOf('1'));
});

test.each([
  ['npm test', undefined, 10],
  ['npm run test:long', 'all', 100],
])('%s tries its share of the cases', (_, share, count) => {
  if (share === undefined) delete process.env.PROPERTY_CASES;
  else process.env.PROPERTY_CASES = share;
  expect(casesOf(undefined)).toHaveLength(count);
});

test('a failing property reports its seed', () => {
  process.env.SEED = '77';
  expect(() => fc.assert(fc.property(fc.nat(), each => each < 0))).toThrow('seed: 77');
});

test('an invalid seed is rejected', () => {
  expect(() => casesOf('today')).toThrow('SEED must be a number, and is today.');
});

test('no property runs longer than a minute in npm test', () => {
  expect(fc.demanded({}).limitMs).toBeLessThan(60_000);
});

test('in npm run fuzz, a property runs for its full time, and the cases tried until then count', async () => {
  process.env.FUZZ_SECONDS = '0.2';
  let [begun, done] = [0, 0];
  const started = performance.now();
  const slow = fc.asyncProperty(fc.nat(), async () => {
    begun += 1;
    await new Promise(resolve => setTimeout(resolve, 5));
    done += 1;
  });
  await fc.assert(slow, { numRuns: 1 });
  expect(performance.now() - started).toBeGreaterThan(150);
  expect(begun).toBeGreaterThan(1);
  expect(done).toBe(begun);
});

test('a failing property reports its smallest case, as always', async () => {
  const failing = fc.asyncProperty(fc.nat(), async each => each < 10);
  await expect(fc.assert(failing)).rejects.toThrow('Counterexample: [10]');
});
