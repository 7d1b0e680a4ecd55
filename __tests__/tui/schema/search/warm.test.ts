import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { emptyDocument } from '../../../../source/core/graphql/builder/text/query-document.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import { find, searchIndexOf } from '../../../../source/core/graphql/search/index.js';
import { schemaResults } from '../../../../source/tui/schema/search/found.js';
import { matchTree } from '../../../../source/tui/schema/search/match-rows.js';
import { warmMatches } from '../../../../source/tui/schema/search/prepare.js';
import { schemaRows } from '../../../../source/tui/schema/tree/schema-tree.js';
import { theme } from '../../support.js';

const sdl = (fields: string) => indexSchema(schemaFromSdl(parse(`type Query { ${fields} }`)));
const shown = {
  document: emptyDocument,
  active: undefined,
  open: new Set<string>(),
  onlyTicked: false,
  hideDeprecated: false,
};

test('the results are the same with and without preparation', () => {
  const fields = 'stars: Int repos: [Query!]! thePosts(first: Int): String rep: Boolean';
  const [cold, warm] = [sdl(fields), sdl(fields)];
  for (const _ of warmMatches(warm, theme));
  for (const text of ['s', 'rep', 'reops', 'the p', 'nothing at all']) {
    const [one, other] = [cold, warm].map(view => {
      const found = find(searchIndexOf(view), text);
      return {
        results: found.results,
        fits: found.fits,
        rows: matchTree(schemaRows({ ...shown, view }), schemaResults(found)).rows.map(row => row.key),
      };
    });
    expect(other).toEqual(one);
  }
});

test('a nearly empty schema can be prepared as well', () => {
  expect(() => {
    for (const _ of warmMatches(sdl('a: Int'), theme));
  }).not.toThrow();
});
