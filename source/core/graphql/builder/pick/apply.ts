/** Implements `--pick`: ticks rows of the tree one after the other, using the full screen's query builder. */

import { type GraphQLSchema, print, type ValueNode } from 'graphql';
import { isProblem } from '../../../problem.js';
import { type Context, type EditResult, reject } from '../edit-result.js';
import { emptyMemory } from '../memory.js';
import { renameDefinition } from '../operations/edit.js';
import { ancestorOf, argument, child, type Path, pathKey } from '../schema/path.js';
import { viewOf } from '../schema/schema-view.js';
import { isOperation, parseQuery, type QueryDocument } from '../text/query-document.js';
import { resolveRow } from '../text/resolve.js';
import { valueAt } from '../text/value-position.js';
import { type FieldContent, insertRow } from '../tick.js';
import { allTicked, tickAll } from '../tick-all.js';
import { setValue } from '../values.js';
import { distinct, type NeededVariable } from '../variables.js';
import { type Pick, type PickProblem, parsePick } from './parse.js';
import { type ResolvedPick, resolvePick, variablesInPick } from './resolve.js';

/** Result of applying picks to a text. */
export interface Picked {
  readonly document: QueryDocument;
  /** Notes about names the builder chose. */
  readonly notes: readonly string[];
}

/**
 * Ticks rows into a text in the given order and leaves everything else unchanged. An empty text gets a new operation.
 * @param operation operation the picks apply to if the text has several, or the name of a newly created one
 */
export function applyPicks(
  schema: GraphQLSchema,
  text: string,
  picks: readonly string[],
  operation?: string,
): Picked | PickProblem {
  const document = parseQuery(text);
  const named = document.lastValid.definitions.findIndex(node => isOperation(node) && node.name?.value === operation);
  let context: Context = { document, schema, active: named < 0 ? undefined : named, memory: emptyMemory };
  const isNew = document.lastValid.definitions.length === 0;
  const notes: string[] = [];
  const given = new Map<string, string>();
  for (const written of picks) {
    const pick = parsePick(written);
    if (isProblem(pick)) return pick;
    const next = applyPick(context, pick, given, notes);
    if (isProblem(next)) return next;
    context = next;
  }
  if (isNew && operation !== undefined && context.document.lastValid.definitions.length === 1) {
    const renamed = renameDefinition(context, 0, operation);
    if (!renamed.ok) return { problem: renamed.reason, hint: 'Usage: --operation NAME' };
    return { document: renamed.document, notes };
  }
  return { document: context.document, notes };
}

/** Returns the context after applying one pick. */
function applyPick(start: Context, pick: Pick, given: Map<string, string>, notes: string[]): Context | PickProblem {
  const placed = resolvePick(start, pick);
  if (isProblem(placed)) return placed;
  let context: Context = { ...start, active: placed.active };
  const refused = (reason: string): PickProblem => ({ problem: `${pick.text}: ${reason}`, hint: 'Nothing was sent.' });
  const take = (outcome: EditResult): string | undefined => {
    if (!outcome.ok) return outcome.reason;
    if (outcome.note !== undefined) notes.push(outcome.note);
    context = { ...context, document: outcome.document, active: outcome.active, memory: outcome.memory };
    return undefined;
  };
  for (const each of argumentsOf(context, placed)) {
    const conflict = conflictWith(given, `${placed.active ?? pick.root} ${pathKey(each.path)}`, print(each.value));
    if (conflict !== undefined) {
      return {
        problem: `${pick.text}: ${conflict}`,
        hint: `Use an alias to select the field twice: --pick 'other: ${each.owner}(…)…'`,
      };
    }
    const outcome = writeArgument(context, each);
    const reason = outcome && take(outcome);
    if (reason !== undefined) return refused(reason);
  }
  const outcome = tickRow(context, placed, pick.depth);
  if (outcome === undefined) return context;
  const reason = take(outcome);
  return reason === undefined ? noted(context, placed, given) : refused(reason);
}

/** Ticks the row of a pick, or all leaves below it down to a depth. Returns undefined if they are already ticked. */
function tickRow(context: Context, placed: ResolvedPick, depth: number | undefined): EditResult | undefined {
  const { path } = placed;
  const extras = extrasOf(context, placed);
  if (depth !== undefined) {
    const outcome = tickAll(context, path, depth, extras);
    return !outcome.ok && outcome.reason === allTicked ? undefined : outcome;
  }
  const resolution = resolveRow(context, path);
  const target = resolution.levels.at(-1);
  if (target === undefined) return reject('The pick has no field.');
  return target.node === undefined ? insertRow(context, viewOf(context.schema), resolution, path, extras) : undefined;
}

/** Records the value of an argument, or returns the reason why it cannot have that value. */
function conflictWith(given: Map<string, string>, key: string, text: string): string | undefined {
  const before = given.get(key);
  if (before !== undefined && before !== text) return `another --pick sets ${before} where this one sets ${text}.`;
  given.set(key, text);
  return undefined;
}

/** Records the arguments of new fields in `given` and returns the context. */
function noted(context: Context, placed: ResolvedPick, given: Map<string, string>): Context {
  for (const [index, { written, present }] of placed.steps.entries()) {
    if (present || written.kind !== 'field') continue;
    const row = ancestorOf(placed.path, index + 1);
    for (const arg of written.args) {
      const path = child(row, argument(arg.name));
      given.set(`${context.active ?? placed.path.root} ${pathKey(path)}`, print(arg.value));
    }
  }
  return context;
}

interface PickedArgument {
  readonly path: Path;
  readonly text: string;
  readonly value: ValueNode;
  readonly variables: readonly NeededVariable[];
  /** Name of the field. */
  readonly owner: string;
}

/** Returns the arguments of fields that are already in the text. */
function argumentsOf(context: Context, placed: ResolvedPick): readonly PickedArgument[] {
  const view = viewOf(context.schema);
  return placed.steps.flatMap(({ written, known, present }, index) => {
    if (!present || written.kind !== 'field') return [];
    const row = ancestorOf(placed.path, index + 1);
    return written.args.map(({ name, text, value }) => ({
      path: child(row, argument(name)),
      text,
      value,
      variables: variablesInPick(view, known?.args.find(each => each.name === name)?.type, value),
      owner: written.name,
    }));
  });
}

/** Returns the content of new fields, by their index in the path. */
function extrasOf(context: Context, placed: ResolvedPick): ReadonlyMap<number, FieldContent> {
  const view = viewOf(context.schema);
  const extras = new Map<number, FieldContent>();
  for (const [index, { written, known, present }] of placed.steps.entries()) {
    if (present || written.kind !== 'field' || (written.args.length === 0 && written.alias === undefined)) continue;
    extras.set(index, {
      alias: written.alias,
      args: new Map(written.args.map(({ name, text }) => [name, text])),
      variables: written.args.flatMap(({ name, value }) =>
        variablesInPick(view, known?.args.find(each => each.name === name)?.type, value),
      ),
    });
  }
  return extras;
}

/** Writes an argument unless the text already has it, regardless of formatting. */
function writeArgument(context: Context, { path, text, value, variables }: PickedArgument): EditResult | undefined {
  const { document, active } = context;
  const now = valueAt(viewOf(context.schema), { parsed: document.lastValid, active }, path)?.value;
  if (now !== undefined && print(now) === print(value)) return undefined;
  return setValue(context, path, text, distinct(variables));
}
