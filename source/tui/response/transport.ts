/** How operations are sent: the run menu. */
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { type FilePlace, filePlaces } from '../../core/graphql/intelligence/variable-files.js';
import { type ValueAddress, valueAtAddress, withValue } from '../../core/graphql/intelligence/variable-value.js';
import { subscriptionProtocols } from '../../core/graphql/stream/protocols.js';
import { textOf } from '../../core/text/editor.js';
import type { ValuePath } from '../../core/values/path.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { TransportAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { refuse, update, withNotice } from '../update.js';
import { reduceVariables } from '../variables/reduce.js';

/** Takes effect with the next run. */
export function reduceTransport(state: State, action: TransportAction): Update<State> {
  const { transport } = state;
  switch (action.type) {
    case 'response/ask-transport':
      return openOverlay(state, choice('Transport', optionsOf(state)));
    case 'response/transport':
      return update({ ...withNotice(state, wordsOf(action.transport)), transport: action.transport });
    case 'response/ask-protocol':
      return openOverlay(
        state,
        choice(
          'Subscription protocol',
          subscriptionProtocols.map(protocol => ({
            label: protocol,
            detail: protocol === 'auto' ? 'chosen by the server' : '',
            action: { type: 'response/transport', transport: { ...transport, protocol } },
          })),
          subscriptionProtocols.indexOf(transport.protocol),
        ),
      );
    case 'response/ask-file': {
      const { place } = action;
      return openOverlay(
        state,
        prompt(`File for ${placeWords(place)}`, path => ({ type: 'response/file', place, path: path.trim() }), {
          isPath: true,
          runs: true,
          hint: 'Sent with the operation. Variables shows it as "@path".',
          check: path => (path.trim() === '' ? 'A path is required.' : undefined),
        }),
      );
    }
    case 'response/file':
      return withFile(state, action.place, action.path);
  }
}

/** A variable as displayed: `$input.cover`. */
const placeWords = ({ variable, steps }: FilePlace): string =>
  `$${[variable, ...steps.filter(step => typeof step === 'string')].join('.')}`;

const wordsOf = ({ get, protocol }: State['transport']): string =>
  `Query method: ${get ? 'GET' : 'POST'}. Subscription protocol: ${protocol === 'auto' ? 'chosen by the server' : protocol}.`;

function optionsOf({ transport, query, connect, identity: { sends } }: State): readonly Choice<Action>[] {
  const files = filePlaces(operationAt(query.document, query.active), name => connect.index?.type(name));
  return [
    ...files.map(
      (place): Choice<Action> => ({
        label: `File for ${placeWords(place)}`,
        detail: place.isList ? 'a path, in addition to existing ones' : 'a path',
        action: { type: 'response/ask-file', place },
      }),
    ),
    {
      label: `Use ${transport.get ? 'POST' : 'GET'} for queries`,
      detail: `now ${transport.get ? 'GET' : 'POST'}`,
      action: { type: 'response/transport', transport: { ...transport, get: !transport.get } },
    },
    { label: 'Subscription protocol', detail: `now ${transport.protocol}`, action: { type: 'response/ask-protocol' } },
    {
      label: sends.persisted ? 'Full query text' : 'Persisted queries',
      detail: sends.persisted ? 'now hash first' : 'now off',
      action: { type: 'identity/sends', sends: { ...sends, persisted: !sends.persisted } },
    },
    {
      label: 'Trusted document ID',
      detail: `now ${sends.documentId ?? 'none'}`,
      action: { type: 'identity/ask-sends', what: 'document' },
    },
    {
      label: 'Extensions',
      detail: `now ${sends.extensions ?? 'none'}`,
      action: { type: 'identity/ask-sends', what: 'extensions' },
    },
  ];
}

/** Inserts `"@path"` into the variables as one change. */
function withFile(state: State, place: FilePlace, path: string): Update<State> {
  const text = textOf(state.variables.editor);
  const next = withValue(state.connect.schema, text, placeNow(text, place), JSON.stringify(`@${path}`));
  if (next === undefined) return refuse(state, 'The variables are not a JSON object.');
  return reduceVariables({ ...state, focus: 'variables', side: 'variables' }, { type: 'variables/edited', text: next });
}

/** If the path contains a list, uses its last item; for a list of files, the position after its last item. */
function placeNow(text: string, slot: FilePlace): ValueAddress {
  const { variable, type, isList } = slot;
  const items = (steps: ValuePath): number => {
    const node = valueAtAddress(text, { variable, type, steps });
    return node?.kind === 'array' ? node.items.length : 0;
  };
  let steps: ValuePath = [];
  for (const each of slot.steps) steps = [...steps, typeof each === 'number' ? Math.max(0, items(steps) - 1) : each];
  return { variable, type, steps: isList ? [...steps, items(steps)] : steps };
}
