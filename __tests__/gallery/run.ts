/**
 * `npm run gallery [FOLDER [WORD...]]`: pictures of the built program's screens in common terminals, on one page, to look at after
 * a change of colours, glyphs or layout, and as text, to compare. It judges nothing. Only captions (`NO_COLOR, 60x20, work:
 * timing`) that contain every WORD are drawn.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ours, type Palette, screenSvg } from '../../media/svg.js';
import { isFailure } from '../../source/core/failure.js';
import { bookshopDescription } from '../../source/demo/description.js';
import { startDemo } from '../../source/demo/start.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../support/terminal.js';
import { linuxConsole, solarizedDark, tangoLight, xtermLight } from './palettes.js';
import { type Scene, type Walk, type WalkStart, walks } from './scenes.js';

interface Look {
  readonly name: string;
  readonly palette: Palette;
  readonly variables?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
}

const looks: readonly Look[] = [
  { name: 'dark', palette: ours },
  { name: 'xterm, white', palette: xtermLight, variables: { COLORFGBG: '0;15' } },
  { name: 'Tango, white', palette: tangoLight, variables: { COLORFGBG: '0;15' } },
  { name: 'console, 16 colours', palette: linuxConsole, variables: { TERM: 'xterm' } },
  { name: 'Solarized, dark', palette: solarizedDark },
  { name: 'NO_COLOR', palette: xtermLight, variables: { NO_COLOR: '1' } },
  { name: '--ascii', palette: linuxConsole, argv: ['--ascii'] },
  ...['solarized', 'gruvbox', 'high-contrast'].map(
    (theme): Look => ({ name: theme, palette: ours, variables: { COLORTERM: 'truecolor' }, argv: ['--theme', theme] }),
  ),
];

type Size = readonly [columns: number, rows: number];

const sizes: readonly Size[] = [
  [200, 50],
  [120, 40],
  [80, 24],
  [60, 20],
];

const [, , ...words] = process.argv;
const asked = (caption: string): boolean => words.slice(1).every(word => caption.includes(word));

/** Sends keys one at a time, as a hand would: each is followed by a frame, or changes nothing. */
async function press(terminal: TerminalProgram, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    terminal.write(key);
    // A lone ESC waits for the rest of a sequence.
    await new Promise(resolve => setTimeout(resolve, key === '\u001b' ? 150 : 60));
  }
}

/** Waits until two successive screens are equal, because a frame may arrive in pieces. */
async function settled(terminal: TerminalProgram): Promise<void> {
  for (let before = '', tries = 0; tries < 20 && before !== terminal.screen(); tries++) {
    before = terminal.screen();
    await new Promise(resolve => setTimeout(resolve, 80));
  }
}

interface Gallery {
  readonly figures: string[];
  readonly texts: string[];
  /** Text that did not appear. The run ends with it. */
  readonly missing: string[];
}

/** Command line of each walk's start. */
type Opened = Readonly<Record<WalkStart, readonly string[]>>;

/** Takes the requested pictures of one walk. */
async function walkThrough(opened: Opened, walk: Walk, look: Look, [columns, rows]: Size, to: Gallery): Promise<void> {
  const captionOf = ([name]: Scene): string => `${look.name}, ${columns}x${rows}, ${walk.name}: ${name}`;
  const last = walk.scenes.findLastIndex(scene => asked(captionOf(scene)));
  if (last === -1) return;
  const terminal = startInTerminal([...opened[walk.on ?? 'graphql'], ...(walk.argv ?? []), ...(look.argv ?? [])], {
    columns,
    rows,
    background: look.palette.paper,
    ...(look.variables === undefined ? {} : { variables: look.variables }),
  });
  const [, demoUrl = ''] = opened.openapi;
  try {
    for (const scene of walk.scenes.slice(0, last + 1)) {
      const [, keys, shown] = scene;
      const caption = captionOf(scene);
      await press(
        terminal,
        keys.map(key => key.replace('DEMO', demoUrl)),
      );
      await terminal.untilScreen(
        screen => (typeof shown === 'string' ? screen.includes(shown) : shown.test(screen)),
        caption,
      );
      await settled(terminal);
      if (!asked(caption)) continue;
      to.texts.push(`${caption}\n${terminal.rows().join('\n')}\n`);
      to.figures.push(
        `<figure><figcaption>${caption}</figcaption>${screenSvg(terminal, columns, rows, look.palette)}</figure>`,
      );
    }
  } catch (error) {
    to.missing.push(error instanceof Error ? error.message : String(error));
  } finally {
    terminal.kill('SIGKILL');
  }
}

// An option is not a folder: `npm run gallery --help` once created a folder of that name.
if (words[0]?.startsWith('-') === true) {
  process.stderr.write(
    'npm run gallery [FOLDER [WORD...]]: the screens, or those with each WORD in their caption, as FOLDER/index.html and .txt.\n',
  );
  process.exit(words[0] === '--help' || words[0] === '-h' ? 0 : 2);
}
const folder = path.resolve(words[0] ?? 'node_modules/.cache/apiclient-gallery');
mkdirSync(folder, { recursive: true });
const demo = await startDemo({ port: 0 });
if (isFailure(demo)) throw new Error(demo.text);
try {
  const servers = path.join(folder, 'servers.json');
  const more = [
    { url: demo.url, description: 'This one' },
    { url: 'https://{region}.api.test/v1', variables: { region: { enum: ['eu', 'us'], default: 'eu' } } },
  ];
  writeFileSync(servers, JSON.stringify({ ...bookshopDescription(demo.url), servers: more }));
  const opened: Opened = {
    graphql: ['graphql', demo.graphqlUrl],
    nowhere: ['graphql'],
    dead: ['graphql', '127.0.0.1:9/graphql'],
    openapi: ['openapi', demo.url],
    servers: ['openapi', demo.url, '--schema', servers],
    both: ['demo'],
  };
  const gallery: Gallery = { figures: [], texts: [], missing: [] };
  for (const look of looks) {
    for (const size of sizes) {
      for (const walk of walks) await walkThrough(opened, walk, look, size, gallery);
    }
  }
  const file = path.join(folder, 'index.html');
  const style = 'body { background: #888; font-family: sans-serif } figure { display: inline-block; margin: 8px }';
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style>\n${gallery.figures.join('\n')}\n`);
  writeFileSync(path.join(folder, 'index.txt'), gallery.texts.join('\n'));
  process.stdout.write(`${file}\n`);
  for (const each of gallery.missing) process.stderr.write(`${each}\n`);
  if (gallery.missing.length > 0) process.exitCode = 1;
} finally {
  await closeTerminals();
  await demo.close();
}
