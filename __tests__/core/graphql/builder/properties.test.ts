/** Properties of ticking, on real schemas and operations in every layout. */

import {
  addDirective,
  addItem,
  addSpread,
  applyChanges,
  type Context,
  clear,
  cycleValue,
  type Edit,
  type EditResult,
  extractFragment,
  fittingFragments,
  inlineFragment,
  isTicked,
  newOperation,
  type Path,
  possibleDirectives,
  removeDirective,
  removeItem,
  renameDefinition,
  setAlias,
  setValue,
  tick,
  tickAll,
  toggle,
  toLiteral,
  toVariable,
  untick,
  viewOf,
} from '../../../../source/core/graphql/builder/index.js';
import { resolve } from '../../../../source/core/graphql/builder/text/resolve.js';
import type { Row } from '../../../../source/tui/model/tree.js';
import * as fc from '../../../support/property.js';
import {
  alsoGone,
  countNodes,
  inOrder,
  isPureDeletion,
  isPureInsertion,
  isValid,
  tokenDifference,
} from './support/judge.js';
import { contextOf, entries, layouts, operationText, randomRow, schemaOf, tapeOf } from './support/material.js';

const parameters = { numRuns: 60 };

const documents = entries.filter(entry => entry.schema !== null && entry.expect !== 'syntax-error');
const sources = [
  ...documents.map(entry => ({ file: entry.file, schema: entry.schema as string, text: operationText(entry) })),
  { file: 'no document', schema: 'lens.graphql', text: '' },
];

const start = fc
  .record({
    source: fc.constantFrom(...sources),
    layout: fc.constantFrom(...Object.keys(layouts)),
    pick: fc.nat(20),
    tape: fc.array(fc.nat(1000), { minLength: 12, maxLength: 60 }),
  })
  .map(made => ({ ...made, toString: () => `${made.source.file} ${made.layout} ${made.pick} [${made.tape}]` }));

type Start = typeof start extends fc.Arbitrary<infer T> ? T : never;

const begin = ({ source, layout, pick }: Start): Context =>
  contextOf(schemaOf(source.schema), (layouts[layout] as (text: string) => string)(source.text), pick);

const after = (context: Context, edit: Edit): Context => ({
  ...context,
  document: edit.document,
  active: edit.active,
  memory: edit.memory,
});

/** A comparison without `expect`, which would take as long as the work under test (0.1 ms). */
function held(truth: boolean, what: string): void {
  if (!truth) throw new Error(`not held: ${what}`);
}

/** Only the field, missing ancestors, arguments, variable definitions, an operation and its name. */
function checkInserted(context: Context, edit: Edit, added: readonly string[]): void {
  held(!added.some(raw => /^[#@"]/.test(raw)), `nothing is added but ${added}`);
  const was = countNodes(context.document.text);
  const now = countNodes(edit.document.text);
  const steps = edit.path.steps;
  const ofKind = (kind: string): number => steps.filter(step => step.kind === kind).length;
  const more = (kind: string): number => (now[kind] ?? 0) - (was[kind] ?? 0);
  held(more('Field') <= ofKind('field') + (steps.at(-1)?.kind === 'spread' ? 0 : 1), 'no more fields than wanted');
  held(more('InlineFragment') <= ofKind('on'), 'no more inline fragments than wanted');
  held(more('FragmentSpread') <= ofKind('spread'), 'no more spreads than wanted');
  held(more('OperationDefinition') <= 1, 'at most one operation more');
  held(more('FragmentDefinition') === 0, 'as many fragments');
}

/** Throws with both texts, to make failures readable. */
function check(context: Context, edit: Edit, ticked: boolean): void {
  const before = context.document.text;
  const now = edit.document.text;
  try {
    held(inOrder(edit.changes), 'changes in order');
    held(applyChanges(before, edit.changes) === now, 'the changes make the text');
    held(applyChanges(now, edit.inverse) === before, 'their inverse takes them back');
    const { added, gone } = tokenDifference(before, now, edit.changes);
    if (ticked) {
      held(isPureInsertion(before, edit.changes), 'only insertions');
      held(
        gone.every(raw => raw === '__typename'),
        `no token goes but __typename: ${gone}`,
      );
      if (context.memory.remembered.size === 0) checkInserted(context, edit, added);
    } else {
      held(isPureDeletion(edit.changes), 'only deletions');
      held(added.length === 0 || (added.length === 1 && added[0] === '__typename'), `no token comes: ${added}`);
    }
    if (isValid(context.schema, before)) held(isValid(context.schema, now), 'a valid text stays valid');
  } catch (error) {
    throw new Error(`${(error as Error).message}\n--- before\n${before}\n--- after\n${now}`);
  }
}

function* walk(
  made: Start,
  fresh: boolean,
  wanted?: (row: Row) => boolean,
): Generator<{ context: Context; path: Path; edit: Edit; was: boolean; next: Context }> {
  let context = begin(made);
  const tape = tapeOf(made.tape);
  const steps = 1 + ((tape.next().value as number) % 6);
  for (let count = 0; count < steps; count++) {
    const row = randomRow(context, tape, wanted);
    if (row?.path === undefined) continue;
    const was = isTicked(context, row.path);
    const outcome = (was ? untick : tick)(context, row.path);
    if (!outcome.ok) continue;
    const next = after(context, outcome);
    yield { context, path: row.path, edit: outcome, was, next };
    // If the ticks are gone, the edit is repeated from the remembered selection instead of undone.
    context = fresh ? { ...next, memory: { ...next.memory, ticks: [] } } : next;
  }
}

test('a tick only inserts and an untick only deletes, by whole tokens, and a valid text stays valid', () => {
  fc.assert(
    fc.property(start, made => {
      for (const { context, edit, was } of walk(made, true)) check(context, edit, !was);
    }),
    parameters,
  );
});

/**
 * True for `(argument: $variable, …)`, which is all that a tick writes around a removed part. If the user typed it, a tick
 * restores it.
 */
const isMadeByTicks = (tokens: readonly string[]): boolean => /^(?:\((?::\$,?)+\))+$/.test(tokens.join(''));

test('an untick removes nothing else that the user typed: no alias, argument, directive or comment', () => {
  fc.assert(
    fc.property(start, made => {
      for (const { context, path, edit, was } of walk(made, true)) {
        if (!was || path.root === 'subscription') continue;
        const view = viewOf(context.schema);
        const row = resolve(view, context.document.lastValid, context.active, path).levels.at(-1);
        const gone = row?.node?.loc && alsoGone(context.document.text, edit.changes, row.node.loc);
        const own = gone?.filter(raw => !/^(?:[{}]|\.\.\.|\w+)$/.test(raw)) ?? [];
        // Below Mutation it is removed anyway and remembered: see `orders.test.ts`.
        if (own.length > 0 && path.root !== 'mutation' && !isMadeByTicks(own))
          throw new Error(`${own}\n--- before\n${context.document.text}\n--- after\n${edit.document.text}`);
      }
    }),
    parameters,
  );
});

test('reversing an action immediately restores the original bytes', () => {
  fc.assert(
    fc.property(start, made => {
      for (const { context, edit, was, next } of walk(made, false)) {
        const back = (was ? tick : untick)(next, edit.path);
        if (!back.ok)
          throw new Error(`${back.reason}\n--- before\n${context.document.text}\n--- after\n${edit.document.text}`);
        expect(back.document.text).toBe(context.document.text);
        expect(back.active).toBe(context.active);
      }
    }),
    parameters,
  );
});

test('reversing several actions in reverse order restores the original bytes', () => {
  fc.assert(
    fc.property(start, made => {
      const first = begin(made).document.text;
      const done = [...walk(made, false)];
      let context = done.at(-1)?.next;
      for (const { edit, was } of done.reverse()) {
        const back = (was ? tick : untick)(context as Context, edit.path);
        if (!back.ok) throw new Error(back.reason);
        context = after(context as Context, back);
      }
      if (context) expect(context.document.text).toBe(first);
    }),
    parameters,
  );
});

const isEditable = (row: Row): boolean => row.path !== undefined && row.kind !== 'directive';

test('arguments and input fields tick and untick in the same way, and reversing restores the original bytes', () => {
  fc.assert(
    fc.property(start, made => {
      for (const { context, edit, was, next } of walk(made, true, isEditable)) {
        if (!edit.path.steps.some(step => step.kind === 'argument')) continue;
        const before = context.document.text;
        const now = edit.document.text;
        tokenDifference(before, now, edit.changes);
        if (isValid(context.schema, before)) expect(isValid(context.schema, now)).toBe(true);
        const back = (was ? tick : untick)({ ...next, memory: edit.memory }, edit.path);
        if (!back.ok) throw new Error(back.reason);
        expect(back.document.text).toBe(before);
      }
    }),
    parameters,
  );
});

type Action = (context: Context, path: Path, next: () => number) => EditResult;

const literals = ['null', '1', '"a"', '{ a: 1 }', '[1, 2]', 'ENUM', '$new', '""" b\n#c """', '-0.5e3'];

const oneOf = <T>(list: readonly T[], number: number, otherwise: T): T =>
  list[number % Math.max(1, list.length)] ?? otherwise;

const actions: Readonly<Record<string, Action>> = {
  tickAll: (context, path, next) => tickAll(context, path, 1 + (next() % 2)),
  clear,
  cycleValue,
  addItem,
  removeItem,
  setValue: (context, path, next) => setValue(context, path, oneOf(literals, next(), '1')),
  toVariable: (context, path) => toVariable(context, path),
  toLiteral: (context, path) => toLiteral(context, path, undefined),
  setAlias: (context, path, next) => setAlias(context, path, oneOf(['a', 'id', null], next(), null)),
  addDirective: (context, path, next) =>
    addDirective(context, path, oneOf(possibleDirectives(context, path), next(), 'none')),
  removeDirective,
  extractFragment: (context, path) => extractFragment(context, path),
  inlineFragment,
  addSpread: (context, path, next) => addSpread(context, path, oneOf(fittingFragments(context, path), next(), 'None')),
  newOperation: (context, _, next) =>
    newOperation(context, oneOf(['query', 'mutation', 'subscription'] as const, next(), 'query')),
  rename: context => renameDefinition(context, context.active ?? 0, 'Renamed'),
  toggle,
};

test('no key of the builder makes a valid text invalid, and its edit matches its description', () => {
  const names = Object.keys(actions);
  fc.assert(
    fc.property(start, made => {
      let context = begin(made);
      const tape = tapeOf(made.tape);
      const next = (): number => (tape.next().value as number | undefined) ?? 0;
      for (let count = 0; count < 4; count++) {
        const name = oneOf(names, next(), 'toggle');
        const row = randomRow(context, tape, candidate => candidate.path !== undefined);
        if (row?.path === undefined) continue;
        const outcome = (actions[name] as Action)(context, row.path, next);
        if (!outcome.ok) continue;
        const before = context.document.text;
        const now = outcome.document.text;
        try {
          expect(inOrder(outcome.changes)).toBe(true);
          expect(applyChanges(before, outcome.changes)).toBe(now);
          expect(applyChanges(now, outcome.inverse)).toBe(before);
          expect(outcome.document.problem).toBeUndefined();
          if (isValid(context.schema, before)) expect(isValid(context.schema, now)).toBe(true);
        } catch (error) {
          throw new Error(`${name} ${(error as Error).message}\n--- before\n${before}\n--- after\n${now}`);
        }
        context = after(context, outcome);
      }
    }),
    { numRuns: 120 },
  );
});
