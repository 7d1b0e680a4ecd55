/** The table of `--repeat`, for a load that this process cannot keep up with. */
import { performance } from 'node:perf_hooks';
import type { RepeatOptions } from '../../../source/core/load/options.js';
import type { OutputOptions } from '../../../source/core/options.js';
import { runLoad } from '../../../source/plain/load/load.js';
import { testEnvironment } from '../../support/servers/graphql.js';

const options: RepeatOptions = { times: 4, jobs: 1, checkAll: false, asserts: [], reports: [] };
const output = { silent: false } as OutputOptions;

/** Runs a load whose requests last a second of the clock, and returns what it prints. */
async function table(work: () => Promise<void> | void): Promise<string> {
  const clock = { now: 0 };
  const environment = { ...testEnvironment(), monotonic: () => clock.now };
  const code = await runLoad(
    { options, output, environment },
    {
      names: ['GET x'],
      async once(_, record) {
        await work();
        clock.now += 1000;
        record('GET x', { response: { ms: 1000, status: 200 } });
      },
    },
  );
  expect(code).toBe(0);
  return environment.out();
}

test('the table reports that apiclient was the limit, but not if it waited for the server', async () => {
  const burnt = performance.now() + 20;
  const busy = await table(() => {
    while (performance.now() < burnt);
  });
  expect(busy).toMatch(
    /4 responses in 4.* s, 1 at a time\napiclient was the bottleneck: it was busy \d+% of the time\.\n$/,
  );
  // Waits, as for a socket, until the event loop was idle for most of the time: on a loaded machine, a timer may
  // be due before the loop waits for it.
  const start = performance.eventLoopUtilization();
  const idle = await table(async () => {
    do await new Promise(resolve => setTimeout(resolve, 5));
    while (performance.eventLoopUtilization(start).utilization > 0.5);
  });
  expect(idle).toMatch(/4 responses in 4.* s, 1 at a time\n$/);
});
