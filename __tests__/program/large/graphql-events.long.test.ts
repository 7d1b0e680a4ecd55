/** Subscriptions with a very large number of events: complete, in order, and in bounded memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { WebSocket } from 'ws';
import { cliFile, runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import {
  closeScriptedServers,
  complete,
  next,
  onSubscribe,
  serveScript,
} from '../../support/servers/websocket-server.js';

afterEach(closeScriptedServers);

const words = (url: string): string[] => ['graphql', url, '--query', 'subscription { tick }'];

test('100,000 events arrive in a pipe complete and in order', async () => {
  const total = 100_000;
  const server = await serveScript(
    onSubscribe(async (socket, id) => {
      for (let i = 0; i < total; i++) {
        socket.send(next(id, `{"data":{"n":${i}}}`));
        if (i % 1000 === 0) await new Promise(resolve => setImmediate(resolve));
      }
      socket.send(complete(id));
    }),
  );
  const ended = await runProgram(words(server.url), { spawn: true });
  const lines = ended.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(total);
  expect(lines.findIndex((line, i) => line !== `{"data":{"n":${i}}}`)).toBe(-1);
  expect(ended.code).toBe(0);
});

withPrograms(['procfs'], () => {
  test('200,000 events wait for a stopped reader: at most 200 MiB are buffered, and none is lost', async () => {
    const total = 200_000;
    const filler = 'x'.repeat(200);
    let peer: WebSocket | undefined;
    const server = await serveScript(
      onSubscribe((socket, id) => {
        peer = socket;
        for (let i = 0; i < total; i++) socket.send(next(id, `{"data":{"n":${i},"filler":"${filler}"}}`));
        socket.send(complete(id));
      }),
    );
    const home = temporaryFolder();
    const child = spawn(process.execPath, [cliFile, ...words(server.url)], {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // The reader is stopped as long as the pipe is not read; the network stops when the server's buffer is full.
    await standsStill(() => peer?.bufferedAmount ?? -1);
    expect(peer?.bufferedAmount).toBeGreaterThan(10_000_000);
    let wrong = 0;
    let count = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith(`{"data":{"n":${count},`)) wrong++;
      count++;
      if (count === total - 1) expect(peakMiB(child.pid)).toBeLessThanOrEqual(200);
    }
    expect({ count, wrong }).toEqual({ count: total, wrong: 0 });
  });
});

/** Resolves when a positive reading has been the same twenty times in a row, 50 ms apart. */
async function standsStill(read: () => number): Promise<void> {
  let last = -1;
  for (let same = 0; same < 20; ) {
    await new Promise(resolve => setTimeout(resolve, 50));
    const now = read();
    same = now > 0 && now === last ? same + 1 : 0;
    last = now;
  }
}

/** Highest resident memory so far, in MiB. */
function peakMiB(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
