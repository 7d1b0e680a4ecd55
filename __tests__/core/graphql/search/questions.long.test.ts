/** The results for all questions: how many have their answer first, and among the first three. */
import { parse } from 'graphql';
import { fieldOf, isComposite } from '../../../../source/core/graphql/builder/schema/lookups.js';
import type { Path } from '../../../../source/core/graphql/builder/schema/path.js';
import type { SchemaView } from '../../../../source/core/graphql/builder/schema/schema-view.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import {
  type Entry,
  find,
  resultPaths,
  type SearchIndex,
  searchIndexOf,
} from '../../../../source/core/graphql/search/index.js';
import { type SchemaName, schemaText } from '../../../support/schemas.js';
import { kept, open } from './questions.js';

const indexes = new Map<SchemaName, SearchIndex>();
const indexOf = (name: SchemaName): SearchIndex => {
  const index = indexes.get(name) ?? searchIndexOf(indexSchema(schemaFromSdl(parse(schemaText(name)))));
  indexes.set(name, index);
  return index;
};

const leadsOn = new Set(['nodes', 'edges', 'node', 'items']);
const bare = (steps: readonly string[]): string => steps.filter((step, at) => at === 0 || !leadsOn.has(step)).join('.');
const wantedOf = (text: string): readonly string[] => text.split('|').map(each => bare(each.trim().split('.')));

function pathText({ root, steps }: Path): string {
  const names = steps.flatMap(step => (step.kind === 'field' ? [step.name] : []));
  return bare(root === 'query' ? names : [root, ...names]);
}

/** An entry as named in the table: by its path, and by its type if that is not a lower-case name. */
const labels = (index: SearchIndex, entry: Entry, way: Path | undefined): readonly string[] => {
  const { path } = resultPaths(index, entry, way);
  return [...(path === undefined ? [] : [pathText(path)]), `${entry.owner}.${entry.name}`];
};

/** Rank of a question's answer, from 0, or -1 if absent. */
function placeIn(index: SearchIndex, question: string, wanted: readonly string[]): number {
  const { results, paths } = find(index, question);
  return results
    .slice(0, 20)
    .findIndex(at => labels(index, index.entries[at] as Entry, paths.get(at)).some(label => wanted.includes(label)));
}

function places(half: typeof open): readonly { readonly question: string; readonly place: number }[] {
  return Object.entries(half).flatMap(([name, questions]) =>
    Object.entries(questions).map(([question, wanted]) => ({
      question: `${name}: ${question}`,
      place: placeIn(indexOf(name as SchemaName), question, wantedOf(wanted)),
    })),
  );
}

/** Whether a path has these fields, without type conditions and connection fields. */
function leads(view: SchemaView, text: string): boolean {
  const [first = '', ...rest] = text.split('.');
  if (/^[A-Z]/.test(first)) return rest.length > 0 && walk(view, first, rest);
  const root = first === 'mutation' || first === 'subscription' ? first : undefined;
  return walk(view, view.roots[root ?? 'query'], root === undefined ? [first, ...rest] : rest);
}

function walk(view: SchemaView, type: string | undefined, [name, ...rest]: readonly string[], depth = 0): boolean {
  if (name === undefined) return true;
  const known = type === undefined ? undefined : view.type(type);
  if (known === undefined || depth > 3) return false;
  const field = fieldOf(view, type, name);
  if (field !== undefined && walk(view, field.type.name, rest)) return true;
  const on = known.fields.filter(each => leadsOn.has(each.name)).map(each => each.type.name);
  const below = [...on, ...known.possibleTypes].filter(each => isComposite(view.type(each)));
  return below.some(each => walk(view, each, [name, ...rest], depth + 1));
}

test('there are 150 questions, and each asks for something that exists', () => {
  const all = [open, kept].flatMap(half =>
    Object.entries(half).flatMap(([name, of]) => Object.entries(of).map(each => [name, ...each])),
  );
  expect(all).toHaveLength(150);
  const gone = all.filter(([name, , wanted = '']) =>
    wantedOf(wanted).some(each => !leads(indexOf(name as SchemaName).view, each)),
  );
  expect(gone).toEqual([]);
});

test.each([
  ['chosen by', open, 74, 75],
  ['not chosen by', kept, 70, 72],
] as const)(
  'of the half that the weights were %s, this many answers are first, and this many among the first three',
  (_, half, first, three) => {
    const all = places(half);
    expect(all.filter(({ place }) => place === 0).length).toBeGreaterThanOrEqual(first);
    expect(all.filter(({ place }) => place >= 0 && place < 3).length).toBeGreaterThanOrEqual(three);
  },
);
