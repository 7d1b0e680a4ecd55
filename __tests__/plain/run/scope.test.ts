/** Names that refer to other requests' responses, found in a file. */
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { usedResponses } from '../../../source/plain/run/scope.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

const responsesUsedIn = (text: string): readonly string[] => [
  ...usedResponses({ name: 'a.http', folder: '.', http: parseHttpFile(text) } as Parameters<typeof usedResponses>[0]),
];

test.each([
  ['{{login.response.body.$.token}}', ['login']],
  ['{{ log in .response.headers.X}}', ['log in', 'log']],
  ['{{% login.response.body.$.token}}', ['login']],
  ['{{login.request.body}} other.response.body', ['login']],
  ['{{login.id}} {{$uuid}}', ['login', '$uuid']],
])('%s uses %j', (url, names) => {
  expect(responsesUsedIn(`GET https://a.example/${url}`)).toEqual(names);
});

test('unclosed braces take linear time', () => {
  const read = (length: number) => () => responsesUsedIn(`GET https://a.example\n\n{{${' '.repeat(length)}`);
  expectTimeRatioBelow(30, read(40_000), read(4000));
});
