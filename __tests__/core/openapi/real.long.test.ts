/** All operations of the large descriptions, which takes half a minute. */
import { describeText, descriptionText, large } from '../../support/fixtures/descriptions.js';
import { judgeOf } from './every-operation.js';

test.each(large)('%s: every operation is built from examples, and ajv finds it valid', name => {
  const description = describeText(descriptionText(name));
  expect(description.operations.length).toBeGreaterThan(100);
  const judge = judgeOf(description);

  expect(description.operations.map(judge).filter(({ problems }) => problems.length > 0)).toEqual([]);
});
