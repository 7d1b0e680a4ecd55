/**
 * fast-check, with one seed and one bound for every property of this project: `import * as fc from '…/support/property.js'`.
 *
 * `npm test` tries a tenth of the cases and `npm run test:long` (`PROPERTY_CASES=all`) all of them, the same each time, so that
 * only a change of ours can make a property fail; `SEED=7 npm test` tries others. `npm run fuzz` goes on for long with a seed of its own, and keeps how many cases were tried and the slowest of them. The
 * seed is printed as a run begins, and again where a property fails.
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

/** How many cases `npm run fuzz` tries of a property, if its time is long enough. */
const fuzzRuns = 100_000;

/**
 * Seed and number of cases as this run demands, and how long a property may go on. `npm run fuzz` sets `FUZZ_SECONDS`, or with
 * `FUZZ_RUNS` lets each property go on until so many were tried.
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

/** The time limit of a test whose property takes longer than most, in milliseconds: none in `npm run fuzz`. */
export const longTestMs =
  Number.isFinite(demanded().limitMs) && process.env.FUZZ_SECONDS === undefined ? 60_000 : 86_400_000;

/**
 * A property that ends after its time, between two cases. fast-check's own `interruptAfterTimeLimit` would end in the middle
 * of one that waits, and its rest would disturb the next test.
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

/** How many cases this run tries of those that a property asks for; fast-check's own number is 100. */
const casesOf = (asked = 100): number => (process.env.PROPERTY_CASES === 'all' ? asked : Math.ceil(asked / 10));

/** Of a table whose rows take long each: the first row of every ten in `npm test`, all in `npm run test:long`. */
export const tenthOf = <T>(rows: readonly T[]): readonly T[] =>
  process.env.PROPERTY_CASES === 'all' ? rows : rows.filter((_, at) => at % 10 === 0);

/** fast-check's own, with our seed and our end. */
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

/** Any character, surrogates apart: those behind them are numbered on. */
const anyCharacter = fastCheck.integer({ min: 0, max: 0x10f7ff }).map(
  number => String.fromCodePoint(number < 0xd800 ? number : number + 0x800),
  character => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('not one character');
    return code < 0xd800 ? code : code - 0x800;
  },
);

/** fast-check's own, which for `binary` would put all 1,111,998 characters in a map, in each test file. */
export const string = (constraints: StringConstraints = {}): Arbitrary<string> =>
  fastCheck.string(constraints.unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints);

export * from 'fast-check';
