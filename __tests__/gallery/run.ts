/**
 * `npm run gallery [FOLDER]`: the screens of the built program in the terminals that people have, as pictures on one page,
 * to be looked at after a change of colours, glyphs or layout. Judges nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Palette, screenSvg } from '../../media/svg.js';
import { isFailure } from '../../source/core/failure.js';
import { startDemo } from '../../source/demo/start.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../support/terminal.js';
import { linuxConsole, solarizedDark, tangoLight, xtermLight } from './palettes.js';

interface Look {
  readonly name: string;
  readonly palette: Palette;
  readonly variables?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
}

const looks: readonly Look[] = [
  { name: 'xterm, white', palette: xtermLight, variables: { COLORFGBG: '0;15' } },
  { name: 'Tango, white', palette: tangoLight, variables: { COLORFGBG: '0;15' } },
  { name: 'console, 16 colours', palette: linuxConsole, variables: { TERM: 'xterm' } },
  { name: 'Solarized, dark', palette: solarizedDark },
  { name: 'NO_COLOR', palette: xtermLight, variables: { NO_COLOR: '1' } },
  { name: '--ascii', palette: linuxConsole, argv: ['--ascii'] },
];

const sizes = [
  [120, 40],
  [80, 24],
  [60, 20],
] as const;

const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

/** What is pressed for each picture, after the one before, and what is waited for. */
const scenes: readonly (readonly [name: string, keys: readonly string[], shown: string | RegExp])[] = [
  ['first screen', [], 'Query  10 fields'],
  ['ticked and run', ['j', 'j', 'j', 'l', 'j', 'j', ' ', 'j', ' ', '\u0012'], /200 /],
  ['the answer', ['4'], 'Jane Austen'],
  ['a search', ['1', '/name'], /1 of \d/],
  ['help', ['\r', '\u001b', '?'], 'Keys: type to filter'],
  ['commands', ['\u001b', ':'], 'Commands: type'],
  ['problems', ['\u001b', '2', 'i', paste('nope { x }')], /problem/],
  ['variables', ['\u001b', 'u', '3', 'i', paste('{ "id": 42, "none": null, "on": true }')], 'unknown'],
  ['headers and auth', ['\u001b', 'H'], 'Headers and auth'],
  ['history', ['\u001b', 'P'], 'History'],
];

/** Keys one by one, as a hand would press them: each is answered by a frame, or changes nothing. */
async function press(terminal: TerminalProgram, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    terminal.write(key);
    // A lone ESC waits for the rest of a sequence.
    await new Promise(resolve => setTimeout(resolve, key === '\u001b' ? 150 : 60));
  }
}

async function pictures(url: string, look: Look, columns: number, rows: number): Promise<string[]> {
  const terminal = startInTerminal(['graphql', url, ...(look.argv ?? [])], {
    columns,
    rows,
    ...(look.variables === undefined ? {} : { variables: look.variables }),
  });
  const figures: string[] = [];
  for (const [name, keys, shown] of scenes) {
    await press(terminal, keys);
    await terminal.untilScreen(
      screen => (typeof shown === 'string' ? screen.includes(shown) : shown.test(screen)),
      name,
    );
    const caption = `${look.name}, ${columns}x${rows}: ${name}`;
    figures.push(
      `<figure><figcaption>${caption}</figcaption>${screenSvg(terminal, columns, rows, look.palette)}</figure>`,
    );
  }
  terminal.kill('SIGKILL');
  return figures;
}

const [, , ...words] = process.argv;
// An option is no folder: `npm run gallery --help` once made one of that name.
if (words.length > 1 || words[0]?.startsWith('-') === true) {
  process.stderr.write('npm run gallery [FOLDER]: the screens as pictures in FOLDER/index.html.\n');
  process.exit(words[0] === '--help' || words[0] === '-h' ? 0 : 2);
}
const folder = path.resolve(words[0] ?? 'node_modules/.cache/apiclient-gallery');
mkdirSync(folder, { recursive: true });
const demo = await startDemo({ port: 0 });
if (isFailure(demo)) throw new Error(demo.text);
try {
  const figures: string[] = [];
  for (const look of looks) {
    for (const [columns, rows] of sizes) figures.push(...(await pictures(demo.graphqlUrl, look, columns, rows)));
  }
  const file = path.join(folder, 'index.html');
  const style = 'body { background: #888; font-family: sans-serif } figure { display: inline-block; margin: 8px }';
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style>\n${figures.join('\n')}\n`);
  process.stdout.write(`${file}\n`);
} finally {
  await closeTerminals();
  await demo.close();
}
