/** Reading a response in line mode: positions, steps, lines, and large bodies. */
import { sourceOf } from '../../../source/core/response/viewer/source-of.js';
import {
  hereWords,
  lineAfterStep,
  linesFrom,
  positionWords,
  summaryOf,
  type WalkStep,
} from '../../../source/tui/linear/reading.js';
import type { State } from '../../../source/tui/model/state.js';
import { bodyOf } from '../../../source/tui/response/viewer/reduce.js';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { Screen } from '../support.js';

afterEach(closeTerminals);
afterEach(closeServers);

const emma = { title: 'Emma', price: 9.5, tags: [] };
const books = { data: { books: { nodes: [emma, { id: 'x', by: { name: 'Ada' } }], total: 2, note: '' } } };

/** A reader of a text, after some steps. */
function reader(text: string, ...steps: readonly WalkStep[]) {
  let body = bodyOf(sourceOf(text));
  const stuck = steps.filter(step => {
    const line = lineAfterStep(body, step);
    if (line !== undefined) body = { ...body, cursor: line };
    return line === undefined;
  });
  const { state } = new Screen();
  const response = { ...state.response, runId: 1, shown: body };
  return { state: { ...state, focus: 'response', response } as State, stuck };
}

test.each<[WalkStep[], string, string]>([
  [[], 'top level: object of 1', 'top level: object of 1'],
  [['into', 'into'], 'books: total 2', 'data, object of 1, books: total 2'],
  [['into', 'into', 'into'], 'nodes: list of 2', 'data.books, object of 3, nodes: list of 2'],
  [['into', 'into', 'into', 'into'], 'item 1 of 2: title Emma', 'data.books.nodes, list of 2, item 1: title Emma'],
  [['into', 'into', 'into', 'into', 'down'], 'item 2 of 2: id x', 'data.books.nodes, list of 2, item 2: id x'],
  [['into', 'into', 'into', 'down', 'down'], 'note: empty text', 'data.books, object of 3, note: empty text'],
  [
    ['into', 'into', 'into', 'down', 'up', 'into', 'out'],
    'nodes: list of 2',
    'data.books, object of 3, nodes: list of 2',
  ],
  [
    ['into', 'into', 'into', 'into', 'into', 'down', 'down'],
    'tags: empty list',
    'data.books.nodes[0], object of 3, tags: empty list',
  ],
])('after %j, the value is %j', (steps, here, where) => {
  const { state, stuck } = reader(JSON.stringify(books), ...steps);
  expect([stuck, hereWords(state), positionWords(state)]).toEqual([[], here, where]);
});

test('no step leaves the text, a list or a value', () => {
  expect(reader('[1, 2]', 'up', 'down', 'out', 'into', 'up', 'down', 'down', 'into').stuck).toEqual([
    ...['up', 'down', 'out', 'up', 'down', 'into'],
  ]);
  expect(reader('one\ntwo', 'up', 'into', 'out', 'down', 'down').stuck).toEqual(['up', 'into', 'out', 'down']);
  expect(reader('', 'down', 'up', 'into', 'out').stuck).toEqual(['down', 'up', 'into', 'out']);
});

test('lines are formatted, and numbers are printed verbatim', () => {
  const text = '{"id":12345678901234567890,"price":1.50,"big":1e400,"list":[{"a":"\\u00e9"}]}';
  expect(linesFrom(sourceOf(text), 0, 100)).toEqual([
    ...['{', '  "id": 12345678901234567890,', '  "price": 1.50,', '  "big": 1e400,', '  "list": ['],
    ...['    {', '      "a": "\\u00e9"', '    }', '  ]', '}'],
  ]);
});

test('a summary has the shape with counts, and at most 20 lines', () => {
  expect(summaryOf(sourceOf(JSON.stringify(books)))).toEqual([
    ...['top level: object of 1', 'data: object of 1', 'data.books: object of 3'],
    ...[
      'data.books.nodes: list of 2, each with title, price, tags',
      'data.books.total: 2',
      'data.books.note: empty text',
    ],
  ]);
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, { at }]));
  expect(summaryOf(sourceOf(JSON.stringify(wide))).length).toBe(21);
  expect(summaryOf(sourceOf('[[1], 2]'))).toEqual(['top level: list of 2, first list of 1']);
  expect(summaryOf(sourceOf('a\nb'))).toEqual(['text, 2 lines']);
});

test('a terminal never gets more than 100 lines or a very long line at once', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => ({ at, id: 1234567890123456 }));
  const { url } = await httpServer(response => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ rows, long: 'x'.repeat(300_000) }));
  });
  const terminal = startInTerminal(['open', '--linear'], { columns: 120, rows: 500, home: temporaryFolder() });
  await terminal.untilShown('typing and running still work');
  terminal.write(`request: GET ${url}/\rrun\r`);
  await terminal.untilShown('more lines. Type read 101.');
  const printed = terminal.screen().split('\n');
  expect(printed.slice(printed.indexOf('{')).length).toBeLessThan(104);
  expect(terminal.screen()).toContain('"id": 1234567890123456');
  terminal.write('read 1603\r');
  await terminal.untilShown('and 298002 more characters');
  terminal.write('find xxx\r');
  await terminal.untilShown('long: xxx');
  expect(terminal.bytes.length).toBeLessThan(40_000);
});

test('commands typed before the schema arrives wait, and run in order', async () => {
  let hold = (_answer: () => void): void => {};
  const held = new Promise<() => void>(resolve => {
    hold = resolve;
  });
  const { url, seen } = await httpServer((response, { body }) => {
    const data = {
      __schema: { queryType: { name: 'Q' }, types: [query, { kind: 'SCALAR', name: 'Int' }], directives: [] },
    };
    const answer = (): void =>
      void response.end(JSON.stringify({ data: /__schema/.test(body.toString()) ? data : { a: 7 } }));
    response.setHeader('Content-Type', 'application/json');
    if (seen.length > 1) answer();
    else hold(answer);
  });
  const field = (name: string) => ({ name, args: [], isDeprecated: false, type: { kind: 'SCALAR', name: 'Int' } });
  const query = { kind: 'OBJECT', name: 'Q', interfaces: [], fields: [field('a'), field('b')] };
  const terminal = startInTerminal(['graphql', url, '--linear'], { columns: 120, rows: 60, home: temporaryFolder() });
  await terminal.untilShown('Loading the schema');
  terminal.write('tick a\rtick b\runtick b\rrun\r');
  await terminal.untilShown('Waiting: run');
  terminal.write('status\r');
  await terminal.untilShown('Nothing is running.');
  expect(terminal.screen()).not.toContain('No field');
  // Under load, the screen reports loading before the request arrives.
  (await held)();
  await terminal.untilShown('"a": 7');
  const screen = terminal.screen();
  const order = ['Schema loaded', 'Ticked a', 'Ticked b', 'Unticked b', 'Response: 200'].map(each =>
    screen.indexOf(each),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
});
