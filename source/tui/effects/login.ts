/**
 * Login while the full screen is open. An overlay shows the page's URL or the code, with a field for pasting the reply. Before
 * the screen opens, the same login prompts line by line on the terminal.
 */
import { failure } from '../../core/failure.js';
import { protocolLines } from '../../core/oauth/protocol/lines.js';
import { lineLoginUi, promptLines } from '../../io/oauth/login/line-login.js';
import type { LoginUi } from '../../io/oauth/login/login-ui.js';
import { screenHint } from '../screen-words.js';
import type { EffectContext } from './context.js';

/** The user interface of every login: the overlay while the screen is open, otherwise the terminal. */
export function loginUi(context: EffectContext): LoginUi {
  context.ui ??= screenLogin(context);
  return context.ui;
}

function screenLogin(context: EffectContext): LoginUi {
  const line = lineLoginUi(context.environment, { silent: false });
  let stop = new AbortController();
  let waiting: ((text: string | undefined) => void) | undefined;
  const waitForLine = (signal: AbortSignal): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      waiting = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  // Lines from before the screen opened, shown in its OAuth tab as well.
  const early: string[] = [];
  return {
    attended: true,
    log: context.log,
    get signal() {
      if (stop.signal.aborted) stop = new AbortController();
      return stop.signal;
    },
    protocol(step) {
      const lines = protocolLines(step, context.environment.now());
      if (context.dispatch === undefined) early.push(...lines);
      else {
        const id = context.currentId.getStore();
        context.dispatch({
          type: 'response/protocol',
          lines: [...early.splice(0), ...lines],
          id,
        });
      }
    },
    note(text) {
      if (context.dispatch === undefined) line.note(text);
      else context.dispatch({ type: 'app/notice', text: screenHint(text) });
    },
    warn(text) {
      if (context.dispatch === undefined) line.warn(text);
      else context.dispatch({ type: 'app/notice', text: screenHint(text), tone: 'error' });
    },
    show(prompt) {
      if (context.dispatch === undefined) return line.show(prompt);
      context.login = {
        answer: text => waiting?.(text),
        cancel: () => stop.abort(failure('interrupted', 'Login cancelled.')),
      };
      context.dispatch({
        type: 'login/show',
        lines: [...promptLines(prompt), ...(prompt.qr ?? [])],
        pastes: prompt.kind === 'page',
      });
    },
    async askLine(question, signal) {
      return context.dispatch === undefined ? line.askLine?.(question, signal) : waitForLine(signal);
    },
    done() {
      context.login = undefined;
      context.dispatch?.({ type: 'login/done' });
    },
  };
}
