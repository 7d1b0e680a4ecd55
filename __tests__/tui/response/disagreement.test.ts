/** The screen reports when the server and the loaded schema disagree about the operation that was run. */
import type { ResponseErrorInfo } from '../../../source/tui/model/viewer.js';
import type { Screen } from '../support.js';
import { running } from './pane.js';

interface Answered {
  readonly data: 'present' | 'null' | 'absent';
  readonly errors?: readonly Partial<ResponseErrorInfo>[];
  readonly partial?: boolean;
}

/** The notice after the server's response, if it is about the schema. */
function noticeAfter(screen: Screen, { data, errors = [], partial = false }: Answered): string | undefined {
  const infos = errors.map(error => ({ message: 'wrong', line: 'wrong', ...error }));
  screen.do({
    type: 'response/result',
    id: screen.state.response.runId ?? -1,
    raw: '{}',
    data,
    errors: infos,
    errorCount: infos.length,
    bytes: 2,
    tookMs: 1,
    timing: {},
    partial,
  });
  const text = screen.state.notice?.text;
  expect(screen.state.response.notes.filter(note => note === text)).toHaveLength(text === undefined ? 0 : 1);
  return text;
}

const refuses = 'Rejected although it matches the schema, which may have changed. Press R to reload';
const answers = 'The response contains fields missing from the schema, which may have changed. Press R to reload';
const unknown = { message: 'Cannot query field "hello" on type "Query".' };

test('the server returns a field that the loaded schema lacks', () => {
  expect(noticeAfter(running('{ hello zebra }'), { data: 'present' })).toBe(answers);
  expect(noticeAfter(running('{ hello }'), { data: 'present' })).toBeUndefined();
});

test.each([
  unknown,
  { message: 'Validation failed', code: 'GRAPHQL_VALIDATION_FAILED' },
  { message: "Field 'hello' doesn't exist on type 'Query'", code: 'undefinedField' },
  { message: "Validation error (FieldUndefined@[hello]) : Field 'hello' in type 'Query' is undefined" },
  { message: "field 'hello' not found in type: 'query_root'", code: 'validation-failed' },
  { message: 'Unknown field "hello" on type "Query".' },
])('the server rejects an element of the loaded schema: %j', error => {
  expect(noticeAfter(running('{ hello }'), { data: 'absent', errors: [error] })).toBe(refuses);
  // Both report that it is wrong.
  expect(noticeAfter(running('{ hello zebra }'), { data: 'absent', errors: [error] })).toBeUndefined();
});

test('errors of resolvers and of logins do not suggest a schema change', () => {
  for (const errors of [[{ message: 'Not found' }], [{ message: 'Unauthorized', code: 'UNAUTHENTICATED' }]]) {
    expect(noticeAfter(running('{ hello }'), { data: 'absent', errors })).toBeUndefined();
    expect(noticeAfter(running('{ hello }'), { data: 'null', errors })).toBeUndefined();
    expect(noticeAfter(running('{ hello zebra }'), { data: 'absent', errors })).toBeUndefined();
  }
});

test('errors in the document itself are for the server to accept', () => {
  const screen = running('query($unused: Int) { hello }');
  expect(noticeAfter(screen, { data: 'present' })).toBeUndefined();
});

test('a text that has changed since is not compared, and neither is a partial result', () => {
  expect(noticeAfter(running('{ hello zebra }'), { data: 'present', partial: true })).toBeUndefined();
  const screen = running('{ hello }');
  screen.press('2', 'i').type('# ');
  expect(noticeAfter(screen, { data: 'absent', errors: [unknown] })).toBeUndefined();
});
