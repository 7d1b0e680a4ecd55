/**
 * A hostile endpoint on the full screen: its names, descriptions, responses and headers are drawn and have no effect on the
 * terminal.
 */
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, effectsOfOthers, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const evil = 'X\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[5;48;5;201mR\u009b2J\u202eb\u200bc\r\n\ty\u0301\u3164z';
const text = { kind: 'SCALAR', name: 'String' };
const field = (name: string, more: object = {}) => ({ name, args: [], type: text, description: evil, ...more });
const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
const schema = {
  queryType: { name: 'Query' },
  directives: [{ name: `d${evil}`, description: evil, locations: [evil], args: [{ name: evil, type: text }] }],
  types: [
    text,
    {
      kind: 'OBJECT',
      name: 'Query',
      description: evil,
      interfaces: [],
      fields: [
        field('first', {
          isDeprecated: true,
          deprecationReason: evil,
          args: [{ name: 'a', type: text, description: evil, defaultValue: `"${evil}"` }],
        }),
        field(`n${evil}`),
        field(`e${'\u0301'.repeat(10_000)}`),
        field(`w${'\u65e5'.repeat(200)}`),
        field(`f${family.repeat(50)}`),
        field('n'.repeat(5000)),
        field('kind', { type: { kind: 'ENUM', name: 'E' } }),
      ],
    },
    { kind: 'ENUM', name: 'E', enumValues: [{ name: `A${evil}`, description: evil, deprecationReason: evil }] },
  ],
};
const answer = JSON.stringify({
  data: {
    [`k${evil}`]: evil,
    marks: `e${'\u0301'.repeat(10_000)}`,
    wide: '\u65e5'.repeat(300),
    people: family.repeat(99),
  },
  errors: [{ message: evil, path: [`k${evil}`, 0], extensions: { code: evil } }, null, {}, { message: 5 }],
});

/** Boxes are complete, and no control sequence in the output comes from the server. */
function judge(terminal: TerminalProgram, columns: number): void {
  const own = terminal.bytes
    .replaceAll('\u001b]11;?\u001b\\', '')
    .replaceAll('\u001b(B\u000f', '')
    .replace(/\u001b\]2;apiclient[^\u0000-\u001f\u007f-\u009f]*\u001b\\/g, '')
    .replace(/\u001b(?:\[[?>=<]?[\d;:]*[a-zA-Z]|[78=>E]|(?:\[[\d;?]*)?$)/g, '')
    // Moves of the cursor, also along the side of a box.
    .replace(/\u0008?\u000b|[\r\n]/g, '');
  expect(own).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e\u3164]/);
  expect(terminal.bytes).not.toContain('\u001b[5;48;5;201m');
  expect(effectsOfOthers(terminal)).toEqual([]);
  terminal.rows().forEach((row, y) => {
    if (y > 1 && /^[│┃╰┗]/.test(row))
      expect([row, '│┃█╯┛╮┓'.includes(terminal.cell(y, columns - 1).text)]).toEqual([row, true]);
  });
}

test.each([120, 80, 59])('at %i columns nothing leaves its cell', async columns => {
  const { url } = await httpServer((response, { body }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-odd': '\u009b2J\u009d52;c;ZXZpbA==\u009c' });
    response.end(body.includes('__schema') ? JSON.stringify({ data: { __schema: schema } }) : answer);
  });
  const terminal = startInTerminal(['graphql', url], { columns, rows: 40 });
  const press = async (keys: string, shown: string): Promise<void> => {
    terminal.write(keys);
    await terminal.untilShown(shown);
    judge(terminal, columns);
  };
  await press('', 'first: String');
  await press('jl', 'a: String');
  await press('G', 'Directives');
  await press('l', '@d');
  await press('K', '@d');
  await press('\u001b', 'Directives');
  await press('gg2i{ first }', 'editing');
  await press('\u0012', '200 ·');
  terminal.write('\u001b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  await press('4', '200 ·');
  await press('z', '4 Response');
  await press(']', '[Errors');
  await press(']', '[Headers');
  await press('G', 'x-odd');
});
