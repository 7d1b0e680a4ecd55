/** `v` on an argument: its value moves between the query and the variables without losing a digit. */
import { Screen } from '../support.js';

const sdl = `
  scalar Long
  enum Kind { A B }
  input Filter { x: Long, kind: Kind, tags: [String] }
  type Query { find(id: Long, ids: [Long!], filter: Filter, text: String, kind: Kind): Int }`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

test.each([
  ['id', 'Long', '9007199254740993', '9007199254740993'],
  ['ids', '[Long!]', '[9007199254740993, 1]', '[9007199254740993, 1]'],
  ['text', 'String', '"he\\"y"', '"he\\"y"'],
  ['kind', 'Kind', '"B"', 'B'],
  [
    'filter',
    'Filter',
    '{ "x": 9007199254740993, "kind": "B", "tags": ["q", null] }',
    '{ x: 9007199254740993, kind: B, tags: ["q", null] }',
  ],
])('the value of a variable for %s becomes a literal, and a variable again', (name, type, json, literal) => {
  const screen = new Screen({
    sdl,
    query: `query Q($v: ${type}) { find(${name}: $v) }`,
    variables: `{ "v": ${json} }`,
  });
  screen.row('find').press('l').row(name).press('v');
  expect(oneLine(screen.query)).toBe(`query Q { find(${name}: ${literal}) }`);
  expect(screen.variables).not.toContain('"v"');
  screen.press('v');
  expect(oneLine(screen.query)).toBe(`query Q($${name}: ${type}) { find(${name}: $${name}) }`);
  expect(oneLine(screen.variables)).toBe(`{ "${name}": ${json} }`);
});
