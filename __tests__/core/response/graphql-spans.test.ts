import { graphqlSpans } from '../../../source/core/response/graphql-spans.js';
import * as fc from '../../support/property.js';

test('every kind of token has its role', () => {
  const spans = graphqlSpans(
    'query Q($id: ID! = -1.5e3) @live {\n  # note\n  user(id: $id, s: "a\\"b", t: """x"y""") { ...F } n: null }',
  );
  const roleOf = (text: string) => spans.find(each => each.text === text)?.role;
  expect(
    ['query', 'Q', '$id', '-1.5e3', '@live', '# note', '"a\\"b"', '"""x"y"""', '...', 'null', '{'].map(roleOf),
  ).toEqual([
    'keyword',
    'name',
    'variable',
    'number',
    'directive',
    'comment',
    'string',
    'string',
    'punctuation',
    'literal',
    'punctuation',
  ]);
});

test('whatever is typed, no character is lost', () => {
  const any = fc.string({ unit: fc.constantFrom(...'{}()"\\#$@!:.ab1 \n-ü'), maxLength: 40 });
  fc.assert(
    fc.property(any, text => {
      expect(
        graphqlSpans(text)
          .map(each => each.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
