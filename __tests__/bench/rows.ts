/** Keys in a tree with very many open rows, compared with the same keys in a tree with few. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { announceRound, type Lines, table } from './measure.js';
import { atOf, Subject } from './tui.js';

/** Number of fields of one type, all open. */
const sdl = (fields: number): string =>
  `type Query { many: Many }\ntype Many { ${Array.from({ length: fields }, (_, i) => `field${i}: Int`).join(' ')} }`;

const exercises: readonly (readonly [name: string, before: string, keys: string])[] = [
  ['move', '', 'jk'.repeat(40)],
  ['scroll', 'j'.repeat(40), 'j'.repeat(60)],
  ['a page down and up', '', '\u0004\u0015'.repeat(20)],
  ['to the end and back', '', 'Gk'.repeat(10)],
  ['tick one of the fields of one type', '', ' '.repeat(20)],
];

const sizes = [100, 100_000] as const;

/** Milliseconds from each key to the end of its frame, with 100 and with 100,000 open rows in turn. */
export async function* rowTimes(cli: string, home: string, rounds: number): Lines {
  yield 'Open rows: key until the end of its frame, in milliseconds, with 100 and with 100,000 rows open, in turns.';
  yield '';
  yield* table(['', '100 p50', '100,000 p50', '100 p99', '100,000 p99'], exerciseRows(cli, home, rounds));
}

async function* exerciseRows(cli: string, home: string, rounds: number): AsyncGenerator<readonly string[]> {
  const samples = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    const subjects: (readonly [size: number, subject: Subject])[] = [];
    for (const size of sizes) {
      const file = path.join(home, `${size}.graphql`);
      writeFileSync(file, sdl(size));
      const subject = new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', file], home);
      await subject.until('many');
      // The schema is built and indexed in this pause.
      await new Promise(resolve => setTimeout(resolve, size > 1000 ? 6000 : 1000));
      for (const key of 'jlj') {
        subject.pty.write(key);
        await new Promise(resolve => setTimeout(resolve, 300));
      }
      await subject.until('field0');
      subjects.push([size, subject]);
    }
    for (const [exercise, before, keys] of exercises) {
      for (const [size, subject] of subjects) {
        for (const key of ['g', 'g', 'j', 'j', ...before]) {
          subject.pty.write(key);
          await new Promise(resolve => setTimeout(resolve, 20));
        }
        await new Promise(resolve => setTimeout(resolve, 100));
        for (const key of keys) {
          const list = samples.get(`${exercise}/${size}`) ?? [];
          list.push((await subject.key(key)).ms);
          samples.set(`${exercise}/${size}`, list);
          await new Promise(resolve => setTimeout(resolve, 5));
        }
      }
      if (round < rounds - 1) continue;
      const at = (size: number, share: number): string =>
        atOf(samples.get(`${exercise}/${size}`) ?? [], share).toFixed(2);
      yield [exercise, ...[0.5, 0.99].flatMap(share => sizes.map(size => at(size, share)))];
    }
    for (const [, subject] of subjects) subject.pty.kill('SIGKILL');
  }
}
