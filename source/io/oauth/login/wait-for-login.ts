/** Waits for the response to a login: validates callbacks and pasted lines, and shows the outcome in the browser. */

import { type Failure, isFailure } from '../../../core/failure.js';
import { hint, step } from '../../../core/hint.js';
import {
  type CallbackVerdict,
  checkCallback,
  checkPasted,
  type ExpectedCallback,
  equalInConstantTime,
} from '../../../core/oauth/login/callback.js';
import { formParameters } from '../../../core/oauth/protocol/step.js';
import type { LoopbackResponse, OnCallback } from '../../loopback.js';
import type { TokenContext } from '../context.js';
import { tellStep } from './login-ui.js';

/**
 * Maximum number of unrelated calls to report. Any page in the browser can send thousands, and the login's URL must stay
 * visible.
 */
const maxTold = 5;

type Stranger = Extract<CallbackVerdict, { readonly kind: 'stranger' }>;

/** A response to our own request, successful or not. */
type LoginResponse = Exclude<CallbackVerdict, Stranger>;

type Opening = (query: URLSearchParams) => Promise<URLSearchParams | string>;

/** One login in progress: its one-time values, its response and its outcome. */
export class Login {
  readonly context: TokenContext;
  readonly expected: ExpectedCallback;
  /** Extracts the parameters of a signed response. A string explains why it is not trusted. */
  readonly open: Opening;
  /** Known once the listener has started. */
  redirectUri = '';
  readonly arrival: Promise<LoginResponse>;
  /** The outcome: undefined once the token has been obtained, or the failure. */
  readonly outcome: Promise<Failure | undefined>;
  #answer: LoginResponse | undefined;
  #arrive: (answer: LoginResponse) => void = () => {};
  #settle: (problem: Failure | undefined) => void = () => {};

  constructor(context: TokenContext, expected: ExpectedCallback, open: Opening) {
    this.open = open;
    this.context = context;
    this.expected = expected;
    this.arrival = new Promise(resolve => {
      this.#arrive = resolve;
    });
    this.outcome = new Promise(resolve => {
      this.#settle = resolve;
    });
  }

  /** Whether the state has been used by the first response that contains it. */
  get spent(): boolean {
    return this.#answer !== undefined;
  }

  /** Accepts the response, if it is the first. */
  finish(answer: LoginResponse): void {
    this.#answer ??= answer;
    this.#arrive(this.#answer);
  }

  /** Sets the outcome. Only the first call counts. */
  end(problem: Failure | undefined): void {
    this.#settle(problem);
  }
}

/** Validates a callback and returns the page for the browser, which reports success only once the token has been obtained. */
export function waitForLogin(login: Login): OnCallback {
  const rejectStranger = strangerRejection(login);
  return async query => {
    if (login.spent && equalInConstantTime(query.get('state') ?? '', login.expected.state)) return doneAlready;
    const opened = login.spent ? 'This login has already ended.' : await login.open(query);
    if (typeof opened === 'string') return rejectStranger({ kind: 'stranger', why: opened });
    const { options, ui } = login.context;
    const verdict = checkCallback(opened, login.expected, options, login.redirectUri);
    if (verdict.kind === 'stranger') return rejectStranger(verdict);
    tellStep(ui, { kind: 'callback', url: login.redirectUri, parameters: formParameters(opened) });
    login.finish(verdict);
    const problem = verdict.kind === 'failed' ? verdict.failure : await login.outcome;
    return problem ? failed(problem) : loggedIn;
  };
}

/** Rejects unrelated calls, and reports the first ones to the user. */
function strangerRejection(login: Login): (stranger: Stranger) => LoopbackResponse {
  const { ui } = login.context;
  let count = 0;
  return ({ hint: nextStep, report, why }) => {
    count++;
    if (count <= maxTold) {
      const more = count === maxTold ? 'Further ones are not reported.' : 'Still waiting.';
      ui.note(
        report === undefined
          ? `A request to ${login.redirectUri} was rejected. ${why} ${more}`
          : hint`${report} It sent no state, so this may be a stranger's request; still waiting. ${step('cancel', 'Ctrl-C ends')}.`,
      );
      if (nextStep !== undefined) ui.note(nextStep);
    }
    const text = report === undefined ? why : `${report} ${why}`;
    return { status: 400, page: { good: false, title: 'This is not the expected login', text } };
  };
}

const failed = (problem: Failure): LoopbackResponse => ({
  status: 400,
  page: { good: false, title: 'The login failed', text: problem.text },
});

/** Page for a reload. */
const doneAlready: LoopbackResponse = {
  status: 200,
  page: { good: true, title: 'Already done', text: 'This login is complete. You can close this page.' },
};

const loggedIn: LoopbackResponse = {
  status: 200,
  page: { good: true, title: 'Logged in', text: 'You can close this page and return to the terminal.' },
};

/**
 * Reads pasted lines until one belongs to this login. Never rejects. At the end of input the callback may still arrive. Ctrl-C
 * at the prompt ends the login.
 */
export async function readPasted(login: Login, signal: AbortSignal, isRemote = false): Promise<void> {
  const { options, ui } = login.context;
  try {
    while (ui.askLine && !signal.aborted) {
      const pasted = await ui.askLine(
        isRemote ? 'Address:' : 'Or paste the URL you were redirected to, or the code:',
        signal,
      );
      if (pasted === undefined) return;
      const judged = checkPasted(pasted, login.expected, options, login.redirectUri, options.pkce);
      if (judged.kind !== 'stranger') {
        tellStep(ui, { kind: 'callback', url: login.redirectUri, parameters: [] });
        return login.finish(judged);
      }
      ui.note(`This does not belong to this login. ${judged.why}`);
    }
  } catch (error) {
    if (isFailure(error)) login.finish({ kind: 'failed', failure: error });
    else if (!signal.aborted) ui.note('The terminal cannot be read; waiting for the browser.');
  }
}
