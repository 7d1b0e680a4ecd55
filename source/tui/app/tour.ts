/** The guided tour of `demo --tour`: steps in the status line, each waiting for the key it names. It blocks no key. */
import { bindingsOf, chordLabel } from '../components/key-labels.js';
import type { Action } from '../model/action.js';
import type { Binding, State, Tour } from '../model/state.js';
import { withNotice } from '../update.js';

interface Step {
  /** The binding whose key replaces `KEY` in the text. */
  readonly id: string;
  /** The action that ends the step, whether by this key, another key or the mouse. */
  readonly until: (action: Action) => boolean;
  readonly text: string;
}

// biome-ignore format: one step, one row
const steps: readonly Step[] = [
  { id: 'schema.search', until: ({ type }) => type === 'search/open', text: 'Press KEY to search the schema.' },
  { id: 'search.take', until: ({ type }) => type === 'search/take', text: 'Type authors, then press KEY to go to the field.' },
  { id: 'schema.tick', until: ({ type }) => type === 'schema/tick', text: 'Press KEY to add the field to the query.' },
  { id: 'schema.tick-all', until: ({ type }) => type === 'schema/tick-all', text: 'Press KEY to add all leaf fields below it.' },
  { id: 'run', until: ({ type }) => type === 'response/run', text: 'Press KEY to run the query.' },
  { id: 'focus.number.response', until: action => action.type === 'app/focus' && action.pane === 'response',
    text: 'Press KEY for the response. Each pane has a number.' },
  { id: 'help', until: action => action.type === 'overlay/open' && action.overlay.kind === 'help', text: 'Press KEY to list all keys.' },
];

/** The first step. */
export const startTour = (bindings: readonly Binding[]): Tour => tourAt(0, bindings);

function tourAt(at: number, bindings: readonly Binding[]): Tour {
  const { id, text } = steps[at] as Step;
  const binding = bindings.find(each => each.id === id);
  // The configuration may have removed its key.
  const key = binding?.keys[0] === undefined ? `: and “${binding?.label}”` : chordLabel(binding.keys[0], false);
  return { at, notice: { tone: 'info', text: `Tour ${at + 1} of ${steps.length}: ${text.replace('KEY', () => key)}` } };
}

/** Advances when an action completes the step. */
export function followTour(state: State, action: Action): State {
  const { tour } = state;
  if (tour === undefined || steps[tour.at]?.until(action) !== true) return state;
  if (tour.at + 1 < steps.length) return { ...state, tour: tourAt(tour.at + 1, bindingsOf(state)) };
  return withNotice(
    { ...state, tour: undefined },
    'Tour finished. Press Esc to close the list of keys, then q to quit.',
  );
}
