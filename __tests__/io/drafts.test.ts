import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../source/environment.js';
import { type DraftKeeper, openDrafts } from '../../source/io/drafts.js';
import { testEnvironment } from '../support/environment.js';

const url = 'https://api.example.com/graphql?key=s3cret';
const open: DraftKeeper[] = [];
afterEach(async () => {
  for (const keeper of open.splice(0)) await keeper.close();
});

/** A home with a table of processes of its own. */
function machine() {
  const base = testEnvironment();
  const running = new Set<number>();
  const program = (pid: number): Environment => {
    running.add(pid);
    return {
      ...base,
      hooks: {
        pid,
        on: () => {},
        off: () => {},
        emit: () => {},
        exit: () => {
          throw new Error('not here');
        },
        kill: asked => {
          if (!running.has(asked)) throw Object.assign(new Error('gone'), { code: 'ESRCH' });
        },
      },
    };
  };
  return { base, program, kill: (pid: number) => running.delete(pid) };
}

async function start(environment: Environment, at = url): Promise<DraftKeeper> {
  const keeper = await openDrafts(at, environment);
  open.push(keeper);
  return keeper;
}

test('what a killed program held is there at the next start', async () => {
  const { program, kill } = machine();
  const first = await start(program(1));
  expect(first.restored).toBeUndefined();
  await first.save('query { a', '{"b": 12345678901234567890');
  kill(1);
  const second = await start(program(2));
  expect(second.restored).toMatchObject({ query: 'query { a', variables: '{"b": 12345678901234567890' });
});

test('a program that ended as it should leaves its draft too', async () => {
  const { program } = machine();
  const first = await start(program(1));
  await first.save('{ a }', '');
  await first.close();
  expect((await start(program(2))).restored?.query).toBe('{ a }');
});

test('two programs on one endpoint keep their own texts, and both come back', async () => {
  const { program, kill } = machine();
  const first = await start(program(1));
  await first.save('{ first }', '');
  const second = await start(program(2));
  expect(second.restored).toBeUndefined();
  await second.save('{ second }', '');
  await first.save('{ first again }', '');
  kill(1);
  kill(2);
  const third = await start(program(3));
  const fourth = await start(program(4));
  expect([third.restored?.query, fourth.restored?.query].sort()).toEqual(['{ first again }', '{ second }']);
});

test('another endpoint has other drafts', async () => {
  const { program, kill } = machine();
  await (await start(program(1))).save('{ a }', '');
  kill(1);
  expect((await start(program(2), 'https://other.example/graphql')).restored).toBeUndefined();
});

test('an empty text leaves no draft behind', async () => {
  const { program, kill } = machine();
  const first = await start(program(1));
  await first.save('{ a }', '');
  await first.save(' \n', '');
  kill(1);
  expect((await start(program(2))).restored).toBeUndefined();
});

test('only the owner can read a draft, and no name tells the endpoint', async () => {
  const { base, program } = machine();
  await (await start(program(1))).save('{ a }', '');
  const folder = path.join(base.home, '.local/state/apiclient/drafts');
  const names = readdirSync(folder, { recursive: true }) as string[];
  expect(names.join(' ')).not.toMatch(/example|s3cret/);
  for (const name of names) expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
});

test('a program on another machine is believed as long as it gives a sign of life', async () => {
  const { base, program } = machine();
  await (await start(program(1))).save('{ elsewhere }', '');
  const folder = path.join(base.home, '.local/state/apiclient/drafts');
  const live = (readdirSync(folder, { recursive: true }) as string[]).find(name => name.endsWith('.live')) ?? '';
  const file = path.join(folder, live);
  writeFileSync(file, JSON.stringify({ host: 'elsewhere', pid: 77 }));
  expect((await start(program(2))).restored).toBeUndefined();
  const past = new Date(Date.now() - 60_000);
  const beat = JSON.parse(readFileSync(file, 'utf8'));
  expect(beat.host).toBe('elsewhere');
  // The beat of the first program would renew it: it ends first.
  await open[0]?.close();
  writeFileSync(file, JSON.stringify(beat));
  utimesSync(file, past, past);
  expect((await start(program(3))).restored?.query).toBe('{ elsewhere }');
});

test('a folder that cannot be written is told by save, with what to do', async () => {
  const { program } = machine();
  const environment = { ...program(1), variables: { XDG_STATE_HOME: '/dev/null/none' } };
  const keeper = await start(environment);
  expect(await keeper.save('{ a }', '')).toMatchObject({ kind: 'file', hint: expect.stringContaining('w') });
});

test('a draft knows the file its texts belong to; one of an earlier version has none, and still comes back', async () => {
  const { program, kill } = machine();
  const file = { path: '/home/me/a.graphql', query: '{ a }', variables: '' };
  const first = await start(program(1));
  await first.save('{ a b }', '', file);
  kill(1);
  const second = await start(program(2));
  expect(second.restored).toMatchObject({ query: '{ a b }', file });
  await second.save('{ c }', '');
  kill(2);
  const third = await start(program(3));
  expect(third.restored?.query).toBe('{ c }');
  expect(third.restored?.file).toBeUndefined();
});
