/** The form of a login: fields one below the other, back and forth, tested before they are taken. */

import { missingOption } from '../../../core/oauth/flows.js';
import { runText, type TextCommand } from '../../../core/text/commands.js';
import { createText, selectRange, textOf } from '../../../core/text/editor.js';
import { clamp } from '../../layout.js';
import type { Effect, Step } from '../../model/effect.js';
import type { FormAction } from '../../model/identity.js';
import type { LoginFormOverlay } from '../../model/overlays.js';
import type { State } from '../../model/state.js';
import { topOverlay, withOverlay } from '../../overlays/open.js';
import { step, withNotice } from '../../step.js';
import { sentBy } from '../rows.js';
import { authOf, type FormField, formOf, formWays, wayOf } from './ways.js';

/** The rows of a form: how, the fields of that, and the test. */
export const formRows = ({ way }: LoginFormOverlay): readonly FormField[] => [
  {
    id: 'way',
    title: 'Log in with',
    kind: 'choice',
    choices: formWays.map(({ title, help }) => ({ value: title, help })),
  },
  ...wayOf(way).fields,
  { id: 'test', title: 'Test login', kind: 'choice', choices: [] },
];

/** Nothing is sent and nothing changes before the form is taken, but for a test. */
export function reduceForm(state: State, action: FormAction): Step<State> {
  if (action.type === 'login-form/open') {
    const { way, values } = formOf(state.identity.auth);
    const chosen = action.way === undefined || action.way === way ? { way, values } : { way: action.way, values: {} };
    const at = action.way === undefined ? 0 : 1;
    return step(withOverlay(state, entered({ kind: 'login-form', ...chosen, at: 0, field: createText('') }, at)));
  }
  const form = topOverlay(state);
  if (form?.kind !== 'login-form') return step(state);
  switch (action.type) {
    case 'login-form/move':
      return step(replaced(state, entered(left(form), form.at + action.by)));
    case 'login-form/go':
      return step(replaced(state, entered(left(form), action.to)));
    case 'login-form/turn':
      return step(replaced(state, turned(form, action.by)));
    case 'login-form/take':
      return formRows(form)[form.at]?.id === 'test' ? test(state, left(form)) : take(state, left(form));
    case 'login-form/test':
      return test(state, left(form));
    case 'login-form/tested':
      return step(replaced(state, { ...form, told: { text: action.text, tone: action.ok ? 'ok' : 'error' } }));
  }
}

const replaced = (state: State, form: LoginFormOverlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), form],
});

/** What stands in a row. */
export function valueIn(form: LoginFormOverlay, { id }: FormField): string {
  return id === 'way' ? wayOf(form.way).title : (form.values[id] ?? '');
}

/** What was typed in the row one leaves is in the values; in a choice, the one that begins so is chosen. */
function left(form: LoginFormOverlay): LoginFormOverlay {
  const row = formRows(form)[form.at];
  if (row === undefined || row.id === 'test') return form;
  const typed = textOf(form.field);
  if (row.kind !== 'choice' && row.kind !== 'switch') return { ...form, values: { ...form.values, [row.id]: typed } };
  const begun = typed.trim().toLowerCase();
  const found = optionsOf(row).find(each => begun !== '' && each.toLowerCase().includes(begun));
  return begun === '' || found === undefined ? form : chosen(form, row, found);
}

const optionsOf = ({ kind, choices = [] }: FormField): readonly string[] =>
  kind === 'switch' ? ['', 'yes'] : choices.map(({ value }) => value);

function chosen(form: LoginFormOverlay, row: FormField, value: string): LoginFormOverlay {
  if (row.id !== 'way') return { ...form, values: { ...form.values, [row.id]: value } };
  const way = formWays.find(({ title }) => title === value)?.id ?? form.way;
  return way === form.way ? form : { ...form, way };
}

/** The form with the cursor in another row, whose value is selected. */
function entered(form: LoginFormOverlay, wanted: number): LoginFormOverlay {
  const rows = formRows(form);
  const at = clamp(wanted, 0, rows.length - 1);
  const row = rows[at];
  const value = row === undefined ? '' : valueIn(form, row);
  const { problem: _, hidden: __, ...rest } = form;
  const hidden = row?.kind === 'secret' ? ({ hidden: true } as const) : {};
  return { ...rest, at, field: selectRange(createText(value), 0, value.length), ...hidden };
}

/** The next or previous of a choice; in a text, the cursor moves. */
function turned(form: LoginFormOverlay, by: 1 | -1): LoginFormOverlay {
  const row = formRows(form)[form.at];
  const options = row === undefined ? [] : optionsOf(row);
  if (row === undefined || (row.kind !== 'choice' && row.kind !== 'switch')) {
    const command: TextCommand = { do: 'move', motion: by > 0 ? 'right' : 'left' };
    return { ...form, field: runText(form.field, command) };
  }
  if (options.length === 0) return form;
  const isOptional = row.kind === 'choice' && row.id !== 'way';
  const all = isOptional ? ['', ...options] : options;
  const now = all.indexOf(valueIn(form, row));
  const next = all[(now + by + all.length) % all.length] ?? '';
  return entered(chosen(form, row, next), form.at);
}

/** What the form says, or the form with the problem at its field. */
function said(state: State, form: LoginFormOverlay) {
  const way = wayOf(form.way);
  const auth = authOf(way, form.values, state.identity);
  if ('problem' in auth) {
    const at = formRows(form).findIndex(({ id }) => id === auth.field);
    return { refused: { ...entered(form, at), problem: auth.problem } };
  }
  const missing = auth.oauth2 === undefined ? undefined : missingOption(auth.oauth2);
  if (missing === undefined) return { auth };
  const row = formRows(form).findIndex(({ needed, id }) => needed === 'server' && (form.values[id] ?? '') === '');
  const text = 'Say where the server is: its issuer, or its token URL and what else is needed.';
  return { refused: { ...entered(form, Math.max(1, row)), problem: row < 0 ? missing.text : text } };
}

function take(state: State, form: LoginFormOverlay): Step<State> {
  const { auth, refused } = said(state, form);
  if (auth === undefined) return step(refused === undefined ? state : replaced(state, refused));
  const identity = { ...state.identity, auth, changed: true };
  return step(
    { ...state, identity, overlays: state.overlays.slice(0, -1) },
    { kind: 'identify', identity: sentBy(identity) },
  );
}

/** Asks the server who it says we are, with what the form says; requests still carry what they did. */
function test(state: State, form: LoginFormOverlay): Step<State> {
  const { auth, refused } = said(state, form);
  if (auth === undefined) return step(refused === undefined ? state : replaced(state, refused));
  const { url } = state.connect;
  if (url === '') return step(withNotice(state, 'There is no endpoint to test it on.', 'error'));
  const effect: Effect = { kind: 'test-login', url, identity: sentBy({ ...state.identity, auth }) };
  return step(replaced(state, { ...form, told: { text: 'Being tested.', tone: 'dim' } }), effect);
}
