/** Keys of the tree that change the query. Each requests an edit from the builder and applies it as one transaction. */

import type { Context, EditResult, Path } from '../../core/graphql/builder/index.js';
import * as builder from '../../core/graphql/builder/index.js';
import { syntaxErrorText } from '../../core/graphql/builder/text/query-document.js';
import { definitionIndexFor } from '../../core/graphql/builder/text/resolve.js';
import type { ValueAddress } from '../../core/graphql/intelligence/variable-value.js';
import { bindingsOf, keyOf } from '../components/key-labels.js';
import type { Update } from '../model/effect.js';
import type { TickAction } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { takeEdit } from '../query/edits.js';
import { mutationFields, withUnnamed } from '../query/unnamed.js';
import { notify, refuse, update, withNotice } from '../update.js';
import { variableJson, variableOf } from '../variables/values.js';
import { isFile, namesFile } from './file-value.js';
import { change, cursorRow, opened, rebuild, subtree, toggleOpen } from './rows.js';
import { valueKinds } from './tree/row.js';
import { valuePrompt } from './value-prompt.js';
import {
  addressOf,
  isUnchanged,
  notAnObject,
  reduceValue,
  setVariable,
  takesValues,
  withVariable,
} from './variable-value.js';

interface TickTarget {
  readonly context: Context;
  readonly row: Row;
  readonly path: Path;
  /** Position of the row inside a variable, or undefined if it is not inside one. */
  readonly address: ValueAddress | undefined;
}

/** The input for an edit, or the reason why there is none. */
function ready(state: State): TickTarget | string {
  const { connect, query } = state;
  const row = cursorRow(state);
  if (row === undefined) return 'No schema to choose from.';
  if (row.path === undefined) return 'Types cannot be ticked. Tick rows under Query, Mutation or Subscription.';
  if (query.document.problem !== undefined) return syntaxErrorText(query.document.problem);
  if (connect.schema === undefined) return connect.schemaProblem ?? 'Schema is still loading…';
  const { document, memory } = query;
  const active = definitionIndexFor(document, query.active, row.path.root);
  const context = { document, schema: connect.schema, active, memory };
  return { context, row, path: row.path, address: addressOf(context, row.path) };
}

const reasonOf = (outcome: EditResult): string | undefined => (outcome.ok ? undefined : outcome.reason);

/** Applies an edit to the text, the variables, and the cursor, whose row may have a new key. */
function take(state: State, outcome: EditResult): Update<State> {
  if (!outcome.ok) return refuse(state, outcome.reason);
  const edited = takeEdit(state, outcome, cursorRow(state)?.path);
  if (typeof edited === 'string') return refuse(state, edited);
  return update(rebuild(edited, builder.pathKey(outcome.path)));
}

/** Puts a file into the row's variable, or into a new one. A file cannot be a literal. */
function takeFile(state: State, { context, row, path }: TickTarget, json: string): Update<State> {
  if (row.value?.startsWith('$') !== true) return take(state, builder.toVariable(context, path, undefined, json));
  return setVariable(state, context, addressOfVariable(row.value.slice(1), row), json);
}

/** Handles ticks. A refusal of the builder becomes a notice. Keys pressed before the schema is built wait for it. */
export function reduceTick(state: State, action: TickAction): Update<State> {
  const done = carriedOut(state, action);
  if (action.type === 'schema/add-item') return withItemOpen(state, done);
  const { search, searchedRowKey } = state.schema;
  const isNamed = action.type !== 'schema/tick-all' && search === undefined && cursorRow(state)?.key !== searchedRowKey;
  if (isNamed || done.state.query.document === state.query.document) return done;
  const before = mutationFields(state.query.document);
  const come = [...mutationFields(done.state.query.document)].filter(name => !before.has(name));
  return come.length === 0 ? done : withUnnamed(done, come);
}

/** Opens the editor of a new list item at its example. For an input object, moves the cursor to the item's row. */
function withItemOpen(before: State, done: Update<State>): Update<State> {
  const { state } = done;
  const list = cursorRow(before);
  const isSame = state.query.editor === before.query.editor && state.variables.editor === before.variables.editor;
  if (isSame || list === undefined) return done;
  const cursor = cursorRow(state);
  // The cursor may still be on the list, whose last item is the new one.
  const items = cursor?.kind === 'item' ? [cursor] : itemsBelow(state, list.key);
  const item = items.at(-1);
  if (item === undefined) return done;
  const moved = rebuild(opened(state, [list.key]), item.key);
  if (item.children !== undefined) return update(moved, ...done.effects);
  const next = carriedOut(moved, { type: 'schema/enter' });
  return update(next.state, ...done.effects, ...next.effects);
}

function itemsBelow(state: State, key: string): readonly Row[] {
  const { rows } = rebuild(opened(state, [key]), key).schema;
  const at = rows.findIndex(row => row.key === key);
  const depth = (rows[at]?.depth ?? 0) + 1;
  return subtree(rows, at).filter(row => row.depth === depth && row.kind === 'item');
}

function carriedOut(state: State, action: TickAction): Update<State> {
  const row = cursorRow(state);
  if (action.type === 'schema/enter' && row?.children !== undefined) return update(toggleOpen(state));
  if (action.type === 'schema/enter' && !isValue(row)) return notify(state, leafHint(row));
  const target = ready(state);
  if (typeof target === 'string') return queue(state, action, target);
  const inVariable = target.address && reduceValue(state, target, target.address, action);
  return inVariable ?? editQuery(state, action, target);
}

const isValue = (row: Row | undefined): boolean => row !== undefined && valueKinds.has(row.kind);

const leafHint = (row: Row | undefined): string =>
  row?.mark === 'none' ? 'Nothing below this row.' : 'Nothing below this row. Press Space to tick it.';

/** Stores a key until the schema is built, or refuses it if it would never apply. */
function queue(state: State, action: TickAction, reason: string): Update<State> {
  const { schema, schemaProblem } = state.connect;
  const key = cursorRow(state)?.key;
  if (schema !== undefined || schemaProblem !== undefined || key === undefined) return refuse(state, reason);
  const queuedTicks = [...state.schema.queuedTicks, { key, action }];
  return update(change(withNotice(state, reason), { queuedTicks }));
}

/** Applies a key to a row that is not inside a variable. */
function editQuery(state: State, action: TickAction, target: TickTarget): Update<State> {
  const { context, row, path } = target;
  switch (action.type) {
    case 'schema/tick':
      return take(
        state,
        row.kind === 'directive' ? builder.removeDirective(context, path) : builder.toggle(context, path),
      );
    case 'schema/tick-all':
      return take(state, builder.tickAll(context, path, action.depth));
    case 'schema/ask-depth':
      return askDepth(state);
    case 'schema/clear':
      return take(state, builder.clear(context, path));
    case 'schema/enter':
      return askValue(state, target);
    case 'schema/set-value':
      return setValue(state, target, action.literal);
    case 'schema/cycle':
      return take(state, builder.cycleValue(context, path));
    case 'schema/add-item':
      return take(state, builder.addItem(context, path));
    case 'schema/remove-item':
      return take(state, builder.removeItem(context, path));
    case 'schema/variable':
      return toggleVariable(state, target, action);
    case 'schema/ask-alias':
      return askAlias(state, target);
    case 'schema/alias':
      return take(state, builder.setAlias(context, path, action.alias.trim() || null));
    case 'schema/directive':
      return directive(state, target, action.name);
    case 'schema/fragment':
      return fragment(state, target, action);
  }
}

function askDepth(state: State): Update<State> {
  return openOverlay(
    state,
    prompt('Tick to which depth?', text => ({ type: 'schema/tick-all', depth: Number(text) }), {
      text: '2',
      hint: `1: only the leaf fields of this row, as with the key ${keyOf(bindingsOf(state), 'schema.tick-all')}`,
      check: text => (/^[1-9]$/.test(text.trim()) ? undefined : 'Enter a number from 1 to 9.'),
    }),
  );
}

/** The address of the variable that is the value of a row, unless the row takes a file, which can be replaced. */
function variableIn(state: State, row: Row): ValueAddress | undefined {
  const variable = isFile(state, row) ? undefined : variableOf(row);
  return variable === undefined ? undefined : addressOfVariable(variable, row);
}

const addressOfVariable = (variable: string, row: Row): ValueAddress => ({
  variable,
  type: row.type?.text ?? '',
  steps: [],
});

function askValue(state: State, { context, row, address }: TickTarget): Update<State> {
  const inVariables = variableIn(state, row) ?? address;
  if (inVariables && !takesValues(state, context, inVariables)) return refuse(state, notAnObject);
  return openOverlay(
    state,
    valuePrompt(state, row, literal => problemOf(state, { type: 'schema/set-value', key: row.key, literal })),
  );
}

/** Sets a value, or removes it for null. The value of a variable changes in the variables if it can. */
function setValue(state: State, target: TickTarget, literal: string | null): Update<State> {
  const { context, row, path } = target;
  if (namesFile(literal) && isFile(state, row)) return takeFile(state, target, literal);
  const outcome = builder.setValue(context, path, literal);
  const variable = variableIn(state, row);
  if (literal !== null && variable !== undefined) {
    if (!outcome.ok && !/^[[{]/.test(literal)) return refuse(state, outcome.reason);
    const set = withVariable(state, context, variable, literal);
    if (set !== undefined) return set;
  }
  return isUnchanged(row, literal) ? update(state) : take(state, outcome);
}

/** Prompts for the alias of a field, or for a whole list or object, which Enter would expand. */
function askAlias(state: State, target: TickTarget): Update<State> {
  const { context, row, path } = target;
  if (isValue(row)) return askValue(state, target);
  if (row.kind !== 'field') return refuse(state, 'Only fields can have an alias.');
  return openOverlay(
    state,
    prompt(`Alias of ${row.name}`, alias => ({ type: 'schema/alias', alias }), {
      runs: true,
      text: row.alias ?? '',
      hint: 'leave empty for no alias',
      check: text =>
        /^(?:[_A-Za-z]\w*)?$/.test(text.trim())
          ? reasonOf(builder.setAlias(context, path, text.trim() || null))
          : builder.nameRule,
    }),
  );
}

/** The error that an action would show, or undefined if it would succeed. */
function problemOf(state: State, action: TickAction): string | undefined {
  const { notice } = carriedOut({ ...state, notice: undefined }, action).state;
  return notice?.tone === 'error' ? notice.text : undefined;
}

/** Applies the keys pressed while the schema was being built. */
export function tickWhenReady(state: State): Update<State> {
  const { queuedTicks, cursor } = state.schema;
  if (queuedTicks.length === 0) return update(state);
  let done: Update<State> = update(change({ ...state, notice: undefined }, { queuedTicks: [] }));
  const stayOn = state.schema.rows[cursor]?.key;
  for (const { key, action } of queuedTicks) {
    const next = reduceTick(rebuild(done.state, key), action);
    done = update(next.state, ...done.effects, ...next.effects);
  }
  return update(rebuild(done.state, stayOn), ...done.effects);
}

/** `v`: turns a literal into a variable (existing or new), or a variable into its value. */
function toggleVariable(
  state: State,
  { context, row, path }: TickTarget,
  action: { readonly name?: string; readonly fresh?: boolean },
): Update<State> {
  if (!isValue(row)) return refuse(state, 'Only arguments and their parts can be variables.');
  if (row.value?.startsWith('$') === true && action.name === undefined && action.fresh !== true) {
    return take(state, builder.toLiteral(context, path, variableJson(state, row.value.slice(1))));
  }
  const fitting = builder.fittingVariables(context, path);
  if (fitting.length > 0 && action.name === undefined && action.fresh !== true) {
    const options = [
      ...fitting.map(name => ({ label: `$${name}`, action: { type: 'schema/variable' as const, name } })),
      { label: 'a new variable', action: { type: 'schema/variable' as const, fresh: true } },
    ];
    return openOverlay(state, choice(`Variable for ${row.name}`, options));
  }
  return take(state, builder.toVariable(context, path, action.name));
}

function directive(state: State, { context, row, path }: TickTarget, name: string | undefined): Update<State> {
  if (row.kind === 'directive') return take(state, builder.removeDirective(context, path));
  if (name !== undefined) return take(state, builder.addDirective(context, path, name));
  const directives = new Map((state.connect.index?.directives ?? []).map(each => [each.name, each.description ?? '']));
  const options = builder.possibleDirectives(context, path).map(each => ({
    label: `@${each}`,
    detail: directives.get(each) ?? '',
    action: { type: 'schema/directive' as const, name: each },
  }));
  if (options.length === 0) return refuse(state, 'No directive can be used here.');
  return openOverlay(state, choice(`Directive on ${row.name}`, options));
}

function fragment(
  state: State,
  { context, row, path }: TickTarget,
  action: { readonly spread?: string; readonly extract?: boolean },
): Update<State> {
  if (row.kind === 'spread') return take(state, builder.inlineFragment(context, path));
  if (action.spread !== undefined) return take(state, builder.addSpread(context, path, action.spread));
  if (action.extract === true) return take(state, builder.extractFragment(context, path));
  const spreads = builder.fittingFragments(context, path).map(name => ({
    label: `...${name}`,
    detail: 'use this fragment here',
    action: { type: 'schema/fragment' as const, spread: name },
  }));
  if (spreads.length === 0) return take(state, builder.extractFragment(context, path));
  const extract = {
    label: 'new fragment',
    detail: 'from the ticked fields',
    action: { type: 'schema/fragment' as const, extract: true },
  };
  return openOverlay(state, choice(`Fragment in ${row.name}`, [extract, ...spreads]));
}
