/** Operations and schemas of a description as documents of a search corpus. */

import { addTo } from '../add-to.js';
import { entriesIn, isObject, listIn, member, textIn } from '../json/loose.js';
import { memoizeSlices } from '../memoize-weak.js';
import { Corpus } from '../search/corpus.js';
import { builtInSynonyms, type Intent } from '../search/synonyms.js';
import { nameWords } from '../search/words.js';
import { componentNamed, resolve } from './document/node.js';
import type { Content, Description, Operation } from './document/types.js';
import { titleOf } from './look-up.js';
import { nameOfRef, shapeOf } from './schema.js';

export type Match =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'schema'; readonly schema: string };

/** Search index of a description. Document n of the corpus is match n. */
export interface Index {
  readonly matches: readonly Match[];
  readonly corpus: Corpus;
  /** Document numbers by complete lower-case name: operationId, path, `GET /path`, schema. */
  readonly named: ReadonlyMap<string, readonly number[]>;
  /** Operations that accept or return a schema. */
  readonly users: ReadonlyMap<string, readonly Operation[]>;
  /** Operations with a parameter or body property, by its lower-case name. */
  readonly parts: ReadonlyMap<string, readonly Operation[]>;
}

/** The index of a description, built on the first request or in slices. */
export const [indexOf, indexSlices] = memoizeSlices(collected);

/** Number of documents to add in one slice. */
const perSlice = 10;

function* collected(description: Description): Generator<void, Index> {
  const { root, operations, schemas } = description;
  const corpus = new Corpus();
  const matches: Match[] = [];
  const named = new Map<string, number[]>();
  const users = new Map<string, Operation[]>();
  const parts = new Map<string, Operation[]>();
  const name = (names: readonly string[]): void => {
    for (const each of new Set(names.map(text => text.toLowerCase()))) addTo(named, each, matches.length);
  };
  for (const [nth, operation] of operations.entries()) {
    if (nth % perSlice === 0) yield;
    const { id = '', path } = operation;
    name([id, path, titleOf(operation)]);
    const inputs = partNames(root, operation);
    addOperation(corpus, operation, [...inputs]);
    matches.push({ kind: 'operation', operation });
    for (const each of schemasOf(root, operation)) addTo(users, each, operation);
    for (const each of inputs) addTo(parts, each, operation);
  }
  for (const [nth, schema] of schemas.entries()) {
    if (nth % perSlice === 0) yield;
    name([schema]);
    const node = componentNamed(root, 'schemas', schema);
    corpus.add({
      names: [schema],
      fields: [
        ['name', corpus.wordsOfName(schema)],
        ['body', entriesIn(node, 'properties').flatMap(([each]) => corpus.wordsOfName(each))],
        ['text', corpus.wordsOfText(`${textIn(node, 'title') ?? ''} ${textIn(node, 'description') ?? ''}`)],
      ],
      prior: priors.schema,
      isDeprecated: member(node, 'deprecated') === true,
      order: 500,
    });
    matches.push({ kind: 'schema', schema });
  }
  corpus.finish();
  return { matches, corpus, named, users, parts };
}

/**
 * How likely a document is to be meant: factors for schemas, for each path segment, and for methods that are unusual for a
 * collection or an item.
 */
export const priors = { schema: 0.12, perStep: 0.96, other: 0.93 };
/** Number of path segments beyond which an operation does not become any less likely. */
const maxSteps = 12;

/** Returns the fixed segments of a path, without a final file extension. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .replace(/\.(?:json|xml)$/, '')
    .replace(/\{[^{}]*\}/g, ' ')
    .split(/[/\s]+/)
    .filter(Boolean);

function addOperation(corpus: Corpus, operation: Operation, inputs: readonly string[]): void {
  const { id = '', tags, summary, path, method, parameters, description, deprecated, responses } = operation;
  const words = (names: readonly string[]): readonly number[] => names.flatMap(each => corpus.wordsOfName(each));
  const text = (texts: readonly string[]): readonly number[] => texts.flatMap(each => corpus.wordsOfText(each));
  const segments = segmentsOf(path);
  const inPath = parameters.filter(({ place }) => place === 'path').map(each => each.name);
  const results = responses.flatMap(({ content }) =>
    content.flatMap(({ schema }) => [
      ...entriesIn(schema, 'properties').map(([each]) => each),
      textIn(schema, '$ref') === undefined ? '' : nameOfRef(textIn(schema, '$ref') ?? ''),
    ]),
  );
  const values = parameters.flatMap(({ schema }) => listIn(schema, 'enum').filter(each => typeof each === 'string'));
  const { length } = path.split('/').filter(Boolean);
  corpus.add({
    names: [id, ...segments.slice(-1)].filter(Boolean),
    title: summary,
    fields: [
      ['name', words([id])],
      ['title', corpus.wordsOfText(summary)],
      ['lastSegment', words(segments.slice(-1))],
      ['path', words(segments)],
      ['verbs', words(methodVerbs[method] ?? [method.toLowerCase()])],
      ['pathParameters', words(inPath)],
      ['tags', words(tags)],
      ['text', corpus.wordsOfText(description)],
      ['parameters', words(parameters.filter(({ place }) => place !== 'path').map(each => each.name))],
      ['body', words(inputs)],
      ['details', [...text(parameters.map(each => each.description)), ...words(values as string[]), ...words(results)]],
    ],
    prior:
      priors.perStep ** Math.min(length, maxSteps) * (/\}$/.test(path) === targetsItems.has(method) ? 1 : priors.other),
    intent: intentOf(operation),
    isDeprecated: deprecated,
    order: Math.min(499, length * 20 + path.length / 10),
  });
}

/** Methods that target a single item of a collection. */
const targetsItems = new Set(['PUT', 'PATCH', 'DELETE']);

/** Verbs that users search by. */
const methodVerbs: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'list', 'read'],
  HEAD: ['get', 'check'],
  POST: ['create', 'add', 'post'],
  PUT: ['replace', 'set', 'update'],
  PATCH: ['update', 'edit', 'change'],
  DELETE: ['delete', 'remove'],
};

/** Determines the intent of an operation. A POST is a search if its leading verb reads, and removes data if its verb does. */
function intentOf({ method, id = '', summary, path }: Operation): Intent {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE') return 'read';
  if (method === 'DELETE') return 'destroy';
  const last = segmentsOf(path).at(-1) ?? '';
  const verbs = [summary.split(/\s+/)[0] ?? '', nameWords(id)[0] ?? '', last].map(word =>
    builtInSynonyms.intentOf(word.toLowerCase()),
  );
  if (verbs.includes('destroy')) return 'destroy';
  return method === 'POST' && (verbs[0] ?? verbs[1] ?? verbs[2]) === 'read' ? 'read' : 'write';
}

/** Returns the schemas an operation uses in its body and responses, including as list items. */
function schemasOf(root: unknown, { body, responses }: Operation): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { schema } of [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)]) {
    const ref = textIn(schema, '$ref') ?? textIn(shapeOf(root, schema).items, '$ref');
    if (ref !== undefined) names.add(nameOfRef(ref));
  }
  return names;
}

/** Maximum levels of properties that can be found by name. */
const maxLevels = 3;
/** Maximum nesting of `allOf` and similar keywords between them. */
const maxNested = 20;

/** Returns the lower-case names of the parameters and body properties. */
function partNames(root: unknown, { parameters, body }: Operation): ReadonlySet<string> {
  const names = parameters.map(({ name }) => name.toLowerCase());
  return new Set([...names, ...propertyNames(root, body?.content ?? [], 'readOnly')]);
}

/** Returns the lower-case names of the response properties. */
export const responseNames = (root: unknown, { responses }: Operation): ReadonlySet<string> =>
  propertyNames(
    root,
    responses.flatMap(({ content }) => content),
    'writeOnly',
  );

function propertyNames(
  root: unknown,
  contents: readonly Content[],
  hidden: 'readOnly' | 'writeOnly',
): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const look = (schema: unknown, levels: number, nested: number): void => {
    const { node } = resolve(root, schema);
    if (levels === 0 || nested === 0 || !isObject(node) || seen.has(node)) return;
    seen.add(node);
    for (const [name, each] of entriesIn(node, 'properties')) {
      if (member(each, hidden) === true) continue;
      names.add(name.toLowerCase());
      look(each, levels - 1, maxNested);
    }
    for (const key of ['allOf', 'oneOf', 'anyOf']) for (const each of listIn(node, key)) look(each, levels, nested - 1);
    look(member(node, 'items'), levels, nested - 1);
  };
  for (const { schema } of contents) look(schema, maxLevels, maxNested);
  return names;
}
