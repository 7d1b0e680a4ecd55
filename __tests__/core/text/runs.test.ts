/** Untrusted texts with a long run of one character: ten times the length takes about ten times the work. */
import { graphqlBody } from '../../../source/core/http-file/entry-body.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { describedNames } from '../../../source/core/openapi/check/names.js';
import { completeHttp } from '../../../source/core/openapi/intelligence/complete-text.js';
import { httpProblems } from '../../../source/core/openapi/intelligence/problems.js';
import { searchOperations } from '../../../source/core/openapi/search.js';
import { safeName } from '../../../source/core/response/file-name.js';
import { readHead } from '../../../source/core/response/http1/head.js';
import { irregular } from '../../../source/core/response/http1/irregular.js';
import { afterLast, onOneLine, withoutEnd } from '../../../source/core/text/runs.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import * as fc from '../../support/property.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

const pets = (path = '/pets') =>
  describeText(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      servers: [{ url: 'http://api.test' }],
      paths: {
        [path]: {
          get: { parameters: [{ name: 'kind', in: 'query', schema: { enum: ['dog'] } }], responses: {} },
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { properties: { name: { type: 'string' } } } },
                'application/x-www-form-urlencoded': { schema: { properties: { kind: { enum: ['dog'] } } } },
              },
            },
            responses: {},
          },
        },
      },
    }),
  );
const description = pets();
const get = 'GET http://api.test/pets';
const post = 'POST http://api.test/pets\nContent-Type: application/';

const read = (line: string) => readHead(`HTTP/1.1 200 OK\r\n${line}\r\n\r\n`, irregular(false));
const offered = (text: string) =>
  completeHttp({ description, serverOf: () => 'http://api.test', values: new Map(), names: [] }, text, text.length);
let asked = 0;
/** Makes each text unique, because problems are cached by text. */
function problemsOf(request: string) {
  const text = `### ${asked++}\n${request}`;
  return httpProblems(description, text, parseHttpFile(text), { server: 'http://api.test' }).problems;
}

function namesOf(text: string) {
  const { operations } = description;
  const [entry] = parseHttpFile(text).entries;
  const operation = operations.find(({ method }) => method === 'POST');
  if (entry === undefined || operation === undefined) throw new Error('The text has no request.');
  return describedNames({ description, operation, text, entry, filled: new Map() });
}

const numbered = (count: number, of: (nth: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');

test.each<[string, (count: number) => unknown]>([
  ['blanks within the value of a header', count => read(`X-Run: a${' '.repeat(count)}b`)],
  ['blanks within the name of a header', count => read(`X-Run${' '.repeat(count)}b: a`)],
  ['stops within the name of a download', count => safeName(`a${' .'.repeat(count / 2)}b`)],
  [
    'a value of a form in front of the cursor',
    count => offered(`${post}x-www-form-urlencoded\n\nname=${'a'.repeat(count)}&k`),
  ],
  ['a value of a query in front of the cursor', count => offered(`${get}?name=${'a'.repeat(count)}&k`)],
  ['items of a query in front of the cursor', count => offered(`${get}?kind=${'a'.repeat(count)},d`)],
  ['a value of a header in front of the cursor', count => offered(`${get}\nCookie: ${'a'.repeat(count)};d`)],
  [
    'escaped quotes of a string that is still open',
    count => problemsOf(`${post}json\n\n{"name": "${'\\"'.repeat(count / 2)}`),
  ],
  ['names after a string that is still open', count => namesOf(`${post}json\n\n{"name": "${'\\"'.repeat(count / 2)}`)],
  ['blanks within a name', count => namesOf(`${post}json\n\n{"name": "{{${' '.repeat(count)}"}`)],
  ['unknown parameters', count => problemsOf(`${get}?${numbered(count / 5, at => `a${at}=1&`)}`)],
  ['a step of a path', count => searchOperations(pets(`/${'a'.repeat(count)}/b`), 'b')],
  ['empty lines of a query', count => graphqlBody(`query {a}${'\n'.repeat(count)}x`, undefined)],
  ['blanks of a paste', count => onOneLine(`a${' '.repeat(count)}b`)],
])('%s', (_, work) => {
  expectTimeRatioBelow(
    40,
    () => work(30_000),
    () => work(3000),
  );
});

const texts = fc.array(fc.constantFrom('a', 'é', ' ', '\t', '\n', '\r', '&', ',')).map(pieces => pieces.join(''));

test('each gives the same text as the pattern', () => {
  fc.assert(
    fc.property(texts, text => {
      expect(withoutEnd(text, /[ \t]/)).toBe(text.replace(/[ \t]+$/, ''));
      expect(afterLast(text, /[&,]/)).toBe(/[^&,]*$/.exec(text)?.[0]);
      expect(onOneLine(text)).toBe(text.replace(/\s*\n\s*/g, ' '));
    }),
  );
});

test.each([
  ['{a}\n\n{"b": 1}', '{"query":"{a}","variables":{"b":1}}'],
  ['{a}\r\n \t\r\n\r\n  {"b": 1}\n', '{"query":"{a}","variables":{"b":1}}'],
  ['{a}\n{"b": 1}', '{"query":"{a}\\n{\\"b\\": 1}"}'],
  ['{a}\n\n{b}\n\n{"c": 1}', '{"query":"{a}\\n\\n{b}","variables":{"c":1}}'],
])('the variables of %j follow an empty line', (text, body) => {
  expect(graphqlBody(text, undefined)).toBe(body);
});
