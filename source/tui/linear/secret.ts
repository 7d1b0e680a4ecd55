/** Prompts whose replies must not be echoed. */
import { isFailure } from '../../core/failure.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { hiddenPrompt } from '../../io/hidden-prompt.js';
import { formRows } from '../identity/form/reduce.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { type DispatchAll, type Reply, refuse } from './reply.js';
import type { Typing } from './typing.js';

/** The current prompt, if its reply must not be echoed. */
export function hiddenQuestion(state: State): string | undefined {
  const top = topOverlay(state);
  if (top?.kind === 'login-form' && top.hidden === true) return formRows(top)[top.at]?.title;
  return top?.kind === 'prompt' && top.hidden === true ? top.title : undefined;
}

/** Prompts without an echo, and submits the reply. */
export async function askSecret(
  question: string,
  getState: () => State,
  act: DispatchAll,
  environment: Environment,
  typing: Typing,
): Promise<void> {
  const answer = await typing.lend(() => hiddenPrompt(question, environment));
  if (isFailure(answer)) {
    act({ type: 'overlay/close' }, { type: 'app/notice', text: answer.text });
    return;
  }
  const inForm = topOverlay(getState())?.kind === 'login-form';
  // A form continues with its next field, which may be the test.
  act(
    { type: 'overlay/text', command: { do: 'paste', text: reveal(answer) } },
    inForm ? { type: 'login-form/move', by: 1 } : { type: 'overlay/accept' },
  );
}

/** Explains how to fill in the field without a terminal to prompt on. */
export function cannotAsk(question: string): Reply {
  return refuse(`${question}: no terminal to prompt on. Type set env:NAME or set file:PATH.`);
}
