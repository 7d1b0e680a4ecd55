/**
 * The logins of the README and of the manual, each run to its end verbatim on the demo API, with the files that its page has
 * saved before. Only the port differs.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../source/core/failure.js';
import { flowNames } from '../source/core/oauth/flows.js';
import { type Demo, startDemo } from '../source/demo/start.js';
import { browserScript } from './support/browser-script.js';
import { chromiumScript } from './support/chromium.js';
import { isLogin, manualCommands, readmeCommands } from './support/pages/readme-commands.js';
import { runProgram, temporaryFolder } from './support/program.js';
import { withPrograms } from './support/programs.js';
import { Person } from './support/servers/authorization-server.js';
import { callsIn } from './support/shells/shell-words.js';
import { closeTerminals, startInTerminal } from './support/terminal.js';

const examples = [...readmeCommands, ...manualCommands].filter(isLogin);
afterEach(closeTerminals);

test('there is one for each flow, and none needs a provider', () => {
  const shown = examples.flatMap(line => /--oauth2 (\w+):/.exec(line)?.[1] ?? []);
  expect([...new Set(shown)].sort()).toEqual([...flowNames].sort());
  expect(examples.filter(line => line.includes('example.com'))).toEqual([]);
});

/** The redirect goes to a free port if a user takes part. */
const freePort = (argv: readonly string[]): readonly string[] =>
  argv.some(word => word.startsWith('authorization_code:')) ? ['--oauth2-port', '0'] : [];

/** Runs a line, with a user in a browser or at another device. */
async function run(argv: readonly string[], home: string, variables: Readonly<Record<string, string>>) {
  const words = [...argv, ...freePort(argv)];
  if (!argv.some(word => word.startsWith('device_code:'))) {
    const browser = { ...variables, ...browserScript().variables };
    return runProgram(words, { home, folder: home, variables: browser });
  }
  const terminal = startInTerminal(words, { home, variables, columns: 200 });
  await terminal.untilShown('user_code=');
  await new Person().open(/http\S+user_code=\S+/.exec(terminal.history())?.[0] ?? '');
  const { code } = await terminal.ended;
  return { code, stdout: terminal.history(), stderr: '' };
}

describe('on the demo API', () => {
  let demo: Demo;
  beforeAll(async () => {
    const started = await startDemo({ port: 0 });
    if (isFailure(started)) throw new Error(started.text);
    demo = started;
  });
  afterAll(() => demo.close());

  /** A home with the files saved on the page: the key of the signing client, and a refresh token. */
  async function homeWithFiles(): Promise<string> {
    const home = temporaryFolder();
    const key = await fetch(`${demo.url}/oauth/client-key.pem`);
    const login = { grant_type: 'password', client_id: 'demo-public', username: 'admin', password: 'secret123' };
    const tokens = await fetch(`${demo.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(login) });
    writeFileSync(path.join(home, 'key.pem'), await key.text());
    writeFileSync(path.join(home, 'refresh.txt'), ((await tokens.json()) as { refresh_token: string }).refresh_token);
    return home;
  }

  test.each(examples)('%s', async line => {
    const variables = { SECRET: 'demo-secret', PASSWORD: 'secret123', TOKEN: 'demo-token' };
    const calls = callsIn(line);
    expect(calls).not.toEqual([]);
    for (const argv of calls) {
      const here = argv.map(word => word.replaceAll(':4000', `:${new URL(demo.url).port}`));
      const { code, stdout, stderr } = await run(here, await homeWithFiles(), variables);
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      if (argv[0] === 'GET') expect(stdout).toContain('token holder');
    }
  });

  withPrograms(['chromium'], () => {
    test.each(examples.filter(line => line.startsWith('apiclient GET') && line.includes('authorization_code:')))(
      'in Chromium: %s',
      async line => {
        const [argv = []] = callsIn(line);
        const here = [...argv, ...freePort(argv)].map(word => word.replaceAll(':4000', `:${new URL(demo.url).port}`));
        const { script, page } = chromiumScript();
        const home = await homeWithFiles();
        const running = runProgram(here, { home, folder: home, variables: { BROWSER: script } });
        const tab = await page;
        try {
          expect(await tab.run('document.body.innerText')).toContain('wants to use the demo API');
          const loaded = tab.loaded();
          await tab.run('document.querySelector("button[value=allow]").click()');
          await loaded;
          expect(await tab.run('document.body.innerText')).toContain('return to the terminal');
        } finally {
          await tab.close();
        }
        const { code, stdout } = await running;
        expect([code, stdout]).toEqual([0, expect.stringContaining('token holder')]);
      },
    );
  });
});
