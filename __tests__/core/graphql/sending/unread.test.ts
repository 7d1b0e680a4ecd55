/** A text that the parser cannot read: its operations are found by their headers alone. */
import { isFailure } from '../../../../source/core/failure.js';
import { chooseUnread } from '../../../../source/core/graphql/sending/unread.js';

test.each([
  ['{ a } fragment F($x: Int) on T { b }', undefined, ['query', undefined]],
  ['query A { a ...F(x: 1) } fragment F($x: Int) on T { b }', undefined, ['query', 'A']],
  ['mutation { a @@ }', undefined, ['mutation', undefined]],
  ['query A { a(b: "mutation B {") } # mutation C\nsubscription D @@ { a }', 'D', ['subscription', 'D']],
  ['query A { query mutation subscription } ?', undefined, ['query', 'A']],
  ['fragment F($x: Int) on T { a } query A { ...F(x: 1) }', undefined, ['query', 'A']],
  // Unbalanced braces hide nothing.
  ['query A { a { mutation B { b }', 'B', ['mutation', 'B']],
  ['"""mutation X {""" query A @@ { a }', undefined, ['query', 'A']],
] as const)('%j with %j', (source, name, wanted) => {
  const found = chooseUnread(source, name);
  expect(isFailure(found) ? found.text : [found.kind, found.operationName]).toEqual(wanted);
});

test.each([
  ['', undefined, 'contains no operation'],
  ['fragment F($x: Int) on T @@', undefined, 'contains no operation'],
  ['query A { a } mutation B { b } ?', undefined, 'contains several operations'],
  ['fragment F($x: Int) on T { a }', undefined, 'contains no operation'],
  ['query A { a } ?', 'B', 'contains no operation named B'],
])('%j with %j is rejected', (source, name, told) => {
  expect(chooseUnread(source, name)).toMatchObject({ kind: 'usage', text: expect.stringContaining(told) });
});
