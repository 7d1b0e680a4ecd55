import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Script } from 'node:vm';
import { type CachePlace, compile } from '../../source/code-cache.js';
import { type Demo, startDemo } from '../../source/demo/start.js';
import { type ProgramOptions, runProgram, temporaryFolder } from '../support/program.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

const own = process.getuid?.() ?? 0;
const name = 'v';

/** A script that returns `honest`, with a cache whose code returns `poison`: V8 compares only their lengths. */
function poisoned(): { file: string; place: CachePlace & { folder: string }; cache: string } {
  const folder = path.join(temporaryFolder(), 'code');
  mkdirSync(folder, { mode: 0o700 });
  const file = path.join(folder, 'program.cjs');
  writeFileSync(file, "(function () { return 'honest'; })\n//x1");
  const other = new Script("(function () { return 'poison'; })\n//x1", { filename: file });
  other.runInThisContext()();
  const data = other.createCachedData();
  const cache = path.join(folder, `${name}-x1.v8`);
  writeFileSync(cache, Buffer.concat([data, data]), { mode: 0o600 });
  return { file, place: { folder, userId: own, name }, cache };
}

const says = (file: string, place: CachePlace): string => compile(file, place).script.runInThisContext()();

test("the user's own cache is used if no other user can write it", () => {
  const { file, place } = poisoned();
  expect(says(file, place)).toBe('poison');
  expect(compile(file, place).save).toBeUndefined();
});

test.each([
  ['the folder is writable by others', ({ place }) => chmodSync(place.folder, 0o777)],
  ['the folder is writable by the group', ({ place }) => chmodSync(place.folder, 0o770)],
  ['the file is writable by others', ({ cache }) => chmodSync(cache, 0o602)],
  ['the file is writable by the group', ({ cache }) => chmodSync(cache, 0o660)],
] as const satisfies readonly (readonly [string, (made: ReturnType<typeof poisoned>) => void])[])(
  'a cache is not run when %s',
  (_, spoil) => {
    const made = poisoned();
    spoil(made);
    expect(says(made.file, made.place)).toBe('honest');
  },
);

test("another user's cache is not run", () => {
  const { file, place } = poisoned();
  expect(says(file, { ...place, userId: own + 1 })).toBe('honest');
});

test('a cache is not run on a system without user IDs', () => {
  const { file, place } = poisoned();
  expect(says(file, { ...place, userId: undefined })).toBe('honest');
});

test('a link in place of the file or the folder is not followed', () => {
  const { file, place, cache } = poisoned();
  const folder = path.join(temporaryFolder(), 'code');
  symlinkSync(place.folder, folder);
  expect(says(file, { ...place, folder })).toBe('honest');
  const apart = path.join(temporaryFolder(), 'apart');
  mkdirSync(apart, { mode: 0o700 });
  symlinkSync(cache, path.join(apart, path.basename(cache)));
  expect(says(file, { ...place, folder: apart })).toBe('honest');
});

test.each([
  ['one changed byte', (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 100 ? byte ^ 0x5a : byte)))],
  ['its second half missing', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['an odd length', (bytes: Buffer) => bytes.subarray(1)],
  ['no content', () => Buffer.alloc(0)],
  ['unrelated content', () => Buffer.alloc(2000, 'x')],
])('a cache with %s is created again', (_, damage) => {
  const { file, place, cache } = poisoned();
  writeFileSync(cache, damage(readFileSync(cache)));
  const { script, save } = compile(file, place);
  expect(script.runInThisContext()()).toBe('honest');
  save?.();
  expect(compile(file, place).save).toBeUndefined();
  expect(says(file, place)).toBe('honest');
});

test('old caches are removed, and the newest are not', () => {
  const { file, place } = poisoned();
  for (let i = 0; i < 15; i++) {
    writeFileSync(file, `(function () { return ${i}; })\n//x${i}`);
    compile(file, place).save?.();
  }
  expect(readdirSync(place.folder).filter(each => each.endsWith('.v8'))).toHaveLength(12);
});

describe('the built program', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = (await startDemo({ port: 0 })) as Demo;
  });
  afterAll(() => demo.close());
  afterEach(closeTerminals);

  const run = (argv: readonly string[], options: ProgramOptions) => runProgram(argv, { ...options, cold: true });
  const codeFolder = (home: string) => path.join(home, '.cache', 'apiclient', 'code');

  test('caches its code in a private folder after the first response, and runs with it', async () => {
    const home = temporaryFolder();
    const first = await run(['GET', `${demo.url}/books/1`], { home });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const [file = '', ...more] = readdirSync(codeFolder(home));
    expect(more).toEqual([]);
    expect(statSync(codeFolder(home)).mode & 0o777).toBe(0o700);
    const stat = statSync(path.join(codeFolder(home), file));
    expect(stat.mode & 0o777).toBe(0o600);
    const second = await run(['GET', `${demo.url}/books/1`], { home });
    expect(second).toMatchObject({ code: 0, stdout: first.stdout, stderr: '' });
    expect(statSync(path.join(codeFolder(home), file)).mtimeMs).toBe(stat.mtimeMs);
    // The cached code also finds modules loaded on demand.
    expect(await run(['--help'], { home })).toMatchObject({ code: 0, stderr: '' });
  });

  test('also caches the code of GraphQL without a screen, and runs with it', async () => {
    const home = temporaryFolder();
    const query = () => run(['graphql', `${demo.url}/graphql`, '--query', '{ __typename }'], { home });
    const stamps = () => readdirSync(codeFolder(home)).map(file => statSync(path.join(codeFolder(home), file)).mtimeMs);
    const first = await query();
    expect(first).toMatchObject({ code: 0, stdout: '{"data":{"__typename":"Query"}}', stderr: '' });
    const kept = stamps();
    expect(kept).toHaveLength(2);
    expect(await query()).toMatchObject({ code: 0, stdout: first.stdout, stderr: '' });
    expect(stamps()).toEqual(kept);
    // Functions that the first run did not use are compiled when needed.
    const events = await run(
      ['graphql', `${demo.url}/graphql`, '--query', 'subscription { ticks(count: 2) { number } }'],
      { home },
    );
    expect(events).toMatchObject({ code: 0, stderr: '' });
    expect(events.stdout.trim().split('\n')).toHaveLength(2);
  });

  test('caches the code of the full screen some time after the first frame, and runs with it', async () => {
    const home = temporaryFolder();
    const caches = () => readdirSync(codeFolder(home)).map(file => path.join(codeFolder(home), file));
    const screen = () => startInTerminal(['graphql', `${demo.url}/graphql`], { home, cold: true });
    const first = screen();
    await first.untilShown('books');
    // program.cjs is cached at exit, tui.cjs some seconds after it was loaded.
    while (!existsSync(codeFolder(home)) || !caches().some(file => file.endsWith('.v8'))) await setTimeout(50);
    first.write('q');
    expect((await first.ended).code).toBe(0);
    const kept = caches().map(file => statSync(file).mtimeMs);
    expect(kept).toHaveLength(2);
    const second = screen();
    await second.untilShown('books');
    second.write('q');
    expect((await second.ended).code).toBe(0);
    expect(caches().map(file => statSync(file).mtimeMs)).toEqual(kept);
  });

  test('caches the code of a full screen that is closed within seconds', async () => {
    const home = temporaryFolder();
    const screen = startInTerminal(['graphql', `${demo.url}/graphql`], { home, cold: true });
    await screen.untilShown('books');
    expect(existsSync(codeFolder(home))).toBe(false);
    screen.write('q');
    expect((await screen.ended).code).toBe(0);
    const sizes = readdirSync(codeFolder(home)).map(file => statSync(path.join(codeFolder(home), file)).size);
    expect(Math.max(...sizes)).toBeGreaterThan(2_000_000);
  });

  test('caches nothing after a run without a response', async () => {
    const home = temporaryFolder();
    await run(['--version'], { home });
    expect(readdirSync(home)).toEqual([]);
  });

  test('a damaged cache is replaced without an error', async () => {
    const home = temporaryFolder();
    await run(['GET', `${demo.url}/books/1`], { home });
    const [name = ''] = readdirSync(codeFolder(home));
    const file = path.join(codeFolder(home), name);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 1000, 3000);
    writeFileSync(file, bytes);
    expect(await run(['GET', `${demo.url}/books/1`], { home })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file).equals(bytes)).toBe(false);
  });

  test.each([
    ['no home', { HOME: '' }],
    ['a home that cannot be written', { HOME: '/proc/none' }],
    ['a cache folder that cannot be created', { XDG_CACHE_HOME: '/proc/none/deep' }],
    ['a cache folder that is a file', { XDG_CACHE_HOME: '/dev/null' }],
    ['a relative cache folder', { XDG_CACHE_HOME: 'caches' }],
  ])('works with %s', async (_, variables) => {
    const ended = await run(['GET', `${demo.url}/books/1`], { variables });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('Pride and Prejudice');
  });
});
