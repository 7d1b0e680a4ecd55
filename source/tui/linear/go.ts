/**
 * Follows names in the tree. In a schema, names are written as for `--pick`: `books.nodes.title` is a field, `node(id:)` an
 * argument, `books(filter: {author:})` a field of an input object. They start at a root or below the current row. In a
 * description, an operation is its method and path or its ID, and names below it follow: `GET /pets limit`, `createPet owner name`.
 */
import { applyPicks } from '../../core/graphql/builder/pick/apply.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { nearest } from '../../core/near-miss.js';
import { isProblem } from '../../core/problem.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import type { Row, RowSource } from '../model/tree.js';
import { topOverlay } from '../overlays/open.js';
import { isHttp } from '../query/http-text.js';
import { operationOfRow } from '../schema/api/groups.js';
import { openRequest } from '../schema/api/requests.js';
import { cursorRow } from '../schema/rows.js';
import { treeSource } from '../schema/sources.js';
import { valueKinds } from '../schema/tree/row.js';
import { kindWords } from '../screen-words.js';
import { noTree, type OverlayOf, overlayWords } from './describe.js';
import { answer, type DispatchAll, notify, type Reply, refuse, replaceFieldText, silent } from './reply.js';

interface Step {
  readonly name: string;
  /** Undefined if both arguments and fields match. */
  readonly isValue: boolean | undefined;
}

interface Found {
  readonly row: Row;
  /** Keys of the rows above it. */
  readonly above: readonly string[];
}

/** The steps of a path. Undefined if it contains values, aliases or stars. */
function stepsOf(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const part of path.split('.')) {
    const [, name, inside = ''] =
      /^\s*(?:on\s+)?(\w+)\s*(?:\(\s*(\w+(?:\s*:\s*\{\s*\w+)*)\s*:?[\s}]*\))?\s*$/.exec(part) ?? [];
    if (name === undefined) return undefined;
    // Below an argument are the fields of its input object.
    steps.push({ name, isValue: steps.at(-1)?.isValue ?? false });
    for (const argument of inside.match(/\w+/g) ?? []) steps.push({ name: argument, isValue: true });
  }
  return steps;
}

/** Names of a row. A root type has two: `query` and the name of the type. */
function namesOf({ kind, name, path, typeName }: Row): readonly (string | undefined)[] {
  if (kind !== 'root') return [name];
  return path?.root === 'fragment' ? ['fragment'] : [path?.root, typeName];
}

const isNamed = (row: Row, typed: string): boolean =>
  namesOf(row).some(name => name?.toLowerCase() === typed.toLowerCase());

/** The row of a step. A field takes precedence over an argument of the same name. */
function childOf(rows: readonly Row[], { name, isValue }: Step): Row | undefined {
  const fitting = rows.filter(({ kind }) => isValue === undefined || valueKinds.has(kind) === isValue);
  return fitting.find(row => row.name === name) ?? fitting.find(row => isNamed(row, name));
}

/** Follows steps below a row. Returns a sentence if one of the rows does not exist. */
function follow(source: RowSource, from: Found, steps: readonly Step[], typed: string): Found | string {
  let { row, above } = from;
  for (const step of steps) {
    const next = rowBelow(source, row, step);
    if (next === undefined) return missingRow(source, row, step, typed);
    above = [...above, ...next.above];
    row = next.row;
  }
  return { row, above };
}

/** The row of a step, and the keys of the rows from `row` to it. */
function rowBelow(source: RowSource, row: Row, step: Step): Found | undefined {
  const below = source.below(row);
  const child = childOf(below, step);
  if (child !== undefined) return { row: child, above: [row.key] };
  const body = bodyOf(below, step);
  const property = body && childOf(source.below(body), step);
  return body && property && { row: property, above: [row.key, body.key] };
}

/** The row of a request's body, whose properties are found without its name. */
const bodyOf = (rows: readonly Row[], { isValue }: Step): Row | undefined =>
  isValue === undefined ? rows.find(({ name }) => name === 'body') : undefined;

function missingRow(source: RowSource, row: Row, step: Step, typed: string): string {
  const below = source.below(row);
  const body = bodyOf(below, step);
  const names = [...below, ...(body === undefined ? [] : source.below(body))].map(({ name }) => name);
  const nearestName = nearest(step.name, names);
  const suggestion = nearestName === undefined ? '' : ` Did you mean ${withName(typed, step.name, nearestName)}?`;
  return `No ${step.isValue ? 'argument' : 'field'} ${step.name} below ${row.name}.${suggestion}`;
}

/** The path with its last `name` replaced. */
function withName(typed: string, name: string, near: string): string {
  const at = typed.lastIndexOf(name);
  return `${typed.slice(0, at)}${near}${typed.slice(at + name.length)}`;
}

/**
 * The row of a path. Returns a sentence if there is none.
 * @param isValue true if a single name is first looked up among the arguments of the current row
 */
function rowOf(path: string, state: State, isValue = false): Found | string {
  const source = treeSource(state).rows(state);
  if (source === undefined) return noTree(state);
  if (isHttp(state)) return requestRowOf(path, source, state);
  const steps = stepsOf(path);
  const [first, ...others] = steps ?? [];
  if (steps === undefined || first === undefined)
    return `Not a path: ${path}. Use books.nodes.title, or node(id:) for an argument.`;
  const current = cursorRow(state);
  const below = (names: readonly Step[]): Found | undefined => {
    const found = current && follow(source, { row: current, above: [] }, names, path);
    // A type in the same spelling takes precedence over a field in another.
    return typeof found === 'string' || found?.row.name !== names.at(-1)?.name ? undefined : found;
  };
  const argument = isValue && others.length === 0 ? below([{ ...first, isValue }]) : undefined;
  if (argument !== undefined) return argument;
  const roots = source.roots().map((row): Found => ({ row, above: [] }));
  const root = roots.find(({ row }) => isNamed(row, first.name));
  if (root !== undefined) return follow(source, root, others, path);
  const query = roots.find(({ row }) => row.path?.root === 'query');
  const types = roots.find(({ row }) => row.kind === 'group');
  const field = query === undefined ? 'No schema loaded.' : follow(source, query, steps, path);
  if (typeof field !== 'string') return field;
  const type = below(steps) ?? (types === undefined ? field : follow(source, types, steps, path));
  return typeof type === 'string' ? field : type;
}

/** The row of an operation and the names below it, or of a request or file without a description. */
function requestRowOf(path: string, source: RowSource, { connect }: State): Found | string {
  const typed = path.toLowerCase();
  const named: { readonly name: string; readonly at: Found }[] = [];
  for (const group of source.roots()) {
    named.push({ name: group.name, at: { row: group, above: [] } });
    for (const row of source.below(group)) {
      const at = { row, above: [group.key] };
      const operation = connect.description && operationOfRow(connect.description, row);
      named.push({ name: row.name, at }, ...(operation?.id ? [{ name: operation.id, at }] : []));
    }
  }
  const [best] = named
    .filter(({ name }) => typed.startsWith(name.toLowerCase()) && /^(?:$|[\s.(])/.test(typed.slice(name.length)))
    .sort((a, b) => b.name.length - a.name.length);
  if (best === undefined) {
    const near = nearest(
      path,
      named.map(({ name }) => name),
    );
    return `No operation or request ${path}.${near === undefined ? ' Type rows for a list.' : ` Did you mean ${near}?`}`;
  }
  const steps = path
    .slice(best.name.length)
    .split(/[\s.():{}]+/)
    .filter(Boolean);
  return follow(
    source,
    best.at,
    steps.map(name => ({ name, isValue: undefined })),
    path,
  );
}

/** Goes to a row. The cursor does not move if the row does not exist. */
export function go(path: string, state: State, act: DispatchAll, isValue = false): Reply {
  if (path === '') return refuse('Usage: go PATH.');
  const target = rowOf(path, state, isValue);
  if (typeof target === 'string') return refuse(target);
  const { row, above } = target;
  const open = row.children === undefined ? above : [...above, row.key];
  const after = act({ type: 'app/focus', pane: 'schema' }, { type: 'schema/reveal', key: row.key, open });
  // The request to run is the one at the cursor of the text.
  const offset = treeSource(after).offsetOf?.(after, row);
  const request = offset === undefined ? openRequest(after) : ({ type: 'query/go', offset } as const);
  if (request !== undefined) act(request, { type: 'app/focus', pane: 'schema' });
  return silent;
}

/** Whether the row is in the text. */
export const isTicked = ({ mark, value }: Row): boolean =>
  value !== undefined || mark === 'ticked' || mark === 'partial';

/** Ticks a row, or with `isOn` false unticks it. A path with values, aliases or stars can only be ticked. */
export function tick(path: string, isOn: boolean, state: State, act: DispatchAll): Reply {
  if (path !== '' && !isHttp(state) && stepsOf(path) === undefined)
    return isOn ? pick(path, state, act) : refuse('Untick a path without values, such as books.nodes.title.');
  const outcome = path === '' ? silent : go(path, state, act);
  if (outcome.refused === true) return outcome;
  const row = cursorRow(act());
  if (row === undefined) return refuse(noTree(state));
  if (row.mark === 'none' && treeSource(state).offsetOf?.(state, row) !== undefined)
    return refuse(`Type go ${row.name}, then run.`);
  if (isTicked(row) === isOn)
    return notify(isOn ? `Already ticked: ${row.name}. Type untick to remove it.` : `Not ticked: ${row.name}.`);
  act({ type: 'schema/tick' });
  return silent;
}

function pick(path: string, { connect, query }: State, act: DispatchAll): Reply {
  const { schema, schemaProblem } = connect;
  if (schema === undefined) return refuse(schemaProblem ?? 'No schema loaded.');
  const operation = operationAt(query.document, query.active)?.name?.value;
  const picked = applyPicks(schema, textOf(query.editor), [path], operation);
  if (isProblem(picked)) return refuse(picked.problem);
  act({ type: 'query/edited', text: picked.document.text });
  return notify(`Ticked ${path}.`, ...picked.notes);
}

function rowAtPath(path: string, state: State): Row | undefined {
  const target = rowOf(path, state);
  return typeof target === 'string' ? undefined : target.row;
}

/** Returns the values that a row suggests; it accepts others, too. @param path empty for the current row */
export function offeredValues(path: string, state: State): readonly string[] {
  const row = path === '' ? cursorRow(state) : rowAtPath(path, state);
  if (row === undefined || !valueKinds.has(row.kind)) return [];
  return (treeSource(state).seen?.(state, row) ?? []).map(({ text }) => text);
}

/** Sets the value of an argument, parameter or property: `VALUE` of the current row, or `PATH = VALUE`. */
export function set(text: string, state: State, act: DispatchAll, isFree: boolean): Reply {
  if (text === '') return openValue(state, act);
  const at = isFree ? -1 : text.indexOf(' = ');
  const path = text.slice(0, Math.max(0, at)).trim();
  const value = at < 0 ? text : text.slice(at + 3).trim();
  // The name of the current row is enough.
  const outcome = path === '' || path === cursorRow(state)?.name ? silent : go(path, state, act, true);
  if (outcome.refused === true)
    return refuse(...outcome.lines.map(each => each.text), 'Type set: before a value that contains an equals sign.');
  const row = cursorRow(act());
  if (row === undefined || !valueKinds.has(row.kind))
    return refuse(`${row?.name ?? 'The tree'} takes no value. Go to an argument first, or type set PATH = VALUE.`);
  const { overlays } = act(row.children === undefined ? { type: 'schema/enter' } : { type: 'schema/ask-alias' });
  const top = overlays.at(-1);
  if (top?.kind === 'choice') return chooseValue(row, top, value, act);
  return top?.kind === 'prompt' ? typeValue(top, value, act) : { ...silent, refused: true };
}

/** Opens the list or prompt of the current row. */
function openValue(state: State, act: DispatchAll): Reply {
  if (!valueKinds.has(cursorRow(state)?.kind ?? 'root')) return refuse('Usage: set [PATH =] VALUE.');
  act({ type: 'schema/enter' });
  return silent;
}

function chooseValue(row: Row, { options, typed }: OverlayOf<'choice'>, value: string, act: DispatchAll): Reply {
  const option = options.find(({ label }) => label.toLowerCase() === value.toLowerCase()) ?? typed?.(value);
  const actions = option === undefined ? [] : [option.action];
  const after = topOverlay(act({ type: 'overlay/close' }, ...actions));
  // An invalid value opens its prompt.
  if (after?.kind === 'prompt' && after.problem !== undefined) {
    act({ type: 'overlay/close' });
    return refuse(after.problem);
  }
  if (option !== undefined) return silent;
  return refuse(`${row.name} is one of ${options.map(({ label }) => label).join(', ')}.`);
}

/** Types a value into its prompt, which stays open if it rejects the value. */
function typeValue({ title }: OverlayOf<'prompt'>, value: string, act: DispatchAll): Reply {
  replaceFieldText(value, act);
  const after = topOverlay(act({ type: 'overlay/accept' }));
  if (after?.kind !== 'prompt' || after.title !== title) return silent;
  act({ type: 'overlay/close' });
  return refuse(after.problem ?? `${value} was not accepted.`);
}

/** Prints the documentation of a row. */
export function describe(path: string, state: State, act: DispatchAll): Reply {
  const outcome = path === '' ? silent : go(path, state, act);
  if (outcome.refused === true) return outcome;
  const after = act({ type: 'schema/docs' });
  const top = topOverlay(after);
  if (top === undefined) return refuse(noTree(state));
  act({ type: 'overlay/close' });
  return answer(...overlayWords(top, after));
}

/** Goes to the best match. "next match" reaches the others. */
export function search(typed: string, act: DispatchAll): Reply {
  const state = act(
    { type: 'app/focus', pane: 'schema' },
    { type: 'search/open' },
    { type: 'search/typed', command: { do: 'paste', text: typed } },
  );
  const { schema } = state;
  if (schema.search !== undefined && (schema.search.results?.total ?? 0) === 0) {
    act({ type: 'search/leave' });
    return refuse(`No match for ${typed} in the ${kindWords[state.connect.kind].sourceName}.`);
  }
  act({ type: 'search/take' });
  return silent;
}
