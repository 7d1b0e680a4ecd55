/**
 * A working week: tabs on two servers, files, a crash, a login, a search with a typo, a subscription, a profile with
 * confirmation.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { openDemo, openScreen } from '../demo.js';

let shop: Awaited<ReturnType<typeof openDemo>>;
let other: typeof shop;
beforeAll(async () => {
  [shop, other] = await Promise.all([openDemo(), openDemo()]);
});
afterAll(() => Promise.all([shop.close(), other.close()]));
afterEach(closeTerminals);

test('three tabs on two servers, one of them saved, killed while editing: they are restored', async () => {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const { host } = new URL(other.graphqlUrl);
  const monday = await openScreen(shop.graphqlUrl, { home, folder });
  monday.write('2iquery Shop { books { total } }\x1bw');
  await monday.untilShown('Save as');
  monday.write('\r');
  await monday.untilShown('Saved Shop.graphql.');
  monday.write('\x142iquery Draft { authors { name } }\x1b');
  await monday.untilShown('[2 Draft *]');
  monday.write(`\x14E\x15${other.graphqlUrl}\r`);
  await monday.untilScreen(screen => (screen.split('\n')[0] ?? '').includes(host), 'the other server');
  await monday.untilShown('types, server just now');
  monday.write('2iquery There { me { name } }\x1b');
  await monday.untilShown('[3 There *]');
  const state = path.join(home, '.local/state/apiclient/drafts');
  while (!draftOf(state).includes('There')) await new Promise(resolve => setTimeout(resolve, 10));
  monday.kill('SIGKILL');
  await monday.ended;

  const tuesday = await openScreen(shop.graphqlUrl, { home, folder });
  await tuesday.untilShown('[3 There *]');
  await tuesday.untilShown('query There');
  // It is still on its own server, and the others on theirs.
  await tuesday.untilScreen(screen => (screen.split('\n')[0] ?? '').includes(host), 'the other server');
  tuesday.write('g1');
  await tuesday.untilShown('[1 Shop.graphql]');
  tuesday.write('\x12');
  await tuesday.untilShown('"total": 8');
  tuesday.write('g2\x12');
  await tuesday.untilShown('"Jane Austen"');
});

test('a subscription continues in one tab while the user types in another, and a search tolerates a typo', async () => {
  const terminal = await openScreen(shop.graphqlUrl, { home: temporaryFolder() });
  terminal.write('2isubscription { ticks(count: 500, every: 20) { number } }\x1b\x12');
  await terminal.untilShown('following');
  terminal.write('\x14/authros');
  await terminal.untilShown('Query › authors');
  terminal.write('\r ');
  await terminal.untilShown('[x] authors');
  terminal.write('2i# typed meanwhile');
  await terminal.untilShown('# typed meanwhile');
  await terminal.untilShown('↻');
  terminal.write('\x1bg1');
  await terminal.untilScreen(screen => Number(/([\d,]+) events/.exec(screen)?.[1]?.replace(',', '')) > 5, 'events');
});

test('a mutation on a guarded profile needs confirmation, and the login of the profile is used', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const profile = { url: shop.graphqlUrl, flags: { bearer: 'env:SHOP' }, confirm: true };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify({ profiles: { shop: profile } }));
  const terminal = startInTerminal([], { home, columns: 120, rows: 40, variables: { SHOP: 'demo-token' } });
  await terminal.untilShown('@shop');
  terminal.write('\x1b[B\r');
  await terminal.untilShown('auth: Bearer ••••');
  await terminal.untilShown('books');
  terminal.write('2imutation { rateBook(id: "1", stars: 5) { rating } }\x1b\x12');
  await terminal.untilShown('Run this mutation on @shop?');
  terminal.write('j\r');
  await terminal.untilShown('"rating"');
});

test('a guarded profile still needs confirmation after a crash, next to another server and by its plain URL', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const profile = { url: other.graphqlUrl, flags: { bearer: 'env:SHOP' }, confirm: true };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify({ profiles: { live: profile } }));
  const variables = { SHOP: 'demo-token' };
  const first = await openScreen(shop.graphqlUrl, { home, variables });
  first.write('2i# here\x1b\x14E\x15@live\r');
  await first.untilShown('@live http');
  await first.untilShown('types, server just now');
  first.write('2imutation { rateBook(id: "1", stars: 5) { rating } }\x1b');
  await first.untilShown('[2 rateBook *]');
  const state = path.join(home, '.local/state/apiclient/drafts');
  while (!draftOf(state).includes('rateBook')) await new Promise(resolve => setTimeout(resolve, 10));
  first.kill('SIGKILL');
  await first.ended;

  const second = await openScreen(shop.graphqlUrl, { home, variables });
  await second.untilShown('@live requires confirmation');
  await second.untilShown('auth: Bearer ••••');
  await second.untilScreen(screen => /types, (?:server|cached) just now/.test(screen), 'the schema');
  second.write('\x12');
  await second.untilShown('Run this mutation on @live?');

  const third = await openScreen('@live', { home, variables });
  third.write('2imutation { addBook(input: {title: "x"}) { id } }\x1b');
  while (!draftOf(state).includes('addBook')) await new Promise(resolve => setTimeout(resolve, 10));
  third.write('q');
  await third.ended;
  const fourth = await openScreen(other.graphqlUrl, { home, variables });
  await fourth.untilShown('@live requires confirmation');
  fourth.write('\x12');
  await fourth.untilShown('Run this mutation on @live?');
});

function draftOf(folder: string): string {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.json'))
      .map(file => readFileSync(path.join(folder, file), 'utf8'))
      .join('\n');
  } catch {
    return '';
  }
}
