/** Benchmarks by name, their parts, and what a command line of `npm run bench` selects. */

interface Benchmark {
  /** Title on the page. */
  readonly title: string;
  /** Names of the parts, in the order of the report. */
  readonly parts: readonly string[];
  readonly rounds: number;
  /** Rounds if only some parts are measured; by default the same. */
  readonly roundsOfPart?: number;
}

export const benchmarks = {
  startup: {
    title: 'Start-up, and TLS with default roots and with a bundle',
    parts: ['programs', 'tls'],
    rounds: 40,
  },
  transfer: { title: 'Transfer', parts: ['file', 'pipe', 'upload', 'stdin'], rounds: 5 },
  graphql: { title: 'Events and introspection', parts: ['events', 'introspection'], rounds: 7 },
  tui: {
    title: 'The full screen: key to frame compared with stock Ink, vim and micro, bytes per key, memory',
    parts: ['keys', 'start', 'search', 'rows', 'texts', 'table', 'line', 'cpu', 'editors'],
    rounds: 3,
    roundsOfPart: 1,
  },
  run: { title: 'A thousand requests of one file', parts: ['requests', 'load'], rounds: 5 },
  search: { title: 'Search in a large schema', parts: ['keys', 'index'], rounds: 3 },
  openapi: { title: 'Large OpenAPI descriptions on the full screen', parts: ['github', 'stripe'], rounds: 3 },
  packages: { title: 'Package formats', parts: ['times', 'sizes'], rounds: 40 },
} as const satisfies Readonly<Record<string, Benchmark>>;

export type BenchmarkName = keyof typeof benchmarks;

/** Parts of a benchmark to measure, in the order of the report. */
export interface Measurement {
  readonly parts: readonly string[];
  readonly rounds: number;
}

export type Selection =
  | { readonly kind: 'all'; readonly rounds?: number }
  | { readonly kind: 'page' }
  | { readonly kind: 'one'; readonly name: BenchmarkName; readonly isWhole: boolean; readonly measurement: Measurement }
  | { readonly kind: 'problem'; readonly text: string };

const usage = 'Usage: npm run bench [ROUNDS], npm run bench -- NAME [PART…] [ROUNDS], npm run bench -- page';

const isName = (word: string): word is BenchmarkName => Object.hasOwn(benchmarks, word);

/** Parses the arguments of `npm run bench`. */
export function readSelection(argv: readonly string[]): Selection {
  const numbers = argv.filter(word => /^\d/.test(word));
  const [name, ...typed] = argv.filter(word => !numbers.includes(word));
  const [number, ...more] = numbers;
  if (more.length > 0 || (number !== undefined && !/^[1-9]\d{0,3}$/.test(number)))
    return { kind: 'problem', text: `ROUNDS is one number from 1 to 9999.\n${usage}` };
  const rounds = number === undefined ? undefined : Number(number);
  if (name === undefined) return { kind: 'all', ...(rounds !== undefined && { rounds }) };
  if (name === 'page' && argv.length === 1) return { kind: 'page' };
  if (!isName(name)) {
    const names = Object.keys(benchmarks).join(', ');
    return { kind: 'problem', text: `${JSON.stringify(name)} is not a benchmark. Available: ${names}\n${usage}` };
  }
  const benchmark: Benchmark = benchmarks[name];
  const unknown = typed.find(part => !benchmark.parts.includes(part));
  if (unknown !== undefined) {
    const parts = benchmark.parts.join(', ');
    return {
      kind: 'problem',
      text: `${JSON.stringify(unknown)} is not a part of ${name}. Available: ${parts}\n${usage}`,
    };
  }
  const parts = benchmark.parts.filter(part => typed.length === 0 || typed.includes(part));
  const isWhole = parts.length === benchmark.parts.length;
  const usual = isWhole ? benchmark.rounds : (benchmark.roundsOfPart ?? benchmark.rounds);
  return { kind: 'one', name, isWhole, measurement: { parts, rounds: rounds ?? usual } };
}
