/** The overlay that edits the value of an argument, input field or list item. */

import { fieldOf } from '../../core/graphql/builder/schema/lookups.js';
import type { SchemaType } from '../../core/graphql/schema-types.js';
import { parsedJson } from '../../core/json/loose.js';
import { graphqlTarget } from '../../core/seen/graphql.js';
import { type SeenValue, seenValues } from '../../core/seen/values.js';
import type { Action, Overlay } from '../model/action.js';
import type { Choice, PromptOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { choice, choiceOrPrompt, prompt } from '../overlays/open.js';
import { valueOfVariable, variableOf } from '../variables/values.js';
import { fileIn, fileLiteral, isFile, isListed } from './file-value.js';

/**
 * Enter on a value: opens a picker for enums and booleans, or a prompt for the literal.
 * @param refused returns why a literal is invalid; the input then stays open for correction
 */
export function valuePrompt(
  state: State,
  textRow: Row,
  refused: (literal: string | null) => string | undefined,
): Overlay {
  if (isFile(state, textRow)) return filePrompt(state, textRow, refused);
  const variable = variableOf(textRow);
  const row = variable === undefined ? textRow : { ...textRow, value: valueOfVariable(state, variable) };
  const type = row.typeName === undefined ? undefined : state.connect.index?.type(row.typeName);
  const values = isListed(row) ? [] : valuesOf(type);
  const isClosed = values.length > 0;
  const set = (literal: string | null) => setTo(row, literal);
  const title = `${row.name}: ${row.type?.text ?? ''}`;
  const typing = prompt(title, text => set(literalOf(text, row)), {
    runs: true,
    text: shownLiteral(row),
    hint: hintOf(row, variable, type, state.settings.theme.glyphs.spread) + orOmit(row.type?.required),
    check: text => refused(literalOf(text, row)),
  });
  const nullValue = isClosed && row.type?.required !== true ? [{ label: 'null', detail: 'no value' }] : [];
  return pickValue(typing, {
    title,
    picks: isClosed ? [...values, ...nullValue] : picksOfSeen(seenLiterals(state, row)),
    isClosed,
    isCurrent: label => label === row.value || JSON.stringify(label) === row.value,
    canOmit: row.value !== undefined && (isClosed || row.required !== true),
    set,
  });
}

/** Values to choose from, and how to set one. */
interface ValuePicks {
  readonly title: string;
  readonly picks: readonly Pick<Choice<Action>, 'label' | 'detail'>[];
  /** True if no other value is valid. */
  readonly isClosed: boolean;
  isCurrent(label: string): boolean;
  /** True if the value is set and may be removed. */
  readonly canOmit: boolean;
  /** Sets a value, or removes it for null. */
  set(literal: string | null): Action;
}

/** A picker of values, with the prompt for other values unless there are none. Only the prompt if there are no values. */
export function pickValue(
  typing: PromptOverlay<Action>,
  { title, picks, isClosed, isCurrent, canOmit, set }: ValuePicks,
): Overlay {
  if (picks.length === 0) return typing;
  const none = canOmit ? [{ label: '(absent)', detail: 'leave it out', action: set(null) }] : [];
  const options = picks.map(each => ({ ...each, action: isClosed ? set(each.label) : typing.then(each.label) }));
  if (!isClosed) return choiceOrPrompt(typing, options, none);
  return {
    ...choice(
      title,
      [...options, ...none],
      picks.findIndex(({ label }) => isCurrent(label)),
    ),
    runs: true,
  };
}

/** Values of earlier responses, with their origin. */
export const picksOfSeen = (values: readonly SeenValue[]): ValuePicks['picks'] =>
  values.map(({ text, about }) => ({ label: text, detail: about }));

/** End of the hint for a value that may be omitted. */
export const orOmit = (isRequired: boolean | undefined): string => (isRequired ? '' : '; leave empty to omit it');

/** All values of an enum or Boolean. */
function valuesOf(type: SchemaType | undefined): readonly { readonly label: string; readonly detail?: string }[] {
  if (type?.kind === 'ENUM')
    return type.enumValues.map(({ name, description }) => ({ label: name, detail: description }));
  return type?.name === 'Boolean' ? [{ label: 'true' }, { label: 'false' }] : [];
}

/** Identifiers of objects in earlier responses that the row may refer to. */
export function seenLiterals({ connect: { index }, identity }: State, row: Row): readonly SeenValue[] {
  const { path, parent = '', typeName = '' } = row;
  if (path === undefined || isListed(row) || row.kind === 'item') return [];
  const step = path.steps.findLast(each => each.kind === 'field');
  const [owner, name = step?.name ?? ''] = row.kind === 'argument' ? parent.split('.') : ['', undefined];
  const type = (index && fieldOf(index, owner, name)?.type.name) ?? '';
  const target = graphqlTarget({
    name: row.name,
    type: typeName,
    field: { name, type },
    inputType: row.kind === 'argument' ? undefined : parent,
    isQuery: path.root === 'query',
  });
  return target === undefined ? [] : seenValues(identity.seen ?? [], target);
}

const setTo = (row: Row, literal: string | null): Action => ({ type: 'schema/set-value', key: row.key, literal });

/** A prompt for the path of a file after `@`. Without `@`, the input is a literal, as in other rows. */
function filePrompt(state: State, row: Row, refused: (literal: string | null) => string | undefined): Overlay {
  const literal = (text: string): string | null => fileLiteral(text.trim(), row);
  const file = fileIn(state, row);
  return prompt(`${row.name}: ${row.type?.text ?? ''}`, text => setTo(row, literal(text)), {
    runs: true,
    text: file ?? '@',
    isPath: '@',
    hint: `@ and the path of a file${orOmit(row.type?.required)}`,
    check: text => (text.trim() === '@' ? 'A path is required after @.' : refused(literal(text))),
  });
}

function literalWords(typeName: string | undefined, isList: boolean): string {
  if (typeName !== 'Int' && typeName !== 'Float') return 'GraphQL literal';
  if (isList) return 'all items, like 1, 2';
  return typeName === 'Int' ? 'a whole number' : 'a number';
}

/** A hint about valid input. */
function hintOf(row: Row, variable: string | undefined, type: SchemaType | undefined, dots: string): string {
  const now = variable === undefined ? '' : `$${variable} in Variables: `;
  if (isString(row)) return `${now}text, without quotes`;
  const isList = isListed(row);
  if (isList && (row.typeName === 'String' || row.typeName === 'ID')) return `${now}all items, like one, two`;
  // A type has only one of them.
  const [first, ...more] = [...(type?.enumValues ?? []), ...(type?.inputFields ?? [])].map(({ name }) => name);
  if (first === undefined) return `${now}${literalWords(row.typeName, isList)}`;
  const one = type?.kind === 'ENUM' ? first : `{ ${first}: ${dots} }`;
  const all = `${[first, ...more.slice(0, 5)].join(', ')}${more.length > 5 ? ' and others' : ''}`;
  return `${now}like ${isList ? `[${one}]` : one}, of ${all}`;
}

const isString = (row: Row): boolean => (row.typeName === 'String' || row.typeName === 'ID') && !isListed(row);

/** A quoted string is edited without its quotes. */
const shownLiteral = (row: Row): string => (isString(row) ? unquoted(row.value ?? '') : (row.value ?? ''));

/** A JSON string without its quotes. Other literals are unchanged. */
export function unquoted(literal: string): string {
  if (!/^".*"$/s.test(literal)) return literal;
  return String(parsedJson(literal) ?? literal);
}

/** Parses items typed without brackets, `a, b c, "d, e"`, as a list. Strings need no quotes. */
function listOf(text: string, row: Row): string {
  const items = text.match(/"(?:\\.|[^"\\])*"|\{.*\}|[^,]+/g) ?? [];
  const isText = row.typeName === 'String' || row.typeName === 'ID';
  const item = (each: string): string =>
    isText && !/^["$]/.test(each) && each !== 'null' ? JSON.stringify(each) : each;
  return `[${items
    .map(each => each.trim())
    .filter(Boolean)
    .map(item)
    .join(', ')}]`;
}

/** The input as a GraphQL literal. A string is quoted unless it already is or names a variable. A list needs no brackets. */
function literalOf(text: string, row: Row): string | null {
  if (text === '') return null;
  if (isListed(row)) return /^\s*(?:[[$]|null\s*$)/.test(text) ? text : listOf(text, row);
  if (!isString(row) || /^".*"$/s.test(text) || /^\$[A-Za-z_]\w*$/.test(text)) return text;
  if (text === 'null' && row.type?.required !== true) return text;
  return JSON.stringify(text);
}
