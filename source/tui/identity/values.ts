/** Values of a response used in later requests: as a variable, token or header, or under a name for `{{name}}`. */

import { isSecretName } from '../../core/credentials/header.js';
import { isFailure } from '../../core/failure.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { checkVariables } from '../../core/graphql/intelligence/check-variables.js';
import { type CapturedValue, type CapturedValues, textOf as shownIn } from '../../core/http-file/captured-values.js';
import { referencesIn } from '../../core/http-file/variables.js';
import { addMember, applyChange } from '../../core/json/edit.js';
import { isJson } from '../../core/json/is-json.js';
import { childOf, jsonObject } from '../../core/json/tree.js';
import type { HeaderOption } from '../../core/options.js';
import { valueNameForm } from '../../core/profile-values.js';
import { bearerProblem, isToken, readHeaderLine } from '../../core/request/header-option.js';
import { isSecret, reveal, type Secret, secret } from '../../core/secret.js';
import { textOf } from '../../core/text/editor.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { ValuesAction } from '../model/identity.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { takeVariables } from '../query/edits.js';
import { isHttp } from '../query/http-text.js';
import { run } from '../response/run.js';
import { type FoundValue, jsonHere } from '../response/values.js';
import { notify, refuse, update, withNotice } from '../update.js';
import { listed } from './list-values.js';
import { headerName } from './rows.js';
import { withIdentity } from './with-identity.js';

/** Maximum number of values. The oldest ones are dropped first. */
const maxKept = 100;
/** Maximum length in UTF-16 units. Longer values can only be copied. */
const maxLength = 1_000_000;

/** A rejected value becomes a notice and changes nothing. */
export function reduceValues(state: State, action: ValuesAction): Update<State> {
  switch (action.type) {
    case 'values/offer':
      return offer(state);
    case 'values/variable':
      return update(withVariable(state, action.name, action.json));
    case 'values/bearer':
      return sendAsBearer(state, action.value);
    case 'values/undo':
      return undoUse(state);
    case 'values/ask-header':
      return askHeader(state, action.value);
    case 'values/header':
      return sendAsHeader(state, action.name, action.value);
    case 'values/ask-keep':
      return askName(state, action.name, action.value);
    case 'values/keep':
      return keep(state, action.name, action.value);
    case 'values/captured':
      return keepCaptured(state, action.values);
    case 'values/ask-value':
      return askValue(state, action.name);
    case 'values/as-they-are':
      return runUnchanged(state, action.names);
    case 'values/forget':
      return quietly(
        state,
        [...state.identity.values].filter(([name]) => name !== action.name),
        `Deleted {{${action.name}}}.`,
      );
    case 'values/list':
      return listed(state);
  }
}

function offer(state: State): Update<State> {
  const json = jsonHere(state.response);
  if (json === undefined) return notify(state, 'No value here.');
  if (json.json.length > maxLength) return notify(state, 'The value is too long for that. Press y to copy it.');
  return openOverlay(state, choice('Use value', usesOf(state, json)));
}

function sendAsBearer(state: State, value: Secret): Update<State> {
  const auth = { bearer: { from: 'text', value }, apiKeys: state.identity.auth.apiKeys } as const;
  const noticed = withNotice(state, 'Requests use it as a Bearer token. Press u to undo.');
  return usable(state, withIdentity(noticed, { auth }));
}

function undoUse(state: State): Update<State> {
  const { used } = state.identity;
  if (used === undefined || !canUndoUse(state)) return update(state);
  return withIdentity(withNotice(state, 'The value is no longer used.'), { ...used.before, used: undefined });
}

function askHeader(state: State, value: CapturedValue): Update<State> {
  return openOverlay(
    state,
    prompt('Send as header', name => ({ type: 'values/header', name: name.trim(), value }), {
      text: 'X-',
      selected: false,
      runs: true,
      hint: 'Header name. Press H to view or remove the header.',
      check: name => (isToken(name.trim()) ? undefined : 'Use letters, digits and -_.'),
    }),
  );
}

function sendAsHeader(state: State, name: string, value: CapturedValue): Update<State> {
  const option = headerOf(name, value);
  if (typeof option === 'string') return refuse(state, option);
  const others = state.identity.headers.filter(each => headerName(each.option) !== name.toLowerCase());
  const noticed = withNotice(state, `Requests send it as ${name}. Press u to undo.`);
  return usable(state, withIdentity(noticed, { headers: [...others, { option, on: true, typed: true }] }));
}

function askName(state: State, suggestion: string, value: CapturedValue): Update<State> {
  return openOverlay(
    state,
    prompt('Save value as', name => ({ type: 'values/keep', name: name.trim(), value }), {
      text: suggestion,
      hint: 'use it as {{name}} in Variables and headers for this server',
      check: name =>
        valueNameForm.test(name.trim())
          ? undefined
          : 'Use letters, digits, dots, dashes and underscores, starting with a letter.',
    }),
  );
}

function keep(state: State, name: string, value: CapturedValue): Update<State> {
  const others = [...state.identity.values].filter(([each]) => each !== name).slice(1 - maxKept);
  return usable(state, quietly(state, [...others, [name, value]], `Saved. Use {{${name}}} in Variables and headers.`));
}

function keepCaptured(state: State, captured: CapturedValues): Update<State> {
  const values = [...state.identity.values, ...captured].slice(-maxKept);
  const names = [...captured.keys()].map(name => `{{${name}}}`);
  const typed = jsonObject(textOf(state.variables.editor))?.members.map(({ name }) => name) ?? [];
  const hides = typed.find(name => captured.has(name));
  const hint = hides === undefined ? '' : ` The {{${hides}}} in Variables overrides it.`;
  return quietly(state, values, `Saved ${names.join(', ')}.${hint}`);
}

function askValue(state: State, name: string): Update<State> {
  const { values, configured, unread } = state.identity;
  const known = values.get(name) ?? configured.get(name);
  const isHidden = isSecretName(name) || isSecret(known) || unread.has(name);
  const value = (text: string): CapturedValue => hidden(isJson(text) ? text.trim() : JSON.stringify(text), isHidden);
  return openOverlay(
    state,
    prompt(`{{${name}}}`, text => ({ type: 'values/keep', name, value: value(text) }), {
      text: typeof known === 'string' ? shownIn(known) : '',
      runs: true,
      hint: 'JSON, or text without quotes',
      hidden: isHidden,
    }),
  );
}

/** Runs the operation with these placeholders unchanged, from now on. */
function runUnchanged(state: State, names: readonly string[]): Update<State> {
  const bodies = names.map(name => [name, JSON.stringify(`{{${name}}}`)] as const);
  const kept = quietly(state, [...state.identity.values, ...bodies], '');
  const running = run(kept.state);
  return update(running.state, ...kept.effects, ...running.effects);
}

/** Records the use for undo, which works until something else changes. */
function usable(before: State, done: Update<State>): Update<State> {
  const { identity, query, variables } = done.state;
  const parts = ({ auth, headers, values }: State['identity']) => ({ auth, headers, values });
  const used = {
    before: parts(before.identity),
    after: parts(identity),
    texts: [query.editor.doc, variables.editor.doc],
  } as const;
  return update({ ...done.state, identity: { ...identity, used } }, ...done.effects);
}

/** True if the last change was the use of a value. */
export function canUndoUse({ identity, query, variables }: State): boolean {
  const { used, auth, headers, values } = identity;
  if (used === undefined) return false;
  const { after, texts } = used;
  const isSame = after.auth === auth && after.headers === headers && after.values === values;
  return isSame && texts[0] === query.editor.doc && texts[1] === variables.editor.doc;
}

/** Updates only the values, which do not affect the schema. */
function quietly(
  state: State,
  values: readonly (readonly [name: string, value: CapturedValue])[],
  text: string,
): Update<State> {
  const done = withIdentity(state, { values: new Map(values) });
  const same = { ...done.state, identity: { ...done.state.identity, changed: state.identity.changed } };
  return update(text === '' ? same : withNotice(same, text), ...done.effects);
}

const hidden = (json: string, isHidden: boolean): CapturedValue => (isHidden ? secret(json) : json);

/** True if the name indicates a credential or the value has the form of a token (RFC 7519). */
const looksSecret = ({ key, json }: FoundValue): boolean =>
  json.startsWith('"') && (isSecretName(key ?? '') || /^"eyJ[\w-]+\.[\w-]+\./.test(json));

function usesOf(state: State, found: FoundValue): readonly Choice<Action>[] {
  const { key, json } = found;
  const value = hidden(json, looksSecret(found));
  const text = shownIn(json);
  const isLeaf = !/^[[{]/.test(json) && json !== 'null';
  const name = (key ?? 'value').replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
  const bearer: Choice<Action> = {
    label: 'as Bearer token',
    detail: 'for every request to this server',
    action: { type: 'values/bearer', value: secret(text) },
  };
  return [
    ...variablesFor(state, json),
    ...(json.startsWith('"') && bearerProblem(text) === undefined ? [bearer] : []),
    ...(isLeaf && typeof headerOf('X', value) !== 'string'
      ? [{ label: 'as header', detail: 'asks for the name', action: { type: 'values/ask-header', value } as const }]
      : []),
    { label: 'save as {{name}}', detail: 'asks for the name', action: { type: 'values/ask-keep', name, value } },
  ];
}

/** Placeholder names in the requests of the text. */
function namesFor({ query }: State, json: string): readonly Choice<Action>[] {
  const names = referencesIn(textOf(query.editor)).map(({ expression }) => expression.replace(/^%\s*/, ''));
  return [...new Set(names)]
    .filter(name => valueNameForm.test(name) && !/\.response\./.test(name))
    .map(name => ({
      label: `as {{${name}}}`,
      detail: 'in Variables',
      action: { type: 'values/variable', name, json } as const,
    }));
}

/** Variables of the active operation that accept the value. */
function variablesFor(state: State, json: string): readonly Choice<Action>[] {
  if (isHttp(state)) return namesFor(state, json);
  const { query, connect, variables } = state;
  const operation = operationAt(query.document, query.active);
  if (operation === undefined) return [];
  const given = jsonObject(textOf(variables.editor))?.members.map(({ name }) => name) ?? [];
  return checkVariables(connect.schema, operation, '').definitions.flatMap(({ name, written }) => {
    const { wrong } = checkVariables(connect.schema, operation, `{${JSON.stringify(name)}: ${json}}`);
    if (wrong.has(name)) return [];
    const detail = given.includes(name) ? `${written}, replacing its value` : written;
    return [{ label: `as variable $${name}`, detail, action: { type: 'values/variable', name, json } as const }];
  });
}

function withVariable(state: State, name: string, json: string): State {
  const text = textOf(state.variables.editor);
  const object = jsonObject(text.trim() === '' ? '{}' : text);
  if (object === undefined)
    return withNotice(state, 'The variables are not a JSON object. Correct them first.', 'error');
  const value = childOf(object, name);
  const change =
    value === undefined
      ? addMember(text, jsonObject(text) ?? { ...object, from: 0, to: 0 }, name, json)
      : { from: value.from, to: value.to, insert: json };
  return withNotice(
    takeVariables(state, applyChange(text, change), name),
    `Set ${isHttp(state) ? `{{${name}}}` : `$${name}`}. Press u to undo.`,
  );
}

/** The header, or the reason why the value cannot be used in one. */
function headerOf(name: string, value: CapturedValue): HeaderOption | string {
  const read = readHeaderLine(`${name}: ${shownIn(reveal(value))}`);
  if (isFailure(read)) return read.text;
  return isSecret(value) || isSecretName(name)
    ? { kind: 'secret', name, value: { from: 'text', value: secret(shownIn(reveal(value))) } }
    : read;
}
