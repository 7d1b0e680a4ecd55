/** Logins described by an API's description, for the login form. */
import { describedLogins, loginSets } from '../../core/openapi/login-form.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { GivenNetwork, State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { entryToRun } from '../query/entry-to-run.js';
import { operationAtRow } from '../schema/api/groups.js';
import { cursorRow } from '../schema/rows.js';
import { notify } from '../update.js';
import { sentBy } from './rows.js';

/**
 * Lists the logins, starting with those of the operation at the cursor. Each opens the form with all known values filled in.
 */
export function chooseDescribed(state: State): Update<State> {
  const { connect } = state;
  const { description } = connect;
  if (description === undefined) return notify(state, noLogins);
  const { auth, headers } = sentBy(state.identity);
  const network = networkHere(state);
  const operation = operationHere(state);
  const all = describedLogins(description, operation, { auth, headers, network });
  if (all.length === 0) return notify(state, noLogins);
  const sets = loginSets(operation, all).map(setChoice);
  const options = all.map(login => loginChoice(login, network));
  return openOverlay(state, choice('Logins of the description', [...sets, ...options]));
}

type DescribedLogin = ReturnType<typeof describedLogins>[number];

function loginChoice(login: DescribedLogin, network: Network): Choice<Action> {
  const { name, kind, isWanted, together, way, values, isCertificate } = login;
  const words = [isWanted ? wantedWords(together) : '', statusOf(login, network)].filter(Boolean);
  const text = isCertificate ? certificateWords(network) : noFields(kind);
  return {
    label: kind,
    detail: [name, ...words].join(', '),
    action: way === undefined ? { type: 'app/notice', text } : { type: 'login-form/open', way, values },
  };
}

function statusOf({ isGiven, isCertificate }: DescribedLogin, network: Network): string {
  if (!isGiven) return isCertificate ? `requires ${certificateFlags}` : '';
  return `configured in this tab${isCertificate ? `: ${filesOf(network)}` : ''}`;
}

/** An alternative that requires several logins. It opens the form of each login that the tab lacks, one after another. */
function setChoice({ names, logins }: ReturnType<typeof loginSets>[number]): Choice<Action> {
  const given = logins.filter(({ isGiven }) => isGiven).length;
  const forms = logins.flatMap(({ way, values, isGiven }) => (way === undefined || isGiven ? [] : [{ way, values }]));
  const [first, ...next] = forms;
  const without = logins.find(({ way, isGiven }) => way === undefined && !isGiven);
  return {
    label: logins.map(({ kind }) => kind).join(' and '),
    detail: `${names.join(' and ')}, required here together, ${given} of ${names.length} configured`,
    action:
      first !== undefined
        ? { type: 'login-form/open', ...first, next }
        : {
            type: 'app/notice',
            text: without === undefined ? 'This tab has all of these logins.' : noFields(without.kind),
          },
  };
}

/** Whether a login is sufficient, or which others the operation requires together with it. */
function wantedWords(together: readonly (readonly string[])[]): string {
  if (together.some(each => each.length === 0)) return 'required here';
  return `required here together with ${together.map(each => each.join(' and ')).join(', or ')}`;
}

const noFields = (kind: string): string => `The form does not support ${kind}. Try a header instead.`;

type Network = Omit<GivenNetwork, 'url'>;

/** The network options of this tab. Options from the command line apply only to their origin. */
function networkHere({ settings: { network }, connect }: State): Network {
  const nothing: Network = { cookies: [], netrc: false };
  if (network === undefined) return nothing;
  const isHome = network.url === '' || readUrl(network.url)?.origin === readUrl(connect.url)?.origin;
  return isHome ? network : nothing;
}

const certificateFlags = '--cert FILE --key FILE';

const filesOf = ({ certFile = '', keyFile }: Network): string =>
  keyFile === undefined ? certFile : `${certFile}, key ${keyFile}`;

const certificateWords = (network: Network): string =>
  network.certFile === undefined
    ? `Pass the client certificate at startup or in the configuration: ${certificateFlags}. See apiclient help tls.`
    : `This tab has a client certificate: ${filesOf(network)}.`;

const noLogins = 'The description lists no logins. Press H for all login methods.';

/** The operation of the row, or of the request at the cursor of the text. */
function operationHere(state: State) {
  const { description } = state.connect;
  const row = state.focus === 'schema' ? cursorRow(state) : undefined;
  const ofRow = row && description && operationAtRow(description, row);
  if (ofRow !== undefined) return ofRow;
  const run = entryToRun(state);
  return typeof run === 'string' ? undefined : run.request.entries[0]?.operation;
}
