/** The parser of `.http` files: every part of any text has its position. */
import { isFailure } from '../../../source/core/failure.js';
import { dynamicValue, readDotenv, type World } from '../../../source/core/http-file/dynamic.js';
import { wordsOf } from '../../../source/core/http-file/entry-command.js';
import { readEnvironment } from '../../../source/core/http-file/environments.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { referencesIn } from '../../../source/core/http-file/variables.js';
import * as fc from '../../support/property.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

const line = fc.constantFrom(
  '',
  ' ',
  '###',
  '### name',
  '#',
  '# @name x',
  '# @assert status == 200',
  '# @capture a = $.b',
  '// @skip',
  '@a = b',
  'GET https://a.example/x',
  'POST {{base}} HTTP/1.1',
  '  ?a=b',
  '  &c=d',
  'X-One: two',
  'no header',
  '{"a": 1}',
  '< ./file',
  '<@latin1 f',
  '> ./out',
  '>> ./out',
  '> {% x %}',
  '< {%',
  '%}',
  '?? status == 200',
  '<> ./x',
  'GRAPHQL x',
  '{{',
  '}}',
  '\ufeff',
  '\u0000',
);
const file = fc
  .array(fc.oneof(line, fc.string()), { maxLength: 30 })
  .chain(lines => fc.constantFrom('\n', '\r\n').map(end => lines.join(end)));

test('any text is parsed, and each request is the part of the text at its position', () => {
  fc.assert(
    fc.property(file, text => {
      const { entries, problems } = parseHttpFile(text);
      let end = 0;
      for (const { from, to, line: number, url, method } of entries) {
        expect([from >= end, to > from, to <= text.length]).toEqual([true, true, true]);
        const before = text.slice(0, from).split('\n').length;
        const behind = text.slice(0, to).split('\n').length;
        expect([number >= before, number <= behind, url !== '', method]).toEqual([
          true,
          true,
          true,
          method.toUpperCase(),
        ]);
        end = to;
      }
      for (const each of problems) expect(each.line).toBeLessThanOrEqual(text.split('\n').length);
    }),
  );
});

test('the methods of WebDAV version control begin requests', () => {
  const methods = ['MKACTIVITY', 'MKWORKSPACE', 'VERSION-CONTROL', 'BASELINE-CONTROL'];
  const { entries, problems } = parseHttpFile(methods.map(each => `${each} /a`).join('\n'));
  expect([entries.map(({ method }) => method), problems]).toEqual([methods, []]);
});

test.each(['scripts/check.js', 'a.b.js', '{{dir}}/check.mjs', '../lib/check.ts', 'lib\\check.js'])(
  'a response script in %s is reported, not sent',
  path => {
    const { entries } = parseHttpFile(`POST https://a.example/x\n\ntext\n\n> ${path}\n`);
    expect(entries[0]).toMatchObject({
      body: [{ text: 'text' }],
      unsupported: [{ text: `the script ${path}`, line: 5, isScript: true }],
    });
  },
);

test('a quotation in a body is sent, even if it names a script', () => {
  const { entries } = parseHttpFile('POST https://a.example/x\n\n> see main.js\n');
  expect(entries[0]).toMatchObject({ body: [{ text: '> see main.js' }], unsupported: [] });
});

test('line endings only matter in bodies', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), lines => {
      const plain = (end: string) =>
        parseHttpFile(lines.join(end)).entries.map(({ from: _, to: __, body, ...entry }) => ({
          ...entry,
          body: JSON.stringify(body).replaceAll('\\r\\n', '\\n'),
        }));
      expect(plain('\r\n')).toEqual(plain('\n'));
    }),
  );
});

test('blanks, empty lines and open braces take linear time', () => {
  const texts = (length: number): readonly string[] => {
    const [blanks, braces] = [' '.repeat(length), '{{'.repeat(length / 2)];
    return [
      `GET a${blanks}b`,
      `GET a\n\n< a${blanks}b`,
      `GET a\n\n> ./a${blanks}b`,
      `# @name${blanks}b`,
      `@a =${blanks}b`,
      `GET a\nX:${blanks}b`,
      '\n'.repeat(length),
      ' ###\n'.repeat(length / 5),
      `GET a\nX: b,\n${' b,\n'.repeat(length / 4)}`,
      braces,
    ];
  };
  const read = (length: number) => () => {
    for (const text of texts(length)) {
      expect(parseHttpFile(text).variables.length).toBeLessThan(2);
      expect(referencesIn(text)).toEqual([]);
    }
  };
  expectTimeRatioBelow(30, read(40_000), read(4000));
});

test.each([
  ['-L --timeout 5', ['-L', '--timeout', '5']],
  [`-H 'X: a b' -H "Y: \\"c\\" $d"`, ['-H', 'X: a b', '-H', 'Y: "c" $d']],
  ["a''b ''", ['ab', '']],
  ['a\\ b', ['a b']],
  ['-B {{ my token }}x', ['-B', '{{ my token }}x']],
  ["-H 'X", undefined],
])('flags: %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

const world: World = {
  now: () => Date.UTC(2024, 0, 31, 12),
  random: length => new Uint8Array(length).fill(255),
  variable: name => (name === 'HOME' ? '/home/ada' : undefined),
  dotenv: readDotenv('# x\nA=1\nexport B="two words"\nC=\'x\' \nD = a b # c\n'),
};

test.each([
  ['uuid', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ['guid', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ['timestamp', '1706702400'],
  ['timestamp -1 d', '1706616000'],
  ['isoTimestamp', '2024-01-31T12:00:00.000Z'],
  ['datetime iso8601 1 y', '2025-01-31T12:00:00.000Z'],
  ['datetime rfc1123', 'Wed, 31 Jan 2024 12:00:00 GMT'],
  ['randomInt 1 10', '9'],
  ['random.integer(5, 6)', '5'],
  ['random.hexadecimal(3)', 'fff'],
  ['processEnv HOME', '/home/ada'],
  ['env.HOME', '/home/ada'],
  ['dotenv A', '1'],
  ['dotenv B', 'two words'],
  ['dotenv C', 'x'],
  ['dotenv D', 'a b'],
  ['dotenv E', undefined],
  ['processEnv NOPE', undefined],
  ['timestamp x d', undefined],
  ['randomInt 5 5', undefined],
  ['random.alphabetic(-1)', undefined],
  ['constructor', undefined],
  ['', undefined],
])('{{$%s}} is %s', (expression, value) => {
  expect(dynamicValue(expression, world)).toBe(value);
});

describe('the environments of a file', () => {
  const valuesIn = (text: string) => {
    const values = readEnvironment([{ file: 'e.json', text, isPrivate: false }], 'dev');
    return isFailure(values) ? values.text : Object.fromEntries([...values].map(([name, value]) => [name, value]));
  };

  test('may contain comments and trailing commas, as in JetBrains', () => {
    const text = '// of the team\n{"dev": {"a": "1", /* big */ "n": 2, "l": [1, 2,],},}';
    expect(valuesIn(text)).toMatchObject({ a: { text: '1' }, n: { text: '2' }, l: { text: '[1,2]' } });
    expect(valuesIn('// of the team\n{"dev": {"a": 1 2}}')).toMatch(/^e\.json is not JSON \(line 2, column 17/);
  });

  test.each(['AspnetUserSecrets', 'AzureKeyVault', 'Encrypted'])('have no value for a secret of %s', provider => {
    const text = JSON.stringify({
      dev: { key: { provider, secretName: 'config:Key' }, login: { provider: 'google' } },
    });
    expect(valuesIn(text)).toEqual({ login: { from: 'text', text: '{"provider":"google"}', isPrivate: false } });
  });
});

test('an unknown environment is reported with the existing ones', () => {
  const text = { file: 'e.json', text: '{"dev": {"a": {"b": [1]}, "n": null}, "$shared": {}}', isPrivate: false };
  const texts = [text];
  expect(readEnvironment(texts, 'dve')).toMatchObject({ kind: 'usage', hint: 'Did you mean --env dev?' });
  expect(readEnvironment(texts, 'production')).toMatchObject({ hint: 'Available: dev.' });
  expect(readEnvironment([{ ...text, text: '[1]' }], undefined)).toMatchObject({
    text: 'e.json is not a JSON object of environments.',
  });
  expect(
    [...(readEnvironment(texts, 'dev') as ReadonlyMap<string, { text?: string }>)].map(([name, { text }]) => [
      name,
      text,
    ]),
  ).toEqual([
    ['a', '{"b":[1]}'],
    ['n', 'null'],
  ]);
});
