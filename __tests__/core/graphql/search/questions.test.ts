/** The table of questions: how many are answered first, and how many among the first three. */
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

/** An entry as the table names it: by its way, and by its type where that is not a name in lower case. */
const labels = (index: SearchIndex, entry: Entry, way: Path | undefined): readonly string[] => {
  const { path } = resultPaths(index, entry, way);
  return [...(path === undefined ? [] : [pathText(path)]), `${entry.owner}.${entry.name}`];
};

/** At which place a question is answered, from 0; -1: nowhere. */
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

/** True if some way has these fields, type conditions and what leads on left out. */
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

test('there are 150 questions, and each asks for something that is there', () => {
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
  'of the half the weights were %s, so many are answered first, and so many among the first three',
  (_, half, first, three) => {
    const all = places(half);
    expect(all.filter(({ place }) => place === 0).length).toBeGreaterThanOrEqual(first);
    expect(all.filter(({ place }) => place >= 0 && place < 3).length).toBeGreaterThanOrEqual(three);
  },
);
