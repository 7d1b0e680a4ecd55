/** Confirmation before a run: a profile that requires it before changes, and names without a value. */
import { allValues, missingNames, missingPlaces } from '../../core/http-file/captured-values.js';
import { textOf } from '../../core/text/editor.js';
import type { Action, Overlay } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { ApprovedLines, ResponseState } from '../model/response.js';
import type { ResponseAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { update } from '../update.js';
import { checkedVariables } from '../variables/check.js';
import { listed } from '../variables/listed.js';

/** The names of `{{name}}` placeholders in the variables and headers that have no value. */
function withoutValue({ variables, identity }: State): readonly string[] {
  const values = allValues(identity);
  const inVariables = missingPlaces(textOf(variables.editor), values).map(({ name }) => name);
  const inHeaders = identity.headers.flatMap(({ option, on }) =>
    on && option.kind === 'set' ? missingNames(option.value, values) : [],
  );
  return [...new Set([...inVariables, ...inHeaders])];
}

/** Asks whether to enter a value for the first of these names or to send the text unchanged. */
function valueQuestion(names: readonly string[], { unread }: State['identity']): Overlay {
  const [name = ''] = names;
  return choice(`{{${name}}} has no value`, [
    {
      label: 'Set it',
      detail: unread.get(name) ?? 'or press a on a response value',
      action: { type: 'values/ask-value', name },
    },
    { label: 'Send unchanged', detail: `{{${name}}}`, action: { type: 'values/as-they-are', names } },
  ]);
}

/** Asks whether to fill in the required variables that have no value, or undefined if none is missing. */
function requiredQuestion(state: State): Overlay | undefined {
  const { missing, definitions } = checkedVariables(state).variablesCheck.report;
  if (missing.length === 0) return undefined;
  const typed = missing.map(name => `$${name}: ${definitions.find(each => each.name === name)?.written ?? ''}`);
  return choice(`${listed(typed, each => each, 3)} ${missing.length === 1 ? 'has' : 'have'} no value`, [
    { label: 'Fill in', detail: 'in Variables', action: { type: 'variables/fill', edits: true } },
    { label: 'Send unchanged', detail: 'the server may refuse it', action: { type: 'response/run', incomplete: true } },
  ]);
}

/** Asks about the values that the run needs, of `{{name}}` placeholders first and then of required variables. */
export function missingValueQuestion(state: State, way: RunWay): Overlay | undefined {
  const names = withoutValue(state);
  if (names.length > 0) return valueQuestion(names, state.identity);
  return way.incomplete || way.confirmed || way.unread ? undefined : requiredQuestion(state);
}

/** Options of the requested run. */
export interface RunWay {
  /** True if the confirmation was given. */
  readonly confirmed?: true | undefined;
  /** True to send required variables without a value. */
  readonly incomplete?: true | undefined;
  /** True to send the text verbatim, because it cannot be parsed. */
  readonly unread?: true | undefined;
  /** True to send each request of an HTTP document. */
  readonly all?: boolean | undefined;
  /** Profiles that were confirmed for requests of an HTTP document. */
  readonly profiles?: readonly string[] | undefined;
  /** Manifest lines that were approved for the file. */
  readonly trusted?: ApprovedLines | undefined;
}

/**
 * Asks for the confirmation that a profile requires before sending requests that may change data.
 * @param names profiles that are not confirmed yet
 */
export const sendQuestion = (state: State, methods: string, names: readonly string[], { all, profiles = [] }: RunWay) =>
  question(state, `Send ${all ? 'all, with' : 'this'} ${methods} to ${names.map(name => `@${name}`).join(', ')}?`, {
    all,
    profiles: [...profiles, ...names],
  });

/** Asks for confirmation if nothing was sent because a request names a profile that requires it. */
export function unconfirmed(
  state: State,
  { id, methods, profiles, confirmed, all }: Extract<ResponseAction, { readonly type: 'response/unconfirmed' }>,
): Update<State> {
  if (id !== state.response.runId) return update(state);
  return sendQuestion(withoutRun(state), methods.join(', '), profiles, {
    all: all || undefined,
    profiles: confirmed,
  });
}

const withoutRun = (state: State): State => {
  const response: ResponseState = { ...state.response, running: false, progress: '', connection: 'stopped' };
  return { ...state, response };
};

/** Maximum lines of a manifest in a prompt, in which every line must be visible. */
const maxLines = 12;

/** Asks for trust if nothing was sent because the opened file needs rights. */
export function untrusted(
  state: State,
  { id, file, manifest, lines, confirmed, all }: Extract<ResponseAction, { readonly type: 'response/untrusted' }>,
): Update<State> {
  if (id !== state.response.runId) return update(state);
  const allow = (label: string, detail: string, isAlways: boolean): Choice<Action> => ({
    label,
    detail,
    action: {
      type: 'response/run',
      confirmed: true,
      profiles: confirmed,
      trusted: { lines, isAlways },
      all,
    },
  });
  const isLong = lines.length > maxLines;
  const hidden = isLong ? [`and ${lines.length - maxLines} more. Run apiclient trust ${file} to approve them.`] : [];
  const title = [`${file} wants to:`, ...manifest.slice(0, maxLines), ...hidden].join('\n');
  return openOverlay(
    withoutRun(state),
    choice(title, [
      { label: 'No', detail: 'send nothing', action: { type: 'overlay/close' } },
      ...(isLong
        ? []
        : [
            allow('Yes', 'until the file is reopened', false),
            allow('Always', 'store the approval of these lines', true),
          ]),
    ]),
  );
}

/** Asks for confirmation of mutations if the profile requires it, and once for mutation fields that the user did not type. */
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
          : { type: 'response/run', confirmed: true, all, profiles },
      },
    ]),
  );
