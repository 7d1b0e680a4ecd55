/** Typed field names of the largest schema: whole, unfinished, abbreviated and misspelled. */
import { parse } from 'graphql';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import { find, searchIndexOf } from '../../../../source/core/graphql/search/index.js';
import { schemaText } from '../../../support/schemas.js';

const index = searchIndexOf(indexSchema(schemaFromSdl(parse(schemaText('github')))));
const all = [...new Set(index.entries.flatMap(({ kind, name }) => (kind === 'field' && name.length > 3 ? name : [])))];
const count = 300;
const names = all.filter(
  (_, at) => Math.floor((at * count) / all.length) > Math.floor(((at - 1) * count) / all.length),
);

/** Number of names that are among the first results for a text made from them. */
function foundBy(typed: (name: string) => string, most: number): number {
  const isFound = (name: string): boolean =>
    find(index, typed(name))
      .results.slice(0, most)
      .some(at => index.entries[at]?.name === name);
  return names.filter(isFound).length;
}

const beginnings = (name: string): string =>
  name
    .split(/(?=[A-Z])/)
    .map(word => word.slice(0, 4).toLowerCase())
    .join('');

function swapped(name: string): string {
  const at = Math.floor(name.length / 2) - 1;
  return `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
}

test.each([
  ['whole', (name: string) => name, 1, 276],
  ['to 60 %', (name: string) => name.slice(0, Math.ceil(name.length * 0.6)), 10, 278],
  ['as beginnings of words', beginnings, 10, 289],
  ['with two letters swapped', swapped, 10, 295],
])('of 300 field names typed %s, most are found', (_, typed, most, least) => {
  expect(names).toHaveLength(count);
  expect(foundBy(typed, most)).toBeGreaterThanOrEqual(least);
});
