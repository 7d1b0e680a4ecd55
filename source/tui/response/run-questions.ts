/** Questions before a run: a profile that asks before anything is changed, and names without a value. */
import { allValues, missingNames, missingPlaces } from '../../core/http-file/kept-values.js';
import { textOf } from '../../core/text/editor.js';
import type { Overlay } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { ResponseState } from '../model/response.js';
import type { ResponseAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { update } from '../update.js';

/** The names of `{{name}}` in the variables and headers that stand for nothing. */
export function withoutValue({ variables, identity }: State): readonly string[] {
  const values = allValues(identity);
  const inVariables = missingPlaces(textOf(variables.editor), values).map(({ name }) => name);
  const inHeaders = identity.headers.flatMap(({ option, on }) =>
    on && option.kind === 'set' ? missingNames(option.value, values) : [],
  );
  return [...new Set([...inVariables, ...inHeaders])];
}

/** Whether to give the first of these names a value, or to send the text as it is. */
export function valueQuestion(names: readonly string[], { unread }: State['identity']): Overlay {
  const [name = ''] = names;
  return choice(`{{${name}}} has no value`, [
    {
      label: 'Give it one',
      detail: unread.get(name) ?? 'a on a value of a response does, too',
      action: { type: 'values/ask-value', name },
    },
    { label: 'Send the text as it is', detail: `{{${name}}}`, action: { type: 'values/as-they-are', names } },
  ]);
}

/** How it was asked to run. */
export interface RunWay {
  /** The question was answered. */
  readonly confirmed?: true | undefined;
  /** As it stands: the text cannot be read. */
  readonly unread?: true | undefined;
  /** Each request of an HTTP document. */
  readonly all?: true | undefined;
  /** Profiles that were confirmed for requests of an HTTP document. */
  readonly profiles?: readonly string[] | undefined;
}

/** A profile asks before it sends requests that may change something. @param names of those that are not confirmed */
export const sendQuestion = (state: State, methods: string, names: readonly string[], { all, profiles = [] }: RunWay) =>
  question(state, `Send ${all ? 'all, with' : 'this'} ${methods} to ${names.map(name => `@${name}`).join(', ')}?`, {
    all,
    profiles: [...profiles, ...names],
  });

/** Nothing was sent: a request names a profile that asks first. */
export function unconfirmed(
  state: State,
  { id, methods, profiles, confirmed, all }: Extract<ResponseAction, { readonly type: 'response/unconfirmed' }>,
): Update<State> {
  if (id !== state.response.runId) return update(state);
  const response: ResponseState = { ...state.response, running: false, progress: '', connection: 'stopped' };
  return sendQuestion({ ...state, response }, methods.join(', '), profiles, {
    all: all || undefined,
    profiles: confirmed,
  });
}

/** A profile may require confirmation of mutations; an unnamed mutation is confirmed once. */
export const question = (state: State, title: string, { unread, all, profiles }: RunWay): Update<State> =>
  openOverlay(
    state,
    choice(title, [
      { label: 'No', detail: 'nothing is sent', action: { type: 'overlay/close' } },
      {
        label: 'Yes, run it',
        detail: state.connect.url,
        action: unread
          ? { type: 'response/run-unread', confirmed: true }
          : { type: 'response/run', confirmed: true, ...(all ? { all } : {}), ...(profiles ? { profiles } : {}) },
      },
    ]),
  );
