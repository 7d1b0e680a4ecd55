/** The logins that the description of an API names, for the form. */
import { describedLogins } from '../../core/openapi/login-form.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { entryToRun } from '../query/entry-to-run.js';
import { operationOfRow } from '../schema/api/rows.js';
import { cursorRow } from '../schema/rows.js';
import { update, withNotice } from '../update.js';
import { sentBy } from './rows.js';

/** A list of them, those of the operation at the cursor first; each opens the form with all that is known of it. */
export function chooseDescribed(state: State): Update<State> {
  const { connect } = state;
  const { description } = connect;
  if (description === undefined) return update(withNotice(state, noLogins));
  const { auth, headers } = sentBy(state.identity);
  const network = { cookies: [], netrc: false };
  const all = describedLogins(description, operationHere(state), { auth, headers, network });
  if (all.length === 0) return update(withNotice(state, noLogins));
  const options = all.map(({ name, kind, isWanted, isGiven, way, values }): Choice<Action> => {
    const words = [name, ...(isWanted ? ['asked for here'] : []), ...(isGiven ? ['this tab has it'] : [])];
    return {
      label: kind,
      detail: words.join(', '),
      action:
        way === undefined
          ? { type: 'app/notice', text: `${kind}: the form has no fields for it. A header may do.` }
          : { type: 'login-form/open', way, values },
    };
  });
  return openOverlay(state, choice('Logins of the description', options));
}

const noLogins = 'The description names no login: H has all there are.';

/** The operation of the row, or of the request at the cursor of the text. */
function operationHere(state: State) {
  const { description } = state.connect;
  const row = state.focus === 'schema' ? cursorRow(state) : undefined;
  const ofRow = row && description && (row.part?.operation ?? operationOfRow(description, row));
  if (ofRow !== undefined) return ofRow;
  const run = entryToRun(state);
  return typeof run === 'string' ? undefined : run.request.entries[0]?.operation;
}
