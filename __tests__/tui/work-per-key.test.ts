/** A key leaves everything unchanged that it cannot change, so that nothing else is computed or drawn again. */
import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink';
import { createElement } from 'react';
import { reduce } from '../../source/tui/app/reduce.js';
import { App } from '../../source/tui/app/view.js';
import type { Action } from '../../source/tui/model/action.js';
import type { Effect } from '../../source/tui/model/effect.js';
import type { State } from '../../source/tui/model/state.js';
import { createStore } from '../../source/tui/store.js';
import { createSink } from '../../source/tui/terminal/sink.js';
import { loaded, Screen } from './support.js';

/** The query pane, after typing this text into it. */
const typing = (text: string): Screen => new Screen().press('2', 'i').type(text);

test('a letter of a comment leaves the rows of the tree unchanged', () => {
  const screen = typing('# not');
  const { rows } = screen.state.schema;
  screen.type('e');
  expect(screen.query).toBe('# note');
  expect(screen.state.schema.rows).toBe(rows);
});

test('a letter of the query leaves the other panes unchanged', () => {
  const screen = typing('{ hel');
  const { variables, response, connect, identity, tabs } = screen.state;
  screen.type('l');
  for (const [name, before] of Object.entries({ variables, response, connect, identity, tabs })) {
    expect([name, screen.state[name as 'variables'] === before]).toEqual([name, true]);
  }
});

test('a letter of a comment reads and draws no row of the tree', async () => {
  const screen = typing('# not');
  const [, row] = screen.state.schema.rows;
  const { name } = row as { name: string };
  let reads = 0;
  Object.defineProperty(row, 'name', {
    get() {
      reads++;
      return name;
    },
  });
  const store = createStore<State, Action, Effect>({ initial: screen.state, reduce, perform: () => {}, frameMs: 5 });
  let frame = '';
  const sink = createSink(120, 40, next => {
    frame = next;
  });
  const ink = render(createElement(App, { store }), {
    stdout: sink as unknown as NodeJS.WriteStream,
    debug: true,
    patchConsole: false,
  });
  try {
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    store.batch(() => store.dispatch({ type: 'query/command', command: { do: 'insert', text: 'e' } }));
    await new Promise(setImmediate);
    expect(stripVTControlCharacters(frame)).toContain('# note');
    expect(reads).toBe(0);
  } finally {
    ink.unmount();
  }
});

test('erasing a letter of a search repeats no search, unless the schema is another one', () => {
  const screen = new Screen().press('/').type('us');
  const { results: found } = screen.state.schema.search ?? {};
  expect(found?.total).toBeGreaterThan(0);
  screen.type('e').press('backspace');
  expect(screen.state.schema.search?.results).toBe(found);
  const { index } = loaded();
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://localhost/graphql' } });
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index });
  screen.type('e').press('backspace');
  expect(screen.state.schema.search?.results?.of).toBe(index);
  expect(screen.state.schema.search?.results?.total).toBe(found?.total);
});

test('a search remembers the results of a few texts only', () => {
  const screen = new Screen().press('/').type('user node hello search');
  expect(screen.state.schema.search?.resultsByText.size).toBe(8);
});
