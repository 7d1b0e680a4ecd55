/** Rows of data: the requests are sent once per row, with its columns as names. */
import { type Row, rowReader } from '../../../source/core/http-file/rows.js';
import { type Answering, closeServers } from '../../support/servers/http-server.js';
import { json, run } from './run-text.js';

afterEach(closeServers);

/** Reads a document in chunks of one length, as lists of `name=text`. */
function read(extension: string, text: string, length: number): readonly string[] {
  const reader = rowReader(extension);
  const rows: Row[] = [];
  for (let at = 0; at < text.length; at += length) rows.push(...reader.write(text.slice(at, at + length)));
  rows.push(...reader.end());
  return rows.map(({ number, values }) => `${number}: ${[...values].map(([name, { text }]) => `${name}=${text}`)}`);
}

describe('Formats', () => {
  const two = ['1: a=1,b=x', '2: a=2,b=y, z'];
  test.each([
    ['.csv', 'a,b\n1,x\n2,"y, z"', two],
    ['.csv', 'a,b\r\n1,x\r\n\r\n2,"y, z"\r\n', two],
    ['.csv', 'a;b\n1;x\n2;y, z\n', two],
    ['', 'a\tb\n1\tx\n2\ty, z\n', two],
    ['.csv', 'a,b\n"a ""b""","two\nlines"\n,\n', ['1: a=a "b",b=two\nlines', '2: a=,b=']],
    ['.json', '[{"a": 1, "b": "x"}, {"a": 2, "b": "y, z"}]', two],
    ['.jsonl', '{"a": 1, "b": "x"}\n{"a": 2, "b": "y, z"}\n', two],
    ['', ' [{"a": 12345678901234567890, "b": {"c": ["}]"]}}]', ['1: a=12345678901234567890,b={"c":["}]"]}']],
    ['.json', '[]', []],
    ['.csv', 'a,b\n', []],
  ])('%s %j, in chunks of any length', (extension, text, rows) => {
    for (const length of [1, 3, 1000]) expect(read(extension, text, length)).toEqual(rows);
  });

  test.each([
    ['.csv', 'a,b\n1,2,3\n', 'line 2: 3 fields, but the header has 2'],
    ['.csv', 'a,a\n1,2\n', 'line 1: the header of column 2 is empty or repeated'],
    ['.csv', 'a\n"x\n', 'line 3: a quote is not closed'],
    ['.csv', 'a\n"x"y\n', 'line 2: text follows a closing quote'],
    ['.json', '[1]', 'row 1 is not an object'],
    ['.json', '[{"a": 1}, [2]]', 'row 2 is not an object'],
    ['.json', '[{"a": 1}, {"a" 2}]', 'line 1, column 17: the JSON is invalid'],
    ['.jsonl', '{"a": 1}\n{"a": ', 'line 2, column 7: the JSON is invalid'],
  ])('%s %j is rejected', (extension, text, words) => {
    expect(() => read(extension, text, 2)).toThrow(words);
  });
});

const text =
  '### create\n# @capture id = $.id\nPOST {{base}}/users/{{name}}\n### read\n# @assert status == 200\nGET {{base}}/{{name}}/{{id}}\n';
const answer: Answering = (response, { path }) => {
  response.statusCode = path.startsWith('/bob') ? 404 : 200;
  response.end(JSON.stringify({ id: path.length }));
};
const users = 'name,password\nada,s3cret-one\nbob,s3cret-two\n';

test('--rows runs the file once per row, each with its own captures, and reports name the row', async () => {
  const ran = await run(text, ['--rows', 'users.csv', '--report', 'json=r.json', '--report', 'tap=r.tap'], {
    answer,
    files: { 'users.csv': users },
  });
  expect([ran.code, ran.seen]).toEqual([11, ['POST /users/ada', 'GET /ada/10', 'POST /users/bob', 'GET /bob/10']]);
  expect(ran.out).toMatch(/^failed {2}row 2: read {2}GET BASE\/bob/m);
  expect(ran.file('r.tap')).toContain('not ok 4 - api.http: read (row 2)');
  expect(JSON.parse(ran.file('r.json')).results.map(({ row }: { row: number }) => row)).toEqual([1, 1, 2, 2]);
});

test('# @rows sends one request per row, and later requests use the captures of the last row', async () => {
  const own =
    '### users\n# @rows ./users.csv\n# @capture id = $.id\nPOST {{base}}/{{name}}\nX-Password: {{password}}\n### after\nGET {{base}}/{{id}}\n';
  const ran = await run(own, [], { answer, files: { 'users.csv': `${users}cecilia,x\n` } });
  expect(ran.seen).toEqual(['POST /ada', 'POST /bob', 'POST /cecilia', 'GET /8']);
  expect(ran.out).toMatch(/^ok {6}row 3: users {2}POST BASE\/cecilia/m);
});

test('values of secret columns are masked in output and reports', async () => {
  const own = '# @assert body == no\nPOST {{base}}/?x={{password}}\n\n{{password}}';
  const ran = await run(own, ['--rows', 'users.csv', '-v', '--report', 'json=r.json'], {
    answer: (response, { body }) => response.end(body),
    files: { 'users.csv': users },
  });
  expect(ran.bodies).toEqual(['s3cret-one', 's3cret-two']);
  expect(ran.err + ran.file('r.json')).not.toContain('s3cret');
});

test.each([
  ['users.csv', '', 'users.csv contains no rows.'],
  ['users.json', '{]', 'users.json: line 1, column 2: the JSON is invalid.'],
  ['users.csv', 'other\nx\n', 'No value for {{name}}'],
])('%s with %j is rejected before anything is sent', async (file, content, words) => {
  const ran = await run(text, ['--rows', file], { answer, files: { [file]: content } });
  expect([ran.code, ran.seen]).toEqual([2, []]);
  expect(ran.err).toContain(words);
});

test('# @rows outside the folder needs trust', async () => {
  const ran = await run('# @rows ../users.csv\nGET {{base}}/{{name}}', [], { answer });
  expect([ran.code, ran.seen]).toEqual([2, []]);
  expect(ran.err).toContain('read  ../users.csv');
});

test('a row of --rows cannot lead # @rows out of the folder without trust', async () => {
  const own = '# @rows {{list}}\nGET {{base}}/{{name}}';
  const files = { 'users.csv': users, 'lists.csv': 'list\nusers.csv\n../users.csv\n' };
  const ran = await run(own, ['--rows', 'lists.csv'], { answer, files });
  expect([ran.code, ran.seen]).toEqual([2, ['GET /ada', 'GET /bob']]);
  expect(ran.err).toContain('The file needs your trust to read ../users.csv.');
});

test('a row that cannot be read ends the run, with the results so far', async () => {
  const ran = await run(text, ['--rows', 'users.csv', '--report', 'junit=r.xml'], {
    answer: json({ id: 1 }),
    files: { 'users.csv': 'name\nada\nx,y\n' },
  });
  expect([ran.code, ran.seen.length]).toEqual([2, 2]);
  expect(ran.err).toContain('users.csv: line 3: 2 fields, but the header has 1.');
  expect(ran.out).toContain('2 requests: 2 passed');
  expect(ran.file('r.xml')).toContain('tests="2"');
});
