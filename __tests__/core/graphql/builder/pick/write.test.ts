/** Rows and operations as picks, compared with the screen's builder. */
import { Kind, parse, print, stripIgnoredCharacters, visit } from 'graphql';
import { parseQuery, tick, viewOf } from '../../../../../source/core/graphql/builder/index.js';
import { applyPicks } from '../../../../../source/core/graphql/builder/pick/apply.js';
import { pickOf, picksOf } from '../../../../../source/core/graphql/builder/pick/write.js';
import { argument, field, on, type Path, path } from '../../../../../source/core/graphql/builder/schema/path.js';
import * as fc from '../../../../support/property.js';
import { triedOperations } from '../../../../support/schemas.js';
import { isValid } from '../support/judge.js';
import { contextOf, layouts, operationText, randomRow, schemaOf, tapeOf } from '../support/material.js';
import { at, schema } from '../support/small.js';

const q = (...steps: Parameters<typeof path>[1][]) => path('query', ...steps);
const text = `query A { u: user(id: "a.b") { posts(first: $n) { title } } me { id } me { name }
  best { ... on User { name } ... on Post @skip(if: true) { id } } }`;

test.each<readonly [Path, string | undefined]>([
  [q(field('count')), 'count'],
  [q(field('user'), field('posts'), field('author')), 'u: user(id: "a.b").posts(first: $n).author'],
  [q(field('user'), argument('first')), 'u: user(id: "a.b", first:)'],
  [q(field('user'), argument('id')), 'u: user(id: "a.b")'],
  [q(field('best'), on('User'), field('name')), 'best.User.name'],
  [q(field('me'), field('name')), 'me.name'],
  [q(field('me', 1), field('name')), undefined],
  [q(field('unheard'), field('name')), undefined],
  [q(field('best'), on('Post', 0, true), field('id')), undefined],
  [path('mutation', field('like')), 'mutation.like'],
  [q(), undefined],
])('%#', (row, pick) => expect(pickOf(viewOf(schema), at(text).document.lastValid, 0, row)).toBe(pick));

test('an operation becomes a pick for each leaf; unsupported parts are reported', () => {
  const { lastValid } = parseQuery(
    'query A($n: Int = 2) { u: user(id: 5) { name ...F posts(first: $n) @skip(if: false) { id title } } } fragment F on User { old ... on Node { id } }',
  );
  const [operation] = lastValid.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  expect(picksOf(viewOf(schema), lastValid, operation)).toEqual({
    picks: [
      'u: user(id: 5).name',
      'u: user.old',
      'u: user.Node.id',
      'u: user.posts(first: $n).id',
      'u: user.posts.title',
    ],
    left: ['its directives', 'the defaults of its variables'],
  });
});

const sources = triedOperations.filter(entry => entry.schema !== null && entry.expect !== 'syntax-error');

test('--pick ticks the same rows as the screen: the same rows give the same text', () => {
  const start = fc.record({
    entry: fc.constantFrom(undefined, ...sources),
    layout: fc.constantFrom(...Object.keys(layouts)),
    chosen: fc.nat(20),
    tape: fc.array(fc.nat(1000), { minLength: 12, maxLength: 60 }),
  });
  let compared = 0;
  fc.assert(
    fc.property(start, ({ entry, layout, chosen, tape }) => {
      const built = schemaOf(entry?.schema ?? 'lens.graphql');
      const before = entry === undefined ? '' : (layouts[layout] as (old: string) => string)(operationText(entry));
      let context = contextOf(built, before, chosen);
      const { definitions } = context.document.lastValid;
      const shown = context.active === undefined ? undefined : definitions[context.active];
      const name = shown && 'name' in shown ? shown.name?.value : undefined;
      const root = shown?.kind === Kind.OPERATION_DEFINITION ? shown.operation : 'fragment';
      const isFirst = definitions.find(node => node.kind === shown?.kind) === shown;
      if (shown !== undefined && name === undefined && !isFirst) return;
      const numbers = tapeOf(tape);
      const picks: string[] = [];
      for (let count = 0; count < 5; count++) {
        const row = randomRow(context, numbers);
        if (row?.path === undefined || row.path.steps.length === 0) continue;
        if (context.active !== undefined && shown !== undefined && row.path.root !== root) continue;
        const pick = pickOf(viewOf(built), context.document.lastValid, context.active, row.path);
        if (pick === undefined || row.mark !== 'absent') continue;
        if (shown === undefined && picks.length > 0 && rootOf(picks[0]) !== row.path.root) continue;
        const edit = tick(context, row.path);
        if (!edit.ok) continue;
        picks.push(pick);
        context = { ...context, document: edit.document, active: edit.active, memory: edit.memory };
        if (row.path.root === 'subscription') break;
      }
      const made = applyPicks(built, before, picks, before === '' ? undefined : name);
      if ('problem' in made)
        throw new Error(`${made.problem} ${made.hint}\n${picks.join('\n')}\n--- screen\n${context.document.text}`);
      expect(made.document.text).toBe(context.document.text);
      compared += picks.length;
    }),
    { numRuns: 40 },
  );
  expect(compared).toBeGreaterThan(process.env.PROPERTY_CASES === 'all' ? 50 : 5);
});

const rootOf = (pick: string | undefined): string =>
  /^(?:mutation|subscription)(?=\.)/.exec(pick ?? '')?.[0] ?? 'query';

/** Response keys with their fields and arguments, of one operation; fragments with a type condition are separate. */
function shape(source: string): string[] {
  const found = new Set<string>();
  const above: string[] = [];
  visit(parse(source), {
    enter(node) {
      if (node.kind === Kind.FIELD) {
        const args = node.arguments?.map(each => stripIgnoredCharacters(print(each))).join();
        above.push(`${node.alias?.value ?? node.name.value}:${node.name.value}(${args})`);
        if (!node.selectionSet) found.add(above.join('/'));
      }
      if (node.kind === Kind.INLINE_FRAGMENT) above.push(`on ${node.typeCondition?.name.value}`);
    },
    leave(node) {
      if (node.kind === Kind.FIELD || node.kind === Kind.INLINE_FRAGMENT) above.pop();
    },
  });
  return [...found].sort();
}

test('an operation without fragments and directives is restored from its picks', () => {
  let tried = 0;
  for (const entry of sources) {
    const source = operationText(entry);
    const built = schemaOf(entry.schema as string);
    const { lastValid } = parseQuery(source);
    const [operation, ...others] = lastValid.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0 || !isValid(built, source)) continue;
    const { picks, left } = picksOf(viewOf(built), lastValid, operation);
    if (left.length > 0 || /\.\.\.\s*(?:\{|on (\w+))/.test(source)) continue;
    const made = applyPicks(built, '', picks, operation.name?.value);
    if ('problem' in made) throw new Error(`${entry.file}: ${made.problem}`);
    expect(shape(made.document.text)).toEqual(shape(source));
    expect(isValid(built, made.document.text)).toBe(true);
    tried++;
  }
  expect(tried).toBeGreaterThan(10);
});
