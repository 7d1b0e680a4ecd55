/** JSON is accepted exactly where JSON.parse accepts it, and formatted exactly as JSON.stringify and jq format it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { isJson } from '../../source/core/json/is-json.js';
import { parseRaw, printRaw } from '../../source/core/json/raw.js';
import { JsonFormatter } from '../../source/core/response/json-format.js';
import { withPrograms } from '../support/programs.js';
import * as fc from '../support/property.js';

function format(...pieces: readonly string[]): { readonly text: string; readonly whole: boolean } {
  let text = '';
  const formatter = new JsonFormatter(
    piece => {
      text += piece;
    },
    { indent: true },
  );
  for (const piece of pieces) formatter.write(piece);
  formatter.end();
  return { text, whole: formatter.problem === undefined };
}

/** JSON, and the same text with one character removed, doubled or replaced. */
const damaged = fc
  .record({
    text: fc.json({ maxDepth: 4 }),
    at: fc.nat(),
    lost: fc.nat(2),
    put: fc.constantFrom(
      '',
      '',
      ',',
      ':',
      '"',
      '\\',
      '{',
      ']',
      '0',
      '-',
      'e',
      '.',
      'u',
      'tru',
      '\n',
      '\u0001',
      '\u00a0',
    ),
  })
  .map(({ text, at, lost, put }) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + lost);
  });

test('only text that JSON.parse accepts is accepted', () => {
  fc.assert(
    fc.property(damaged, text => {
      let value: unknown;
      let good = true;
      try {
        value = JSON.parse(text);
      } catch {
        good = false;
      }
      expect(isJson(text)).toBe(good);
      const read = parseRaw(text);
      expect('problem' in read).toBe(!good);
      if ('value' in read) expect(JSON.parse(printRaw(read.value))).toEqual(value);
    }),
  );
});

test('JSON is formatted as by JSON.stringify, however it is split; other text stays unchanged', () => {
  fc.assert(
    fc.property(damaged, fc.nat(), (text, at) => {
      const place = at % (text.length + 1);
      const { text: shown, whole } = format(text.slice(0, place), text.slice(place));
      expect(shown.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      if (!isJson(text)) return;
      expect(whole).toBe(true);
      expect(JSON.parse(shown)).toEqual(JSON.parse(text));
    }),
  );
});

withPrograms(['jq'], () => {
  /** A jq process that stays open: takes a document and returns it formatted. The string after each document marks the end of its output. */
  class Jq {
    readonly #process: ChildProcessWithoutNullStreams = spawn('jq', ['--unbuffered', '.']);
    #out = '';
    #wake = (): void => {};

    constructor() {
      this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
        this.#out += text;
        this.#wake();
      });
    }

    async layout(text: string): Promise<string> {
      const end = '"end of a text"\n';
      this.#out = '';
      this.#process.stdin.write(`${text}\n${end}`);
      while (!this.#out.endsWith(end)) await new Promise<void>(resolve => (this.#wake = resolve));
      return this.#out.slice(0, -end.length).trimEnd();
    }

    close(): void {
      this.#process.kill();
    }
  }

  test('the layout equals jq’s wherever jq preserves its input', async () => {
    const jq = new Jq();
    const scalar = fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.boolean(), fc.constant(null), fc.string());
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        // JavaScript moves numeric names to the front.
        fc.dictionary(fc.stringMatching(/^[a-z_ ]{0,5}$/), tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    try {
      await fc.assert(
        fc.asyncProperty(value, async each => {
          const text = JSON.stringify(each).replaceAll('\u007f', '');
          expect(format(text).text).toBe(await jq.layout(text));
        }),
      );
    } finally {
      jq.close();
    }
  });
});
