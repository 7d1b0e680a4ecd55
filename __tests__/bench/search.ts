/** Searching the largest schema: from each letter to the end of its frame, and the search alone. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'graphql';
import { indexSchema } from '../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../source/core/graphql/sdl.js';
import { find, searchIndexOf, searchSlices } from '../../source/core/graphql/search/index.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { median, report, table } from './measure.js';
import { atOf, keepCode, Subject } from './tui.js';

const schema = path.resolve('__tests__/support/fixtures/schemas/github.graphql');

/** Text to type letter by letter. */
const queries: readonly (readonly [what: string, text: string])[] = [
  ['a name', 'stargazercount'],
  ['beginnings of words', 'repoown'],
  ['letters in order', 'prqst'],
  ['owner and name', 'repository.description'],
  ['two words', 'pull request title'],
  ['words of descriptions', 'the list of users who'],
  ['nothing', 'qzxqzx'],
];

const frameMs = 1000 / 60;
const moving = 'the cursor up and down';

/** Milliseconds from each letter, written to a pseudo-terminal of 120x40, to the end of its frame. */
export async function searchTimes(cli: string, file: string, home: string, rounds = 3): Promise<string[]> {
  const samples = new Map<string, number[]>([[moving, []]]);
  for (let round = 0; round < rounds; round++) {
    const subject = new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', file], home);
    await subject.until('codeOfConduct');
    // The index is built in this pause.
    await new Promise(resolve => setTimeout(resolve, 2500));
    for (const key of 'jkjkjkjkjkjkjkjkjkjk') samples.get(moving)?.push((await subject.key(key)).ms);
    await subject.key('/');
    for (const [what, text] of queries) {
      for (const letter of text) {
        const list = samples.get(what) ?? [];
        list.push((await subject.key(letter)).ms);
        samples.set(what, list);
        await new Promise(resolve => setTimeout(resolve, 10));
      }
      await subject.key('\u0015');
    }
    subject.pty.kill('SIGKILL');
  }
  const all = queries.flatMap(([what]) => samples.get(what) ?? []);
  const row = (what: string, list: readonly number[]): string[] => [
    what,
    atOf(list, 0.5).toFixed(2),
    atOf(list, 0.99).toFixed(1),
    `${((list.filter(ms => ms <= frameMs).length / list.length) * 100).toFixed(1)} %`,
  ];
  return [
    'Search: each letter until the end of its frame, in milliseconds, and the share that ends within one frame at 60 Hz:',
    '',
    ...table(
      ['typed', 'p50', 'p99', 'within 16.7 ms'],
      [
        ...queries.map(([what, text]) => row(`${what}: ${text}`, samples.get(what) ?? [])),
        row('all letters', all),
        row(`beside it: ${moving}`, samples.get(moving) ?? []),
      ],
    ),
  ];
}

/** The search without terminal or tree: building the index, then one more letter. */
function alone(): string[] {
  const document = parse(readFileSync(schema, 'utf8'));
  const made: number[] = [];
  const longest: number[] = [];
  const letters: number[] = [];
  for (let round = 0; round < 15; round++) {
    const view = indexSchema(schemaFromSdl(document));
    let most = 0;
    let sum = 0;
    const slices = searchSlices(view);
    for (let done = false; !done; ) {
      const started = performance.now();
      done = slices.next().done === true;
      const ms = performance.now() - started;
      most = Math.max(most, ms);
      sum += ms;
    }
    made.push(sum);
    longest.push(most);
    const index = searchIndexOf(view);
    for (const [, text] of queries) {
      for (let end = 1; end <= text.length; end++) {
        const started = performance.now();
        find(index, text.slice(0, end));
        letters.push(performance.now() - started);
      }
    }
  }
  return [
    `The index, built in slices while the user does not type: ${median(made).toFixed(0)} ms in total, the longest slice ${median(longest).toFixed(1)} ms.`,
    `The search alone, one more letter: ${median(letters).toFixed(2)} ms at the median, ${atOf(letters, 0.99).toFixed(1)} ms at p99.`,
  ];
}

/** `npm run bench -- search [ROUNDS]` */
export async function bench([rounds = '3']: readonly string[]): Promise<void> {
  const home = passingFolder();
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  await keepCode(cli, home);
  const { entries, corpus } = searchIndexOf(indexSchema(schemaFromSdl(parse(readFileSync(schema, 'utf8')))));
  report('search', [
    `GitHub schema: ${entries.length} elements with ${corpus.names.length} names and ${corpus.words.length} words.`,
    '',
    ...(await searchTimes(cli, schema, home, Number(rounds))),
    '',
    ...alone(),
  ]);
}
