import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment, ProcessHooks } from '../../source/environment.js';
import { type DraftKeeper, openDrafts } from '../../source/io/drafts.js';
import { testEnvironment } from '../support/environment.js';

const url = 'https://api.example.com/graphql?key=s3cret';
const open: DraftKeeper[] = [];
const sleepers: ChildProcess[] = [];
afterEach(async () => {
  for (const each of sleepers.splice(0)) each.kill('SIGKILL');
  for (const keeper of open.splice(0)) await keeper.close();
});

const hooks: Omit<ProcessHooks, 'pid'> = {
  on: () => {},
  off: () => {},
  emit: () => {},
  exit: code => process.exit(code),
  kill: (pid, signal) => process.kill(pid, signal),
};

/** A home with real processes: the system decides which other programs are visible. */
function machine() {
  const base = testEnvironment();
  const processes: ChildProcess[] = [];
  const program = (number: number): Environment => {
    const child = spawn('sleep', ['100'], { stdio: 'ignore' });
    processes[number] = child;
    sleepers.push(child);
    return { ...base, hooks: { ...hooks, pid: child.pid ?? 0 } };
  };
  return {
    base,
    program,
    pid: (number: number) => processes[number]?.pid ?? 0,
    kill: async (number: number): Promise<void> => {
      const child = processes[number];
      const ended = new Promise(resolve => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
    stop: (number: number) => process.kill(processes[number]?.pid ?? 0, 'SIGSTOP'),
  };
}

async function start(environment: Environment, at = url): Promise<DraftKeeper> {
  const keeper = await openDrafts(at, environment);
  open.push(keeper);
  return keeper;
}

test('the text of a killed program is restored at the next start', async () => {
  const { program, kill } = machine();
  const first = await start(program(1));
  expect(first.restored).toBeUndefined();
  await first.save('query { a', '{"b": 12345678901234567890');
  await kill(1);
  const second = await start(program(2));
  expect(second.restored).toMatchObject({ query: 'query { a', variables: '{"b": 12345678901234567890' });
});

test('a program that exits normally also leaves its draft', async () => {
  const { program } = machine();
  const first = await start(program(1));
  await first.save('{ a }', '');
  await first.close();
  expect((await start(program(2))).restored?.query).toBe('{ a }');
});

test('two programs on one endpoint have separate drafts, and both are restored', async () => {
  const { program, kill } = machine();
  const first = await start(program(1));
  await first.save('{ first }', '');
  const second = await start(program(2));
  expect(second.restored).toBeUndefined();
  await second.save('{ second }', '');
  await first.save('{ first again }', '');
  await kill(1);
  await kill(2);
  const third = await start(program(3));
  const fourth = await start(program(4));
  expect([third.restored?.query, fourth.restored?.query].sort()).toEqual(['{ first again }', '{ second }']);
});

test('another endpoint has separate drafts', async () => {
  const { program, kill } = machine();
  await (await start(program(1))).save('{ a }', '');
  await kill(1);
  expect((await start(program(2), 'https://other.example/graphql')).restored).toBeUndefined();
});

test('an empty text leaves no draft', async () => {
  const { program, kill } = machine();
  const first = await start(program(1));
  await first.save('{ a }', '');
  await first.save(' \n', '');
  await kill(1);
  expect((await start(program(2))).restored).toBeUndefined();
});

test('only the owner can read a draft, and its file name does not reveal the endpoint', async () => {
  const { base, program } = machine();
  await (await start(program(1))).save('{ a }', '');
  const folder = path.join(base.home, '.local/state/apiclient/drafts');
  const names = readdirSync(folder, { recursive: true }) as string[];
  expect(names.join(' ')).not.toMatch(/example|s3cret/);
  for (const name of names) expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
});

test('a program on another machine counts as running as long as it updates its lock', async () => {
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
  // The first program's heartbeat would renew it, so stop that first.
  await open[0]?.close();
  writeFileSync(file, JSON.stringify(beat));
  utimesSync(file, past, past);
  expect((await start(program(3))).restored?.query).toBe('{ elsewhere }');
});

test('save reports a folder that cannot be written, with a hint', async () => {
  const { program } = machine();
  const environment = { ...program(1), variables: { XDG_STATE_HOME: '/dev/null/none' } };
  const keeper = await start(environment);
  expect(await keeper.save('{ a }', '')).toMatchObject({ kind: 'file', hint: expect.stringContaining('w') });
});

test('a draft stores the file of its texts; a draft from an earlier version without one is still restored', async () => {
  const { program, kill } = machine();
  const file = { path: '/home/me/a.graphql', query: '{ a }', variables: '' };
  const first = await start(program(1));
  await first.save('{ a b }', '', { file });
  await kill(1);
  const second = await start(program(2));
  expect(second.restored).toMatchObject({ query: '{ a b }', file });
  await second.save('{ c }', '');
  await kill(2);
  const third = await start(program(3));
  expect(third.restored?.query).toBe('{ c }');
  expect(third.restored?.file).toBeUndefined();
});

/** Absolute paths of the files in the drafts folder whose names end like this. */
const filesOf = (environment: Environment, ending: string): string[] => {
  const folder = path.join(environment.home, '.local/state/apiclient');
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter(name => name.endsWith(ending)).map(name => path.join(folder, name));
};

test('a stopped program retains its draft, however long; both drafts are restored after both programs have ended', async () => {
  const { base, program, kill, stop } = machine();
  const first = await start(program(1));
  await first.save('{ stopped }', '');
  stop(1);
  const long = new Date(Date.now() - 86_400_000);
  for (const live of filesOf(base, '.live')) utimesSync(live, long, long);
  const second = await start(program(2));
  expect(second.restored).toBeUndefined();
  await second.save('{ second }', '');
  await kill(1);
  await kill(2);
  const found = [(await start(program(3))).restored?.query, (await start(program(4))).restored?.query];
  expect(found.sort()).toEqual(['{ second }', '{ stopped }']);
});

test('a process that reuses the ID of an ended one is a different process', async () => {
  const { base, program, kill, pid } = machine();
  await (await start(program(1))).save('{ a }', '');
  await kill(1);
  const next = program(2);
  for (const live of filesOf(base, '.live')) {
    const owner = JSON.parse(readFileSync(live, 'utf8'));
    // Two processes of this test may have started within one tick of the system clock.
    writeFileSync(live, JSON.stringify({ ...owner, pid: pid(2), started: `before ${owner.started}` }));
  }
  expect((await start(next)).restored?.query).toBe('{ a }');
});

test('an unreadable draft is reported and not deleted', async () => {
  const { base, program, kill } = machine();
  await (await start(program(1))).save('{ a }', '');
  await kill(1);
  const [file = ''] = filesOf(base, '.json');
  writeFileSync(file, '{"query":');
  for (const number of [2, 3]) {
    const keeper = await start(program(number));
    expect(keeper.restored).toBeUndefined();
    expect(keeper.unread).toEqual([`Not readable; you can remove it: ${file}`]);
  }
});

test.each([0, 7])(
  'an installation key of %i bytes is replaced and reported once, with the drafts that depended on it',
  async bytes => {
    const { base, program, kill } = machine();
    await (await start(program(1))).save('{ a }', '');
    await kill(1);
    const [key = ''] = filesOf(base, 'install.key');
    truncateSync(key, bytes);
    const [old = ''] = filesOf(base, '.json');
    const second = await start(program(2));
    expect(second.unread).toEqual([
      expect.stringContaining('was empty or truncated and was replaced'),
      `Stored with the old key; you can remove it: ${old}`,
    ]);
    await second.save('{ b }', '');
    await kill(2);
    const third = await start(program(3));
    expect(third.unread).toEqual([]);
    expect(third.restored?.query).toBe('{ b }');
    expect(readFileSync(key).length).toBe(32);
  },
);

test('a draft not opened for 90 days is listed once and removed a week later; an empty one is removed immediately', async () => {
  const { base } = machine();
  const days = (count: number): Environment => ({ ...base, now: () => Date.now() + count * 24 * 60 * 60 * 1000 });
  const kept = await start(base, 'https://old.example/');
  await kept.save('\n{ forgotten }\n', '');
  await kept.close();
  const drafts = path.join(base.home, '.local/state/apiclient/drafts');
  const texts = (): readonly string[] =>
    readdirSync(drafts, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));

  expect((await start(days(89), 'https://a.example/')).unread).toEqual([]);
  const { unread } = await start(days(91), 'https://b.example/');
  expect(unread).toEqual([
    expect.stringMatching(/Not opened for 90 days, and will be removed in a week: .*\.json \(\{ forgotten \}\)$/),
  ]);
  expect((await start(days(92), 'https://c.example/')).unread).toEqual([]);
  expect(texts()).toHaveLength(1);
  expect((await start(days(99), 'https://d.example/')).unread).toEqual([]);
  expect(texts()).toEqual([]);
});

test('an old draft that is opened again is not removed', async () => {
  const { base } = machine();
  const days = (count: number): Environment => ({ ...base, now: () => Date.now() + count * 24 * 60 * 60 * 1000 });
  const kept = await start(base, 'https://old.example/');
  await kept.save('{ remembered }', '');
  await kept.close();
  expect((await start(days(91), 'https://b.example/')).unread).toHaveLength(1);
  expect((await start(days(95), 'https://old.example/')).restored?.query).toBe('{ remembered }');
});

/** The files of drafts in a home. */
const draftFiles = (home: string): string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter(name => /drafts.*\.json$/.test(name))
    .map(name => path.join(home, name));

test.each([
  ['its version', { version: 2, query: ['{ a }'] }],
  ['a member of a tab', { tabs: { at: 0, others: [{ query: '{ b }', variables: '', notes: 'precious' }] } }],
  ['a tab of another kind', { tabs: { at: 0, others: [{ canvas: 'precious' }] } }],
  ['the language of a tab', { tabs: { at: 0, others: [{ query: 'b', variables: '', language: 'grpc' }] } }],
  ["the tab's language", { tabs: { at: 0, others: [], language: 'grpc' } }],
])(
  'a draft that is newer by %s is left unchanged and reported, even if not opened for a long time',
  async (_, members) => {
    const { base, program, kill } = machine();
    await (await start(program(1))).save('{ a }', '');
    await kill(1);
    const [file = ''] = draftFiles(base.home);
    const newer = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...members });
    writeFileSync(file, newer);
    const second = await start(program(2));
    expect(second.restored).toBeUndefined();
    expect(second.unread).toEqual([`Ignored, because it is from a newer apiclient: ${file}`]);
    await second.save('{ b }', '');
    utimesSync(file, 0, 0);
    await start(program(3), 'https://other.example');
    const later = { ...program(4), now: () => Date.now() + 30 * 24 * 60 * 60 * 1000 };
    await start(later, 'https://other.example');
    expect(readFileSync(file, 'utf8')).toBe(newer);
  },
);

test('members unknown to this version are preserved, and protect an empty draft from removal', async () => {
  const { base, program, kill } = machine();
  await (await start(program(1))).save('{ a }', '');
  await kill(1);
  const [file = ''] = draftFiles(base.home);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  expect(content.version).toBe(1);
  writeFileSync(file, JSON.stringify({ ...content, windows: [{ text: 'precious' }] }));
  const second = await start(program(2));
  expect(second.restored).toMatchObject({ query: '{ a }' });
  for (const query of ['{ b }', '']) {
    await second.save(query, '');
    const [now = ''] = draftFiles(base.home);
    expect(JSON.parse(readFileSync(now, 'utf8'))).toMatchObject({ version: 1, query, windows: [{ text: 'precious' }] });
  }
});
