/** Search in large descriptions: the answer is among the first three in nine of ten cases. */
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { searchOperations } from '../../../source/core/openapi/search.js';
import { describeText, descriptionText } from '../../support/fixtures/descriptions.js';
import { questions } from './questions.js';

test('nine in ten of forty questions have their operation among the first three', () => {
  const missed: string[] = [];
  let asked = 0;
  for (const [name, list] of Object.entries(questions)) {
    const description = describeText(descriptionText(name));
    const titles = new Set(description.operations.map(titleOf));
    for (const [words, wanted] of list) {
      asked++;
      if (!titles.has(wanted)) throw new Error(`There is no ${wanted}.`);
      const first = searchOperations(description, words).matches.slice(0, 3);
      const found = first.map(({ operation }) => titleOf(operation));
      if (!found.includes(wanted)) missed.push(`${words}: ${wanted}, and not ${found.join(', ')}`);
    }
  }
  expect(asked).toBe(40);
  expect(missed.length > asked / 10 ? missed : []).toEqual([]);
});
