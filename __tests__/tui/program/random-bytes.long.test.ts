/** Whatever bytes a terminal sends to the built program, it exits when requested, and restores the terminal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keyTable } from '../../../source/tui/app/key-table.js';
import { temporaryFolder } from '../../support/program.js';
import * as fc from '../../support/property.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

const named: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  'shift+tab': '\u001b[Z',
  space: ' ',
  backspace: '\u007f',
  delete: '\u001b[3~',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  'page-up': '\u001b[5~',
  'page-down': '\u001b[6~',
};

/** The bytes that a terminal sends for a chord, or undefined if not every terminal supports it. */
function bytesOf(chord: string): string | undefined {
  if (named[chord] !== undefined) return named[chord];
  const [, letter] = /^ctrl\+([a-z])$/.exec(chord) ?? [];
  if (letter !== undefined) return String.fromCharCode(letter.charCodeAt(0) - 96);
  const [, meta] = /^alt\+(.)$/.exec(chord) ?? [];
  if (meta !== undefined) return `\u001b${meta}`;
  return chord.length === 1 ? chord : undefined;
}

// q would end most runs too early. Ctrl-Z has separate tests.
const bound = [...new Set(keyTable.flatMap(({ keys }) => keys.flatMap(key => key.split(' ').map(bytesOf))))].filter(
  (bytes): bytes is string => bytes !== undefined && !/^[q\u0003\u0011\u001a]$/.test(bytes),
);
const words = [
  '{ books { nodes { title } } }',
  'subscription { bookAdded { title } }',
  'mutation { addBook(input: {title: "x", authorId: "1"}) { id } }',
  '{"n": 3}',
  'a.json',
  'http://127.0.0.1:9/x',
  'env:X',
  '\u{1f468}\u200d\u{1f469}',
  'e\u0301',
];
const mouse = fc
  .tuple(fc.constantFrom(0, 0, 2, 32, 64, 65), fc.integer({ min: 1, max: 110 }), fc.integer({ min: 1, max: 35 }))
  .map(([button, column, row]) => `\u001b[<${button};${column};${row}M\u001b[<${button};${column};${row}m`);
const input = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...bound) },
  { weight: 6, arbitrary: fc.constantFrom('\r', '\u001b', ' ', '\t', '\u0012', 'i', 'j', 'l') },
  { weight: 2, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.constantFrom(...words).map(text => `\u001b[200~${text}\u001b[201~`) },
  { weight: 2, arbitrary: mouse },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u001b[', '\u001b]11;rgb:0/0/0\u0007', '\u001bP1$r0m\u001b\\', '\u0000', '\u00ff'),
  },
);
const sizes = [
  [120, 40],
  [80, 24],
  [60, 20],
  [20, 6],
  [1, 1],
] as const;
/** The gaps are part of the test, because keys of one burst are processed together. */
const step = fc.record({
  bytes: input,
  gapMs: fc.constantFrom(0, 0, 2, 5, 15),
  size: fc.option(fc.constantFrom(...sizes), { freq: 40 }),
});

/** A connection that is not closed ends after half a minute. */
const maxEndMs = 20_000;

test(
  'the full screen exits correctly after any bytes, without an internal error',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 160, size: 'max' }), async steps => {
        const folder = temporaryFolder();
        mkdirSync(path.join(folder, 'more'));
        writeFileSync(path.join(folder, 'a.json'), '{"a": 1}');
        writeFileSync(path.join(folder, 'a.graphql'), 'query A { authors { name } } query B { me { name } }');
        const terminal = startInTerminal(['demo'], {
          folder,
          columns: 100,
          rows: 30,
          variables: { EDITOR: 'true', PAGER: 'true', BROWSER: 'true' },
        });
        await terminal.untilShown('Subscription');
        for (const { bytes, gapMs, size } of steps) {
          if (size) terminal.resize(size[0], size[1]);
          terminal.write(bytes);
          await new Promise(resolve => setTimeout(resolve, gapMs));
        }
        terminal.kill('SIGTERM');
        const late = new Promise(resolve => {
          setTimeout(resolve, maxEndMs, 'still there').unref();
        });
        expect([
          { code: 143, signal: 0 },
          // If one of the keys quits.
          { code: 0, signal: 0 },
        ]).toContainEqual(await Promise.race([terminal.ended, late]));
        expect(terminal.bytes).not.toMatch(/This is a bug|(?:Type|Range|Reference)Error/);
        expect(terminal.alternate).toBe(false);
        expect(terminal.modes).toMatchObject({
          bracketedPasteMode: false,
          mouseTrackingMode: 'none',
          wraparoundMode: true,
        });
      }),
      { numRuns: 4 },
    );
  },
  fc.longTestMs,
);
