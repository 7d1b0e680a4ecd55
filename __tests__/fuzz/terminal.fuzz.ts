/**
 * Random input at the terminal, by seed: keys, clicks, pastes, sizes, signals, Ctrl-Z, editors and a stalled line, under a real
 * bash, with an editor and a pager that count their runs. After each event the program reacts to `?`, the text is the user's, and
 * `q` restores the `stty` settings. If the line is cut, the program ends and the next one restores the text.
 * `FUZZ_SECONDS=1800 npm run fuzz -- fuzz/terminal`; `LIFE='{…}'` repeats a session that a failure printed.
 */
import { temporaryFolder } from '../support/program.js';
import { withPrograms } from '../support/programs.js';
import * as fc from '../support/property.js';
import { schemaFile } from '../support/schemas.js';
import { untilGone } from '../support/shells/bash.js';
import { type Owner, startOwner } from '../support/shells/owner.js';
import { closeTerminals } from '../support/terminal.js';

afterEach(closeTerminals);

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Esc in a form that does not combine with the next character to Alt. */
const escapeKey = '\x1b[27u';

/** The possible events. Each takes a number that determines its details. */
const deeds: Readonly<Record<string, (owner: Owner, n: number) => void | Promise<void>>> = {
  // No keys that delete a line or a word, such as Alt-K and Ctrl-U: they would delete text of the editor as intended.
  key: ({ terminal }, n) => terminal.write([...'1234jklh/?vPHE[]\t \r\x0c\x10\x12\x0f', escapeKey][n % 30] ?? 'j'),
  arrow: ({ terminal }, n) => terminal.write(`\x1b[${'ABCDHFZ'[n % 7]}`),
  words: ({ terminal }, n) =>
    terminal.write([`2i{ allFilms }${escapeKey}`, `3i{"a": 1}${escapeKey}`, '/film\r', 'e\u0301日本'][n % 4] ?? ''),
  // No drags: a drag selects text, and the next key would replace the selection.
  mouse: ({ terminal }, n) => {
    const at = `${1 + (n % 100)};${1 + (n % 30)}`;
    const button = [0, 2, 64, 65][n % 4];
    terminal.write(`\x1b[<${button};${at}M\x1b[<${button};${at}m`);
  },
  paste: ({ terminal }, n) => terminal.write(`\x1b[200~${'# pasted\n'.repeat(1 + (n % 40))}\x1b[201~`),
  // A terminal replies to the program that asked. A reply cut off by the end of an editor arrives as keys.
  'a sequence that stalls': async ({ terminal, steady }, n) => {
    if ((await steady()) !== 'ours') return;
    const sequence = ['\x1b[A', '\x1b]11;rgb:0/0/0\x07', '\x1bP1$r0m\x1b\\', '\x1b[200~# x\x1b[201~'][n % 4] ?? '';
    const at = 2 + (n % (sequence.length - 2));
    terminal.write(sequence.slice(0, at));
    const goOn = terminal.stall(sequence.slice(at));
    await pause(100);
    goOn();
  },
  size: ({ terminal }, n) => {
    const [columns, rows] = (
      [
        [120, 40],
        [80, 24],
        [60, 20],
        [20, 6],
        [100, 30],
      ] as const
    )[n % 5] ?? [100, 30];
    terminal.resize(columns, rows);
  },
  editor: ({ terminal }, n) => terminal.write(['2\x18', '2\x18\x18', '3\x18', '2e3e'][n % 4] ?? ''),
  'stop and go on': async owner => {
    owner.terminal.write('\x1a');
    await pause(150);
    await owner.goOn();
  },
  signal: ({ signal }, n) => signal((['SIGWINCH', 'SIGCONT', 'SIGPIPE', 'SIGUSR1'] as const)[n % 4] ?? 'SIGCONT'),
  'stop from outside': async (owner, n) => {
    owner.signal(n % 2 === 0 ? 'SIGSTOP' : 'SIGTSTP');
    await pause(150);
    await owner.goOn();
  },
  interrupt: ({ terminal }) => terminal.write('\x03'),
  stall: async ({ terminal }, n) => {
    const goOn = terminal.stall();
    for (const key of ['j', '2\x18', '\x18', 'k'].slice(0, 1 + (n % 4))) terminal.write(key);
    await pause(100 + (n % 300));
    goOn();
  },
  'another program’s text': ({ terminal }) => terminal.scribble('\x1b[2J\x1b[HBroadcast message'),
};
const names = Object.keys(deeds);

const life = fc.record({
  happens: fc.array(
    fc.record({ deed: fc.constantFrom(...names), n: fc.nat(1000), gapMs: fc.constantFrom(0, 0, 5, 30) }),
    { minLength: 10, maxLength: 40, size: 'max' },
  ),
  isCut: fc.nat(3).map(n => n === 0),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

const argv = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];
let tried = 0;

async function live({ happens, isCut }: Life): Promise<void> {
  const home = temporaryFolder();
  let owner = await startOwner({ home });
  await owner.start(argv, 'allFilms');
  owner.letGo();
  for (const { deed, n, gapMs } of happens) {
    await deeds[deed]?.(owner, n);
    if (gapMs > 0) await pause(gapMs);
  }
  if (isCut) {
    // An editor that is stopped would write its text after the cut.
    while ((await owner.steady()) === 'stopped') await owner.goOn();
    const { pid } = owner;
    owner.terminal.kill('SIGKILL');
    await owner.terminal.ended;
    if (pid !== undefined) await untilGone(pid);
    owner = await startOwner({ home });
    await owner.start(argv, 'allFilms');
  }
  owner.terminal.resize(100, 30);
  await owner.judge();
  owner.terminal.kill('SIGKILL');
  await owner.terminal.ended;
  tried += 1;
}

afterAll(() => void process.stderr.write(`${tried} terminal sessions\n`));

withPrograms(['bash', 'procfs'], () => {
  test(
    'whatever happens to the terminal, the program reacts, the text is the user’s, and the terminal is restored',
    async () => {
      if (process.env.LIFE !== undefined) return live(JSON.parse(process.env.LIFE));
      // Sessions mostly wait, so four run at a time.
      const four = fc.array(life, { minLength: 4, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(four, async lives => {
          await Promise.all(
            lives.map(each =>
              live(each).catch(cause => {
                throw new Error(JSON.stringify(each), { cause });
              }),
            ),
          );
        }),
        { numRuns: 2, endOnFailure: true },
      );
    },
    fc.longTestMs,
  );
});
