/**
 * Copying with external programs, without a length limit. tmux by default (`set-clipboard external`) drops OSC 52 sent by
 * programs inside it. Otherwise, the tools of the display server are used.
 */
import { spawn } from 'node:child_process';
import type { Environment } from '../../environment.js';
import { isRemote } from '../../io/browser.js';

/** Time limit for a tool, in milliseconds. A dead X server never answers. */
const killAfterMs = 3000;

/** A program that copies its standard input, and the destination of the text. */
interface ClipboardTool {
  readonly argv: readonly [program: string, ...words: string[]];
  /** Completes "Copied the text …". */
  readonly where: string;
}

/** The tools that may work, best first. Empty if only the terminal itself can copy. */
function clipboardTools({ variables, platform, ...rest }: Environment): readonly ClipboardTool[] {
  const { TMUX, WAYLAND_DISPLAY, DISPLAY } = variables;
  const tools: (ClipboardTool | false)[] = [
    Boolean(TMUX) && {
      argv: ['tmux', 'load-buffer', '-w', '-'],
      where: "to tmux's buffer and the terminal's clipboard",
    },
    Boolean(WAYLAND_DISPLAY) && { argv: ['wl-copy'], where: 'to the clipboard (wl-copy)' },
    Boolean(DISPLAY) && { argv: ['xclip', '-selection', 'clipboard'], where: 'to the clipboard (xclip)' },
    platform === 'darwin' &&
      !isRemote({ variables, platform, ...rest }) && { argv: ['pbcopy'], where: 'to the clipboard (pbcopy)' },
  ];
  return tools.filter(tool => tool !== false);
}

/** Copies with the first tool that succeeds. Returns undefined if none does. Never rejects. */
export async function copyByTool(text: string, environment: Environment): Promise<ClipboardTool | undefined> {
  for (const tool of clipboardTools(environment)) if (await took(tool, text, environment)) return tool;
  return undefined;
}

function took({ argv: [program, ...words] }: ClipboardTool, text: string, environment: Environment): Promise<boolean> {
  return new Promise(resolve => {
    // A tool that owns the selection keeps a child running, so wait only for the process started here.
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
