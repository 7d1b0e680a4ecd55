/** An unreadable secret ends the full screen before it opens: nothing is sent, and nothing is partly drawn. */
import { tenthOf } from '../../support/property.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

test.each(
  tenthOf([
    ['-B', 'env:NOWHERE'],
    ['-u', 'ada:env:NOWHERE'],
    ['-K', 'key=env:NOWHERE'],
  ]),
)('%s %s', async (flag, value) => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/', flag, value], { columns: 100, rows: 30 });
  expect(await terminal.ended).toEqual({ code: 2, signal: 0 });
  expect(terminal.screen()).toContain('NOWHERE is not set');
  expect(terminal.alternate).toBe(false);
});
