/** Rename and go to definition, for the name at the cursor of the query or of the variables. */
import { fieldAt, nameRule, symbolAt, variableNamed } from '../../core/graphql/builder/index.js';
import { syntaxErrorText } from '../../core/graphql/builder/text/query-document.js';
import { renameMember } from '../../core/graphql/intelligence/variables-change.js';
import { placeholderAt, placeholderNamed } from '../../core/http-file/symbols.js';
import { jsonObject } from '../../core/json/tree.js';
import { cursorOf, select, textOf } from '../../core/text/editor.js';
import type { TextSymbol } from '../../core/text/symbol.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import type { TextPaneId } from '../model/text.js';
import { openOverlay, prompt } from '../overlays/open.js';
import { notify, withNotice } from '../update.js';
import { takeText } from './edits.js';
import { isHttp } from './http-text.js';
import { goTo, setEditor } from './text.js';

/** A symbol without uses: a member of Variables that the text does not mention. */
const memberOnly = (name: string): TextSymbol => ({
  kind: 'variable',
  name,
  label: `$${name}`,
  definition: undefined,
  renameChanges: () => [],
  problemOf: next => (/^[A-Za-z_]\w*$/.test(next) ? undefined : nameRule),
});

/** Returns the symbol at the cursor of a pane, or a message if there is none. */
function symbolIn(state: State, pane: TextPaneId): TextSymbol | string {
  const { query, variables } = state;
  const text = textOf(query.editor);
  const offset = cursorOf(state[pane].editor);
  if (pane === 'variables') {
    const members = jsonObject(textOf(variables.editor))?.members ?? [];
    const member = members.find(({ from, to }) => from <= offset && offset <= to);
    if (member === undefined) return 'No variable at the cursor.';
    if (isHttp(state)) return placeholderNamed(text, member.name);
    return variableNamed(query.document.lastValid, member.name, query.active) ?? memberOnly(member.name);
  }
  if (isHttp(state)) return placeholderAt(text, offset) ?? 'No {{name}} at the cursor.';
  if (query.document.problem !== undefined) return syntaxErrorText(query.document.problem);
  const symbol = symbolAt(query.document.lastValid, offset);
  if (symbol === undefined) return 'No variable, fragment, operation or field at the cursor.';
  return symbol.kind === 'type' ? `${symbol.name} is a schema type and cannot be renamed.` : symbol;
}

const hasValue = ({ kind }: TextSymbol): boolean => kind === 'variable' || kind === 'placeholder';

/**
 * Returns the offset of the first symbol with a name, or undefined if there is none. The name of a variable begins with `$`; in
 * requests, a name may have braces.
 */
export function offsetOfName(state: State, name: string): number | undefined {
  const { document, editor } = state.query;
  const text = textOf(editor);
  const [bare] = /[A-Za-z_][\w-]*/.exec(name) ?? [];
  if (bare === undefined) return undefined;
  const isVariable = name.startsWith('$');
  for (let offset = text.indexOf(bare); offset >= 0; offset = text.indexOf(bare, offset + 1)) {
    const symbol = isHttp(state) ? placeholderAt(text, offset) : symbolAt(document.lastValid, offset);
    if (
      symbol?.name === bare &&
      symbol.kind !== 'type' &&
      (isHttp(state) || isVariable === (symbol.kind === 'variable'))
    )
      return offset;
  }
  return undefined;
}

/** Returns the change of Variables for a rename, or why Variables cannot be changed. */
const memberChange = ({ variables }: State, symbol: TextSymbol, next: string) =>
  hasValue(symbol) ? renameMember(textOf(variables.editor), symbol.name, next, symbol.isShared === true) : undefined;

function problemOf(state: State, symbol: TextSymbol, next: string): string | undefined {
  if (next === symbol.name) return undefined;
  const problem = symbol.problemOf(next);
  const change = problem === undefined ? memberChange(state, symbol, next) : undefined;
  return problem ?? (typeof change === 'string' ? change : undefined);
}

export function askRename(state: State, pane: TextPaneId): Update<State> {
  const symbol = symbolIn(state, pane);
  if (typeof symbol === 'string') return notify(state, symbol);
  return openOverlay(
    state,
    prompt(`Rename ${symbol.label}`, name => ({ type: 'query/rename', pane, name: name.trim() }), {
      text: symbol.name,
      check: name => problemOf(state, symbol, name.trim()),
    }),
  );
}

/** Renames the symbol in the text and in Variables, as one undo step. */
export function renameSymbol(state: State, pane: TextPaneId, next: string): State {
  const symbol = symbolIn(state, pane);
  if (typeof symbol === 'string') return withNotice(state, symbol);
  if (next === symbol.name) return state;
  const problem = problemOf(state, symbol, next);
  if (problem !== undefined) return withNotice(state, problem, 'error');
  const change = memberChange(state, symbol, next);
  const variablesChange = typeof change === 'string' ? undefined : change;
  return takeText(state, symbol.renameChanges(next), undefined, variablesChange);
}

/** Returns the action for the definition of the name at the cursor of the query. Types and fields are defined in the tree. */
export function definitionOf(state: State): Action {
  const { connect, query } = state;
  const inText: Action = { type: 'query/definition', pane: 'query' };
  if (isHttp(state) || query.document.problem !== undefined) return inText;
  const symbol = symbolAt(query.document.lastValid, cursorOf(query.editor));
  if (symbol?.kind === 'type') return { type: 'schema/go-to-type', name: symbol.name };
  if (symbol?.kind !== 'alias' || symbol.definition === undefined || connect.schema === undefined) return inText;
  const field = fieldAt(connect.schema, query.document.lastValid, symbol.definition);
  return field ? { type: 'schema/go-to-type', name: field.type, member: field.name } : inText;
}

/** Goes to the definition in the text, and from there to the value in Variables. */
export function goToSymbol(state: State, pane: TextPaneId): State {
  const symbol = symbolIn(state, pane);
  if (typeof symbol === 'string') return withNotice(state, symbol);
  const { name, label, definition } = symbol;
  const offset = cursorOf(state[pane].editor);
  const isThere =
    pane === 'query' && definition !== undefined && definition <= offset && offset <= definition + label.length;
  if (definition !== undefined && !isThere) return goTo(focused(state, 'query'), definition);
  const member = jsonObject(textOf(state.variables.editor))?.members.find(each => each.name === name);
  if (pane === 'variables' || member === undefined || !hasValue(symbol))
    return withNotice(state, isThere ? 'This is the definition.' : `${label} is not defined in this text.`);
  return setEditor(focused(state, 'variables'), 'variables', select(state.variables.editor, member.from));
}

const focused = (state: State, pane: TextPaneId): State => ({ ...state, focus: pane, side: pane, editing: false });
