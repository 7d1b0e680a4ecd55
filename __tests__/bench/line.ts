/** Costs on a slow line: pasting without bracketed paste, single keys, and switching panes. */
import { schemaFile } from '../support/schemas.js';
import { httpServer } from '../support/servers/http-server.js';
import { eventEachMillisecond, scriptedServer } from '../support/servers/websocket-server.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../support/terminal.js';
import { type Lines, median, table } from './measure.js';

const size = { columns: 120, rows: 40 } as const;
const slow = { bytesPerSecond: 5000, delayMs: 100, bufferBytes: 32_768 } as const;

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The full screen on a small schema. */
export async function open(url: string, line?: typeof slow): Promise<TerminalProgram> {
  const argv = ['graphql', url, '--schema', schemaFile('swapi')];
  const terminal = startInTerminal(argv, { ...size, ...(line === undefined ? {} : { line }) });
  await terminal.untilShown('allFilms');
  return terminal;
}

/** Focuses the query pane and starts editing. */
export async function edit(terminal: TerminalProgram): Promise<void> {
  terminal.write('2i');
  await terminal.untilShown('editing');
}

/** Milliseconds until the last of 1,500 pasted lines (26 kB) is displayed, and the longest time without a frame meanwhile. */
async function pasteTime(): Promise<readonly [wholeMs: number, stillMs: number]> {
  const terminal = await open('http://127.0.0.1:9/');
  await edit(terminal);
  const text = `query {\r${Array.from({ length: 1498 }, (_, i) => `  a${i}: node{id}`).join('\r')}\r}# end`;
  let still = 0;
  let last = performance.now();
  let seen = terminal.bytes.length;
  const look = (): void => {
    if (terminal.bytes.length === seen) return;
    seen = terminal.bytes.length;
    still = Math.max(still, performance.now() - last);
    last = performance.now();
  };
  const whole = await timed(async () => {
    terminal.write(text);
    await terminal.untilScreen(screen => {
      look();
      return screen.includes('}# end');
    });
  });
  return [whole, still];
}

const megabytes = {
  'one line': `{ ${'node { id } '.repeat(83_333)} }# end`,
  '67,000 lines': `{\r${Array.from({ length: 67_000 }, (_, i) => `  a${i}: id`).join('\r')}\r}# end`,
};

/** Milliseconds until the end of a pasted text is displayed, and for each key typed after it. */
async function megabyteTimes(text: string): Promise<{ readonly wholeMs: number; readonly keyMs: readonly number[] }> {
  const terminal = await open('http://127.0.0.1:9/');
  await edit(terminal);
  const wholeMs = await timed(async () => {
    terminal.write(text);
    await terminal.untilShown('# end');
  });
  // Deferred work runs in this pause.
  await new Promise(resolve => setTimeout(resolve, 3000));
  const keyMs: number[] = [];
  for (const key of 'abcdefghij') {
    const before = terminal.bytes.length;
    keyMs.push(
      await timed(async () => {
        terminal.write(key);
        await terminal.untilFrame(before);
      }),
    );
    await new Promise(resolve => setTimeout(resolve, 300));
  }
  await closeTerminals();
  return { wholeMs, keyMs };
}

const ms = (list: readonly number[]): string => `${median(list).toFixed(0)} ms`;

/** Measures each text with and without bracketed paste. */
async function* megabyteRows(rounds: number): AsyncGenerator<readonly string[]> {
  for (const [name, text] of Object.entries(megabytes)) {
    const marked: number[] = [];
    const bare: number[] = [];
    const keys: number[] = [];
    for (let round = 0; round < rounds; round++) {
      marked.push((await megabyteTimes(`\u001b[200~${text}\u001b[201~`)).wholeMs);
      const { wholeMs, keyMs } = await megabyteTimes(text);
      bare.push(wholeMs);
      keys.push(...keyMs);
    }
    yield [`1 MB in ${name}, a paste with brackets`, ms(marked)];
    yield [`1 MB without brackets`, ms(bare)];
    yield [`a key in the pasted text`, ms(keys)];
  }
}

/** Milliseconds until Esc and Ctrl-C take effect on the screen while a subscription delivers an event per millisecond over the slow line. */
async function slowTimes(): Promise<readonly [escMs: number, stopMs: number]> {
  const server = await scriptedServer(eventEachMillisecond);
  const terminal = await open(server.url, slow);
  await edit(terminal);
  terminal.write('subscription { tick }');
  await terminal.untilShown('tick }');
  terminal.write('\x12');
  await terminal.untilShown('"tick"');
  await new Promise(resolve => setTimeout(resolve, 5000));
  const escMs = await timed(async () => {
    terminal.write('\x1b');
    await terminal.untilScreen(screen => !screen.includes('editing'));
  });
  const stopMs = await timed(async () => {
    terminal.write('\x03');
    await terminal.untilScreen(screen => !screen.includes('subscribed'));
  });
  await server.close();
  return [escMs, stopMs];
}

/** Bytes written for each pane switch and for opening and closing each box, with a query and a long response displayed. */
async function frameBytes(): Promise<{ readonly panes: readonly number[]; readonly boxes: readonly string[][] }> {
  const answer = JSON.stringify({ data: { node: Array.from({ length: 100 }, (_, id) => ({ id })) } });
  const server = await httpServer(response => response.setHeader('content-type', 'application/json').end(answer));
  const terminal = await open(server.url);
  await edit(terminal);
  const queries = Array.from({ length: 7 }, (_, i) => `query Other${i} { allPlanets { totalCount } }`).join('\n');
  terminal.write(`\u001b[200~query Q { node { id } }\n\n${queries}\n\u001b[201~\u001b[1;5H\u001b`);
  await terminal.untilScreen(screen => !screen.includes('editing'));
  terminal.write('\x12');
  await terminal.untilShown('"id": 1');
  const bytesOf = async (key: string): Promise<number> => {
    await new Promise(resolve => setTimeout(resolve, 200));
    const before = terminal.bytes.length;
    terminal.write(key);
    return Buffer.byteLength(await terminal.untilFrame(before));
  };
  const panes: number[] = [];
  for (let i = 0; i < 8; i++) panes.push(await bytesOf('\t'));
  await bytesOf('1');
  const boxes: string[][] = [];
  for (const [name, key] of [
    ['a list of ten rows', 'o'],
    ['the palette', ':'],
    ['the help', '?'],
  ] as const)
    boxes.push([`bytes to open and to close ${name}`, `${await bytesOf(key)} and ${await bytesOf('\u001b')}`]);
  await server.close();
  return { panes, boxes };
}

/** Measures the rows of the report, `rounds` times each. */
export async function* lineTimes(rounds: number): Lines {
  yield `The line: ${slow.bytesPerSecond / 1000} kB/s, ${2 * slow.delayMs} ms there and back, ${slow.bufferBytes / 1024} kB of buffer, an event each millisecond.`;
  yield '';
  yield* table(['', 'median'], rows(rounds));
}

async function* rows(rounds: number): AsyncGenerator<readonly string[]> {
  const pastes: (readonly [number, number])[] = [];
  const slows: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round++) {
    pastes.push(await pasteTime());
    slows.push(await slowTimes());
    await closeTerminals();
  }
  yield ['paste without brackets, 1,500 lines', ms(pastes.map(([whole]) => whole))];
  yield ['longest time without a frame in that paste', ms(pastes.map(([, still]) => still))];
  yield ['slow line: Esc until shown', ms(slows.map(([esc]) => esc))];
  yield ['slow line: Ctrl-C until shown', ms(slows.map(([, stop]) => stop))];
  yield* megabyteRows(rounds);
  const { panes, boxes } = await frameBytes();
  await closeTerminals();
  yield ['bytes per pane change', `${median(panes)}, at most ${Math.max(...panes)}`];
  yield* boxes;
}
