import { runProgram } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

test('off a terminal `graphql` alone is a usage error that names --query and --print-schema', async () => {
  const { code, stderr, stdout } = await runProgram(['graphql', 'http://127.0.0.1:9/']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/--query/);
  expect(stderr).toMatch(/--print-schema/);
});

test('off a terminal a bare URL is a usage error that shows the two forms', async () => {
  const { code, stderr } = await runProgram(['http://127.0.0.1:9/']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/apiclient GET URL/);
  expect(stderr).toMatch(/apiclient graphql URL/);
});

test('TERM=dumb opens no full screen', async () => {
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/'], { variables: { TERM: 'dumb' } });
  expect(await terminal.ended).toMatchObject({ code: 2 });
  expect(terminal.bytes).not.toContain('\x1b[?1049h');
});
