/** User interface of a login: lines on standard error, or an overlay of the full screen. */

import { type Failure, failure } from '../../../core/failure.js';
import type { Hint } from '../../../core/hint.js';
import type { ProtocolStep } from '../../../core/oauth/protocol/step.js';
import type { DebugLog } from '../../debug-log.js';

/** A step for the user to take. Its texts may be untrusted. */
export type LoginPrompt =
  /** A page to open. The response arrives at a listener, or is pasted. */
  | {
      readonly kind: 'page';
      readonly url: string;
      /** Whether a browser was started with it. */
      readonly opened: boolean;
      /**
       * The port of our listener, to be forwarded if the browser runs on another machine. Absent if the response must be
       * pasted.
       */
      readonly port?: number;
      /** Whether the user's browser runs on another machine, so that the steps must be explained. */
      readonly isRemote?: true;
      /** `ssh -L …`, to be typed on the machine with the browser. */
      readonly forward?: string;
      /** Lines of a QR code of the URL. */
      readonly qr?: readonly string[];
    }
  /** A code to type in on any device. */
  | {
      readonly kind: 'code';
      readonly url: string;
      readonly userCode: string;
      /** URL of the page with the code already filled in. */
      readonly completeUrl?: string;
      readonly expiresInSeconds: number;
      readonly qr?: readonly string[];
    };

/** Reports a step to the log and the protocol view. */
export function tellStep({ log, protocol }: LoginUi, step: ProtocolStep): void {
  log?.write('oauth', { step: step.kind, ...step });
  protocol?.(step);
}

/** The failure of a login without a user. */
export const unattended = (text: string): Failure =>
  failure('login', text, {
    code: 'unattended',
    hint: 'Log in once on a terminal with the same flags (apiclient auth login …). The token is then stored for later runs.',
  });

/** Texts passed to it may be untrusted: the implementation makes them safe for its screen. */
export interface LoginUi {
  /** One informational line, such as a changed scope. */
  note(text: Hint): void;
  /** One warning line; never omitted. */
  warn(text: Hint): void;
  /** Instructions for logging in; never suppressed. */
  show(prompt: LoginPrompt): void;
  /** Whether the user can read the output of `show`. */
  readonly attended: boolean;
  /**
   * Asks for a line of text. Absent if there is no input. Resolves to `undefined` at the end of input; rejects when aborted.
   */
  readonly askLine?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Asks a yes-or-no question before anything is shown. Absent on the screen. */
  readonly confirm?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Receives each message sent and received, without secrets. */
  protocol?(step: ProtocolStep): void;
  /** The `--debug-log` for messages to the authorization server. */
  readonly log?: DebugLog;
  /** Aborted when the user cancels this login; its reason is a `Failure`. */
  readonly signal?: AbortSignal;
  /** Called when the login has ended, to remove the output of `show`. */
  done?(): void;
}
