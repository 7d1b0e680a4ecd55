import { isFailure } from '../../../source/core/failure.js';
import { bearerProblem, readHeaderLine } from '../../../source/core/request/header-option.js';

test.each([
  ['Name: value', { kind: 'set', name: 'Name', value: 'value' }],
  ['x-CASE:kept', { kind: 'set', name: 'x-CASE', value: 'kept' }],
  ['A:  \t two  words \t', { kind: 'set', name: 'A', value: 'two  words' }],
  ['A: b:c;d', { kind: 'set', name: 'A', value: 'b:c;d' }],
  ['A: "q"\t=', { kind: 'set', name: 'A', value: '"q"\t=' }],
  ['A: ünï ☃', { kind: 'set', name: 'A', value: 'ünï ☃' }],
  ['User-Agent:', { kind: 'remove', name: 'User-Agent' }],
  ['User-Agent:  ', { kind: 'remove', name: 'User-Agent' }],
  ['X-Empty;', { kind: 'empty', name: 'X-Empty' }],
])('%j', (line, option) => {
  expect(readHeaderLine(line)).toEqual(option);
});

test.each([
  ['secret-without-colon', 'no colon'],
  ['Bad Name: secret', 'one word'],
  [': secret', 'one word'],
  ['Näme: secret', 'one word'],
  ['A: secret\r\nB: c', 'line break'],
  ['A: secret\nb', 'line break'],
  ['A: secret\u0000', 'NUL'],
  ['A: secret\u001b[2J', 'control character'],
  ['A: secret\u0085', 'control character'],
])('%j is rejected, and its value is not repeated', (line, said) => {
  const option = readHeaderLine(line);
  expect(isFailure(option) && option.text).toContain(said);
  expect(isFailure(option) && `${option.text} ${option.hint}`).not.toContain('secret');
});

test.each([
  ['abc.def-_~+/==', undefined],
  ['', 'is empty'],
  ['a b', 'space'],
  ['a\n', 'line end'],
  ['a\u0007', 'control'],
  ['ü', 'not ASCII'],
])('a Bearer token %j: %s', (token, said) => {
  if (said === undefined) expect(bearerProblem(token)).toBeUndefined();
  else expect(bearerProblem(token)).toContain(said);
});
