/** The values of `{{name}}` placeholders, as a choice. */
import { textOf } from '../../core/http-file/captured-values.js';
import { bullets, isSecret } from '../../core/secret.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';

/** Lists the captured values, followed by the values of the profile. */
export function listed(state: State): Update<State> {
  const { values, configured, unread } = state.identity;
  const choices = [...values].map(([name, value]): Choice<Action> => {
    const shown = isSecret(value) ? bullets : textOf(value);
    const change: Choice<Action> = { label: 'Change', action: { type: 'values/ask-value', name } };
    const forget: Choice<Action> = { label: 'Delete', action: { type: 'values/forget', name } };
    return {
      label: `{{${name}}}`,
      detail: shown,
      action: { type: 'overlay/open', overlay: choice(`{{${name}}}: ${shown}`, [change, forget]) },
    };
  });
  const place = `@${state.connect.profile?.name ?? ''}`;
  const above = (name: string, shown: string): Choice<Action> => ({
    label: `{{${name}}}`,
    detail: values.has(name) ? `${shown}, from ${place}; the saved value overrides it` : `${shown}, from ${place}`,
    action: { type: 'values/ask-value', name },
  });
  const own = [...configured].map(([name, value]) => above(name, isSecret(value) ? bullets : textOf(value)));
  const missing = [...unread].map(([name, why]) => above(name, why.replace(/\.$/, '')));
  return openOverlay(state, choice('Values for {{name}}', [...choices, ...own, ...missing]));
}

/** Explains why there are no values to list. */
export const noValues = ({ identity: { values, configured, unread } }: State): true | string =>
  values.size + configured.size + unread.size > 0 || 'No saved values. Press a on a response value to save it.';
