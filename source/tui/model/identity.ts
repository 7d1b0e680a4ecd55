/** Headers and credentials of every request, and interactive logins. */

import type { PlaceValues } from '../../core/command.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { CapturedValue, CapturedValues } from '../../core/http-file/captured-values.js';
import type { ResourceChallenge } from '../../core/oauth/protected-resource.js';
import type { AuthOptions, HeaderOption, OAuth2Options } from '../../core/options.js';
import type { Secret } from '../../core/secret.js';
import type { SeenObjects } from '../../core/seen/objects.js';
import type { Doc } from './text.js';

/** Credentials and headers of a request. May be secret; use `core/credentials/describe.ts` to describe them without secrets. */
export interface Identity extends PlaceValues {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  /** Values of `{{name}}` placeholders, by name. */
  readonly values?: CapturedValues;
  /** Its cookies are sent as well, but only to its origin. */
  readonly session?: TabSession;
}

/** The user's changes to the credentials and headers of the command line. */
export interface IdentityState {
  readonly auth: AuthOptions;
  /** The account from the ID token (untrusted text), and the login it belongs to. The tab may use another login by now. */
  readonly known?: { readonly login: OAuth2Options; readonly account: string | undefined };
  /** Credentials from the command line, for reverting changes. */
  readonly given: AuthOptions;
  readonly headers: readonly HeaderRow[];
  /** Configured credentials by origin, for servers opened later. The key '' has the credentials of all other origins. */
  readonly hosts: ReadonlyMap<string, Identity>;
  /**
   * Values captured from responses of this server, for `{{name}}`. Cleared for another server or another login of a profile.
   */
  readonly values: CapturedValues;
  /** Values for `{{name}}` from the profile's environment. Captured values override them. */
  readonly configured: CapturedValues;
  readonly unread: ReadonlyMap<string, string>;
  /** The last use of a value, for undo: the previous contents, and the contents that must still be present. */
  readonly used?: UsedValue;
  /** Objects in the responses of this login, for suggestions. Never stored. */
  readonly seen?: SeenObjects;
  /** Data sent along with or instead of an operation's text. */
  readonly sends: SendOptions;
  /** Payload of `connection_init` typed on the screen: JSON text of an object, for this server only. May contain secrets. */
  readonly connectionParams?: string | undefined;
  /** A login advertised by a 401 response. Untrusted text. */
  readonly offered?: OfferedLogin;
  /** The session that the tab uses. */
  readonly session?: TabSession | undefined;
  /** True if the identity has changed since the schema was requested or the user was last notified. */
  readonly changed: boolean;
}

type UsedParts = Pick<IdentityState, 'auth' | 'headers' | 'values'>;

interface UsedValue {
  readonly before: UsedParts;
  readonly after: UsedParts;
  readonly texts: readonly [query: Doc, variables: Doc];
}

/** Metadata advertised by a 401 response (RFC 9728 5.1), and the URL that was refused. */
export interface OfferedLogin extends ResourceChallenge {
  readonly requested: string;
  /** Fields of the form, once the metadata has been read. */
  readonly found?: Readonly<Record<string, string>>;
}

export interface HeaderRow {
  readonly option: HeaderOption;
  /** False if the header is remembered but not sent. */
  readonly on: boolean;
  /** Set if the user typed it on the screen. */
  readonly typed?: true;
}

/** Position of an API key: its index in the URL or among the headers. */
export interface KeyPlace {
  readonly in: 'url' | 'header';
  readonly at: number;
}

/** A selectable line of the overlay: the login method, an API key or a header. */
export type IdentityRow =
  | { readonly kind: 'auth' | 'offered' | 'session' }
  | { readonly kind: 'key'; readonly at: number }
  | { readonly kind: 'header'; readonly at: number }
  | { readonly kind: 'persisted' | 'document' | 'extensions' | 'payload' };

export type IdentityAction =
  | { readonly type: 'identity/open' }
  /** Enter edits the marked line. */
  | { readonly type: 'identity/enter' }
  /** Space switches a header on or off. */
  | { readonly type: 'identity/toggle' }
  | { readonly type: 'identity/delete' }
  | { readonly type: 'identity/ask-header'; readonly at?: number }
  | { readonly type: 'identity/header'; readonly line: string; readonly at?: number }
  /** Prompts for the ID of a trusted document, for extensions, or for the payload of `connection_init`. */
  | { readonly type: 'identity/ask-sends'; readonly what: 'document' | 'extensions' | 'payload' }
  | { readonly type: 'identity/payload'; readonly json: string | undefined }
  | { readonly type: 'identity/sends'; readonly sends: SendOptions }
  /** Requests now go to a server known from the configuration. */
  | { readonly type: 'identity/host'; readonly identity: Identity }
  /**
   * Requests now go to another server. Secrets are not sent there; headers that contained one are switched off and can be
   * switched on again.
   */
  | { readonly type: 'identity/leave'; readonly origin: string }
  | { readonly type: 'identity/auth'; readonly auth: AuthOptions }
  /** The account that is logged in, for all tabs with this login. */
  | { readonly type: 'identity/account'; readonly login: OAuth2Options; readonly account: string | undefined }
  /** A request was refused, and the API advertises where to get tokens. `id`: ID of the run or load. */
  | { readonly type: 'identity/offered'; readonly offered: OfferedLogin; readonly id?: number }
  /** The metadata of this offer has been read. */
  | {
      readonly type: 'identity/found';
      readonly tab: number;
      readonly offered: OfferedLogin;
      readonly values: Readonly<Record<string, string>>;
    }
  /** Removes captured values, which must not be sent to another server. */
  | { readonly type: 'identity/forget-values' }
  /** Lists the logins of the description. */
  | { readonly type: 'identity/described' }
  /** Fetches the advertised login metadata, or opens the form if it has been fetched. */
  | { readonly type: 'identity/look' };

/** A login form as it was tested: the method's ID and the fields. */
export interface TestedLogin {
  readonly way: string;
  readonly values: Readonly<Record<string, string>>;
}

export type FormAction =
  /**
   * @param way the initial login method, or the current one if omitted
   * @param changes the API key being edited
   */
  | {
      readonly type: 'login-form/open';
      readonly way?: string;
      readonly changes?: KeyPlace;
      /** Known values. The cursor starts in the first required field. */
      readonly values?: Readonly<Record<string, string>>;
      /** Forms to fill in after this one, for logins that are required together. */
      readonly next?: readonly { readonly way: string; readonly values: Readonly<Record<string, string>> }[];
    }
  | { readonly type: 'login-form/move'; readonly by: number }
  /** Tab completes a path, or moves to the next field. */
  | { readonly type: 'login-form/tab' }
  | { readonly type: 'login-form/go'; readonly to: number }
  /** Left and right arrow keys. */
  | { readonly type: 'login-form/turn'; readonly by: 1 | -1 }
  /** Enter applies the form. */
  | { readonly type: 'login-form/take' }
  | { readonly type: 'login-form/test' }
  /** The server's response. May be untrusted text. */
  | { readonly type: 'login-form/tested'; readonly text: string; readonly ok: boolean; readonly of: TestedLogin };

export type LoginAction =
  /** `pastes`: whether the reply may be typed or pasted. */
  | { readonly type: 'login/show'; readonly lines: readonly string[]; readonly pastes: boolean }
  /** Enter sends the pasted line to the login. */
  | { readonly type: 'login/answer' }
  /** Esc cancels the login. */
  | { readonly type: 'login/cancel' }
  | { readonly type: 'login/done' };

/** Actions that use a value of a response in later requests. */
export type ValuesAction =
  /** Lists the uses of the value under the cursor. */
  | { readonly type: 'values/offer' }
  /** Writes the value into the variables. */
  | { readonly type: 'values/variable'; readonly name: string; readonly json: string }
  | { readonly type: 'values/bearer'; readonly value: Secret }
  /** Undoes the last use of a value. */
  | { readonly type: 'values/undo' }
  | { readonly type: 'values/ask-header'; readonly value: CapturedValue }
  | { readonly type: 'values/header'; readonly name: string; readonly value: CapturedValue }
  /** @param name the suggested name */
  | { readonly type: 'values/ask-keep'; readonly name: string; readonly value: CapturedValue }
  | { readonly type: 'values/keep'; readonly name: string; readonly value: CapturedValue }
  /** Values captured by `# @capture` in a run. */
  | { readonly type: 'values/captured'; readonly id: number; readonly values: CapturedValues }
  /** Prompts for the value of a name. */
  | { readonly type: 'values/ask-value'; readonly name: string }
  /** From now on, placeholders with these names are sent unchanged. Then the operation runs. */
  | { readonly type: 'values/as-they-are'; readonly names: readonly string[] }
  | { readonly type: 'values/forget'; readonly name: string }
  | { readonly type: 'values/list' };

/** Identifies the part of a session that belongs to one origin. */
export interface SessionPlace {
  readonly name: string;
  readonly origin: string;
  /** True if nothing is written to the session. */
  readonly isReadOnly: boolean;
}

/** An open session and its contents. Its cookies stay in `io`. */
export interface OpenedSession extends SessionPlace {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly values: CapturedValues;
}

/** The session that supplies the login, headers, values and cookies of a tab's requests. */
export interface TabSession extends SessionPlace {
  /**
   * The tab's login, headers and values before it used the session, for restoring them. Headers not in `before` are sent only
   * to the origin.
   */
  readonly before: {
    readonly auth: AuthOptions;
    readonly headers: readonly HeaderRow[];
    readonly values: CapturedValues;
  };
}

/** A saved session in a list. */
export interface ListedSession {
  readonly name: string;
  /** The session's login and headers without secrets. May quote untrusted text. */
  readonly about: string;
}

export type SessionAction =
  /** Lists the sessions of the tab's origin. */
  | { readonly type: 'session/choose' }
  /** `of`: ID of the requesting tab. */
  | {
      readonly type: 'session/listed';
      readonly of: number;
      readonly origin: string;
      readonly sessions: readonly ListedSession[];
    }
  | { readonly type: 'session/ask-name' }
  | { readonly type: 'session/enter'; readonly name: string }
  /** The session has been opened. `isLastTime`: because it was used last for this endpoint. */
  | {
      readonly type: 'session/opened';
      readonly of: number;
      readonly opened: OpenedSession;
      readonly isLastTime: boolean;
    }
  /** Switches the tab to the session. `keepsLogin`: the tab's login stays and is stored in the session. */
  | { readonly type: 'session/use'; readonly opened: OpenedSession; readonly keepsLogin: boolean }
  | { readonly type: 'session/leave' };
