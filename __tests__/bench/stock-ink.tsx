/** The same screen as ours, drawn by Ink as it comes: its own output, its own throttle, its own idea of what changed. */
import { readFileSync } from 'node:fs';
import { render } from 'ink';
import { buildGraphqlSchema } from '../../source/core/graphql/build-schema.js';
import { indexSchema } from '../../source/core/graphql/schema-index.js';
import type { RawSchema } from '../../source/core/graphql/schema-types.js';
import { reduce } from '../../source/tui/app/reduce.js';
import { carryOut } from '../../source/tui/app/resolve.js';
import { startState } from '../../source/tui/app/start.js';
import { App } from '../../source/tui/app/view.js';
import type { Action } from '../../source/tui/model/action.js';
import type { State } from '../../source/tui/model/state.js';
import { createStore } from '../../source/tui/store.js';
import { createDecoder } from '../../source/tui/terminal/keys/decoder.js';
import { chooseTheme } from '../../source/tui/theme.js';

const raw = (JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { data: { __schema: RawSchema } }).data
  .__schema;
const index = indexSchema(raw);
const store = createStore<State, Action, unknown>({
  initial: startState({
    columns: process.stdout.columns,
    // A frame as tall as the screen makes Ink 6 clear it for every frame: one row less is its better case.
    rows: process.stdout.rows - 1,
    theme: chooseTheme({ ascii: false, variables: {} }),
    mouse: false,
    url: 'http://localhost/',
    query: '',
    variables: '',
  }),
  reduce,
  perform: () => {},
  frameMs: 16,
});
store.dispatch({ type: 'connect/load', source: { from: 'endpoint', url: 'http://localhost/' } });
store.dispatch({ type: 'connect/loaded', id: 1, index });
const built = buildGraphqlSchema(index);
if ('schema' in built) store.dispatch({ type: 'connect/built', id: 1, schema: built.schema });
const decoder = createDecoder();
process.stdin.setRawMode(true);
process.stdin.on('data', (chunk: Buffer) =>
  store.batch(() => {
    for (const event of decoder.feed(chunk)) {
      carryOut(event, store.getState, store.dispatch);
    }
  }),
);
render(<App store={store} />, { exitOnCtrlC: false, patchConsole: false });
