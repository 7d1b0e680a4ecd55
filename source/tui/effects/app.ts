/** Effects on the terminal: editor, pager, clipboard and timers. */
import { spawn } from 'node:child_process';
import { isFailure } from '../../core/failure.js';
import { safeText } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import { isRemote } from '../../io/browser.js';
import type { Action } from '../model/action.js';
import type { AppEffect } from '../model/effect.js';
import { copiedText, copySequence } from '../terminal/clipboard.js';
import { editText } from '../terminal/external.js';
import { inSlices } from './background.js';
import { type Performers, reportBug, showError } from './context.js';

const suffixes = { graphql: '.graphql', http: '.http', json: '.json', plain: '.txt' } as const;

export const appEffects: Performers<AppEffect> = {
  async quit({ code, unlessLost }, context, dispatch) {
    const goOn = context.session().hold();
    const problem = await context.drafts.flush();
    if (problem === undefined || !unlessLost) {
      context.end(code);
      return;
    }
    goOn();
    dispatch({ type: 'drafts/failed', text: problem.text, quitting: true });
  },
  suspend(_, context) {
    const session = context.session();
    session.hold();
    // Handle the remaining keys of the same read first: the shell is told which keys were lost, and it is gone once we stop.
    queueMicrotask(() => session.suspend());
  },
  redraw: (_, context) => context.session().redraw(),
  async copy({ text, what }, context, dispatch) {
    const { environment } = context;
    const notify = (words: string): void => dispatch({ type: 'app/notice', text: words });
    // Without a terminal, output is lines, so the text becomes a line.
    if ((environment.stdout as { readonly isTTY?: boolean }).isTTY !== true) {
      context.session().send(`${safeText(copiedText(text))}\n`);
      return notify(`Printed ${what}, because output is not a terminal with a clipboard.`);
    }
    const tool = await copyByTool(copiedText(text), environment);
    if (tool !== undefined) return notify(`Copied ${what} ${tool.where}.`);
    const bytes = copySequence(text, environment.variables);
    if (bytes === undefined) {
      const hint = 'press s to save a response, or install wl-copy, xclip or pbcopy.';
      return showError(`Too long for the terminal's clipboard (about 75 kB): ${hint}`, dispatch);
    }
    context.session().send(bytes);
    // Terminals do not confirm OSC 52.
    notify(`Copied ${what} to the terminal's clipboard.`);
  },
  async 'edit-text'({ pane, text, language }, context, dispatch) {
    const edited = await context
      .session()
      .lendNow(ended => editText(text, suffixes[language], context.environment, ended));
    // The terminal was lent to another program, so the key was meant for that program.
    if (edited === undefined) return;
    if (isFailure(edited)) showError(edited.text, dispatch);
    else dispatch({ type: `${pane}/edited`, text: edited });
  },
  later({ ms, action }, _, dispatch) {
    // Timers must not prevent the program from exiting.
    setTimeout(() => dispatch(action), ms).unref();
  },
  'update-clock'({ ms }, context, dispatch) {
    clearTimeout(context.clock);
    context.clock = setTimeout(() => dispatch({ type: 'connect/aged', now: context.environment.now() }), ms).unref();
  },
  work({ id, work }, context, dispatch) {
    const cancel = new AbortController();
    context.running.set(id, cancel);
    const end = (action: Action): void => {
      context.running.delete(id);
      dispatch(action);
    };
    inSlices(ended(work(), cancel.signal, end, error => reportBug(error, dispatch)));
  },
  cancel({ id }, context) {
    context.running.get(id)?.abort();
    context.running.delete(id);
  },
};

/** Work that reports its result, unless it was cancelled, or its exception. */
function* ended<Value>(
  work: Generator<void, Value>,
  signal: AbortSignal,
  end: (value: Value) => void,
  fail: (error: unknown) => void,
): Generator<void> {
  try {
    for (let next = work.next(); !signal.aborted; next = work.next()) {
      if (next.done) return end(next.value);
      yield;
    }
  } catch (error) {
    fail(error);
  }
}

/** Time limit for a tool, in milliseconds. A dead X server never answers. */
const killAfterMs = 3000;

/** A program that copies its standard input, and the destination of the text. */
interface ClipboardTool {
  readonly argv: readonly [program: string, ...words: string[]];
  /** Completes "Copied the text …". */
  readonly where: string;
}

/**
 * The tools that may work, best first. Empty if only the terminal itself can copy. tmux by default (`set-clipboard external`)
 * drops OSC 52 sent by programs inside it, and no tool has a length limit.
 */
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
async function copyByTool(text: string, environment: Environment): Promise<ClipboardTool | undefined> {
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
