/** The built program in a pseudo-terminal, from the endpoint to the response. */
import { tenthOf } from '../../support/property.js';
import { usersForTests } from './users.js';

const users = usersForTests();

test('from the endpoint to the response: browse the schema, tick, see the query, enter a value, run, read, quit', async () => {
  const terminal = await users.open();
  expect(terminal.alternate).toBe(true);
  terminal.write('j ');
  await terminal.untilShown('user(id: $id) {');
  terminal.write('l');
  await terminal.untilShown('name: String!');
  terminal.write('jjj ');
  await terminal.untilShown('    name');
  terminal.write('3i{"id": "7"}\x12');
  await terminal.untilShown('"name": "User 7"');
  await terminal.untilShown('200 · ');
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('qq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(terminal.alternate).toBe(false);
  expect(terminal.modes).toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: 'none', wraparoundMode: true });
});

test('wide and combining characters leave every border in its column, and hostile bytes are shown as marks', async () => {
  const terminal = await users.open(120, 40);
  terminal.write('2i{ wide }\x12');
  await terminal.untilShown('日本語');
  const shown = terminal.rows().find(row => row.includes('日本語')) ?? '';
  expect(shown).toContain('\\u001b[2Jend');
  for (let y = 1; y < 39; y++) expect('│┃╮╯┓┛█').toContain(terminal.cell(y, 119).text);
});

test.each(
  tenthOf([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const),
)('%s restores the terminal and exits with %i', async (signal, code) => {
  const terminal = await users.open();
  terminal.kill(signal);
  expect(await terminal.ended).toMatchObject({ code });
  expect(terminal.alternate).toBe(false);
  expect(terminal.modes).toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: 'none' });
});
