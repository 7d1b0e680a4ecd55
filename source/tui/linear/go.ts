/**
 * Follows paths in the syntax of `--pick` in the tree: `books.nodes.title` is a field, `node(id:)` an argument, `books(filter:
 * {author:})` a field of an input object.
 */
import { applyPicks } from '../../core/graphql/builder/pick/apply.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { cursorRow } from '../schema/rows.js';
import { type DispatchAll, type Reply, refuse, silent, tell } from './spoken.js';

interface Step {
  readonly name: string;
  readonly isValue: boolean;
}

const valueKinds: ReadonlySet<Row['kind']> = new Set(['argument', 'input', 'choice', 'item']);

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

/** Moves through the tree by names, expanding rows on the way. Does not move if one of the rows does not exist. */
export function go(path: string, start: State, act: DispatchAll): Reply {
  const key = cursorRow(start)?.key;
  const reply = walk(path, start, act);
  if (reply.refused !== true || key === undefined) return reply;
  const { rows, cursor } = act().schema;
  act({ type: 'schema/move', by: rows.findIndex(row => row.key === key) - cursor });
  return reply;
}

function walk(path: string, start: State, act: DispatchAll): Reply {
  const steps = stepsOf(path);
  if (steps === undefined) return refuse(`Not a path: ${path}. Use books.nodes.title, or node(id:) for an argument.`);
  let state = start;
  const isRoot = state.schema.rows.some(row => row.depth === 0 && isNamed(row, steps[0]?.name ?? ''));
  let depth = -1;
  let from = 0;
  for (const step of isRoot ? steps : [{ name: 'query', isValue: false }, ...steps]) {
    const at = childAt(state, from, depth + 1, step);
    if (at < 0) {
      const above = depth < 0 ? 'in the schema' : `below ${state.schema.rows[from]?.name ?? ''}`;
      return refuse(`No ${step.isValue ? 'argument' : 'field'} ${step.name} ${above}.`);
    }
    state = act({ type: 'schema/move', by: at - state.schema.cursor });
    const row = cursorRow(state);
    if (row === undefined) return refuse('No schema loaded.');
    if (row.children !== undefined && !state.schema.open.has(row.key)) state = act({ type: 'schema/open' });
    from = state.schema.rows.findIndex(each => each.key === row.key);
    depth = row.depth;
  }
  return silent;
}

/** Ticks or unticks a row. A path with values, aliases or stars can only tick. */
export function tick(path: string, state: State, act: DispatchAll): Reply {
  if (path !== '' && stepsOf(path) === undefined) return pick(path, state, act);
  const outcome = path === '' ? silent : go(path, state, act);
  if (outcome.refused !== true) act({ type: 'schema/tick' });
  return outcome;
}

function pick(path: string, { connect, query }: State, act: DispatchAll): Reply {
  const { schema, schemaProblem } = connect;
  if (schema === undefined) return refuse(schemaProblem ?? 'Schema is still loading…');
  const operation = operationAt(query.document, query.active)?.name?.value;
  const picked = applyPicks(schema, textOf(query.editor), [path], operation);
  if ('problem' in picked) return refuse(picked.problem);
  act({ type: 'query/edited', text: picked.document.text });
  return tell(`Ticked ${path}.`, ...picked.told);
}

/**
 * Index of a step's row among the rows below another row, or -1. A field takes precedence over an argument of the same name.
 */
function childAt(state: State, parent: number, depth: number, { name, isValue }: Step): number {
  const { rows } = state.schema;
  let like = -1;
  for (let at = depth === 0 ? 0 : parent + 1; at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined || row.depth < depth) break;
    if (row.depth !== depth || valueKinds.has(row.kind) !== isValue) continue;
    if (row.name === name) return at;
    if (like < 0 && isNamed(row, name)) like = at;
  }
  return like;
}

/** Names of a row. A root type has two: `query` and the name of the type. */
function namesOf({ kind, name, path, typeName }: Row): readonly (string | undefined)[] {
  if (kind !== 'root') return [name];
  return path?.root === 'fragment' ? ['fragment'] : [path?.root, typeName];
}

const isNamed = (row: Row, typed: string): boolean =>
  namesOf(row).some(name => name?.toLowerCase() === typed.toLowerCase());

/** Goes to the best match. "next match" reaches the others. */
export function search(typed: string, act: DispatchAll): Reply {
  const { schema } = act(
    { type: 'app/focus', pane: 'schema' },
    { type: 'search/open' },
    { type: 'search/typed', command: { do: 'paste', text: typed } },
  );
  if (schema.search !== undefined && (schema.search.found?.total ?? 0) === 0) {
    act({ type: 'search/leave' });
    return refuse(`No match for ${typed} in the schema.`);
  }
  act({ type: 'search/take' });
  return silent;
}
