import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { performPipe, performSave } from '../../../source/tui/effects/response.js';
import { eventBatch } from '../../../source/tui/effects/run/event-batch.js';
import type { Action } from '../../../source/tui/model/action.js';
import type { NewEvent } from '../../../source/tui/model/events.js';
import { temporaryFolder } from '../../support/program.js';
import { testEnvironment } from '../../support/servers/graphql.js';

const folder = temporaryFolder();
mkdirSync(path.join(folder, 'home'));
const environment = testEnvironment({ folder, home: path.join(folder, 'home'), variables: { PATH: process.env.PATH } });
const context = { environment, running: new Map() } as unknown as EffectContext;

async function save(name: string, text: string, overwrite = false): Promise<Action[]> {
  const actions: Action[] = [];
  await performSave(name, text, overwrite, context, action => actions.push(action));
  return actions;
}
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const hidden = (): string[] => readdirSync(folder).filter(name => name.startsWith('.'));

test('a new file is written, with ~ for the home folder', async () => {
  expect(await save('new.json', '{}')).toEqual([{ type: 'app/notice', text: 'Saved new.json (2 B).' }]);
  expect(read('new.json')).toBe('{}');
  await save('~/mine.json', '1');
  expect(read('home/mine.json')).toBe('1');
});

test('an existing file is left unchanged until the user agrees; its mode is then preserved', async () => {
  const file = path.join(folder, 'old.json');
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  expect(await save('old.json', 'new')).toEqual([{ type: 'response/exists', path: 'old.json' }]);
  expect(read('old.json')).toBe('old');
  await save('old.json', 'new', true);
  expect(read('old.json')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(hidden()).toEqual([]);
});

test('a link needs confirmation as well, and is written through, not replaced', async () => {
  writeFileSync(path.join(folder, 'target.json'), 'old');
  symlinkSync('target.json', path.join(folder, 'link.json'));
  expect(await save('link.json', 'new')).toEqual([{ type: 'response/exists', path: 'link.json' }]);
  await save('link.json', 'new', true);
  expect(read('target.json')).toBe('new');
});

test.each([
  ['home', 'Cannot write home: it is a folder.'],
  ['none/x.json', 'Cannot write none/x.json: its folder does not exist.'],
  ['new.json/x', 'Cannot write new.json/x: its parent is not a folder.'],
  [`${'x'.repeat(300)}`, `Cannot write ${'x'.repeat(300)}: the name is too long.`],
])('%s cannot be written, and the reason is a sentence', async (name, text) => {
  expect(await save(name, 'x', true)).toEqual([{ type: 'response/ask-save', again: { path: name, problem: text } }]);
  expect(hidden()).toEqual([]);
});

const piped = (command: string, text: string): Promise<Action> =>
  new Promise(resolve => performPipe(1, command, text, context, resolve));

test('a filter gets the text as bytes on its standard input only', async () => {
  const text = '$(touch evil) `touch evil` ; "quotes" \u00fc';
  expect(await piped('cat', text)).toMatchObject({ text, stderr: '', problem: undefined });
  expect(readdirSync(folder)).not.toContain('evil');
});

test('a filter that reads nothing of a large text, and one that fails, are reported with their exit', async () => {
  expect(await piped('exit 0', 'x'.repeat(5_000_000))).toMatchObject({ text: '', problem: undefined });
  expect(await piped('echo no >&2; exit 4', 'x')).toMatchObject({
    stderr: 'no',
    problem: 'echo no >&2; exit 4 exited with code 4.',
  });
  expect(await piped('no-such-command', 'x')).toMatchObject({ problem: 'no-such-command exited with code 127.' });
});

test('a filter has no terminal to draw on', async () => {
  expect(await piped('(echo hello > /dev/tty) 2>/dev/null && echo drawn || echo none', '')).toMatchObject({
    text: 'none\n',
  });
});

const event = (bytes: number): NewEvent => ({ at: 0, bytes, text: '', bad: false });

test('events of one frame are delivered as one batch, in order', async () => {
  const batches = await new Promise<readonly NewEvent[][]>(resolve => {
    const taken: NewEvent[][] = [];
    const batch = eventBatch(events => {
      taken.push([...events]);
      resolve(taken);
    });
    for (let bytes = 1; bytes <= 300; bytes++) batch.add(event(bytes));
  });
  expect(batches).toHaveLength(1);
  expect(batches[0]?.map(each => each.bytes)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});

test.each([
  ['many events', 1000, 10],
  ['large events', 1, 9_000_000],
])('%s pause the connection until the screen has processed them', async (_, count, bytes) => {
  const order: string[] = [];
  const batch = eventBatch(events => order.push(`took ${events.length}`));
  await batch.room();
  for (let n = 0; n < count; n++) batch.add(event(bytes));
  const room = batch.room().then(() => order.push('room'));
  await Promise.resolve();
  expect(order).toEqual([]);
  batch.flush();
  await room;
  expect(order).toEqual([`took ${count}`, 'room']);
});
