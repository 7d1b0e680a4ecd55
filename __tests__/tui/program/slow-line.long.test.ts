/** The cost of keys on a slow line, in bytes: the built program in a pseudo-terminal, on the largest schema. */
import { schemaFile } from '../../support/schemas.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

/** The bytes of the frame caused by a key. */
async function bytesOf(terminal: TerminalProgram, key: string): Promise<number> {
  const before = terminal.bytes.length;
  terminal.write(key);
  return Buffer.byteLength(await terminal.untilFrame(before));
}

test('a cursor move costs at most 1 kB, even if the tree scrolls; growing documentation costs half as much more, a few times; moved rows match a full redraw', async () => {
  const argv = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('github')];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40 });
  await terminal.untilShown('codeOfConduct');
  terminal.write('jjjl');
  await terminal.untilShown('announcement');
  const docsTop = (): number => terminal.rows().findIndex(row => / Docs /.test(row));
  const costs: number[] = [];
  const grown: number[] = [];
  for (const key of [...'j'.repeat(50), ...'k'.repeat(50)]) {
    const top = docsTop();
    const bytes = await bytesOf(terminal, key);
    (docsTop() === top ? costs : grown).push(bytes);
  }
  expect(Math.max(...costs)).toBeLessThanOrEqual(1000);
  expect(Math.max(...grown)).toBeLessThanOrEqual(1500);
  expect(grown.length).toBeLessThan(5);
  // Some of them scrolled, which costs more than the row, its neighbour and the documentation.
  expect(costs.filter(bytes => bytes > 500).length).toBeGreaterThan(20);
  for (let i = 0; i < 45; i++) await bytesOf(terminal, 'j');
  const moved = terminal.screen();
  // Resize and back again, so that everything is redrawn.
  terminal.resize(119, 40);
  await terminal.untilScreen(screen => screen !== moved, 'the narrower screen');
  terminal.resize(120, 40);
  await terminal.untilScreen(screen => screen === moved, `the same screen as before:\n${moved}`);
});

/** All panes with content: ticks, a query with a variable, and a response that is longer than its pane. */
async function answered(flags: readonly string[]): Promise<TerminalProgram> {
  const nodes = Array.from({ length: 40 }, (_, i) => ({ name: `repository ${i}`, url: `https://example.test/${i}` }));
  const answer = JSON.stringify({ data: { viewer: { login: 'me', repositories: { nodes } } } });
  const server = await httpServer(response => response.setHeader('content-type', 'application/json').end(answer));
  const argv = ['graphql', `${server.url}/graphql`, '--schema', schemaFile('github'), ...flags];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40 });
  await terminal.untilShown('codeOfConduct');
  terminal.write('2i');
  await terminal.untilShown('editing');
  const fields = 'viewer {\n login\n repositories(first: $first) {\n nodes {\n name\n url\n}\n}\n}\n';
  terminal.write(`\u001b[200~query Named($first: Int = 3) {\n ${fields}}\u001b[201~`);
  await terminal.untilShown('nodes');
  terminal.write('\u001b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the command state');
  terminal.write('\u0012');
  await terminal.untilShown('repository 1');
  await terminal.untilShown('valid');
  terminal.write('1');
  await terminal.untilScreen(
    screen => screen.includes('3 ticked') && screen.includes('Space tick'),
    'the schema’s keys',
  );
  return terminal;
}

const panes = ['1 Schema', '2 Query', '3 Variables', '4 Response'] as const;

/** Every cell of the screen, with the part of its style that is visible in it. */
const cellsOf = (terminal: TerminalProgram): readonly string[] =>
  terminal.rows().map((_, y) =>
    Array.from({ length: 120 }, (_, x) => {
      const { text, foreground, background, bold, dim, inverse } = terminal.cell(y, x);
      return text.trim() === ''
        ? `${background} ${inverse}`
        : [text, foreground, background, bold, dim, inverse].join(' ');
    }).join('\n'),
  );

/** The pane with a heavy top border. Sides are compared with a full redraw. */
const focused = (terminal: TerminalProgram): string | undefined =>
  panes.find(pane => /[┏*][━=] $/.test(terminal.screen().split(pane)[0] ?? ''));

// The lines of four boxes alone are 300 characters, each of three bytes unless they are ASCII.
test.each([
  [1600, ['--theme', 'dark']],
  [1600, ['--theme', 'none']],
  [1050, ['--theme', 'dark', '--ascii']],
])('a change of pane costs less than %d bytes, and the focused pane has heavy borders: %j', async (limit, flags) => {
  const terminal = await answered(flags);
  const costs: number[] = [];
  let at = 0;
  for (const [key, next] of [
    ...Array.from({ length: 8 }, () => ['\t', () => at + 1] as const),
    ...Array.from({ length: 8 }, () => ['\u001b[Z', () => at + 3] as const),
    ...[3, 2, 4, 1].map(pane => [String(pane), () => pane - 1] as const),
  ]) {
    costs.push(await bytesOf(terminal, key));
    at = next() % 4;
    expect(focused(terminal)).toBe(panes[at]);
    expect(terminal.cellOf(panes[at] ?? '').bold).toBe(true);
  }
  expect(Math.max(...costs)).toBeLessThan(limit);
  const painted = cellsOf(terminal);
  expect(await bytesOf(terminal, '\u000c')).toBeGreaterThan(4000);
  expect(cellsOf(terminal)).toEqual(painted);
});

test.each([[['--theme', 'dark']], [['--theme', 'none']], [['--theme', 'dark', '--ascii']]])(
  'opening, moving in and closing a box of ten rows costs less than 1,150 bytes each, and leaves the rest unchanged: %j',
  async flags => {
    const terminal = await answered(flags);
    terminal.write('2i');
    await terminal.untilShown('editing');
    const others = Array.from({ length: 7 }, (_, i) => `query Other${i} { viewer { id name email } }`).join('\n');
    terminal.write(`\u001b[F\n\u001b[200~\n${others}\u001b[201~`);
    await terminal.untilShown('Other6');
    terminal.write('\u001b1');
    await terminal.untilScreen(
      screen => screen.includes('Space tick') && screen.includes('valid'),
      'the schema’s keys',
    );
    const before = terminal.rows();
    for (let time = 0; time < 2; time++) {
      expect(await bytesOf(terminal, 'o')).toBeLessThan(1150);
      const [top, ...below] = terminal.rows().flatMap((row, y) => (row === before[y] ? [] : [y]));
      expect([terminal.rows()[top ?? 0], below.length]).toEqual([expect.stringMatching(/ Operations /), 10]);
      expect(focused(terminal)).toBe(panes[0]);
      expect(await bytesOf(terminal, '\u001b[A')).toBeLessThan(300);
      expect(await bytesOf(terminal, '\u001b')).toBeLessThan(1150);
      expect(terminal.rows()).toEqual(before);
    }
  },
);
