import { parse, print } from 'graphql';
import { parseQuery } from '../../../../source/core/graphql/builder/text/query-document.js';
import { formatQuery } from '../../../../source/core/graphql/intelligence/format-query.js';
import { tenthOf } from '../../../support/property.js';
import { operations, operationText } from '../../../support/schemas.js';
import { layouts } from '../builder/support/material.js';

const format = (text: string): string => formatQuery(parseQuery(text).lastValid);

test.each([
  [
    'one line becomes many',
    'query Q($a:Int){user(id:$a){name,id}}',
    'query Q($a: Int) {\n  user(id: $a) {\n    name\n    id\n  }\n}\n',
  ],
  ['the word query stays where it was written', 'query { a }', 'query {\n  a\n}\n'],
  ['the short form stays short', '{ a }', '{\n  a\n}\n'],
  ['definitions are a blank line apart', '{ a }  fragment F on T { b }', '{\n  a\n}\n\nfragment F on T {\n  b\n}\n'],
  ['CRLF stays CRLF', '{ a }\r\n', '{\r\n  a\r\n}\r\n'],
  [
    'comments between definitions stay above theirs',
    '# one\n\n\n\n#two\n{a}\n  # end',
    '# one\n\n#two\n{\n  a\n}\n\n# end\n',
  ],
  [
    'a comment after a definition stays on its line',
    '{ a } # why\nquery B { b }',
    '{\n  a\n} # why\n\nquery B {\n  b\n}\n',
  ],
  [
    'comments inside stay next to the same token',
    '{ # all\na {\n      b, c # two\n\n\n  # alone\n  d }\n}',
    '{ # all\n  a {\n    b\n    c # two\n\n    # alone\n    d\n  }\n}\n',
  ],
  [
    'a comment in one definition leaves the others to be printed',
    '{a}\nquery B {\nb # x\n}',
    '{\n  a\n}\n\nquery B {\n  b # x\n}\n',
  ],
  [
    'block strings are laid out as without comments',
    '{ # c\na(t: """\n   deep\n     er\n""")\n}',
    '{ # c\n  a(t: """\n  deep\n    er\n  """)\n}\n',
  ],
  [
    'brackets with a comment inside are spread over lines, others are not',
    'query Q($a: Int, # first\n$b: [Int]) { x(a: $a, list: [1, 2], o: {p: 1, # two\n q: [3 # three\n]}) y(a: 1, b: 2) }',
    'query Q(\n  $a: Int # first\n  $b: [Int]\n) {\n  x(\n    a: $a\n    list: [1, 2]\n    o: {\n      p: 1 # two\n      q: [\n        3 # three\n      ]\n    }\n  )\n  y(a: 1, b: 2)\n}\n',
  ],
  [
    'a comment in the middle of a member is indented one level deeper',
    '{ a: # which\n b\n x(y: # why\n 1) }',
    '{\n  a: # which\n    b\n  x(\n    y: # why\n      1\n  )\n}\n',
  ],
  ['comments with CRLF', '{ # all\r\na\r\n\r\n # b\r\n}\r\n', '{ # all\r\n  a\r\n\r\n  # b\r\n}\r\n'],
  ['CR alone', '{a # b\r}\r', '{\r  a # b\r}\r'],
  ['a byte order mark', '\ufeff{a}', '\ufeff{\n  a\n}\n'],
])('%s', (_, text, wanted) => {
  expect(format(text)).toBe(wanted);
  expect(format(wanted)).toBe(wanted);
});

test('a text with only comments is unchanged', () => {
  expect(format('# nothing yet\n')).toBe('# nothing yet\n');
});

test.each(tenthOf(operations.filter(each => each.expect !== 'syntax-error').map(each => [each.file, each] as const)))(
  '%s preserves its meaning and its comments in every layout, and formatting is idempotent',
  (_, entry) => {
    for (const layout of Object.values(layouts)) {
      const text = layout(operationText(entry));
      const formatted = format(text);
      if (parseQuery(text).lastValid.definitions.length === 0) continue;
      expect(print(parse(formatted))).toBe(print(parse(text)));
      expect(comments(formatted)).toEqual(comments(text));
      expect(format(formatted)).toBe(formatted);
      const ends = new Set(formatted.match(/\r\n|\r|\n/g));
      expect(ends.size).toBe(1);
    }
  },
);

/** The comments of a text, in order. Strings are not searched, because only tokens are examined. */
function comments(text: string): string[] {
  const found: string[] = [];
  for (let token = parse(text).loc?.startToken; token; token = token.next ?? undefined) {
    if (token.kind === 'Comment') found.push(token.value.trim());
  }
  return found;
}
