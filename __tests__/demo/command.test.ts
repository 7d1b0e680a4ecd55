import { runProgram, temporaryFolder } from '../support/program.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(closeTerminals);

test('without a terminal `apiclient demo` prints one response and one query result, with their commands', async () => {
  const { code, stdout, stderr } = await runProgram(['demo']);
  expect(code).toBe(0);
  const [book, answer] = stdout.split('\n\n').map(text => JSON.parse(text));
  expect(book).toMatchObject({ title: 'Pride and Prejudice' });
  expect(answer.data.books.nodes).toHaveLength(3);
  expect(stderr).toMatch(
    /^\$ apiclient GET http:\/\/127\.0\.0\.1:\d+\/books\/1\n\$ apiclient graphql http\S+ --query '/,
  );
});

test('--silent prints only the responses', async () => {
  expect(await runProgram(['demo', '--silent'])).toMatchObject({ code: 0, stderr: '' });
});

test('--serve runs the API until it is interrupted, and a long download causes no warning', async () => {
  const ended = await runProgram(['demo', '--serve'], {
    onStart(child) {
      child.stdout?.once('data', async (text: Buffer) => {
        const url = /http:\S+(?=\/\n)/.exec(`${text}`)?.[0] ?? '';
        const { name } = (await (await fetch(url)).json()) as { name: string };
        await (await fetch(`${url}/download/2000000`)).arrayBuffer();
        if (name === 'apiclient demo API') child.kill('SIGINT');
        else child.kill('SIGKILL');
      });
    },
  });
  expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(ended.stdout).toMatch(/^REST {5}http:\S+:\d+\/\nGraphQL {2}http:\S+\/graphql\nCtrl-C ends it\.\n$/);
});

test('on a terminal `apiclient demo` opens the full screen, and restores the terminal', async () => {
  const home = temporaryFolder();
  const terminal = startInTerminal(['demo'], { columns: 120, rows: 40, home });
  await terminal.untilShown('Query  10 fields');
  expect(terminal.alternate).toBe(true);
  expect(terminal.screen()).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/graphql/);
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  expect(terminal.alternate).toBe(false);

  // The port is free again, so it is not offered; without an endpoint nothing can be run.
  const asked = startInTerminal([], { columns: 100, rows: 30, home });
  await asked.untilShown('Enter: connect');
  expect(asked.screen()).not.toMatch(/127\.0\.0\.1|Ctrl-R/);
  asked.write('nosuch host\r');
  await asked.untilShown('is not valid');
  await asked.untilShown('localhost:8080/path or :8080/path');
  asked.write('\u0003\u0003');
  await asked.ended;
});
