import { parse, print } from 'graphql';
import { parseQuery } from '../../../../source/core/graphql/builder/text/query-document.js';
import { formatQuery } from '../../../../source/core/graphql/intelligence/format-query.js';
import { operations, operationText } from '../../../support/schemas.js';

const format = (text: string): string => formatQuery(parseQuery(text).good);

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
    'a comment behind a definition stays on its line',
    '{ a } # why\nquery B { b }',
    '{\n  a\n} # why\n\nquery B {\n  b\n}\n',
  ],
  [
    'with a comment inside only the indentation changes',
    '{ # all\na {\n      b, c # two\n  # alone\n\n\n  d }\n}',
    '{ # all\n  a {\n    b, c # two\n    # alone\n\n    d }\n}\n',
  ],
  [
    'a comment in one definition leaves the others to be printed',
    '{a}\nquery B {\nb # x\n}',
    '{\n  a\n}\n\nquery B {\n  b # x\n}\n',
  ],
  [
    'block strings keep their inside',
    '{ # c\na(t: """\n   deep\n     er\n""")\n}',
    '{ # c\n  a(t: """\n   deep\n     er\n""")\n}\n',
  ],
])('%s', (_, text, wanted) => {
  expect(format(text)).toBe(wanted);
  expect(format(wanted)).toBe(wanted);
});

test('a text of comments only stays as it is', () => {
  expect(format('# nothing yet\n')).toBe('# nothing yet\n');
});

test.each(operations.filter(each => each.expect !== 'syntax-error').map(each => [each.file, each] as const))(
  '%s keeps its meaning and its comments',
  (_, entry) => {
    const text = operationText(entry);
    const formatted = format(text);
    expect(print(parse(formatted))).toBe(print(parse(text)));
    expect(comments(formatted)).toEqual(comments(text));
    expect(format(formatted)).toBe(formatted);
  },
);

/** The comments of a text, in order; those of strings do not count, because only tokens are looked at. */
function comments(text: string): string[] {
  const found: string[] = [];
  for (let token = parse(text).loc?.startToken; token; token = token.next ?? undefined) {
    if (token.kind === 'Comment') found.push(token.value.trim());
  }
  return found;
}
