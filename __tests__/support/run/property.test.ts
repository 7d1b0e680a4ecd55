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

test('the cases are the same each time, and others with another seed', () => {
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

test('a property that fails tells its seed', () => {
  process.env.SEED = '77';
  expect(() => fc.assert(fc.property(fc.nat(), each => each < 0))).toThrow('seed: 77');
});

test('a seed that is none is refused', () => {
  expect(() => casesOf('today')).toThrow('SEED must be a number, and is today.');
});

test('no property goes on for more than a minute in npm test', () => {
  expect(fc.demanded({}).limitMs).toBeLessThan(60_000);
});

test('in npm run fuzz a property goes on for as long as it may, and what was tried until then counts', async () => {
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

test('a property that fails is told with its smallest case, as ever', async () => {
  const failing = fc.asyncProperty(fc.nat(), async each => each < 10);
  await expect(fc.assert(failing)).rejects.toThrow('Counterexample: [10]');
});
