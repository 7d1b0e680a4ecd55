/**
 * Keys that hand over the terminal, two and three per read, as on a bad line. There is one owner at a time, no text is lost,
 * and the program responds afterwards. `npm run fuzz -- one-owner` tries every pair and triple in each of the three ways.
 */
import { readFileSync } from 'node:fs';
import { withPrograms } from '../../../support/programs.js';
import * as fc from '../../../support/property.js';
import { schemaFile } from '../../../support/schemas.js';
import { closeServers, httpServer } from '../../../support/servers/http-server.js';
import { type Owner, startOwner } from '../../../support/shells/owner.js';
import { closeTerminals } from '../../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

/** Each key in a pane where it hands over the terminal. */
const keys = {
  'Ctrl-X': '2\x18',
  e: '2e',
  p: '4p',
  '|': '4|',
  'Ctrl-Z': '\x1a',
  fg: 'fg\r',
  q: 'q',
  'Ctrl-C': '\x03',
} as const;
type Name = keyof typeof keys;
const names = Object.keys(keys) as Name[];
const pairs = names.flatMap(a => names.map(b => [a, b]));
const triples = pairs.flatMap(pair => names.map(c => [...pair, c]));

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Ways in which the keys arrive. */
const ways: Readonly<Record<string, (owner: Owner, typed: readonly string[]) => Promise<void>>> = {
  'in one write': async ({ terminal }, typed) => terminal.write(typed.join('')),
  'as a burst, 5 ms apart': async ({ terminal }, typed) => {
    for (const each of typed.join('')) {
      terminal.write(each);
      await pause(5);
    }
  },
  'over a line that stalled for a second': async ({ terminal }, typed) => {
    const goOn = terminal.stall();
    for (const each of typed) {
      terminal.write(each);
      await pause(1000 / typed.length);
    }
    goOn();
  },
};

/** A program with a response in its fourth pane. */
async function answered(owner: Owner): Promise<void> {
  const server = await httpServer(response => response.end('{"data":{"__typename":"Root"}}'));
  await owner.start(['graphql', `${server.url}/graphql`, '--schema', schemaFile('swapi')], 'allFilms');
  owner.terminal.write('2i{__typename}\x1b');
  await owner.terminal.untilScreen(screen => !screen.includes('editing'), 'the command state');
  owner.terminal.write('\x12');
  await owner.terminal.untilShown('"Root"');
}

async function tried(way: string, typed: readonly string[]): Promise<void> {
  const owner = await startOwner();
  await answered(owner);
  await ways[way]?.(owner, typed);
  await owner.judge();
  owner.terminal.write('exit\r');
  await owner.terminal.ended;
}

/** O_NONBLOCK of open(2) on Linux. */
const nonBlocking = 0o4000;

withPrograms(['bash', 'procfs'], () => {
  test('after an editor, our own reads still never block: a key read by a shell would make the program unresponsive', async () => {
    const owner = await startOwner();
    await answered(owner);
    const flags = (): number =>
      Number.parseInt(/^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${owner.pid}/fdinfo/0`, 'latin1'))?.[1] ?? '', 8);
    expect(flags() & nonBlocking).toBe(nonBlocking);
    owner.letGo();
    owner.terminal.write('2\x18');
    await owner.terminal.untilShown('line 1 of');
    await owner.steady();
    expect(flags() & nonBlocking).toBe(nonBlocking);
    await owner.judge();
  });

  test.each([
    ['in one write', ['2', '\x18', '\x18']],
    ['in one write', ['2', '\x18', '3', '\x18']],
    ['in one write', ['4', 'p', 'p']],
    ['in one write', ['2', '\x18', '\x1a']],
    ['in one write', ['2', '\x18', 'q']],
    ['as a burst, 5 ms apart', ['2', '\x18', '\x18', '\x18']],
    ['over a line that stalled for a second', ['2', '\x18', '\x18', '\x18']],
  ] as const)('%s: %j', (way, typed) => tried(way, typed));

  test(
    'whatever two or three keys arrive together, there is one owner, and the text is the user’s',
    async () => {
      const cases = [...pairs, ...triples].flatMap(each => Object.keys(ways).map(way => [way, each] as const));
      const each = ([way, typed]: (typeof cases)[number]): Promise<void> =>
        tried(
          way,
          typed.map(name => keys[name as Name]),
        ).catch(cause => {
          throw new Error(`${typed.join(' ')} ${way}`, { cause });
        });
      if (process.env.FUZZ_SECONDS === undefined && process.env.FUZZ_RUNS === undefined) {
        return fc.assert(fc.asyncProperty(fc.constantFrom(...cases), each), { numRuns: 6 });
      }
      // They mostly wait.
      const atOnce = Array.from({ length: 4 }, async () => {
        for (let next = cases.shift(); next !== undefined; next = cases.shift()) await each(next);
      });
      await Promise.all(atOnce);
    },
    fc.longTestMs,
  );
});
