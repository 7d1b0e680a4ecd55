/** How a login reaches a person: lines on standard error, or an overlay of the full screen. */

import type { ProtocolStep } from '../../../core/oauth/protocol/step.js';
import type { DebugLog } from '../../debug-log.js';

/** A step for the user to take. Its texts may be untrusted. */
export type LoginPrompt =
  /** A page to open. The answer comes back by itself, or is pasted. */
  | {
      readonly kind: 'page';
      readonly url: string;
      /** A browser was started with it. */
      readonly opened: boolean;
      /** The answer reaches a listener here; `port` is what to forward when the browser runs elsewhere. Absent: paste only. */
      readonly port?: number;
      /** `ssh -L …`, to be typed on the machine with the browser. */
      readonly forward?: string;
      /** The URL as a QR code, in lines. */
      readonly qr?: readonly string[];
    }
  /** A code to type in on any device. */
  | {
      readonly kind: 'code';
      readonly url: string;
      readonly userCode: string;
      /** The page with the code filled in already. */
      readonly completeUrl?: string;
      readonly expiresInSeconds: number;
      readonly qr?: readonly string[];
    };

/** Tells a step to all who listen. */
export function tellStep({ log, protocol }: LoginUi, step: ProtocolStep): void {
  log?.write('oauth', { step: step.kind, ...step });
  protocol?.(step);
}

/** Texts given to it may be untrusted: the implementation makes them safe for its screen. */
export interface LoginUi {
  /** One line that is good to know, like a changed scope. */
  note(text: string): void;
  /** One line about a danger; never left out. */
  warn(text: string): void;
  /** Instructions for logging in; never suppressed. */
  show(prompt: LoginPrompt): void;
  /** Somebody can read what `show` shows. */
  readonly attended: boolean;
  /** Asks for a line of text. Absent where nobody can type. `undefined`: no (more) input; rejects when aborted. */
  readonly askLine?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Hears what is said and heard, step by step; it holds no secrets. */
  protocol?(step: ProtocolStep): void;
  /** Where `--debug-log` keeps what is said to the authorization server. */
  readonly log?: DebugLog;
  /** Aborted when the user gives this login up; its reason is a `Failure`. */
  readonly signal?: AbortSignal;
  /** The login has ended, one way or the other: take away what `show` showed. */
  done?(): void;
}
