/** Ctrl-Z and fg under a real bash. */
import { withPrograms } from '../../support/programs.js';
import { schemaFile } from '../../support/schemas.js';
import { programLine, startBash, untilPrompt } from '../../support/shells/bash.js';
import { closeTerminals } from '../../support/terminal.js';

afterEach(closeTerminals);

withPrograms(['bash'], () => {
  test('Ctrl-Z and fg a hundred times, with nothing else to do', async () => {
    const terminal = await startBash();
    terminal.write(`${programLine(['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')])}\r`);
    await terminal.untilShown('allFilms');
    for (let i = 0; i < 100; i++) {
      terminal.write('\x1a');
      await untilPrompt(terminal);
      terminal.write('clear; fg\r');
      await terminal.untilScreen(
        (screen, { alternate }) => alternate && screen.includes('allFilms'),
        `fg number ${i + 1}`,
      );
    }
    terminal.write('qq');
    await untilPrompt(terminal);
    terminal.write('echo "ended with $?"\r');
    await terminal.untilShown('ended with 0');
  }, 60_000);
});
