/**
 * fast-check with one seed and one time limit for all property tests of this project: `import * as fc from
 * '…/support/property.js'`.
 *
 * `npm test` tries a tenth of the cases and `npm run test:long` (`PROPERTY_CASES=all`) all of them. The cases are the same each
 * time, so that only our own changes can make a property fail. `SEED=7 npm test` tries other cases. `npm run fuzz` runs for a
 * long time with a random seed, and records the number of cases and the slowest ones. The seed is printed at the start of a
 * run, and again when a property fails.
 */
import fastCheck, {
  type Arbitrary,
  type IAsyncProperty,
  type IProperty,
  type IRawProperty,
  type Parameters,
  PreconditionFailure,
  type StringConstraints,
} from 'fast-check';
import { recorded } from '../fuzz/record.js';

/** Number of cases of a property that `npm run fuzz` tries if time permits. */
const fuzzRuns = 100_000;

/**
 * Seed and number of cases for this run, and the time limit of a property. `npm run fuzz` sets `FUZZ_SECONDS`, or `FUZZ_RUNS`
 * to run each property until that many cases were tried.
 */
export function demanded(
  {
    SEED: seed = '1',
    FUZZ_SECONDS: seconds,
    FUZZ_RUNS: runs,
  }: Readonly<Record<string, string | undefined>> = process.env,
): { readonly seed: number; readonly numRuns?: number; readonly limitMs: number } {
  if (!/^-?\d{1,10}$/.test(seed)) throw new Error(`SEED must be a number, and is ${seed}.`);
  if (runs !== undefined) return { seed: Number(seed), numRuns: Number(runs), limitMs: Number.POSITIVE_INFINITY };
  if (seconds === undefined) return { seed: Number(seed), limitMs: 50_000 };
  return { seed: Number(seed), numRuns: fuzzRuns, limitMs: Number(seconds) * 1000 };
}

/** Time limit of a test with an unusually slow property, in milliseconds. `npm run fuzz` has none. */
export const longTestMs =
  Number.isFinite(demanded().limitMs) && process.env.FUZZ_SECONDS === undefined ? 60_000 : 86_400_000;

/**
 * Stops a property between two cases when its time is up. fast-check's own `interruptAfterTimeLimit` would stop in the middle
 * of a waiting case, whose remaining work would disturb the next test.
 */
function ending<T>(property: IRawProperty<T>, limitMs: number): IRawProperty<T> {
  const end = performance.now() + limitMs;
  const interrupted = new PreconditionFailure(true);
  const over = () => (property.isAsync() ? Promise.resolve(interrupted) : interrupted);
  return {
    isAsync: () => property.isAsync(),
    generate: (random, runId) => property.generate(random, runId),
    shrink: value => property.shrink(value),
    run: (value: T) => (performance.now() < end ? property.run(value) : over()) as ReturnType<typeof property.run>,
    runBeforeEach: () => property.runBeforeEach(),
    runAfterEach: () => property.runAfterEach(),
  };
}

/** Number of cases in this run, given the number that a property requests. fast-check's default is 100. */
const casesOf = (asked = 100): number => (process.env.PROPERTY_CASES === 'all' ? asked : Math.ceil(asked / 10));

/** Rows of a slow table: the first of every ten rows in `npm test`, all of them in `npm run test:long`. */
export const tenthOf = <T>(rows: readonly T[]): readonly T[] =>
  process.env.PROPERTY_CASES === 'all' ? rows : rows.filter((_, at) => at % 10 === 0);

/** Replacement for fast-check's function, with our seed and time limit. */
export function assert<T>(property: IAsyncProperty<T>, parameters?: Parameters<T>): Promise<void>;
export function assert<T>(property: IProperty<T>, parameters?: Parameters<T>): void;
export function assert<T>(property: IRawProperty<T>, parameters?: Parameters<T>): Promise<void> | void {
  const { limitMs, ...demand } = demanded();
  const ours = { numRuns: casesOf(parameters?.numRuns), ...demand };
  const ended = ending(property, limitMs);
  if (process.env.FUZZ_REPORT === undefined) return fastCheck.assert(ended, { ...parameters, ...ours });
  const [watched, write] = recorded(ended, ours.seed);
  const result = fastCheck.assert(watched, { ...parameters, ...ours }) as unknown;
  if (result instanceof Promise) return result.then(write);
  write();
}

/** Any character except surrogates. Numbers after the surrogate range are shifted. */
const anyCharacter = fastCheck.integer({ min: 0, max: 0x10f7ff }).map(
  number => String.fromCodePoint(number < 0xd800 ? number : number + 0x800),
  character => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('not one character');
    return code < 0xd800 ? code : code - 0x800;
  },
);

/**
 * Replacement for fast-check's `string`, which for `binary` would build a map of all 1,111,998 characters in each test file.
 */
export const string = (constraints: StringConstraints = {}): Arbitrary<string> =>
  fastCheck.string(constraints.unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints);

export * from 'fast-check';
