/** The demo API in this process, and the built program on it in a pseudo-terminal. */
import { isFailure } from '../../source/core/failure.js';
import { startDemo } from '../../source/demo/start.js';
import { startInTerminal, type TerminalOptions, type TerminalProgram } from '../support/terminal.js';

type Demo = Exclude<Awaited<ReturnType<typeof startDemo>>, { readonly kind: string }>;

export async function openDemo(): Promise<Demo> {
  const demo = await startDemo({ port: 0 });
  if (isFailure(demo)) throw new Error(demo.text);
  return demo as Demo;
}

/** The full screen on the demo, its tree shown. */
export async function openScreen(
  url: string,
  options: TerminalOptions = {},
  ...flags: string[]
): Promise<TerminalProgram> {
  const terminal = startInTerminal(['graphql', url, ...flags], { columns: 120, rows: 40, ...options });
  await terminal.untilShown('books');
  return terminal;
}
