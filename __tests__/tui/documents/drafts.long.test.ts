/** Unsaved text survives, however the program ends. */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { demoForTests, openScreen } from '../demo.js';
import { Screen } from '../support.js';

const demo = demoForTests();

/** All drafts on disk in a home. */
function draftsIn(home: string): string[] {
  const folder = path.join(home, '.local/state/apiclient/drafts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json'))
    .map(file => readFileSync(path.join(folder, file), 'utf8'));
}

async function until(done: () => boolean): Promise<void> {
  for (;;) {
    if (done()) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

test('after kill -9 while editing, the next start restores the text, with a notice', async () => {
  const home = temporaryFolder();
  const first = await openScreen(demo.graphqlUrl, { home });
  first.write('2i{ books { unfinished');
  first.write('\x1b3i{"half": ');
  await until(() => draftsIn(home).some(each => each.includes('unfinished') && each.includes('half')));
  first.kill('SIGKILL');
  await first.ended;

  const second = await openScreen(demo.graphqlUrl, { home });
  await second.untilShown('{ books { unfinished');
  await second.untilShown('"half":');
  await second.untilShown('Restored unsaved text');
  second.write('2u');
  await second.untilScreen(screen => !screen.includes('unfinished'), 'the text undone');
});

test('three tabs, one of them a file, killed while editing: all are restored in order, and again after q', async () => {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'me.graphql'), 'query Mine { me { name } }');
  const first = await openScreen(demo.graphqlUrl, { home, folder });
  first.write('2i# the first\x1b\x14');
  await first.untilShown('[2 new]');
  first.write('2i# the second\x1b\x14');
  await first.untilShown('[3 new]');
  first.write('Ome.graphql\r');
  await first.untilShown('[3 me.graphql]');
  first.write('g2');
  await first.untilShown('[2 query *]');
  // A draft with all three texts is also written before switching tabs. Wait for the one that records the switch.
  await until(() => draftsIn(home).some(each => /"at": ?1\b/.test(each) && each.includes('Mine')));
  first.kill('SIGKILL');
  await first.ended;

  const second = await openScreen(demo.graphqlUrl, { home, folder });
  await second.untilShown('1 query * [2 query *] 3 me.graphql');
  await second.untilShown('# the second');
  second.write('g1');
  await second.untilShown('# the first');
  second.write('q');
  expect(await second.ended).toMatchObject({ code: 0 });

  const third = await openScreen(demo.graphqlUrl, { home, folder });
  await third.untilShown('[1 query *] 2 query *  3 me.graphql');
  third.write('g3');
  await third.untilShown('query Mine {');
});

test('two programs on one endpoint preserve each other’s drafts', async () => {
  const home = temporaryFolder();
  const [one, two] = await Promise.all([openScreen(demo.graphqlUrl, { home }), openScreen(demo.graphqlUrl, { home })]);
  one.write('2i# from the first');
  two.write('2i# from the second');
  await until(() =>
    ['# from the first', '# from the second'].every(text => draftsIn(home).some(each => each.includes(text))),
  );
  one.kill('SIGKILL');
  two.kill('SIGKILL');
  await Promise.all([one.ended, two.ended]);
  const third = await openScreen(demo.graphqlUrl, { home });
  await third.untilScreen(screen => /# from the (first|second)/.test(screen));
  const fourth = await openScreen(demo.graphqlUrl, { home });
  await fourth.untilScreen(screen => /# from the (first|second)/.test(screen));
  const seen = [third, fourth].map(each => /# from the \w+/.exec(each.screen())?.[0]);
  expect(seen.sort()).toEqual(['# from the first', '# from the second']);
});

test('q asks nothing if the text is stored: it is restored at the next start', async () => {
  const home = temporaryFolder();
  const first = await openScreen(demo.graphqlUrl, { home });
  first.write('2i# kept at quit\x1b');
  await first.untilScreen(screen => !screen.includes('editing'));
  first.write('q');
  expect(await first.ended).toMatchObject({ code: 0 });
  const second = await openScreen(demo.graphqlUrl, { home });
  await second.untilShown('# kept at quit');
});

test('a draft that cannot be written is reported once, and q then asks before text is lost', async () => {
  const home = temporaryFolder();
  const first = await openScreen(demo.graphqlUrl, { home, variables: { XDG_STATE_HOME: '/dev/null/nowhere' } });
  first.write('2i# nowhere to go\x1b');
  await first.untilShown('The draft cannot be saved');
  first.write('j');
  await first.untilScreen(screen => !screen.includes('The draft cannot'));
  first.write('q');
  await first.untilShown('again to quit');
  first.write('q');
  expect(await first.ended).toMatchObject({ code: 0 });
});

test('a restored text still belongs to its file: w saves to it, and asks if the file was changed meanwhile', async () => {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const file = path.join(folder, 'me.graphql');
  writeFileSync(file, '{ me { name } }');
  const unsaved = async (text: string): Promise<void> => {
    const screen = await openScreen(demo.graphqlUrl, { home, folder });
    screen.write('Ome.graphql\r');
    await screen.untilShown('Opened me.graphql');
    screen.write(`2i# ${text} \x1b`);
    await until(() => draftsIn(home).some(each => each.includes(`# ${text}`)));
    screen.kill('SIGKILL');
    await screen.ended;
  };
  await unsaved('first');
  const second = await openScreen(demo.graphqlUrl, { home, folder });
  await second.untilShown('It belongs to me.graphql.');
  await second.untilScreen(screen => (screen.split('\n')[0] ?? '').includes('me.graphql *'), 'the file in the title');
  second.write('w');
  await second.untilShown('Saved me.graphql.');
  expect(readFileSync(file, 'utf8')).toContain('# first');
  second.write('q');
  await second.ended;

  await unsaved('second');
  writeFileSync(file, '# theirs');
  const third = await openScreen(demo.graphqlUrl, { home, folder: temporaryFolder() });
  // The path may be longer than a row.
  await third.untilScreen(
    screen => screen.replace(/\s+/g, '').includes(`Itbelongsto${file}`),
    'the file it belongs to',
  );
  third.write('w');
  await third.untilShown('me.graphql was changed by another program');
  expect(readFileSync(file, 'utf8')).toBe('# theirs');
});

test('the draft is private', async () => {
  const home = temporaryFolder();
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('2i# mine');
  await until(() => draftsIn(home).length === 1);
  const folder = path.join(home, '.local/state/apiclient/drafts');
  const { statSync } = await import('node:fs');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { mode } = statSync(path.join(folder, file));
    expect(mode & 0o077).toBe(0);
  }
  chmodSync(folder, 0o700);
});

test('every change of a text is passed on for storage, but cursor moves are not', () => {
  const screen = new Screen();
  screen.press('2', 'i', 'a');
  expect(screen.effects.filter(each => each.kind === 'save-draft')).toHaveLength(1);
  screen.press('left', 'escape', 'j');
  expect(screen.effects.filter(each => each.kind === 'save-draft')).toHaveLength(1);
  screen.press('3', 'i', '{');
  expect(screen.effects.filter(each => each.kind === 'save-draft').at(-1)).toMatchObject({ saved: false });
});

test('u reverts a restored draft, which does not replace text typed before it arrived', () => {
  const screen = new Screen({ query: '' });
  screen.press('2', 'i', 'x');
  screen.do({
    type: 'drafts/opened',
    of: 'http://localhost/graphql',
    restored: { query: '{ old }', variables: '{"a":1}' },
  });
  expect(screen.query).toBe('{ old }\nx');
  expect(screen.variables).toBe('{"a":1}');
  screen.press('escape', 'u');
  expect(screen.query).toBe('x');
});
