/** Texts that make a backtracking regular expression slow: each function finishes within a second. */

import { buildSchema } from 'graphql';
import { readJsonPath } from '../../source/core/checks/json-path.js';
import { withoutLogin } from '../../source/core/credentials/config.js';
import { variables } from '../../source/core/graphql/intelligence/query-values.js';
import { fullRung, nextRung } from '../../source/core/graphql/introspection/query.js';
import { saysUnfit } from '../../source/core/graphql/schema-diff/doubt.js';
import { dynamicValue, readDotenv } from '../../source/core/http-file/dynamic.js';
import { entryBody } from '../../source/core/http-file/entry-body.js';
import { parseHttpFile } from '../../source/core/http-file/parse.js';
import { fill } from '../../source/core/http-file/variables.js';
import { wholeDigits } from '../../source/core/json/whole-number.js';
import { maskHttpText } from '../../source/core/masking/by-name.js';
import { splitOAuth2 } from '../../source/core/oauth/spec.js';
import { usualPlaces } from '../../source/core/openapi/document/discovery.js';
import { completeDirective } from '../../source/core/openapi/intelligence/complete-directive.js';
import { escapeGraphql } from '../../source/core/response/escape-unsafe.js';
import { noMatches, searchOn, searchPattern } from '../../source/core/response/viewer/search.js';
import { textOf } from '../../source/core/text/editor.js';
import { withinTimeLimit } from '../../source/core/time-limit.js';
import { rawHeadMask } from '../../source/io/http/echoes.js';
import { at, run, typed } from './text/marked.js';

const many = 200_000;
const form = 'application/x-www-form-urlencoded';
const blanks = ' '.repeat(many);
const lines = '\n'.repeat(many);
const world = {
  now: () => 0,
  random: (length: number) => new Uint8Array(length),
  variable: () => undefined,
  dotenv: new Map(),
};
const quotes = '\\"'.repeat(many);
const hashes = `${'#'.repeat(80)}\n`.repeat(4);
/** `}` typed between `{` and many lines, where `{` was typed as well. */
const closed = () =>
  run(
    typed(at('|'), '{'),
    { do: 'insert', text: `${lines}a` },
    { do: 'move', motion: 'text-start' },
    { do: 'move', motion: 'right' },
    { do: 'insert', text: '}' },
  );
const schema = buildSchema('type Query { a(b: Int): Int }');
const scope = {
  given: new Map(),
  captured: new Map(),
  file: [{ name: 'a', text: `{{${blanks}}}`, line: 1, after: 0 }],
  environment: new Map(),
  world,
  response: () => undefined,
  made: new Map(),
};

test.each<[string, () => unknown, unknown]>([
  ['a line of a .env file with blanks in its value', () => [...readDotenv(`a = b${blanks}\u2028c`)].length, 1],
  ['a line of a .env file with comments', () => [...readDotenv(`a=b${' #'.repeat(many)}\u2028c`)], [['a', 'b']]],
  ['a number with zeros in its fraction', () => wholeDigits(`0.${'0'.repeat(many)}1`), undefined],
  ['the URL of a description with slashes', () => usualPlaces(`http://a/${'/'.repeat(many)}b`).length > 0, true],
  [
    'a form with blanks between its letters',
    () => entryBody([{ kind: 'text', text: `a=b${blanks}c` }], form) !== undefined,
    true,
  ],
  [
    'a form with blanks after a name without a value',
    () => entryBody([{ kind: 'text', text: `a${blanks}b` }], form) !== undefined,
    true,
  ],
  ['a value of an .http file with blanks after braces', () => fill('{{a}}', scope, 0).missing, ['']],
  ['a header of a profile with blanks', () => withoutLogin([`--header=a${blanks}b`]).length, 1],
  ['a string with escaped quotes and no end', () => escapeGraphql(`"${quotes}\n`, () => '').length, 2 + 2 * many],
  ['a closing bracket after blank lines and text', () => textOf(closed()).length, many + 4],
  ['four lines of # before a variable', () => variables(schema, `${hashes}{ a(b: $`, hashes.length + 8, undefined), []],
  ['a variable with blanks and no type', () => variables(schema, `query ($a:${blanks}`, 0, undefined), []],
  ['a directive with blanks', () => parseHttpFile(`# @name${blanks}a\u2028a\nGET /`).entries.length, 1],
  ['a retry with blanks', () => parseHttpFile(`# @retry 1 every 1${blanks}x\nGET /`).entries.length, 1],
  ['a dynamic value with blanks', () => dynamicValue(`uuid${blanks}a\u2028a`, world) !== undefined, true],
  ['a header line with blanks', () => maskHttpText(`GET /\na:${blanks}a\u2028a`).length, many + 11],
  [
    'a long word of a directive',
    () => completeDirective(`# @assert ${'a'.repeat(many)} `, many + 11, []) !== undefined,
    false,
  ],
  [
    'a path in a check with quotes',
    () => readJsonPath(`$[${" ('".repeat(many)}`),
    { problem: expect.any(String), at: 3 },
  ],
  ['a search for a colon in blanks', () => searchOn(blanks, searchPattern(': a'), noMatches, many).complete, true],
  ['a search for a blank in blanks', () => searchOn(blanks, searchPattern(' a'), noMatches, many).complete, true],
  [
    'a raw header with blanks',
    () => rawHeadMask({ headers: [], shownUrl: '' } as never)(`a:${blanks}\rb\r\n`).length,
    many + 6,
  ],
  ['an error message about a schema', () => nextRung(fullRung, ['__Schema '.repeat(many)])?.size, fullRung.size - 1],
  ['an error message about a document', () => saysUnfit({ message: `Field "${'argument '.repeat(many)}` }), false],
  [
    'a URL of --oauth2 with brackets',
    () => splitOAuth2(`client_credentials:a:b:https://${'['.repeat(many)}`) !== undefined,
    true,
  ],
])('%s takes less than a second', (_, work, result) => {
  expect(withinTimeLimit(work)).toEqual(result);
});
