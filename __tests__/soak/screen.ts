/** One full-screen session that repeats everything very many times. After each part, resource use is back at its initial level. */
import { passingFolder } from '../support/run/passing-folder.js';
import { type Handles, type Heap, type Held, SoakedProgram } from './program.js';
import { filesIn, type Result } from './result.js';
import { type SoakServer, soakServer } from './server.js';

interface Part {
  readonly name: string;
  /** Repetitions at full scale. */
  readonly times: number;
  readonly unit: string;
  /** Repetitions before the first measurement: enough to fill bounded histories and caches. Fewer below a fiftieth of the scale. */
  readonly warmUp: number;
  readonly act: (session: Session, times: number) => Promise<void>;
}

/** Maximum ratio of the heap to its initial size. */
const heapShare = 1.1;
const idleLimit = 0.5;
const endpoints = 5;
/** Maximum number of timers at the start: the schema's age and drafts, without the timers of the warm-up. */
const clocks = 5;

const parts: readonly Part[] = [
  { name: 'operations', times: 5000, unit: 'operations', warmUp: 200, act: operations },
  { name: 'endpoints', times: 500, unit: 'endpoint switches', warmUp: 100, act: switches },
  { name: 'tabs', times: 1000, unit: 'tabs opened and closed', warmUp: 200, act: tabs },
  // The log retains 10,000 events.
  { name: 'events', times: 1_000_000, unit: 'events of a subscription', warmUp: 25_000, act: subscribe },
];
export const screenParts = parts.map(({ name }) => name);

class Session {
  readonly program: SoakedProgram;
  readonly server: SoakServer;
  /** Index of the current endpoint. */
  at = 0;

  constructor(program: SoakedProgram, server: SoakServer) {
    this.program = program;
    this.server = server;
  }

  async type(keys: string, wanted: (screen: string) => boolean, what: string): Promise<void> {
    this.program.terminal.write(keys);
    await this.program.terminal.untilScreen(wanted, what);
  }
}

const has =
  (text: string) =>
  (screen: string): boolean =>
    screen.includes(text);
const firstRow = (screen: string): string => screen.slice(0, screen.indexOf('\n'));

/** Replaces the query. */
const write = (session: Session, query: string): Promise<void> =>
  session.type(
    `2ggi\x0b\x1b[200~${query}\x1b[201~\x1b`,
    screen => screen.includes(query) && !screen.includes('editing'),
    query,
  );

async function operations(session: Session, times: number): Promise<void> {
  await write(session, 'query Count { count }');
  for (let i = 0; i < times; i++) {
    const next = session.server.answered() + 1;
    await session.type('\x12', screen => new RegExp(`"count": ${next}\\b`).test(screen), `answer ${next}`);
  }
}

async function switches(session: Session, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    session.at = (session.at + 1) % endpoints;
    const name = `name=${session.at}`;
    await session.type('E', has('URL of a GraphQL endpoint'), 'the question for a URL');
    const there = (screen: string): boolean => firstRow(screen).includes(name) && /\d types, /.test(firstRow(screen));
    await session.type(`\x15${session.server.url}?${name}\r`, there, `the endpoint ${name}`);
  }
}

async function tabs(session: Session, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await session.type('\x14', has('[2'), 'a second tab');
    await write(session, `query Tab${i} { count }`);
    const next = session.server.answered() + 1;
    await session.type('\x12', screen => new RegExp(`"count": ${next}\\b`).test(screen), `answer ${next}`);
    await session.type('X', screen => !screen.includes(`Tab${i} `), 'one tab');
  }
}

async function subscribe(session: Session, times: number): Promise<void> {
  await write(session, `subscription { tick(count: ${times}) }`);
  session.program.terminal.write('\x12');
  const end = `complete · ${times.toLocaleString('en')} events`;
  await session.program.terminal.untilScreen(has(end), end, 3_600_000);
}

/**
 * Measures the resources while the response of one small operation is displayed, so that all parts are comparable and no
 * subscription log is in memory. Keep-alive connections and closing handles have a minute to end.
 */
async function weighed(session: Session, start?: Held): Promise<Held> {
  await operations(session, 1);
  const end = performance.now() + 70_000;
  for (let quiet = 0, last = 0; ; await new Promise(resolve => setTimeout(resolve, 500))) {
    const { descriptors } = session.program;
    quiet = descriptors === last ? quiet + 1 : 0;
    last = descriptors;
    const isLate = performance.now() > end;
    if (!isLate && (start ? descriptors > start.descriptors : quiet < 4)) continue;
    const handles = await session.program.handles();
    if (!isLate && (start ? leftHandles(start, handles).length > 0 : handles.timers.length > clocks)) continue;
    const held = { ...handles, ...(await session.program.heap()) };
    if (isLate || !start || heapGrowth(start, held).length === 0) return held;
  }
}

/** Describes a heap that exceeds its initial size. */
const heapGrowth = (start: Heap, now: Heap): readonly string[] =>
  now.heapMiB > start.heapMiB * heapShare ? [`heap grew by ${(now.heapMiB / start.heapMiB - 1).toFixed(2)}`] : [];

/** Describes handles that exceed their initial number. */
function leftHandles(start: Handles, now: Handles): readonly string[] {
  const wrong: string[] = [];
  if (now.descriptors > start.descriptors) wrong.push(`${now.descriptors - start.descriptors} descriptors left open`);
  if (now.timers.length > start.timers.length) wrong.push(`timers left: ${now.timers.join(', ')} ms`);
  for (const [kind, count] of Object.entries(now.resources)) {
    const before = start.resources[kind] ?? 0;
    if (count > before) wrong.push(`${count - before} ${kind} left`);
  }
  return wrong;
}

/** Runs the named parts, scaled. Returns one row per part, and one for the idle time after them. */
export async function soakScreen(
  names: readonly string[],
  { scale, tell }: { scale: number; tell: (line: string) => void },
): Promise<Result[]> {
  const home = passingFolder();
  const server = await soakServer();
  const program = await SoakedProgram.start(['graphql', `${server.url}?name=0`], { HOME: home, TMPDIR: home });
  const session = new Session(program, server);
  const results: Result[] = [];
  try {
    await program.terminal.untilScreen(screen => /\d types, /.test(firstRow(screen)), 'the schema');
    const chosen = parts.filter(({ name }) => names.includes(name));
    for (const { name, warmUp, act } of chosen) {
      tell(`warming up: ${name}`);
      await act(session, Math.ceil(warmUp * Math.min(1, scale * 50)));
    }
    // Closed tabs retain the schema of their server, so return to the endpoint of the initial measurement.
    if (names.includes('endpoints')) await switches(session, 1);
    const start = await weighed(session);
    const files = filesIn(home);
    for (const { name, times, unit, act } of chosen) {
      const count = Math.max(1, Math.round(times * scale));
      tell(`${count} ${unit}`);
      const begun = performance.now();
      await act(session, count);
      const seconds = (performance.now() - begun) / 1000;
      const now = await weighed(session, start);
      const filesNow = filesIn(home);
      const wrong = [...heapGrowth(start, now), ...leftHandles(start, now)];
      if (filesNow > files) wrong.push(`${filesNow - files} files left`);
      results.push({
        part: name,
        done: `${count.toLocaleString('en')} ${unit}`,
        seconds,
        heapMiB: [start.heapMiB, now.heapMiB],
        codeMiB: [start.codeMiB, now.codeMiB],
        descriptors: [start.descriptors, now.descriptors],
        timers: [start.timers.length, now.timers.length],
        files: [files, filesNow],
        wrong,
      });
    }
    results.push(await idle(session, home, Math.max(5, Math.round(60 * scale))));
  } finally {
    await program.quit();
    await server.close();
  }
  return results;
}

/** Measures CPU use without input. */
async function idle(session: Session, home: string, seconds: number): Promise<Result> {
  const files = filesIn(home);
  const percent = await session.program.idlePercent(seconds);
  const wrong = percent < idleLimit ? [] : [`${percent.toFixed(2)} % of a CPU while idle`];
  return {
    part: 'idle',
    done: `${seconds} s idle`,
    seconds,
    files: [files, filesIn(home)],
    idlePercent: percent,
    wrong,
  };
}
