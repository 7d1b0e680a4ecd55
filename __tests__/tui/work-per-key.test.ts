/** A key leaves everything unchanged that it cannot change, so that nothing else is computed or drawn again. */
import { Screen } from './support.js';

/** The query pane, after typing this text into it. */
const typing = (text: string): Screen => new Screen().press('2', 'i').type(text);

test('A letter of a comment leaves the rows of the tree unchanged.', () => {
  const screen = typing('# not');
  const { rows } = screen.state.schema;
  screen.type('e');
  expect(screen.query).toBe('# note');
  expect(screen.state.schema.rows).toBe(rows);
});

test('A letter of the query leaves the other panes unchanged.', () => {
  const screen = typing('{ hel');
  const { variables, response, connect, identity, tabs } = screen.state;
  screen.type('l');
  for (const [name, before] of Object.entries({ variables, response, connect, identity, tabs })) {
    expect([name, screen.state[name as 'variables'] === before]).toEqual([name, true]);
  }
});
