/** Parameters and properties of a request. Space adds and removes them, and their values are edited in place. */

import { variablesChangeOf } from '../../../core/graphql/intelligence/variables-change.js';
import { parsedValue, printRaw } from '../../../core/json/raw.js';
import { isBinary, sendsFile } from '../../../core/openapi/call/binary.js';
import { ExampleBudget, incompleteExample } from '../../../core/openapi/call/mend.js';
import { misfits } from '../../../core/openapi/check/json-schema.js';
import { put, take, typedValue, valueIn } from '../../../core/openapi/edit/tick.js';
import { exampleOf } from '../../../core/openapi/edit/tick-pairs.js';
import { isName, schemaOf, type Ticked, type Ticking } from '../../../core/openapi/edit/tick-target.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { shapeOf } from '../../../core/openapi/schema.js';
import type { Change } from '../../../core/text/changes.js';
import { textOf } from '../../../core/text/editor.js';
import type { Action, Overlay } from '../../model/action.js';
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { prompt } from '../../overlays/open.js';
import { takeText, takeVariables } from '../../query/edits.js';
import { withNotice } from '../../update.js';
import { variableJson } from '../../variables/values.js';
import { change } from '../rows.js';
import { treeSource } from '../sources.js';
import { orOmit, picksOfSeen, pickValue, unquoted } from '../value-prompt.js';
import { notAnObject } from '../variable-value.js';
import { tickedText, tickingOf } from './rows.js';

type Part = NonNullable<Row['part']>;

/**
 * Space: adds the part with an example to the request of its operation, or removes it.
 * @param isNew true if the request has just been added
 */
export function toggledPart(state: State, { operation, target }: Part, isNew: boolean): State {
  const ticking = tickingOf(state, operation);
  if (ticking === undefined) return state;
  const isIn = valueIn(ticking, target) !== undefined;
  if (isIn && isNew) return state;
  if (isIn) return applied(state, ticking, take(ticking, target));
  const budget = new ExampleBudget();
  const next = applied(state, ticking, put(ticking, target, exampleOf(ticking, target, budget)));
  return budget.isIncomplete ? withNotice(next, incompleteExample) : next;
}

/** Applies an edit as one undo step. A refusal becomes a notice. */
function applied(state: State, ticking: Ticking, done: Ticked | string): State {
  if (typeof done === 'string') return withNotice(state, done);
  const { operation, entry } = ticking;
  const { from, insert } = done.change;
  const known = tickedText(state, operation, entry);
  const text = known && changed(known, done.change, entry.from);
  const edited = new Map(state.schema.editedRequests).set(titleOf(operation), { filled: done.filled, text });
  return change(takeText(state, done.change, from + insert.length, undefined), { editedRequests: edited });
}

const changed = (text: string, { from, to, insert }: Change, start: number): string =>
  text.slice(0, from - start) + insert + text.slice(to - start);

/**
 * Sets the row's part to a typed value, or removes it for null. If the part is a `{{name}}` placeholder, its value in Variables
 * is changed.
 */
export function withPartValue(state: State, { operation, target }: Part, literal: string | null): State {
  const ticking = tickingOf(state, operation);
  if (ticking === undefined) return state;
  const value = valueIn(ticking, target);
  if (literal === null) return value === undefined ? state : applied(state, ticking, take(ticking, target));
  const typed = typedValue(ticking.description.root, target, literal);
  const name = nameIn(value);
  if (name === undefined || isName(literal) || isFileTarget(ticking.description.root, target))
    return applied(state, ticking, put(ticking, target, typed));
  const text = textOf(state.variables.editor);
  const trade = variablesChangeOf(text, [], [[name, printRaw(typed)]]);
  if (trade === undefined) return withNotice(state, notAnObject, 'error');
  return takeVariables(state, trade.after, name);
}

/** The reason why no value can be entered for a part, as a sentence, or undefined if one can. */
export function partRefusal(state: State, { operation, target }: Part): string | undefined {
  const ticking = tickingOf(state, operation);
  if (ticking === undefined) return undefined;
  const name = nameIn(valueIn(ticking, target));
  if (name === undefined) {
    const edit = put(ticking, target, '');
    return typeof edit === 'string' ? edit : undefined;
  }
  const change = variablesChangeOf(textOf(state.variables.editor), [], [[name, '""']]);
  return change === undefined ? notAnObject : undefined;
}

/** The name in a placeholder: `petId` for `{{petId}}`, with or without the quotes of JSON. */
const nameIn = (value: string | undefined): string | undefined =>
  /^"?\{\{\s*([\w.-]+)\s*\}\}"?$/.exec(value ?? '')?.[1];

/** Enter: opens a picker for enums, booleans and dates, or a prompt for other values. */
export function partPrompt(state: State, row: Row, { operation, target }: Part): Overlay {
  const { description } = state.connect;
  const root = description?.root;
  const schema = schemaOf(target);
  const ticking = tickingOf(state, operation);
  const shown = ticking && valueIn(ticking, target);
  const name = nameIn(shown);
  const json = name === undefined ? undefined : variableJson(state, name);
  const now = unquoted(json ?? shown ?? '');
  const shape = shapeOf(root, schema);
  const set = (literal: string | null): Action => ({ type: 'schema/set-value', key: row.key, literal });
  const title = `${row.name}${row.detail ? `: ${row.detail}` : ''}`;
  const typing = prompt(title, text => set(text === '' ? null : text), {
    runs: true,
    text: now,
    hint: `${name === undefined ? '' : `{{${name}}} in Variables: `}${hintOf(shape.types)}${orOmit(row.required)}`,
    check: text => {
      if (description === undefined || text === '' || isName(text)) return undefined;
      const [misfit] = misfits(description, schema, parsedValue(typedValue(root, target, text)), 'request');
      return misfit && `It ${misfit.text}.`;
    },
  });
  if (isFileTarget(root, target))
    return prompt(title, text => set(text.trim() === '' ? null : text.trim()), {
      runs: true,
      text: isName(now) ? '' : now,
      isPath: true,
      hint: `path of the file to send${orOmit(row.required)}`,
    });
  const isEnum = shape.values.length > 0;
  const seen = picksOfSeen(treeSource(state).seen?.(state, row) ?? []);
  return pickValue(typing, {
    title,
    picks: isEnum ? shape.values.map(each => ({ label: textFor(each) })) : [...seen, ...picksOf(shape, state.now)],
    isClosed: isEnum || shape.types.includes('boolean'),
    isCurrent: label => label === now,
    canOmit: shown !== undefined && !row.required,
    set,
  });
}

/** Returns true for a field or body that is sent from a file. */
const isFileTarget = (root: unknown, target: Part['target']): boolean =>
  target.kind === 'property' &&
  (isBinary(root, target.schema) || (target.path.length === 0 && sendsFile(root, target.content)));

const textFor = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const dayMs = 86_400_000;

/**
 * Booleans, and days near today (RFC 3339).
 * @param now milliseconds since 1970
 */
function picksOf(
  { types, format = '' }: ReturnType<typeof shapeOf>,
  now: number,
): readonly { readonly label: string; readonly detail?: string }[] {
  if (types.includes('boolean')) return [{ label: 'true' }, { label: 'false' }];
  if (format !== 'date' && format !== 'date-time') return [];
  const at = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
  const text = (ms: number): string => (format === 'date' ? at(ms).slice(0, 10) : at(ms));
  const days = [
    ['today', 0],
    ['yesterday', -1],
    ['tomorrow', 1],
    ['a week ago', -7],
    ['in a week', 7],
    ['30 days ago', -30],
  ] as const;
  return days.map(([detail, days]) => ({
    label: text(now + days * dayMs),
    detail: detail === 'today' && format !== 'date' ? 'now' : detail,
  }));
}

function hintOf(types: readonly string[]): string {
  if (types.includes('array')) return 'comma-separated items, or JSON';
  if (types.includes('object')) return 'JSON';
  if (types.includes('string') || types.length === 0) return 'text, without quotes';
  if (types.includes('number')) return 'a number';
  return types.includes('integer') ? 'a whole number' : 'a value';
}
