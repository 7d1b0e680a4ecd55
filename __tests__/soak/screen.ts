/** One session of the full screen in which everything is done very many times; after each part it holds what it held before. */
import { passingFolder } from '../support/run/passing-folder.js';
import { type Held, SoakedProgram } from './program.js';
import { filesIn, type Result } from './result.js';
import { type SoakServer, soakServer } from './server.js';

interface Part {
  readonly name: string;
  /** How often at full scale, and what that counts. */
  readonly times: number;
  readonly unit: string;
  /** How often before anything is weighed: enough to fill what keeps the last so many. */
  readonly warmUp: number;
  readonly act: (session: Session, times: number) => Promise<void>;
}

/** The heap may be so much larger than at the start. */
const heapShare = 1.1;
const idleLimit = 0.5;
const endpoints = 5;
/** At the start at most so many timers wait: of the schema's age, and of drafts; not those of each warming up. */
const clocks = 5;

const parts: readonly Part[] = [
  { name: 'operations', times: 5000, unit: 'operations', warmUp: 200, act: operations },
  { name: 'endpoints', times: 500, unit: 'endpoint switches', warmUp: 100, act: switches },
  { name: 'tabs', times: 1000, unit: 'tabs opened and closed', warmUp: 200, act: tabs },
  // The log keeps 10,000 events.
  { name: 'events', times: 1_000_000, unit: 'events of a subscription', warmUp: 25_000, act: subscribe },
];
export const screenParts = parts.map(({ name }) => name);

class Session {
  readonly program: SoakedProgram;
  readonly server: SoakServer;
  /** Which of the endpoints it is on. */
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

/** Puts a query in the place of what is there. */
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
 * Weighs, with the answer of one small operation on the screen: the log of a subscription is gone, and all parts are alike.
 * Connections that are kept for the next request, and what else is on its way out, have a minute to go.
 */
async function weighed(session: Session, start?: Held): Promise<Held> {
  await operations(session, 1);
  const end = performance.now() + 70_000;
  for (let quiet = 0, last = 0; ; ) {
    const held = await session.program.held();
    quiet = held.descriptors === last ? quiet + 1 : 0;
    last = held.descriptors;
    const done = start ? excess(start, held).length === 0 : quiet >= 4 && held.timers.length <= clocks;
    if (done || performance.now() > end) return held;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

/** Objects held now but not at the start, in words. */
function excess(start: Held, now: Held): string[] {
  const wrong: string[] = [];
  if (now.heapMiB > start.heapMiB * heapShare)
    wrong.push(`heap grew by ${(now.heapMiB / start.heapMiB - 1).toFixed(2)}`);
  if (now.descriptors > start.descriptors) wrong.push(`${now.descriptors - start.descriptors} descriptors left open`);
  if (now.timers.length > start.timers.length) wrong.push(`timers left: ${now.timers.join(', ')} ms`);
  for (const [kind, count] of Object.entries(now.resources)) {
    const before = start.resources[kind] ?? 0;
    if (count > before) wrong.push(`${count - before} ${kind} left`);
  }
  return wrong;
}

/** Does the named parts, scaled; one row for each, and one for the rest after them. */
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
      await act(session, warmUp);
    }
    // Tabs that were closed keep their server's schema: that of the last parts, beside the one that is shown now.
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
      const [filesNow, wrong] = [filesIn(home), excess(start, now)];
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

/** Nobody does anything. */
async function idle(session: Session, home: string, seconds: number): Promise<Result> {
  const files = filesIn(home);
  const percent = await session.program.idlePercent(seconds);
  const wrong = percent < idleLimit ? [] : [`${percent.toFixed(2)} % of a processor while nobody does anything`];
  return {
    part: 'idle',
    done: `${seconds} s in which nobody does anything`,
    seconds,
    files: [files, filesIn(home)],
    idlePercent: percent,
    wrong,
  };
}
