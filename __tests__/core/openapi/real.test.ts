/** Real descriptions: each is read, and each operation is built from example values, as another validator judges it. */
import { describeText, descriptionText, large, small } from '../../support/fixtures/descriptions.js';
import { judgeOf } from './every-operation.js';

/** Schemas that nothing fits, and requests that no value makes right. */
// biome-ignore format: one description a line
const impossible: Readonly<Record<string, readonly string[]>> = {
  // A text and a number at once.
  '3.0/schema-types.json': ['PUT /anything/quirks/polymorphism', 'PATCH /anything/quirks/polymorphism'],
  '3.1/schema-types.json': ['PUT /anything/quirks/polymorphism', 'PATCH /anything/quirks/polymorphism'],
  // Two alternatives that are the same.
  '3.0/discriminators.json': ['POST /potentially-undefined-formData'],
  '3.0/readme-legacy.json': ['POST /docs'],
};

test('there are more than twenty, and six of them are large', () => {
  expect(small.length).toBeGreaterThan(60);
  expect(large).toHaveLength(6);
});

test.each(small)('%s: each operation is built from examples, and ajv finds it valid', name => {
  const description = describeText(descriptionText(name));
  const judge = judgeOf(description);
  const bad = description.operations.map(judge).filter(({ problems }) => problems.length > 0);
  expect(bad.filter(each => !impossible[name]?.includes(each.name))).toEqual([]);
});

test.each(large.filter(name => /^(?:twilio|stripe|gitea)/.test(name)))(
  '%s: every fortieth operation is built from examples, and ajv finds it valid',
  name => {
    const description = describeText(descriptionText(name));
    expect(description.operations.length).toBeGreaterThan(100);
    const judge = judgeOf(description);
    const some = description.operations.filter((_, at) => at % 40 === 0);
    expect(some.map(judge).filter(({ problems }) => problems.length > 0)).toEqual([]);
  },
);
