/** A theme chosen on the screen is remembered. It overrides the configuration, and the flag overrides it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

test('a choice is remembered, Esc discards it, and "as configured" removes it', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const file = path.join(home, '.config/apiclient/config.json');
  writeFileSync(file, JSON.stringify({ theme: 'solarized' }));
  chmodSync(file, 0o600);
  const variables = { COLORTERM: 'truecolor' };
  /**
   * The background colour at the start.
   * @param keys keys for the list of themes
   */
  const chosen = async (keys: string, shown: string): Promise<string | undefined> => {
    const terminal = startInTerminal(['demo'], { columns: 100, rows: 30, home, variables });
    await terminal.untilShown('books: BookConnection');
    const ground = /48;2;[\d;]+/.exec(terminal.bytes)?.[0];
    terminal.write(':theme\r');
    await terminal.untilShown('as configured');
    terminal.write(keys);
    await terminal.untilShown(shown);
    terminal.write('\u0003');
    await terminal.untilShown('again');
    terminal.write('\u0003');
    await terminal.ended;
    return ground;
  };
  const [solarized, gruvbox] = ['48;2;0;43;54', '48;2;40;40;40'];
  expect(await chosen('gruv\r', 'Theme: gruvbox (remembered')).toContain(solarized);
  expect(await chosen('high\u001b', '1 Schema')).toContain(gruvbox);
  expect(await chosen('as conf\r', 'Theme: solarized, as configured.')).toContain(gruvbox);
  expect(await chosen('\u001b', '1 Schema')).toContain(solarized);
});
