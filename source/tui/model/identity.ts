/** Headers and credentials of every request, and a login that waits for a person. */
import type { AuthOptions, HeaderOption, SendOptions } from '../../core/command.js';
import type { OAuth2Flow } from '../../core/oauth/flows.js';

/** Credentials and headers of a request. They may be secret: `core/credentials/words.ts` describes them without secrets. */
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

/** A line of the overlay that can be marked: the way to log in, an API key, a header. */
export type IdentityRow =
  | { readonly kind: 'auth' }
  | { readonly kind: 'key'; readonly at: number }
  | { readonly kind: 'header'; readonly at: number }
  | { readonly kind: 'persisted' | 'document' | 'extensions' };

/** How a person may log in without OAuth: a bearer token, Basic credentials, a key in the URL. */
export type Way = 'bearer' | 'basic' | 'key';

export type IdentityAction =
  | { readonly type: 'identity/open' }
  /** Enter on the marked line: changes it. */
  | { readonly type: 'identity/enter' }
  /** Space: sends a header or not. */
  | { readonly type: 'identity/toggle' }
  | { readonly type: 'identity/delete' }
  | { readonly type: 'identity/ask-header'; readonly at?: number }
  | { readonly type: 'identity/header'; readonly line: string; readonly at?: number }
  | { readonly type: 'identity/ask'; readonly way: Way }
  | { readonly type: 'identity/ask-secret'; readonly way: Way; readonly name: string }
  /** Asks for the ID of a trusted document, or for extensions. */
  | { readonly type: 'identity/ask-sends'; readonly what: 'document' | 'extensions' }
  | { readonly type: 'identity/sends'; readonly sends: SendOptions }
  /** Opens the form of an OAuth login. */
  | { readonly type: 'identity/oauth'; readonly flow: OAuthFlow }
  | { readonly type: 'identity/ask-oauth' }
  /** Requests now go to a server that the configuration knows. */
  | { readonly type: 'identity/host'; readonly identity: Identity }
  /** Requests now go to another server: no secret is sent there, and headers that held one can be switched on again. */
  | { readonly type: 'identity/leave'; readonly origin: string }
  | { readonly type: 'identity/auth'; readonly auth: AuthOptions };

/** The flows that can be set up here; user name and password are left to the command line (RFC 9700 retires them). */
export type OAuthFlow = Exclude<OAuth2Flow, 'password' | 'token_exchange' | 'jwt_bearer' | 'refresh_token'>;

export type LoginAction =
  /** `pastes`: the answer may be typed or pasted. */
  | { readonly type: 'login/show'; readonly lines: readonly string[]; readonly pastes: boolean }
  /** Enter: the pasted line goes to the login. */
  | { readonly type: 'login/answer' }
  /** Esc gives the login up. */
  | { readonly type: 'login/cancel' }
  | { readonly type: 'login/done' };
