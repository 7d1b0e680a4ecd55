/** One session that many programs write to. */
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

test('twenty concurrent runs do not lose each other’s data', async () => {
  const home = temporaryFolder();
  const run = (...argv: readonly string[]) => runProgram(argv, { home, spawn: true });
  const { url } = await httpServer((response, { path }) =>
    response.writeHead(200, { 'set-cookie': `${path.slice('/set/'.length)}=1; Path=/` }).end('ok'),
  );
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const ended = await Promise.all(
    numbers.map(number => run('GET', new URL(`/set/c${number}`, url).href, '--session', 'ada', '-H', `X-${number}: 1`)),
  );
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(numbers.map(() => [0, '']));
  const { stdout } = await run('sessions', 'show', 'ada');
  for (const number of numbers) {
    expect(stdout).toContain(`--header=X-${number}: 1\n`);
    expect(stdout).toContain(`cookie c${number}=••••\n`);
  }
}, 120_000);
