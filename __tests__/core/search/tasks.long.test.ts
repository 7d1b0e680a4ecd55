/** Tasks in everyday words: how many have their answer first, among the first three, and nowhere. */
import { parse } from 'graphql';
import { pickOf } from '../../../source/core/graphql/builder/pick/write.js';
import { emptyDocument } from '../../../source/core/graphql/builder/text/query-document.js';
import { indexSchema } from '../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../source/core/graphql/sdl.js';
import { find, resultPaths, searchIndexOf } from '../../../source/core/graphql/search/index.js';
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { search } from '../../../source/core/openapi/search.js';
import { describeText, descriptionText } from '../../support/fixtures/descriptions.js';
import { type SchemaName, schemaText } from '../../support/schemas.js';
import { graphqlTasks, openapiTasks } from './tasks.js';

interface Counts {
  readonly all: number;
  readonly first: number;
  readonly three: number;
  readonly absent: number;
}

const counted = (places: readonly number[]): Counts => ({
  all: places.length,
  first: places.filter(place => place === 0).length,
  three: places.filter(place => place >= 0 && place < 3).length,
  absent: places.filter(place => place < 0).length,
});

const answersIn = (answers: string): readonly string[] => answers.split('|');

test('most tasks on GraphQL schemas have their field first', () => {
  const places = Object.entries(graphqlTasks).flatMap(([name, tasks]) => {
    const index = searchIndexOf(indexSchema(schemaFromSdl(parse(schemaText(name as SchemaName)))));
    return tasks.map(([words, answers]) => {
      const { results, paths } = find(index, words);
      return results.slice(0, 200).findIndex(at => {
        const entry = index.entries[at];
        const path = entry && resultPaths(index, entry, paths.get(at)).path;
        const pick = path && pickOf(index.view, emptyDocument.lastValid, undefined, path);
        const label = (pick ?? entry?.name ?? '').toLowerCase();
        return answersIn(answers).some(answer => label.includes(answer.toLowerCase()));
      });
    });
  });
  const { all, first, three, absent } = counted(places);
  expect(all).toBe(93);
  expect(first).toBeGreaterThanOrEqual(69);
  expect(three).toBeGreaterThanOrEqual(82);
  expect(absent).toBe(0);
});

const withoutNames = (title: string): string => title.replace(/\{[^{}]*\}/g, '{}').replace(/#.*$/, '');

test('most tasks on OpenAPI descriptions have their operation first', () => {
  const places = Object.entries(openapiTasks).flatMap(([name, tasks]) => {
    const description = describeText(descriptionText(name));
    return tasks.map(([words, answers]) =>
      search(description, words).matches.findIndex(
        match =>
          'operation' in match &&
          answersIn(answers).some(answer => withoutNames(answer) === withoutNames(titleOf(match.operation))),
      ),
    );
  });
  const { all, first, three, absent } = counted(places);
  expect(all).toBe(70);
  expect(first).toBeGreaterThanOrEqual(53);
  expect(three).toBeGreaterThanOrEqual(66);
  expect(absent).toBe(0);
});
