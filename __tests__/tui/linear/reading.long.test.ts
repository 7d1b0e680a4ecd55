/** Reading a response in line mode: positions, steps, lines, and large bodies. */
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

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
