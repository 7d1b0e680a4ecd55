import { isFailure } from '../../../source/core/failure.js';
import { judgeResponse, scanBody, summarise } from '../../../source/core/graphql/response.js';
import { errorLine, readErrors } from '../../../source/core/graphql/result-errors.js';
import { hintText } from '../../../source/core/hint.js';

const graphqlJson = 'application/graphql-response+json; charset=utf-8';

describe('accepted GraphQL responses', () => {
  test.each<[number, string | undefined, string, boolean]>([
    [200, graphqlJson, '{"data":{}}', true],
    [294, graphqlJson, '{"data":{"a":null},"errors":[{"message":"x"}]}', true],
    [400, graphqlJson, '{"errors":[{"message":"x"}]}', true],
    [422, graphqlJson, '{"errors":[{"message":"x"}]}', true],
    [500, graphqlJson, '{"errors":[{"message":"x"}]}', true],
    [200, graphqlJson, '<h1>', false],
    [200, graphqlJson, '', false],
    [200, graphqlJson, '{"message":"x"}', false],
    [200, 'application/json', '{"data":null,"errors":[]}', true],
    [200, 'application/json', '[{"data":{}}]', false],
    [200, 'application/json', '{"data":5}', false],
    [200, 'application/json', '{"errors":[]}', false],
    [200, 'application/json', '{"data":{}}{"data":{}}', false],
    [200, 'application/json', ')]}\'\n{"data":{}}', false],
    [200, 'application/json', '[{"data":{}},{"data":{}}]', false],
    [200, 'application/json', '{"ok":true}', false],
    [200, 'application/json', 'null', false],
    [201, 'application/json', '{"data":{}}', true],
    [400, 'application/json', '{"errors":[{"message":"x"}]}', true],
    [401, 'application/json', '{"errors":[{"message":"x"}],"data":null}', true],
    [502, 'application/json', '{"data":{},"errors":[{"message":"x"}]}', true],
    [400, 'application/json', '{"errors":[{"message":"x"}],"status":400}', false],
    [400, 'application/json', '{"errors":{"name":["is missing"]}}', false],
    [400, 'application/problem+json', '{"errors":[{"message":"x"}]}', false],
    [302, 'application/json', '{"errors":[{"message":"x"}]}', false],
    [500, 'application/json', '{"data":{}}', false],
    [302, 'application/json', '{"data":{}}', false],
    [200, undefined, '{"data":{}}', true],
    [200, 'text/html', '<html>', false],
    [200, 'text/html', '{"data":{}}', true],
  ])('%d %s %s: %s', (status, contentType, body, believed) => {
    const head = { status, reason: '', ...(contentType === undefined ? {} : { contentType }) };
    expect(judgeResponse(head, scanBody(body)).graphql).toBe(believed);
  });

  test('a GraphQL response with an unusual content type is accepted with a note', () => {
    expect(
      judgeResponse({ status: 200, reason: 'OK', contentType: 'text/plain' }, scanBody('{"data":{}}')),
    ).toMatchObject({
      graphql: true,
      note: 'The body is a GraphQL response, but has the type text/plain.',
    });
  });

  test.each<[number, RegExp]>([
    [301, /Pass -L to follow/],
    [401, /Credentials are required/],
    [404, /Check that the URL is the GraphQL endpoint/],
    [405, /--get/],
    [406, /Accept: application\/json/],
    [413, /too large/],
    [414, /too long for a URL/],
    [415, /uploads/],
    [429, /Too many requests/],
  ])('%d comes with a suggestion', (status, hint) => {
    const judged = judgeResponse({ status, reason: '', contentType: 'text/html' }, scanBody('<h1>'));
    expect(!judged.graphql && isFailure(judged.failure) && hintText(judged.failure.hint ?? '')).toMatch(hint);
  });

  test('errors with a known status come with a suggestion', () => {
    const body = scanBody('{"errors":[{"message":"who are you?"}]}');
    const judged = judgeResponse({ status: 401, reason: 'Unauthorized', contentType: 'application/json' }, body);
    expect(judged.graphql && hintText(judged.note ?? '')).toMatch(
      /^The server answered 401 Unauthorized\. Credentials are required/,
    );
  });

  test('the message quotes other JSON', () => {
    const body = scanBody('{"errors":[{"message":"who are you?"}],"code":7}');
    const judged = judgeResponse({ status: 401, reason: 'Unauthorized', contentType: 'application/json' }, body);
    expect(!judged.graphql && judged.failure.text).toBe(
      'The server answered 401 Unauthorized with an application/json body, which is not a GraphQL response: who are you?',
    );
  });
});

test.each<[string, object | undefined]>([
  ['{"data":{}}', { data: 'present', values: 2 }],
  ['{"data":null,"errors":[1]}', { data: 'null', errors: [1], values: 4 }],
  ['{"errors":"x"}', { data: 'absent', errors: 'x', values: 2 }],
  ['{"data":{},"errors":[]}', { data: 'present', values: 3 }],
  ['{"data":{},"errors":null}', { data: 'present', values: 3 }],
  ['{"d\\u0061ta":{"a":[1,{"data":5}]},"data2":7}', { data: 'present', values: 7 }],
  ['{"data":5,"data":{}}', { data: 'present', values: 3 }],
  ['{"errors":[]}', undefined],
  ['{"data":[]}', undefined],
  ['{}', undefined],
  ['[]', undefined],
  ['"x"', undefined],
  ['null', undefined],
  ['', undefined],
])('the summary of %s', (text, expected) => {
  expect(summarise(scanBody(text))).toEqual(expected);
});

test('of millions of errors, a thousand are retained and the rest are counted', () => {
  const summary = summarise(scanBody(`{"errors":[${'{"message":"x"},'.repeat(200_000)}7]}`));
  expect(summary).toMatchObject({ errors: { length: 1000 }, errorCount: 200_001 });
  expect(readErrors(summary?.errors, 2, summary?.errorCount)).toEqual({
    errors: [{ message: 'x' }, { message: 'x' }],
    total: 200_001,
  });
});

describe('messages for errors, whatever the list contains', () => {
  test.each<[unknown, string[]]>([
    [
      [{ message: 'a', path: ['user', 0, 'name'], locations: [{ line: 2, column: 3 }], extensions: { code: 'NOPE' } }],
      ['a (at user.0.name; query line 2, column 3; code NOPE)'],
    ],
    [
      [{ message: 'a', extensions: { stacktrace: ['Error: a'], code: 'NOPE', field: 'name', limits: [1, 2] } }],
      ['a (code NOPE; extensions {"field":"name","limits":[1,2],"stacktrace":["Error: a"]})'],
    ],
    [[{ message: 'a', extensions: {} }], ['a']],
    [[{ message: 'a', extensions: { text: 'x'.repeat(1000) } }], [`a (extensions {"text":"${'x'.repeat(491)}…)`]],
    ['broken', ['broken']],
    [{ message: 'single' }, ['single']],
    [[null], ['an error without a message (null)']],
    [[{}], ['an error without a message ({})']],
    [[{ message: 5 }], ['an error without a message ({"message":5})']],
    [[{ message: 'a', path: 'user', locations: 'here', extensions: 3 }], ['a']],
    [[{ message: 'a', locations: [{ line: 0, column: 1 }, { line: 'x' }], path: [{}, null] }], ['a']],
    [[], []],
    [undefined, []],
    [null, []],
  ])('%j', (errors, lines) => {
    expect(readErrors(errors).errors.map(errorLine)).toEqual(lines);
  });

  test('a hundred thousand errors give twenty lines and a number', () => {
    const { errors, total } = readErrors(Array.from({ length: 100_000 }, (_, index) => ({ message: `${index}` })));
    expect([errors.length, total]).toEqual([20, 100_000]);
  });

  test('an error nested too deeply to be printed is shown by its type', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(readErrors([{ message: deep }]).errors.map(errorLine)).toEqual(['an error without a message (object)']);
  });
});
