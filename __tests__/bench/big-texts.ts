/** Keys in a query of 131 kB, and ticks of a field with very many required arguments. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { announceRound, type Lines, table } from './measure.js';
import { atOf, Subject } from './tui.js';

const part = ['viewer {', '  login', '  repositories(first: 10) {', '    nodes { name url }', '  }', '}'];

/** A valid query with one operation, as long as generated queries can get. */
function bigQuery(length: number): string {
  const lines = ['query Q {'];
  for (let size = 0, at = 0; size < length; at++) {
    const block = part.map((line, index) => (index === 0 ? `  a${at}: ${line}` : `  ${line}`));
    lines.push(...block);
    size += block.join('\n').length + 1;
  }
  return [...lines, '}', ''].join('\n');
}

const manyArguments = 20_000;
const argumentsSdl = `type Query { many(${Array.from({ length: manyArguments }, (_, i) => `a${i}: Int!`).join(' ')}): Int }`;

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Milliseconds from a key to the end of its frame. */
export async function* bigTextTimes(cli: string, schema: string, home: string, rounds: number): Lines {
  yield `Big texts: key until the end of its frame, in milliseconds; the query has 131 kB, the field ${manyArguments.toLocaleString('en')} required arguments.`;
  yield '';
  yield* table(['', 'p50', 'p99'], rows(cli, schema, home, rounds));
}

async function* rows(cli: string, schema: string, home: string, rounds: number): AsyncGenerator<readonly string[]> {
  const typed: number[] = [];
  const ticked: number[] = [];
  const wide: number[] = [];
  const query = path.join(home, 'big.graphql');
  writeFileSync(query, bigQuery(131_000));
  const sdl = path.join(home, 'arguments.graphql');
  writeFileSync(sdl, argumentsSdl);
  const row = (name: string, list: readonly number[]): string[] => [
    name,
    ...[0.5, 0.99].map(share => atOf(list, share).toFixed(1)),
  ];
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    const isLast = round === rounds - 1;
    const subject = new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', schema], home);
    await subject.until('codeOfConduct');
    await pause(1500);
    subject.pty.write(`O`);
    await pause(300);
    subject.pty.write(`${query}\r`);
    await subject.until('Opened');
    await pause(2000);
    for (const key of ['2', 'g', 'g', 'j', 'i', '\u001b[F']) {
      subject.pty.write(key);
      await pause(200);
    }
    for (const key of 'abcdefghij\u007f\u007f\u007f\u007f\u007f\u007f\u007f\u007f\u007f\u007f'.repeat(3)) {
      typed.push((await subject.key(key)).ms);
      await pause(30);
    }
    if (isLast) yield row('type in the query', typed);
    for (const key of ['\u001b', '1', 'g', 'g', 'j', 'j']) {
      subject.pty.write(key);
      await pause(400);
    }
    for (let at = 0; at < 10; at++) {
      ticked.push((await subject.key(' ')).ms);
      await pause(400);
      await subject.key('j');
      await pause(50);
    }
    if (isLast) yield row('tick, another field each time', ticked);
    subject.pty.kill('SIGKILL');
    const many = new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', sdl], home);
    await many.until('many');
    await pause(1000);
    await many.key('j');
    wide.push((await many.key(' ')).ms);
    if (isLast) yield row('tick the field, the first time', wide);
    many.pty.kill('SIGKILL');
  }
}
