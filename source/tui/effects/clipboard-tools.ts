/**
 * Copying by a program where one reaches the clipboard: tmux, which by its default (`set-clipboard external`) drops what the
 * programs in it send (OSC 52), and the tools of a display. There is no limit of length.
 */
import { spawn } from 'node:child_process';
import type { Environment } from '../../environment.js';
import { isRemote } from '../../io/browser.js';

/** How long a tool may take: an X server that has gone answers nothing. In milliseconds. */
const killAfterMs = 3000;

/** A program that takes what is copied on its standard input, and where that is then. */
interface ClipboardTool {
  readonly argv: readonly [program: string, ...words: string[]];
  /** Completes "Copied the text …". */
  readonly where: string;
}

/** The tools worth a try, the best first; none where only the terminal itself can be asked. */
function clipboardTools({ variables, platform, ...rest }: Environment): readonly ClipboardTool[] {
  const { TMUX, WAYLAND_DISPLAY, DISPLAY } = variables;
  const tools: (ClipboardTool | false)[] = [
    Boolean(TMUX) && {
      argv: ['tmux', 'load-buffer', '-w', '-'],
      where: "to tmux's buffer, and sent it to the terminal's clipboard",
    },
    Boolean(WAYLAND_DISPLAY) && { argv: ['wl-copy'], where: 'to the clipboard (wl-copy)' },
    Boolean(DISPLAY) && { argv: ['xclip', '-selection', 'clipboard'], where: 'to the clipboard (xclip)' },
    platform === 'darwin' &&
      !isRemote({ variables, platform, ...rest }) && { argv: ['pbcopy'], where: 'to the clipboard (pbcopy)' },
  ];
  return tools.filter(tool => tool !== false);
}

/** Copies by the first tool that can; undefined if none could. Never rejects. */
export async function copyByTool(text: string, environment: Environment): Promise<ClipboardTool | undefined> {
  for (const tool of clipboardTools(environment)) if (await took(tool, text, environment)) return tool;
  return undefined;
}

function took({ argv: [program, ...words] }: ClipboardTool, text: string, environment: Environment): Promise<boolean> {
  return new Promise(resolve => {
    // A tool that owns the selection stays behind as a child of its own: only its parent's end is waited for.
    const child = spawn(program, words, {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: environment.folder,
      env: { ...environment.variables },
      detached: true,
    });
    const late = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const settle = (done: boolean): void => {
      clearTimeout(late);
      resolve(done);
    };
    child.on('error', () => settle(false));
    child.once('exit', code => settle(code === 0));
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
