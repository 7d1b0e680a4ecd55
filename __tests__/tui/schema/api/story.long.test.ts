/** A session with an API that is known by its URL alone: found, ticked, logged in, run, its response used, saved, run with checks. */
import { runProgram, temporaryFolder } from '../../../support/program.js';
import { closeTerminals, startInTerminal } from '../../../support/terminal.js';
import { openDemo } from '../../demo.js';

let demo: Awaited<ReturnType<typeof openDemo>>;
beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.close());
afterEach(closeTerminals);

test('from the URL to a file that runs with its checks', async () => {
  const home = temporaryFolder();
  const terminal = startInTerminal([demo.url], { home, folder: home, columns: 130, rows: 44 });
  await terminal.untilShown('10 operations');
  const find = async (name: string): Promise<void> => {
    terminal.write('1/');
    await terminal.untilShown('names, then descriptions');
    terminal.write(`${name}`);
    await terminal.untilShown('1 of ');
    terminal.write('\r\u001b');
    await terminal.untilScreen(screen => !screen.includes(`/ ${name}`));
  };
  await find('privateBearer');
  terminal.write(' \u0012');
  await terminal.untilShown('401');
  await terminal.untilShown('It asks for a login');
  terminal.write('H');
  await terminal.untilShown('Headers and auth');
  terminal.write('s');
  await terminal.untilShown('Logins of the description');
  terminal.write('Bearer\r');
  await terminal.untilShown('Token');
  terminal.write('demo-token\r');
  await terminal.untilShown('Bearer');
  terminal.write('\u001b');
  await terminal.untilShown('auth: Bearer');
  terminal.write('\u0012');
  await terminal.untilShown('200 ');
  await find('listBooks');
  terminal.write(' ljjj');
  terminal.write(' ');
  await terminal.untilShown('/books?limit=100');
  terminal.write('\u0012');
  await terminal.untilShown('"total"');
  await terminal.untilShown('as described');
  await find('getBook');
  terminal.write(' ');
  await terminal.untilShown('/books/{{id}}');
  terminal.write('4/"id": 2');
  await terminal.untilShown('1 of');
  terminal.write('\ra');
  await terminal.untilShown('Use this value');
  terminal.write('\r');
  await terminal.untilShown('{{id}} is set');
  terminal.write('2i\u001b[H# @assert $.id == 2\r\u001b');
  await terminal.untilShown('# @assert $.id == 2');
  terminal.write('\u0012');
  await terminal.untilShown('checks 1 of 1');
  terminal.write('w');
  await terminal.untilShown('Save as');
  terminal.write('\u0015shop\r');
  await terminal.untilShown('Saved shop.http');
  const { code, stdout } = await runProgram(['run', 'shop.http', 'id=2', '-B', 'demo-token'], { home, folder: home });
  expect([code, stdout]).toEqual([0, expect.stringContaining('3 passed')]);
  const wrong = await runProgram(['run', 'shop.http', 'id=1', '-B', 'demo-token'], { home, folder: home });
  expect([wrong.code, wrong.stdout]).toEqual([11, expect.stringContaining('$.id == 2')]);
});
