/** Every operation of real descriptions is ticked and unticked on the screen. */
import type { Description } from '../../../../source/core/openapi/document/types.js';
import { titleOf } from '../../../../source/core/openapi/look-up.js';
import { describeText, descriptionText, large, small } from '../../../support/fixtures/descriptions.js';
import { Screen } from '../../support.js';

const before = '# mine\n\nGET http://other.test/x\n';

/** The operations whose tick adds no request, or whose unticking leaves a different text. */
function strays(description: Description): readonly string[] {
  const url = 'http://api.test/v1';
  const screen = new Screen({ kind: 'http', url, sdl: null, query: before });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  screen.do({ type: 'connect/described', id: screen.state.connect.loadId ?? 0, description });
  const untried = new Set(description.operations.map(titleOf));
  const isStray = (title: string): boolean => {
    untried.delete(title);
    screen.row(title).do({ type: 'schema/tick' });
    const isIn = screen.cursor?.mark === 'ticked' && screen.query.startsWith(before) && screen.query !== before;
    screen.do({ type: 'schema/tick' });
    return !isIn || screen.query !== before || screen.variables !== '';
  };
  const groups = screen.state.schema.rows.filter(({ kind }) => kind === 'group');
  screen.do({ type: 'schema/close-all' });
  const found = groups.flatMap(({ name }) => {
    // One group at a time, because every tick rebuilds all rows.
    screen.row(name).do({ type: 'schema/open' });
    const titles = screen.state.schema.rows.filter(({ depth }) => depth === 1).map(row => row.name);
    const strays = titles.filter(isStray);
    screen.row(name).do({ type: 'schema/close' });
    return strays;
  });
  return [...found, ...untried];
}

test.each([...small, ...large])('%s: each operation is ticked and unticked', name => {
  expect(strays(describeText(descriptionText(name)))).toEqual([]);
});
