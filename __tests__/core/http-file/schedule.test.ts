/** The order in which the tasks of a run start and are reported. */
import { graphOf } from '../../../source/core/http-file/graph.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import type { EntryResult } from '../../../source/core/http-file/report/result.js';
import { type Round, Schedule, type Task, waitingTask } from '../../../source/core/http-file/schedule.js';
import { graphOptions } from './graph-options.js';

const { entries } = parseHttpFile('GET http://a.example/\n');
const nodes = graphOf(entries, graphOptions);

/** A round of one task. */
function roundOf(send: () => Promise<void>, line: number): Round<Task<EntryResult>> {
  const tasks: Task<EntryResult>[] = [];
  for (const node of nodes) {
    tasks.push({
      node,
      ...waitingTask,
      file: tasks,
      results: [],
      async send(add) {
        await send();
        add({ line } as EntryResult);
      },
    });
  }
  return { tasks };
}

test('100,000 rounds are read on demand, and reported in order after a slow one', async () => {
  const count = 100_000;
  let [read, reported, most] = [0, 0, 0];
  let release = (): void => {};
  const slow = new Promise<void>(resolve => {
    release = resolve;
  });
  async function* rounds(): AsyncGenerator<Round<Task<EntryResult>>> {
    for (let at = 0; at < count; at++) {
      read++;
      most = Math.max(most, read - reported);
      // The first round waits until the others can go no further.
      if (read === 32) setImmediate(release);
      yield roundOf(() => (at === 0 ? slow : Promise.resolve()), at);
    }
  }
  const schedule = new Schedule<EntryResult>(rounds(), async ({ line }) => {
    if (line === reported) reported++;
  });
  await schedule.run(4);
  expect([read, reported]).toEqual([count, count]);
  expect(most).toBeLessThanOrEqual(36);
});

test('after an error of a report nothing else starts, and the error is thrown when running tasks have ended', async () => {
  let started = 0;
  async function* rounds(): AsyncGenerator<Round<Task<EntryResult>>> {
    for (let at = 0; at < 100; at++) {
      yield roundOf(async () => {
        started++;
      }, at);
    }
  }
  const schedule = new Schedule<EntryResult>(rounds(), async ({ line }) => {
    if (line === 2) throw new Error('full disk');
  });
  await expect(schedule.run(1)).rejects.toThrow('full disk');
  expect(started).toBe(3);
});

test('requests of one session are sent one after another, and requests of two sessions at the same time', () => {
  const http = parseHttpFile(['a', 'b', 'c'].map(name => `### ${name}\nGET http://a.example/${name}\n`).join(''));
  const session = ({ name }: { readonly name?: string }) => (name === 'b' ? 'other' : 'mine');
  expect(graphOf(http.entries, { ...graphOptions, session }).map(({ waits }) => waits)).toEqual([[], [], [0]]);
});
