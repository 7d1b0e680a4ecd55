/** Headers and credentials of every request, and a login that waits for a person. */

import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { AuthOptions, HeaderOption } from '../../core/options.js';

/** Credentials and headers of a request. They may be secret: `core/credentials/describe.ts` describes them without secrets. */
export interface Identity {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
}

/** What the user has set up, beside what the command line gave. */
export interface IdentityState {
  readonly auth: AuthOptions;
  /** The credentials of the command line, to go back to. */
  readonly given: AuthOptions;
  readonly headers: readonly HeaderRow[];
  /** By origin: what the configuration sets for servers that are opened later; under '' what applies to all others. */
  readonly hosts: ReadonlyMap<string, Identity>;
  /** What is sent beside or in place of an operation's text. */
  readonly sends: SendOptions;
  /** Changed since the schema was requested, or since the user was told. */
  readonly changed: boolean;
}

/** A header that can be switched off without being lost. */
export interface HeaderRow {
  readonly option: HeaderOption;
  /** False: kept here, but not sent. */
  readonly on: boolean;
}

/** Which API key: by its place among those of the URL, or among the headers. */
export interface KeyPlace {
  readonly in: 'url' | 'header';
  readonly at: number;
}

/** A line of the overlay that can be marked: the way to log in, an API key, a header. */
export type IdentityRow =
  | { readonly kind: 'auth' }
  | { readonly kind: 'key'; readonly at: number }
  | { readonly kind: 'header'; readonly at: number }
  | { readonly kind: 'persisted' | 'document' | 'extensions' };

export type IdentityAction =
  | { readonly type: 'identity/open' }
  /** Enter on the marked line: changes it. */
  | { readonly type: 'identity/enter' }
  /** Space: sends a header or not. */
  | { readonly type: 'identity/toggle' }
  | { readonly type: 'identity/delete' }
  | { readonly type: 'identity/ask-header'; readonly at?: number }
  | { readonly type: 'identity/header'; readonly line: string; readonly at?: number }
  /** Asks for the ID of a trusted document, or for extensions. */
  | { readonly type: 'identity/ask-sends'; readonly what: 'document' | 'extensions' }
  | { readonly type: 'identity/sends'; readonly sends: SendOptions }
  /** Requests now go to a server that the configuration knows. */
  | { readonly type: 'identity/host'; readonly identity: Identity }
  /** Requests now go to another server: no secret is sent there, and headers that held one can be switched on again. */
  | { readonly type: 'identity/leave'; readonly origin: string }
  | { readonly type: 'identity/auth'; readonly auth: AuthOptions };

/** The form of a login. */
export type FormAction =
  /**
   * @param way the way to begin with; absent: the one that is set
   * @param changes the API key that is changed
   */
  | { readonly type: 'login-form/open'; readonly way?: string; readonly changes?: KeyPlace }
  | { readonly type: 'login-form/move'; readonly by: number }
  /** Tab: completes a path, and goes on where there is nothing to complete. */
  | { readonly type: 'login-form/tab' }
  | { readonly type: 'login-form/go'; readonly to: number }
  /** Left and right. */
  | { readonly type: 'login-form/turn'; readonly by: 1 | -1 }
  /** Enter: requests carry from now on what the form says. */
  | { readonly type: 'login-form/take' }
  | { readonly type: 'login-form/test' }
  /** What the server said. May be foreign text. */
  | { readonly type: 'login-form/tested'; readonly text: string; readonly ok: boolean };

export type LoginAction =
  /** `pastes`: the answer may be typed or pasted. */
  | { readonly type: 'login/show'; readonly lines: readonly string[]; readonly pastes: boolean }
  /** Enter: the pasted line goes to the login. */
  | { readonly type: 'login/answer' }
  /** Esc gives the login up. */
  | { readonly type: 'login/cancel' }
  | { readonly type: 'login/done' };
