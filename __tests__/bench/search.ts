/** Searching the largest schema: from each letter to the end of its frame, and the search alone. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'graphql';
import { indexSchema } from '../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../source/core/graphql/sdl.js';
import { find, searchIndexOf, searchSlices } from '../../source/core/graphql/search/index.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { announceRound, inParts, type Lines, median, table } from './measure.js';
import type { Measurement } from './names.js';
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
export async function* searchTimes(cli: string, file: string, home: string, rounds: number): Lines {
  yield 'Search: each letter until the end of its frame, in milliseconds, and the share that ends within one frame at 60 Hz:';
  yield '';
  yield* table(['typed', 'p50', 'p99', 'within 16.7 ms'], rows(cli, file, home, rounds));
}

const row = (what: string, list: readonly number[]): readonly string[] => [
  what,
  atOf(list, 0.5).toFixed(2),
  atOf(list, 0.99).toFixed(1),
  `${((list.filter(ms => ms <= frameMs).length / list.length) * 100).toFixed(1)} %`,
];

async function* rows(cli: string, file: string, home: string, rounds: number): AsyncGenerator<readonly string[]> {
  const samples = new Map<string, number[]>(queries.map(([what]) => [what, []]));
  const moves: number[] = [];
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    const subject = new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', file], home);
    await subject.until('codeOfConduct');
    // The index is built in this pause.
    await new Promise(resolve => setTimeout(resolve, 2500));
    for (const key of 'jkjkjkjkjkjkjkjkjkjk') moves.push((await subject.key(key)).ms);
    await subject.key('/');
    for (const [what, text] of queries) {
      const list = samples.get(what) ?? [];
      for (const letter of text) {
        list.push((await subject.key(letter)).ms);
        await new Promise(resolve => setTimeout(resolve, 10));
      }
      await subject.key('\u0015');
      if (round === rounds - 1) yield row(`${what}: ${text}`, list);
    }
    subject.pty.kill('SIGKILL');
  }
  yield row('all letters', [...samples.values()].flat());
  yield row(`for comparison: ${moving}`, moves);
}

/** The search without terminal or tree: building the index, then one more letter. */
async function* alone(): Lines {
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
  yield `The index, built in slices while the user does not type: ${median(made).toFixed(0)} ms in total, the longest slice ${median(longest).toFixed(1)} ms.`;
  yield `The search alone, one more letter: ${median(letters).toFixed(2)} ms at the median, ${atOf(letters, 0.99).toFixed(1)} ms at p99.`;
}

export async function* bench({ parts, rounds }: Measurement): Lines {
  const home = passingFolder();
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  const { entries, corpus } = searchIndexOf(indexSchema(schemaFromSdl(parse(readFileSync(schema, 'utf8')))));
  yield `GitHub schema: ${entries.length} elements with ${corpus.names.length} names and ${corpus.words.length} words.`;
  yield '';
  if (parts.includes('keys')) await keepCode(cli, home);
  yield* inParts(parts, { keys: () => searchTimes(cli, schema, home, rounds), index: alone });
}
