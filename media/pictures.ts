/** `npm run media`: makes the README's pictures by driving the built program in a terminal. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeTerminals, startInTerminal } from '../__tests__/support/terminal.js';
import { isFailure } from '../source/core/failure.js';
import { startDemo } from '../source/demo/start.js';
import { eitherWay, type Frame, movingSvg, readerSvg, screenShapes } from './svg.js';

const columns = 110;
const rows = 34;
/** Of the picture of requests. */
const httpRows = 26;

/** Tick, run, read; then a subscription: each step as a screen of the moving picture. */
async function story(url: string): Promise<void> {
  const terminal = startInTerminal(['graphql', url], { columns, rows });
  const frames: Frame[] = [];
  const show = (ms: number): void => {
    frames.push({ shapes: screenShapes(terminal, columns, rows, eitherWay), ms });
  };
  const press = async (keys: string, shown: string, ms: number): Promise<void> => {
    terminal.write(keys);
    await terminal.untilShown(shown);
    show(ms);
  };
  await terminal.untilShown('Query  10 fields');
  show(1500);
  // Down to `authors`, open it, tick name, born and country, and run.
  await press('jjj', 'authors', 500);
  await press('l', '[ ] country', 700);
  await press('jj ', '[x] name', 700);
  await press('j ', '[x] born', 600);
  await press('j ', '[x] country', 900);
  terminal.write('\u0012');
  await terminal.untilShown('Jane Austen');
  await terminal.untilShown('valid');
  show(2500);
  const result = frames.length - 1;
  writeFileSync('media/screen.svg', readerSvg(terminal, columns, rows));
  // In another tab, which preserves the response.
  await press('\u0014', '2 and i', 900);
  terminal.write('2i');
  for (const piece of ['subscription', ' { ticks', ' { number']) await press(piece, piece.trim(), 350);
  await press('\u001b', 'ticks', 500);
  terminal.write('\u0012');
  for (const number of [1, 2, 3]) {
    await terminal.untilShown(`"number":${number}}`);
    show(number === 3 ? 2500 : 800);
  }
  // Begins with the response, because the first screen is almost empty.
  const opening = frames.slice(result, result + 1).map(({ shapes }) => ({ shapes, ms: 2000 }));
  writeFileSync('media/story.svg', movingSvg([...opening, ...frames], columns, rows));
}

/** The requests of a description: tick one, run it, read. */
async function http(url: string): Promise<void> {
  const terminal = startInTerminal(['openapi', url], { columns, rows: httpRows });
  await terminal.untilShown('[ ] GET    /books');
  terminal.write('j ');
  await terminal.untilShown('[x] GET    /books');
  terminal.write('\u0012');
  await terminal.untilShown('Pride and Prejudice');
  await terminal.untilShown('matches description');
  writeFileSync('media/http.svg', readerSvg(terminal, columns, httpRows));
}

async function request(url: string): Promise<void> {
  const typed = `GET ${url}/books/1 -v -B demo-token`;
  // The line as a shell shows it, above whatever it prints.
  const script = `printf '\\033[2m$\\033[m apiclient ${typed}\\n' && exec node '${path.resolve('dist/cli.cjs')}' ${typed}`;
  const terminal = startInTerminal([], { columns, rows: 40, command: ['sh', '-c', script] });
  await terminal.ended;
  const used = terminal.rows().findLastIndex(row => row !== '') + 1;
  writeFileSync('media/request.svg', readerSvg(terminal, columns, used));
}

const demo = await startDemo({ port: 4000 });
if (isFailure(demo)) {
  console.error(`${demo.text} The pictures show this port: end the program that has it.`);
  process.exitCode = 1;
} else {
  try {
    await request(demo.url);
    await http(demo.url);
    await story(demo.graphqlUrl);
  } finally {
    await closeTerminals();
    await demo.close();
  }
}
