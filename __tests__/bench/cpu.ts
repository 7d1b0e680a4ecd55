/** CPU use of the full screen as counted by the kernel (Linux): keys in a long query, idle time, and silent subscriptions. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Script } from '../support/servers/websocket-server.js';
import { scriptedServer } from '../support/servers/websocket-server.js';
import { closeTerminals, type TerminalProgram } from '../support/terminal.js';
import { edit, open } from './line.js';
import { type Lines, table } from './measure.js';

/** Accepts every subscription and never sends an event. */
const silent: Script = {
  onMessage(message, socket) {
    if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
  },
};

const runTime = (pid: number, thread: string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
/** CPU time used by the program so far, in milliseconds: by its main thread, and by all threads. */
const main = ({ pid }: TerminalProgram): number => runTime(pid, String(pid));
const all = ({ pid }: TerminalProgram): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + runTime(pid, thread), 0);

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** CPU time of the main thread for one key in a valid query of 1,000 lines, in milliseconds, including deferred work. */
async function keyCost(distanceMs: number, keys = 80): Promise<number> {
  const terminal = await open('http://127.0.0.1:9/');
  await edit(terminal);
  const lines = Array.from({ length: 998 }, (_, i) => `  a${i}: film { id }`);
  terminal.write(`\x1b[200~query {\r${lines.join('\r')}\r}# end\x1b[201~`);
  await terminal.untilShown('}# end');
  const type = async (): Promise<number> => {
    const before = main(terminal);
    for (let i = 0; i < keys; i++) {
      terminal.write('abcd\x7f\x7f\x7f\x7f'.charAt(i % 8));
      await pause(distanceMs);
    }
    await pause(1000);
    return (main(terminal) - before) / keys;
  };
  await type();
  return type();
}

/** CPU use of all threads over a minute, in percent of one CPU, with `count` open subscriptions, each in its own tab. */
async function idleShare(subscriptions: number): Promise<number> {
  const server = await scriptedServer(silent);
  const terminal = await open(server.url);
  for (let i = 0; i < subscriptions; i++) {
    if (i > 0) {
      terminal.write('\x14');
      await terminal.untilScreen(screen => !screen.includes('connection '));
    }
    await edit(terminal);
    terminal.write('subscription { tick }');
    await terminal.untilShown('tick }');
    terminal.write('\x12');
    await terminal.untilShown('connection ');
    terminal.write('\x1b');
    await terminal.untilScreen(screen => !screen.includes('editing'));
  }
  await pause(5000);
  const before = all(terminal);
  await pause(60_000);
  const share = (all(terminal) - before) / 600;
  await closeTerminals();
  await server.close();
  return share;
}

/** Measures the rows of the report. */
export async function* cpuTimes(): Lines {
  yield 'CPU time as counted by the kernel.';
  yield '';
  yield* table(['', 'CPU'], rows());
}

async function* rows(): AsyncGenerator<readonly string[]> {
  for (const distanceMs of [40, 150]) {
    const cost = await keyCost(distanceMs);
    await closeTerminals();
    yield [`a key in a query of 1,000 lines, ${distanceMs} ms apart`, `${cost.toFixed(1)} ms`];
  }
  for (const [subscriptions, name] of [
    [0, 'idle for a minute'],
    [1, 'a silent subscription, a minute'],
    [3, 'three of them in tabs, a minute'],
  ] as const)
    yield [name, `${(await idleShare(subscriptions)).toFixed(2)} %`];
}
