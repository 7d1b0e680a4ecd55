/** A megabyte that comes without the marks of a paste, beside the same text with them. */
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

/** How many frames a text costs that is pasted into the query, and how long it takes until its end is shown. */
async function pasted(text: string, end: string): Promise<{ readonly ms: number; readonly frames: number }> {
  const argv = ['graphql', 'http://127.0.0.1:9/', '--schema', schemaFile('swapi')];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40 });
  await terminal.untilShown('allFilms');
  terminal.write('2i');
  await terminal.untilShown('editing');
  const before = terminal.bytes.length;
  const started = performance.now();
  terminal.write(text);
  await terminal.untilShown(end);
  const ms = performance.now() - started;
  return { ms, frames: terminal.bytes.slice(before).split('\x1b[?2026h').length - 1 };
}

test.each([
  ['in one line', `{ ${'node { id } '.repeat(83_333)} }# end`],
  ['in 67,000 lines', `{\r${Array.from({ length: 67_000 }, (_, i) => `  a${i}: id`).join('\r')}\r}# end`],
])(
  'a megabyte %s is not drawn for each read, and takes a few times what it takes with the marks of a paste',
  async (_, text) => {
    const marked = await pasted(`\x1b[200~${text}\x1b[201~`, '# end');
    const bare = await pasted(text, '# end');
    // Reads are 4 kB: there are 250 of them.
    expect(bare.frames).toBeLessThan(25);
    // About 3, on a busy machine more; one analysis for each read makes it 50.
    expect(bare.ms / marked.ms).toBeLessThan(25);
  },
  120_000,
);
