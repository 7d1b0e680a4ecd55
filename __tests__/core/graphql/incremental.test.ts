import { IncrementalMerger, type Merged, type RejectedPayload } from '../../../source/core/graphql/incremental.js';
import * as fc from '../../support/property.js';

/** Pushes all payloads and returns the final state. */
function merged(payloads: readonly (object | string)[]): Merged {
  const merger = new IncrementalMerger();
  let last: Merged | RejectedPayload = { problem: 'nothing came', full: false };
  for (const payload of payloads) last = merger.push(typeof payload === 'string' ? payload : JSON.stringify(payload));
  if ('problem' in last) throw new Error(last.problem);
  return last;
}

const user = { data: { user: { id: 1 } }, hasNext: true };

test.each<[string, readonly object[]]>([
  [
    'older dialect',
    [
      user,
      { incremental: [{ path: ['user'], label: 'L', data: { name: 'Ada', deep: { a: 1 } } }], hasNext: true },
      { incremental: [{ path: ['user', 'deep'], data: { b: 2 } }], hasNext: false },
    ],
  ],
  [
    'first servers: the patch at top level',
    [
      user,
      { path: ['user'], data: { name: 'Ada', deep: { a: 1 } }, hasNext: true },
      { path: ['user'], data: { deep: { b: 2 } }, hasNext: true },
      { hasNext: false },
    ],
  ],
  [
    'newer dialect',
    [
      { ...user, pending: [{ id: '0', path: ['user'] }] },
      {
        incremental: [
          { id: '0', data: { name: 'Ada', deep: { a: 1 } } },
          { id: '0', subPath: ['deep'], data: { b: 2 } },
        ],
        completed: [{ id: '0' }],
        hasNext: false,
      },
    ],
  ],
  [
    'newer dialect, announced later',
    [
      user,
      {
        pending: [{ id: 'x', path: ['user'] }],
        incremental: [{ id: 'x', data: { name: 'Ada', deep: { a: 1, b: 2 } } }],
        hasNext: true,
      },
      { completed: [{ id: 'x' }], hasNext: false },
    ],
  ],
])('deferred fields are merged into their object (%s)', (_, payloads) => {
  const result = merged(payloads);
  expect(result.hasNext).toBe(false);
  expect(JSON.parse(result.text())).toEqual({ data: { user: { id: 1, name: 'Ada', deep: { a: 1, b: 2 } } } });
});

test.each<[string, readonly object[]]>([
  [
    'older dialect',
    [
      { data: { list: ['a'] }, hasNext: true },
      { incremental: [{ path: ['list', 1], items: ['b', 'c'] }], hasNext: true },
      { hasNext: false },
    ],
  ],
  [
    'newer dialect',
    [
      { data: { list: ['a'] }, pending: [{ id: '0', path: ['list'] }], hasNext: true },
      { incremental: [{ id: '0', items: ['b', 'c'] }], hasNext: true },
      { completed: [{ id: '0' }], hasNext: false },
    ],
  ],
])('streamed items are added to their list (%s)', (_, payloads) => {
  expect(merged(payloads).text()).toBe('{"data":{"list":["a","b","c"]}}');
});

test('numbers preserve their text, and members that control delivery are removed', () => {
  const result = merged([
    '{"data":{"a":12345678901234567890},"pending":[{"id":"0","path":[]}],"hasNext":true}',
    '{"incremental":[{"id":"0","data":{"b":1.0}}],"completed":[{"id":"0"}],"hasNext":false}',
  ]);
  expect(result.text()).toBe('{"data":{"a":12345678901234567890,"b":1.0}}');
});

test('errors of patches and of completed parts are collected, extensions merged', () => {
  const result = merged([
    { data: { a: null }, errors: [{ message: 'one' }], pending: [{ id: '0', path: [] }], hasNext: true },
    {
      incremental: [{ id: '0', data: { b: null }, errors: [{ message: 'two' }], extensions: { cost: 1 } }],
      hasNext: true,
    },
    { completed: [{ id: '0', errors: [{ message: 'three' }] }], hasNext: false },
  ]);
  expect(JSON.parse(result.text())).toEqual({
    data: { a: null, b: null },
    errors: [{ message: 'one' }, { message: 'two' }, { message: 'three' }],
    extensions: { cost: 1 },
  });
  expect(result.summary).toEqual({
    data: 'present',
    errors: [{ message: 'one' }, { message: 'two' }, { message: 'three' }],
    values: expect.any(Number),
  });
});

test.each<[string, string, RegExp]>([
  ['a part that is not JSON', '{"a"', /not JSON/],
  ['a part that is a list', '[]', /not a JSON object/],
  ['a position that does not exist', '{"incremental":[{"path":["nobody"],"data":{}}]}', /unknown path: nobody/],
  ['an unknown id', '{"incremental":[{"id":"9","data":{}}]}', /not pending/],
  ['a hole in a list', '{"incremental":[{"path":["list",99999999],"items":[1]}]}', /gap in the list/],
  ['items for no list', '{"incremental":[{"path":["user",0],"items":[1]}]}', /items have an unknown path/],
  ['data that is a list', '{"incremental":[{"path":["user"],"data":[1]}]}', /not a JSON object/],
  ['a patch that is a number', '{"incremental":[5]}', /not a JSON object/],
  [
    'a path through __proto__',
    '{"incremental":[{"path":["__proto__"],"data":{"polluted":1}}]}',
    /unknown path: __proto__/,
  ],
])('%s is skipped with a note', (_, payload, words) => {
  const merger = new IncrementalMerger();
  merger.push('{"data":{"user":{},"list":[]},"hasNext":true}');
  expect(merger.push(payload)).toEqual({ problem: expect.stringMatching(words), full: false });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  const after = merger.push('{"hasNext":false}');
  expect('problem' in after ? after : after.text()).toBe('{"data":{"user":{},"list":[]}}');
});

test('a result split into deferred parts in any way is reassembled', () => {
  const tree = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,3}$/),
    fc.oneof(fc.integer(), fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.integer())),
  );
  fc.assert(
    fc.property(tree, fc.array(fc.boolean()), fc.boolean(), (whole, late, newer) => {
      const keys = Object.keys(whole);
      const later = keys.filter((_, index) => late[index]);
      const first = Object.fromEntries(keys.filter(key => !later.includes(key)).map(key => [key, whole[key]]));
      const payloads: object[] = [
        { data: first, hasNext: true, ...(newer ? { pending: [{ id: '0', path: [] }] } : {}) },
      ];
      for (const key of later) {
        const data = { [key]: whole[key] };
        payloads.push({ incremental: [newer ? { id: '0', data } : { path: [], data }], hasNext: true });
      }
      payloads.push({ hasNext: false });
      expect(JSON.parse(merged(payloads).text())).toEqual({ data: whole });
    }),
  );
});

test('payloads nested sixty thousand deep are merged', () => {
  const nested = (leaf: string): string => `${'[{"a":'.repeat(30_000)}[[${leaf}]]${'}]'.repeat(30_000)}`;
  const result = merged([
    `{"data":{"list":${nested('1')}},"hasNext":true}`,
    `{"incremental":[{"path":[],"data":{"list":${nested('2,3')}}}],"hasNext":false}`,
  ]);
  expect(result.text()).toBe(`{"data":{"list":${nested('2,3')}}}`);
});
