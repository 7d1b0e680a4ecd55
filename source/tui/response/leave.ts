/** Esc in the pane: leaves the output of a command, a filter, a table, a search, a comparison or an event, one at a time. */
import type { Update } from '../model/effect.js';
import type { ResponseState } from '../model/response.js';
import type { State } from '../model/state.js';
import type { BodyState } from '../model/viewer.js';
import { update } from '../update.js';
import { filterLog } from './events/log.js';
import { bodyView } from './layout.js';
import { cancelPipe } from './run.js';
import { changeResponse, displayOf, withBody } from './shown.js';
import { filterTable } from './table/order.js';
import { closeTable } from './table/table.js';

interface Leave {
  /** Label of Esc. */
  readonly label: string;
  readonly perform: (state: State) => Update<State>;
}

/** The next thing that Esc leaves, or undefined if there is none. */
export function nextLeave(response: ResponseState): Leave | undefined {
  const { kind, body } = displayOf(response);
  const { table, search, comparison } = body ?? {};
  const changes = (label: string, part: (state: State) => Partial<ResponseState>): Leave => ({
    label,
    perform: state => update(changeResponse(state, part(state)), ...(kind === 'output' ? cancelPipe(response) : [])),
  });
  const changesBody = (
    label: string,
    change: (body: BodyState, view: ReturnType<typeof bodyView>) => BodyState,
  ): Leave => ({
    label,
    perform: state => update(body === undefined ? state : withBody(state, change(body, bodyView(state)))),
  });
  if (kind === 'output') return changes('full text', () => ({ filtered: undefined }));
  if (kind !== 'tab' && response.path !== '' && table === undefined && search === undefined)
    return changes('full body', () => ({ path: '' }));
  if (table !== undefined && table.filter !== '')
    return changesBody('all rows', (body, view) => filterTable(body, '', view));
  // Enter leaves a table as well, so the footer does not repeat it.
  if (table !== undefined) return changesBody('', closeTable);
  if (search !== undefined) return changesBody('end search', body => ({ ...body, search: undefined }));
  if (comparison !== undefined) return changesBody('end comparison', body => ({ ...body, comparison: undefined }));
  if (kind !== 'tab' && response.opened !== undefined) return changes('all events', () => ({ opened: undefined }));
  if (kind === 'events' && response.log.filter !== '')
    return changes('end filter', state => ({ log: filterLog(response.log, '', bodyView(state).height) }));
  return undefined;
}
