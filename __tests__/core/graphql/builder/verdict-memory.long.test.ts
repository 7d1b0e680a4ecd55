import { buildSchema } from 'graphql';
import { parseQuery } from '../../../../source/core/graphql/builder/index.js';
import { problemsOf } from '../../../../source/core/graphql/builder/validity.js';
import { heldMiB } from '../../../support/heap.js';

test('a retained text does not retain the schemas with which it was validated', async () => {
  const { lastValid } = parseQuery('{ a }');
  const judged = ['a: Int', 'b: Int'].map(fields => {
    const schema = buildSchema(`type Query { ${fields} }`);
    expect(problemsOf(schema, lastValid)).toHaveLength(fields === 'a: Int' ? 0 : 1);
    return new WeakRef(schema);
  });
  // An object read from a WeakRef is held until this turn of the loop has ended.
  await new Promise(resolve => setImmediate(resolve));
  heldMiB(() => {});
  expect(judged.map(each => each.deref())).toEqual([undefined, undefined]);
  expect(lastValid.definitions).toHaveLength(1);
});
