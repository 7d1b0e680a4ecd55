/** Checks that load more code or a file: XPath, CSS selectors and JSON Schema. */
import { type Answering, closeServers } from '../../support/servers/http-server.js';
import { json, run } from './run-text.js';

afterEach(closeServers);

const sent =
  (body: string): Answering =>
  response =>
    response.end(body);
const asserts = (...checks: readonly string[]): string =>
  `${checks.map(check => `# @assert ${check}\n`).join('')}GET {{base}}/\n`;

const xml =
  '<?xml version="1.0"?><shop xmlns="urn:s" xmlns:p="urn:p"><b c="1">A&amp;B</b><b c="2"/><p:n>3</p:n></shop>';

test('XPath selects attributes, texts and values of functions in XML', async () => {
  const checks = asserts(
    'xpath "//b/@c" count == 2',
    'xpath "//b[1]/@c" == "1"',
    'xpath "//b[1]" == "A&B"',
    'xpath "count(//b)" == 2',
    'xpath "//p:n" == 3',
    'xpath "boolean(//c)" == false',
    'xpath "//c" not exists',
  );
  const ran = await run(`# @capture c = xpath "//b[2]/@c"\n${checks}###\nGET {{base}}/{{c}}`, [], {
    answer: sent(xml),
  });
  expect([ran.code, ran.seen, ran.out]).toEqual([0, ['GET /', 'GET /2'], expect.stringContaining('7 of 7 checks')]);
});

test('CSS selectors select texts of elements in HTML, and XPath does not parse it', async () => {
  const html = '<!doctype html><h1 class=a>The  <b>Shop</b></h1><ul><li>1<li>2</ul><br>';
  const checks = asserts('css "h1.a" == "The Shop"', 'css "li" count == 2', 'css "li" < 3', 'xpath "//h1" exists');
  expect((await run(checks, [], { answer: sent(html) })).out).toMatch(
    /3 of 4 checks[\s\S]*the body is HTML; use css instead of xpath/,
  );
});

test.each([
  ['xpath "//b["', xml, /nothing: the expression is invalid: /],
  ['xpath "//b["', '{"a": 1}', /nothing: the expression is invalid: /],
  ['xpath "//b"', '{"a": 1}', /nothing: the body is not XML/],
  ['css "li[["', '<p>', /nothing: the expression is invalid: /],
  ['css "p"', `${'<p><div>'.repeat(50_000)}`, /got/],
  ['xpath "//a"', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /got (?!.*root:)/],
])('%s exists == nothing for a hostile body or a wrong expression', async (target, body, words) => {
  const ran = await run(asserts(`${target} == nothing`), [], { answer: sent(body) });
  expect(ran.code).toBe(11);
  expect(ran.out).toMatch(words);
});

describe('schema', () => {
  const schema = JSON.stringify({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, tags: { type: 'array', items: { $ref: '#/$defs/tag' } } },
    $defs: { tag: { type: 'string' } },
  });
  const files = { 'book.json': schema };

  test('a body that matches passes, another one is reported with the paths', async () => {
    const check = asserts('schema == @book.json');
    expect((await run(check, [], { answer: json({ id: 1, tags: ['a'] }), files })).code).toBe(0);
    const bad = await run(check, [], { answer: json({ id: 'x', tags: ['a', 2] }), files });
    expect(bad.code).toBe(11);
    expect(bad.out).toMatch(/expected @book\.json, got .*\$\.id .*; .*\$\.tags\[1\] /);
    const not = await run(asserts('schema not == @book.json'), [], { answer: json([]), files });
    expect(not.code).toBe(0);
  });

  test.each([
    ['schema == @none.json', /Cannot read .*none\.json/],
    ['schema == @api.http', /api\.http is not a JSON Schema/],
    ['schema == book.json', /schema needs a file.*\n.*Usage: schema == @book\.schema\.json|schema needs a file/],
    ['status in 200', /in needs a JSON array/],
    ['body matches /a/q', /Unknown pattern flag q/],
  ])('%s is rejected', async (check, words) => {
    const ran = await run(asserts(check), [], { files });
    expect(ran.code).toBe(2);
    expect(ran.seen).toEqual([]);
    expect(ran.out + ran.err).toMatch(words);
  });

  test('a schema outside the folder needs trust, also in # @flags, but not on the command line', async () => {
    const outside = '../other/book.json';
    const file = await run(asserts(`schema == @${outside}`), [], { files });
    expect([file.code, file.seen]).toEqual([2, []]);
    expect(file.err).toContain(`read  ${outside}`);
    const flags = await run(`# @flags -a "schema == @${outside}"\nGET {{base}}/`, [], { files });
    expect([flags.code, flags.seen]).toEqual([2, []]);
    expect(flags.out + flags.err).toContain('needs your trust to read');
    const typed = await run('GET {{base}}/', ['-a', 'schema == @book.json'], { answer: json({ id: 1 }), files });
    expect(typed.code).toBe(0);
  });
});
