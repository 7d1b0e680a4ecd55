/** The login form: fields, navigation, and a test before it is applied. */
import { missingOption } from '../../../core/oauth/flows.js';
import { runText, type TextCommand } from '../../../core/text/commands.js';
import { createText, selectRange, textOf } from '../../../core/text/editor.js';
import { clamp } from '../../layout.js';
import type { Effect, Update } from '../../model/effect.js';
import type { FormAction, IdentityState, TestedLogin } from '../../model/identity.js';
import type { LoginFormOverlay } from '../../model/overlays.js';
import type { State } from '../../model/state.js';
import { closeTop, replaceTop, topOverlay, withOverlay } from '../../overlays/open.js';
import { pathIn } from '../../overlays/path.js';
import { screenWordsOf } from '../../screen-words.js';
import { refuse, update } from '../../update.js';
import { sentBy } from '../rows.js';
import { apiKeyMethod, keyValues } from './api-key.js';
import { type FormField, fieldValue, isFilled, isFormProblem, rowsOf } from './field.js';
import { flowPrefix, formOf, identityOf, loginMethodOf, loginMethods } from './login-methods.js';

/** The visible fields of the method: fields with a value and those often needed, or all fields on request. */
function shownFields({ values, visited = [], way, whole }: LoginFormOverlay): readonly FormField[] {
  const { fields } = loginMethodOf(way);
  if (whole) return fields;
  // The issuer supplies the endpoints.
  const isNamed = ['issuer', 'provider'].some(id => (values[id] ?? '').trim() !== '');
  return fields.filter(
    field =>
      isFilled(values, field) ||
      !((field.rare && !visited.includes(field.id)) || (isNamed && field.needed === 'server' && field.id !== 'issuer')),
  );
}

/** The rows of a form: the method, its fields, and the test. */
export function formRows(form: LoginFormOverlay): readonly FormField[] {
  const fields = shownFields(form);
  const left = loginMethodOf(form.way).fields.length - fields.length;
  return [
    methodRow,
    ...rowsOf(fields, form.values),
    ...(left === 0 ? [] : [{ id: 'more', title: 'More fields', kind: 'choice', choices: [] } as const]),
    { id: 'test', title: 'Test login', kind: 'choice', choices: [] },
  ];
}

/** Number of hidden fields. */
export const hiddenFields = (form: LoginFormOverlay): number =>
  loginMethodOf(form.way).fields.length - shownFields(form).length;

const methodRow: FormField = {
  id: 'way',
  title: 'Auth',
  kind: 'choice',
  needed: true,
  choices: loginMethods.map(({ title, help }) => ({ value: title, help })),
};

/** Handles the form. Until it is applied, nothing changes and only tests are sent. */
export function reduceForm(state: State, action: FormAction): Update<State> {
  if (action.type === 'login-form/open') return update(openForms(state, action));
  const form = topOverlay(state);
  if (form?.kind !== 'login-form') return update(state);
  switch (action.type) {
    case 'login-form/move':
      return update(replaceTop(state, entered(left(form), form.at + action.by)));
    case 'login-form/tab':
      return completePath(state, form);
    case 'login-form/go':
      return update(replaceTop(state, goTo(form, action.to)));
    case 'login-form/turn':
      return update(replaceTop(state, turned(form, action.by)));
    case 'login-form/take':
      return takeRow(state, form);
    case 'login-form/test':
      return testForm(state, form);
    case 'login-form/tested':
      // Ignore a late result of an earlier test.
      if (form.testResult !== undefined && form.testResult.of !== action.of) return update(state);
      return update(replaceTop(state, withResult(form, action.text, action.ok ? 'ok' : 'error', action.of)));
  }
}

type OpenForm = Extract<FormAction, { readonly type: 'login-form/open' }>;

/** Opens the form above those to fill in after it. */
const openForms = (state: State, action: OpenForm): State =>
  [action, ...(action.next ?? [])].reduceRight<State>(openForm, state);

function openForm(state: State, action: Omit<OpenForm, 'type'>): State {
  const form = { kind: 'login-form', ...beginning(state, action), at: 0, field: createText('') } as const;
  const isMethodAsked = action.way === undefined && action.changes === undefined;
  return withOverlay(state, entered(form, isMethodAsked ? 0 : firstField(form, action.values !== undefined)));
}

/** Index of the first field, or of the first required field without a value. */
function firstField(form: LoginFormOverlay, isFilledIn: boolean): number {
  const isBlank = ({ id, needed }: FormField) => needed === true && (form.values[id] ?? '') === '' && id !== 'way';
  return isFilledIn ? Math.max(1, formRows(form).findIndex(isBlank)) : 1;
}

/** Completes a path, or moves to the next row. */
function completePath(state: State, form: LoginFormOverlay): Update<State> {
  const path = (form.offered ?? []).length > 1 ? undefined : pathIn(form);
  return path === undefined || path.text === ''
    ? reduceForm(state, { type: 'login-form/move', by: 1 })
    : update(state, { kind: 'complete-path', text: path.text });
}

/** Moves to a row. Its index changes if the text of the row being left adds or removes rows. */
function goTo(form: LoginFormOverlay, index: number): LoginFormOverlay {
  const id = formRows(form)[index]?.id;
  const next = left(form);
  const to = formRows(next).findIndex(row => row.id === id);
  return entered(next, to < 0 ? index : to);
}

/** Enter presses the button of the row, or applies the form. */
function takeRow(state: State, form: LoginFormOverlay): Update<State> {
  const id = formRows(form)[form.at]?.id;
  if (id === 'more') return update(replaceTop(state, turned(form, 1)));
  if (id === 'test') return testForm(state, form);
  return withFormIdentity(state, left(form), identity => apply(state, identity));
}

function beginning({ identity }: State, { way, changes, values }: Omit<OpenForm, 'type'>) {
  if (changes !== undefined) return { way: apiKeyMethod, values: keyValues(identity, changes), changes };
  if (way !== undefined && values !== undefined) return { way, values };
  const now = formOf(identity.auth);
  if (way === undefined || way === now.way) return now;
  // OAuth flows share values such as the provider and whether tokens are cached.
  return { way, values: way.startsWith(flowPrefix) && now.way.startsWith(flowPrefix) ? now.values : {} };
}

export const valueIn = (form: LoginFormOverlay, row: FormField): string =>
  row.id === 'way' ? loginMethodOf(form.way).title : fieldValue(form.values, row);

/** Stores the row being left in the values. For a choice, selects the option that starts with the typed text. */
function left(form: LoginFormOverlay): LoginFormOverlay {
  const row = formRows(form)[form.at];
  if (row === undefined || row.id === 'test' || row.id === 'more') return form;
  const typed = textOf(form.field);
  if (!isChoice(row)) return { ...form, values: { ...form.values, [row.id]: typed } };
  const begun = typed.trim().toLowerCase();
  const option = optionsOf(row).find(each => begun !== '' && each.toLowerCase().includes(begun));
  return begun === '' || option === undefined ? form : chosen(form, row, option);
}

/** True for a row that accepts only its options. */
const isChoice = ({ kind }: FormField): boolean => kind === 'choice' || kind === 'switch';

const optionsOf = ({ kind, choices = [] }: FormField): readonly string[] =>
  kind === 'switch' ? ['', 'yes'] : choices.map(({ value }) => value);

function chosen(form: LoginFormOverlay, row: FormField, value: string): LoginFormOverlay {
  if (row.id !== 'way') return { ...form, values: { ...form.values, [row.id]: value } };
  const way = loginMethods.find(({ title }) => title === value)?.id ?? form.way;
  return way === form.way ? form : { ...form, way };
}

/** Moves the cursor to another row and selects its value. */
function entered(form: LoginFormOverlay, wanted: number): LoginFormOverlay {
  const rows = formRows(form);
  const at = clamp(wanted, 0, rows.length - 1);
  const row = rows[at];
  const value = row === undefined ? '' : valueIn(form, row);
  return {
    ...form,
    visited: row === undefined ? form.visited : [...new Set([...(form.visited ?? []), row.id])],
    at,
    field: selectRange(createText(value), 0, value.length),
    options: row && isChoice(row) ? optionsOf(row).filter(Boolean) : undefined,
    isPath: row?.kind === 'file',
    hidden: row?.kind === 'pairs' ? 'value' : row?.kind === 'secret',
    offered: undefined,
    rejection: undefined,
  };
}

/** Selects the next or previous option of a choice. In a text field, moves the cursor. */
function turned(form: LoginFormOverlay, by: 1 | -1): LoginFormOverlay {
  const row = formRows(form)[form.at];
  const options = row === undefined ? [] : optionsOf(row);
  if (row === undefined || !isChoice(row)) {
    const command: TextCommand = { do: 'move', motion: by > 0 ? 'right' : 'left' };
    return { ...form, field: runText(form.field, command) };
  }
  // This row disappears. The first of the new fields takes its position.
  if (row.id === 'more') return entered({ ...form, whole: true }, firstHidden(form));
  if (options.length === 0) return form;
  const isOptional = row.kind === 'choice' && row.needed !== true;
  const all = isOptional ? ['', ...options] : options;
  const now = all.indexOf(valueIn(form, row));
  const next = all[(now + by + all.length) % all.length] ?? '';
  return entered(chosen(form, row, next), form.at);
}

/** Index of the first hidden field once all fields are visible. */
function firstHidden(form: LoginFormOverlay): number {
  const shown = new Set(formRows(form).map(({ id }) => id));
  return formRows({ ...form, whole: true }).findIndex(({ id }) => !shown.has(id));
}

type FormIdentity = Pick<IdentityState, 'auth' | 'headers'>;

/** Uses the identity built from the form, or shows the problem at its field. */
function withFormIdentity(
  state: State,
  form: LoginFormOverlay,
  use: (identity: FormIdentity) => Update<State>,
): Update<State> {
  const reject = (at: number, problem: string) => update(replaceTop(state, rejected(entered(form, at), problem)));
  const way = loginMethodOf(form.way);
  const identity = identityOf(way, form.values, state.identity, form.changes);
  if (isFormProblem(identity))
    return reject(
      formRows(form).findIndex(({ id }) => id === identity.field),
      identity.problem,
    );
  // A key is independent of the login, which stays unchanged.
  const { oauth2 } = identity.auth;
  const missing = oauth2 === undefined || way.id === apiKeyMethod ? undefined : missingOption(oauth2);
  if (missing === undefined) return use(identity);
  const row = formRows(form).findIndex(({ needed, id }) => needed === 'server' && (form.values[id] ?? '') === '');
  const text = 'Specify the server: its issuer, or the token URL and other required URLs.';
  return reject(Math.max(1, row), row < 0 ? screenWordsOf(missing).text : text);
}

const rejected = (form: LoginFormOverlay, reason: string): LoginFormOverlay => ({
  ...form,
  rejection: { reason, of: textOf(form.field) },
});

function apply(state: State, form: FormIdentity): Update<State> {
  const identity = { ...state.identity, ...form, changed: true };
  return update({ ...closeTop(state), identity }, { kind: 'identify', identity: sentBy(identity) });
}

/** Tests the form's identity against the server. Requests still use the current identity. */
function testForm(state: State, before: LoginFormOverlay): Update<State> {
  const form = left(before);
  return withFormIdentity(state, form, identity => {
    const { url } = state.connect;
    if (url === '') return refuse(state, 'No endpoint to test the login on.');
    const of: TestedLogin = { way: form.way, values: form.values };
    const effect: Effect = { kind: 'test-login', url, identity: sentBy({ ...state.identity, ...identity }), of };
    return update(replaceTop(state, withResult(form, 'Testing…', 'dim', of)), effect);
  });
}

type TestResult = NonNullable<LoginFormOverlay['testResult']>;

const withResult = (
  form: LoginFormOverlay,
  text: string,
  tone: TestResult['tone'],
  of: TestedLogin,
): LoginFormOverlay => ({ ...form, testResult: { text, tone, of } });

/** The result of the test, or undefined once a field has changed, since the result would no longer apply. */
export function testResultOf(form: LoginFormOverlay): TestResult | undefined {
  const { testResult } = form;
  if (testResult === undefined || testResult.of.way !== form.way) return undefined;
  const { values } = left(form);
  const names = new Set([...Object.keys(values), ...Object.keys(testResult.of.values)]);
  return [...names].every(name => (values[name] ?? '') === (testResult.of.values[name] ?? '')) ? testResult : undefined;
}
