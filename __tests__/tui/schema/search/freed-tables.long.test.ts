import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { searchIndexOf } from '../../../../source/core/graphql/search/index.js';
import { treePlaces } from '../../../../source/tui/schema/search/found.js';
import { heldMiB } from '../../../support/heap.js';
import { loaded } from '../../support.js';

test('no search tables of released schemas remain in memory', () => {
  const fields = Array.from({ length: 500 }, (_, at) => `field${at}: Int`);
  const { raw } = loaded(`type Query { ${fields.join(' ')} }`).index;
  const search = (): void => {
    const index = searchIndexOf(indexSchema(raw));
    for (const entry of index.entries) treePlaces(index, entry);
  };
  search();
  const held = heldMiB(() => {
    for (let i = 0; i < 100; i++) search();
  });
  expect(held).toBeLessThan(0.5);
});
