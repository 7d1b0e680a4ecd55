/** The demo API in this process, and the built program connected to it in a pseudo-terminal. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../source/core/failure.js';
import { startDemo } from '../../source/demo/start.js';
import { temporaryFolder } from '../support/program.js';
import { closeTerminals, startInTerminal, type TerminalOptions, type TerminalProgram } from '../support/terminal.js';

type Demo = Exclude<Awaited<ReturnType<typeof startDemo>>, { readonly kind: string }>;

export async function openDemo(): Promise<Demo> {
  const demo = await startDemo({ port: 0 });
  if (isFailure(demo)) throw new Error(demo.text);
  return demo as Demo;
}

/** The demo for all tests of a file. Each test's terminals are closed when the test ends. */
export function demoForTests(): Pick<Demo, 'url' | 'graphqlUrl'> {
  let demo: Demo;
  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo.close());
  afterEach(closeTerminals);
  return {
    get url() {
      return demo.url;
    },
    get graphqlUrl() {
      return demo.graphqlUrl;
    },
  };
}

/** The full screen on the demo, with its tree visible. */
export async function openScreen(
  url: string,
  options: TerminalOptions = {},
  ...flags: string[]
): Promise<TerminalProgram> {
  const terminal = startInTerminal(['graphql', url, ...flags], { columns: 120, rows: 40, ...options });
  await terminal.untilShown('books');
  return terminal;
}

/** `q.graphql` with that text in a separate home, opened on the screen. */
export async function openFile(url: string, text: string): Promise<{ file: string; terminal: TerminalProgram }> {
  const home = temporaryFolder();
  const file = path.join(home, 'q.graphql');
  writeFileSync(file, text);
  const terminal = await openScreen(url, { home });
  terminal.write('Oq.graphql\r');
  await terminal.untilShown('Opened q.graphql');
  return { file, terminal };
}
