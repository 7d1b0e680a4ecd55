/** The login form, one field at a time. Fields are named, not numbered, because choosing a flow changes which ones exist. */
import { nearest } from '../../core/near-miss.js';
import { formRows, hiddenFields, testResultOf, valueIn } from '../identity/form/reduce.js';
import type { LoginFormOverlay } from '../model/overlays.js';
import { answer, type DispatchAll, notify, type Reply, refuse, replaceFieldText, silent } from './reply.js';

export const formUsage = 'Type set VALUE, next, previous, go FIELD, more, review, test, done, or back.';

/** Rows that are fields. */
const fieldsOf = (form: LoginFormOverlay) =>
  formRows(form).flatMap((row, at) => (row.id === 'test' || row.id === 'more' ? [] : [{ row, at }]));

/** The focused field: `Client ID: empty, required`, and problems or the result of a test. */
export function fieldWords(form: LoginFormOverlay, at = form.at): readonly string[] {
  const row = formRows(form)[at];
  if (row === undefined) return [];
  const shown = row.kind === 'secret' ? 'hidden' : valueIn(form, row);
  const value = valueIn(form, row) === '' ? 'empty' : shown;
  const isField = row.id !== 'test' && row.id !== 'more';
  const requiredNote = row.needed === true && row.id !== 'way' ? ', required' : '';
  const secretNote = row.kind === 'secret' ? ' Type set alone to enter it. Typed text is hidden.' : '';
  const result = at === form.at ? [form.rejection?.reason ?? '', testResultOf(form)?.text ?? ''] : [];
  return [
    isField ? `${row.title}: ${value}${requiredNote}.${secretNote}` : 'All fields read. Type review, test or done.',
    ...result,
  ].filter(Boolean);
}

/** The choices of a field, for a wrong value. */
const choicesOf = (form: LoginFormOverlay): readonly string[] | undefined => {
  const row = formRows(form)[form.at];
  if (row?.kind === 'switch') return ['yes', 'no'];
  return row?.kind === 'choice' ? (row.choices ?? []).map(({ value }) => value) : undefined;
};

function move(by: 1 | -1, form: LoginFormOverlay, act: DispatchAll): Reply {
  const fields = fieldsOf(form);
  const next = by > 0 ? fields.find(({ at }) => at > form.at) : fields.findLast(({ at }) => at < form.at);
  if (next !== undefined) act({ type: 'login-form/go', to: next.at });
  else if (by < 0) return notify(`First field. ${fieldWords(form)[0]}`);
  else
    return notify(
      `Last field. Type ${hiddenFields(form) > 0 ? `more for ${hiddenFields(form)} other fields, ` : ''}review, test or done.`,
    );
  return silent;
}

function go(name: string, form: LoginFormOverlay, act: DispatchAll): Reply {
  const fields = fieldsOf(form);
  const field = fields.find(({ row }) => row.title.toLowerCase() === name.toLowerCase());
  if (field === undefined) {
    const suggestion = nearest(
      name,
      fields.map(({ row }) => row.title),
    );
    return refuse(
      `No field ${name}. ${suggestion === undefined ? 'Type review for a list.' : `Did you mean ${suggestion}?`}`,
    );
  }
  if (field.at === form.at) return answer(...fieldWords(form));
  act({ type: 'login-form/go', to: field.at });
  return silent;
}

function set(value: string, form: LoginFormOverlay, act: DispatchAll): Reply {
  const row = formRows(form)[form.at];
  if (row === undefined || row.id === 'test' || row.id === 'more')
    return refuse('No field to set. Type previous or go FIELD.');
  if (row.kind === 'secret' && value === '') return { ...silent, asksSecret: true };
  const choices = choicesOf(form);
  const matches = choices?.filter(each => each.toLowerCase().includes(value.toLowerCase())) ?? [];
  const chosenValue =
    matches.find(each => each.toLowerCase() === value.toLowerCase()) ?? (matches.length === 1 ? matches[0] : undefined);
  if (choices !== undefined && chosenValue === undefined)
    return refuse(`${row.title} is one of: ${choices.join(', ')}.`);
  if (row.kind === 'switch' && chosenValue === 'no') {
    // The field of a switch accepts only "yes".
    if (valueIn(form, row) !== '') act({ type: 'login-form/turn', by: 1 });
    return silent;
  }
  replaceFieldText(chosenValue ?? value, act);
  act({ type: 'login-form/go', to: form.at });
  return silent;
}

/** Handles a line while a login form is open. */
export function inForm(line: string, form: LoginFormOverlay, act: DispatchAll): Reply {
  const [, verb = '', text = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  switch (verb.toLowerCase()) {
    case 'set':
      return set(text, form, act);
    case 'go':
      return go(text, form, act);
  }
  switch (line.toLowerCase()) {
    case 'next':
      return move(1, form, act);
    case 'previous':
      return move(-1, form, act);
    case 'review':
      return answer(...fieldsOf(form).map(({ at }) => fieldWords({ ...form, rejection: undefined }, at)[0] ?? ''));
    case 'more': {
      const at = formRows(form).findIndex(({ id }) => id === 'more');
      if (at < 0) return notify('All fields are shown.');
      act({ type: 'login-form/go', to: at }, { type: 'login-form/turn', by: 1 });
      return silent;
    }
    case 'test':
      act({ type: 'login-form/test' });
      return silent;
    case 'done':
      // In the last row, Enter would run the test.
      act({ type: 'login-form/go', to: 0 }, { type: 'login-form/take' });
      return silent;
    default:
      return refuse(`Unknown field or command: ${line.slice(0, 40)}. ${formUsage}`);
  }
}
