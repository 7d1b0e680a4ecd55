/** Text without paste marks: how often it is delivered, and that nothing is lost or reordered. */

import type { InputEvent } from '../../../../source/tui/terminal/events.js';
import { createCollector } from '../../../../source/tui/terminal/keys/collector.js';
import { createDecoder } from '../../../../source/tui/terminal/keys/decoder.js';
import * as fc from '../../../support/property.js';

/** A collector with a manual clock. Each delivery takes as much time. */
function collecting(costMs = 0) {
  let now = 0;
  const given: (readonly InputEvent[])[] = [];
  let changed: () => void = () => {};
  const decoder = createDecoder();
  const collector = createCollector(
    () => now,
    events => {
      given.push(events);
      now += costMs;
      changed();
    },
  );
  return {
    collector,
    given,
    read: (text: string) => collector.take(decoder.feed(new TextEncoder().encode(text))),
    pass: (ms: number) => {
      now += ms;
    },
    until: (isReached: () => boolean) =>
      new Promise<void>(resolve => {
        changed = () => {
          if (isReached()) resolve();
        };
        changed();
      }),
  };
}

const textOf = (given: readonly (readonly InputEvent[])[]): string =>
  given
    .flat()
    .map(event =>
      event.kind === 'typed' ? event.text : event.kind === 'key' ? (event.text ?? `<${event.chord}>`) : '',
    )
    .join('');

const read = 'query { node { id } } '.repeat(186).slice(0, 4095);
/** The next turn of the loop, when a delivery's cost is known. */
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

test('a text of a million characters in 250 reads is delivered once', async () => {
  const { given, read: reads, until } = collecting();
  for (let i = 0; i < 250; i++) reads(read);
  await until(() => given.length > 0);
  expect(given).toEqual([[{ kind: 'typed', text: read.repeat(250) }]]);
});

test('a text that arrives slowly is delivered in intervals, which grow with their cost', async () => {
  for (const [costMs, least, most] of [
    [0, 20, 60],
    [200, 2, 8],
  ] as const) {
    const { given, read: reads, pass } = collecting(costMs);
    for (let i = 0; i < 250; i++) {
      pass(10);
      reads(read);
      await turn();
    }
    expect(given.length).toBeGreaterThanOrEqual(least);
    expect(given.length).toBeLessThanOrEqual(most);
  }
});

test('a key ends a text and immediately follows it; a reply from the terminal does neither', () => {
  const { given, read: reads } = collecting();
  reads(read);
  reads('\x1b[0n');
  expect(given).toEqual([[expect.objectContaining({ kind: 'reply' })]]);
  reads('ab\x1b[A');
  expect(textOf(given.slice(1))).toBe(`${read}ab<up>`);
  expect(given).toHaveLength(2);
  reads('x');
  expect(given.at(-1)).toEqual([{ kind: 'key', chord: 'x', text: 'x' }]);
});

test('a text waits while another program has the terminal, and is delivered afterwards', async () => {
  const { collector, given, read: reads, until } = collecting();
  reads(read);
  collector.pause();
  const other = collecting();
  other.read(read);
  await other.until(() => other.given.length > 0);
  expect(given).toEqual([]);
  collector.resume();
  await until(() => given.length > 0);
  expect(textOf(given)).toBe(read);
});

test('however a text and keys are split into reads, all of it is delivered in order', async () => {
  const piece = fc.oneof(
    fc.constantFrom('\x1b[A', '\x18', '\r', '\t', 'a', '日', '\x1b[0n', '\x7f'),
    fc.nat(300).map(length => 'some {text}'.repeat(30).slice(0, length)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(piece, fc.nat(150)), { maxLength: 12 }), async pieces => {
      const { given, read: reads, pass, until } = collecting(5);
      for (const [text, ms] of pieces) {
        pass(ms);
        reads(text);
      }
      reads('\x1b[B');
      await until(() => textOf(given).endsWith('<down>'));
      const wanted = createDecoder().feed(new TextEncoder().encode(pieces.map(([text]) => text).join('')));
      const flat = (text: string): string => text.replaceAll('<enter>', '\n').replaceAll('<tab>', '\t');
      expect(flat(textOf(given))).toBe(`${flat(textOf([wanted]))}<down>`);
    }),
    { numRuns: 100 },
  );
});

test('when the program ends, the text so far is delivered immediately, and only once', async () => {
  const { given, read: reads, collector } = collecting();
  reads(read);
  reads(read);
  expect(given).toEqual([]);
  collector.flush();
  collector.flush();
  expect(given).toEqual([[{ kind: 'typed', text: read.repeat(2) }]]);
  await turn();
});
