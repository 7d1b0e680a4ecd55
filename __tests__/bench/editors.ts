/** Typing in the query pane compared with the same keys in micro (written in Go) and vim, if they are installed. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../support/programs.js';
import { type Lines, table } from './measure.js';
import { atOf, Subject } from './tui.js';

const query = `query Q {
  viewer {
    login
    name
    repositories(first: 10) {
      nodes {
        name
        url
      }
    }
  }
}
`;

const [right, left, down, up] = ['\u001b[C', '\u001b[D', '\u001b[B', '\u001b[A'];
const exercises: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ['letters, and Backspace', ['a', 'b', 'c', '\u007f', '\u007f', '\u007f']],
  ['a new line, and back', ['\r', '\u007f']],
  ['arrows', [right, down, left, up]],
];

/** Both editors end each frame by showing the cursor. */
const cursorShown = '\u001b[?25h';

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Times each exercise is repeated in a round. */
const repeats = 70;

/** Milliseconds from each key to the end of its frame, with the editors taking turns. */
export async function* editorTimes(cli: string, json: string, home: string, rounds: number): Lines {
  const file = path.join(home, 'typed.graphql');
  writeFileSync(file, query);
  const subjects: (readonly [name: string, subject: Subject])[] = [];
  const ours = new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', json], home);
  await ours.until('codeOfConduct');
  await pause(1500);
  for (const keys of ['2', 'i', `\u001b[200~${query}\u001b[201~`, '\u001b[1;5H']) {
    ours.pty.write(keys);
    await pause(200);
  }
  subjects.push(['ours', ours]);
  for (const name of ['micro', 'vim']) {
    const program = onPath(name);
    if (program === undefined) continue;
    const subject = new Subject([file], home, { program, frameEnd: cursorShown });
    await subject.until('repositories');
    await pause(1500);
    if (name === 'vim') subject.pty.write('i');
    await pause(300);
    subjects.push([name, subject]);
  }
  yield 'The query of 13 lines, compared with editors of this machine with the same text: key until the end of its frame, in milliseconds, in turns.';
  yield '';
  const head = ['', ...[0.1, 0.5, 0.99].flatMap(share => subjects.map(([name]) => `${name} p${share * 100}`))];
  yield* table(head, rows(subjects, rounds * repeats));
  for (const [, subject] of subjects) subject.pty.kill('SIGKILL');
  yield '';
  yield 'Where a letter’s time goes, by a profile (`node --cpu-prof`): 20 % edits the text, its tree of syntax and what follows from both; 25 % is';
  yield 'React calling components (10 % draws the pane), 5 % its commit; 9 % Ink’s layout and output, 10 % finds the cells that changed, 10 % writes';
  yield 'them; 4 % reads keys and answers, 6 % is garbage collection; 11 % is spent after the frame. An editor written for a terminal has the first';
  yield 'and the last three of these; an arrow edits nothing.';
}

async function* rows(
  subjects: readonly (readonly [name: string, subject: Subject])[],
  count: number,
): AsyncGenerator<readonly string[]> {
  for (const [exercise, keys] of exercises) {
    const samples = subjects.map((): number[] => []);
    for (let nth = 0; nth < count; nth++) {
      for (const key of keys) {
        for (const [at, [, subject]] of subjects.entries()) {
          samples[at]?.push((await subject.key(key)).ms);
          await pause(3);
        }
      }
    }
    yield [exercise, ...[0.1, 0.5, 0.99].flatMap(share => samples.map(list => atOf(list, share).toFixed(2)))];
  }
}
