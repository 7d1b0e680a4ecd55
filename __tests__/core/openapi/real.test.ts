/** Real descriptions: each is read, and each operation is built from example values and checked by another validator. */
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { operationAt } from '../../../source/core/openapi/operations-in-text.js';
import { describeText, descriptionText, large, small } from '../../support/fixtures/descriptions.js';
import { tenthOf } from '../../support/property.js';
import { exampleRequest, judgeOf } from './every-operation.js';

/** Schemas that no value matches, and requests that no value makes valid. */
// biome-ignore format: one description a line
const impossible: Readonly<Record<string, readonly string[]>> = {
  // A string and a number at the same time.
  '3.0/schema-types.json': ['PUT /anything/quirks/polymorphism', 'PATCH /anything/quirks/polymorphism'],
  '3.1/schema-types.json': ['PUT /anything/quirks/polymorphism', 'PATCH /anything/quirks/polymorphism'],
  // Two identical alternatives, or alternatives that allow each other's members: each value matches both.
  '3.0/discriminators.json': ['POST /potentially-undefined-formData', 'PATCH /discriminator-with-mapping', 'PATCH /discriminator-with-no-mapping', 'PATCH /embedded-discriminator', 'PATCH /oneof-allof-top-level-disc', 'PATCH /mapping-with-duplicate-schemas', 'PATCH /mapping-of-schema-names'],
  '3.0/polymorphism.json': ['PATCH /pets', 'POST /anything/one-of-object', 'POST /anything/one-of-object-ref'],
  '3.0/readme-legacy.json': ['POST /docs'],
  // A required member of the same type, without an end.
  '3.0/circular-request-bodies.json': ['POST /direct'],
};

test('there are more than twenty, and six of them are large', () => {
  expect(small.length).toBeGreaterThan(60);
  expect(large).toHaveLength(6);
});

test.each(tenthOf(small))('%s: each operation is built from examples, and ajv finds it valid', name => {
  const description = describeText(descriptionText(name));
  const judge = judgeOf(description);
  const bad = description.operations.map(judge).filter(({ problems }) => problems.length > 0);
  expect(bad.filter(each => !impossible[name]?.includes(each.name))).toEqual([]);
});

const behind = 'https://api.example.com';

test.each(tenthOf(small))('%s: a built request is recognised as its operation, also with a query', name => {
  const { operations, ...rest } = describeText(descriptionText(name));
  const description = { ...rest, operations };
  const strays = operations.filter(operation => {
    const { url } = exampleRequest(description, operation, behind);
    const [path = '', fragment] = url.split('#');
    const whole = `${path}${path.includes('?') ? '&' : '?'}x=1${fragment === undefined ? '' : `#${fragment}`}`;
    const found = [url, whole].map(each => operationAt(description, { ...operation, url: each }, { server: behind }));
    return found.some(
      each =>
        each === undefined || each.path.replace(/\{[^}]*\}/g, '{}') !== operation.path.replace(/\{[^}]*\}/g, '{}'),
    );
  });
  expect(strays.map(titleOf)).toEqual([]);
});

test.each(tenthOf(large.filter(name => /^(?:twilio|stripe|gitea)/.test(name))))(
  '%s: every fortieth operation is built from examples, and ajv finds it valid',
  name => {
    const description = describeText(descriptionText(name));
    expect(description.operations.length).toBeGreaterThan(100);
    const judge = judgeOf(description);
    const some = description.operations.filter((_, at) => at % 40 === 0);
    expect(some.map(judge).filter(({ problems }) => problems.length > 0)).toEqual([]);
  },
);
