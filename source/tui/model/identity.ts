/** Headers and credentials of every request, and interactive logins. */

import type { PlaceValues } from '../../core/command.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { KeptValue, KeptValues } from '../../core/http-file/kept-values.js';
import type { ResourceChallenge } from '../../core/oauth/resource-challenge.js';
import type { AuthOptions, HeaderOption, OAuth2Options } from '../../core/options.js';
import type { Secret } from '../../core/secret.js';
import type { Doc } from './text.js';

/** Credentials and headers of a request. May be secret: `core/credentials/describe.ts` describes them without secrets. */
export interface Identity extends PlaceValues {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  /** The values that `{{name}}` stands for, by name; absent: no name has one. */
  readonly values?: KeptValues;
  /** Its cookies go along, to its origin. */
  readonly session?: TabSession;
}

/** The user's changes, on top of the command line. */
export interface IdentityState {
  readonly auth: AuthOptions;
  /** Who logged in, as the ID token says (untrusted text), and by which login: that of the tab may be another by now. */
  readonly known?: { readonly login: OAuth2Options; readonly account: string | undefined };
  /** The credentials of the command line, to revert to. */
  readonly given: AuthOptions;
  readonly headers: readonly HeaderRow[];
  /** By origin: configured credentials for servers opened later; under '' those of all others. */
  readonly hosts: ReadonlyMap<string, Identity>;
  /** Kept from responses of this server, for `{{name}}`; another server, or another login of a profile, begins without. */
  readonly values: KeptValues;
  /** Of the profile's place, for `{{name}}`, below those that are kept. */
  readonly configured: KeptValues;
  readonly unread: ReadonlyMap<string, string>;
  /** The last use of a value, to take back: what was there before it, and what must be there still. */
  readonly used?: UsedValue;
  /** Sent beside or in place of an operation's text. */
  readonly sends: SendOptions;
  /** A 401 named where its API tells how to log in. Untrusted text. */
  readonly offered?: OfferedLogin;
  /** The session that the tab is in. */
  readonly session?: TabSession | undefined;
  /** Changed since the schema was requested, or since the user was notified. */
  readonly changed: boolean;
}

type UsedParts = Pick<IdentityState, 'auth' | 'headers' | 'values'>;

interface UsedValue {
  readonly before: UsedParts;
  readonly after: UsedParts;
  readonly texts: readonly [query: Doc, variables: Doc];
}

/** A 401 that names its metadata (RFC 9728 5.1), and the URL that was refused. */
export interface OfferedLogin extends ResourceChallenge {
  readonly requested: string;
  /** The fields of the form, once the metadata has been read. */
  readonly found?: Readonly<Record<string, string>>;
}

export interface HeaderRow {
  readonly option: HeaderOption;
  /** False: kept, but not sent. */
  readonly on: boolean;
  /** Typed on the screen. */
  readonly typed?: true;
}

/** An API key, by its index among those of the URL or among the headers. */
export interface KeyPlace {
  readonly in: 'url' | 'header';
  readonly at: number;
}

/** A selectable line of the overlay: the login method, an API key, a header. */
export type IdentityRow =
  | { readonly kind: 'auth' | 'offered' | 'session' }
  | { readonly kind: 'key'; readonly at: number }
  | { readonly kind: 'header'; readonly at: number }
  | { readonly kind: 'persisted' | 'document' | 'extensions' };

export type IdentityAction =
  | { readonly type: 'identity/open' }
  /** Enter edits the marked line. */
  | { readonly type: 'identity/enter' }
  /** Space switches a header on or off. */
  | { readonly type: 'identity/toggle' }
  | { readonly type: 'identity/delete' }
  | { readonly type: 'identity/ask-header'; readonly at?: number }
  | { readonly type: 'identity/header'; readonly line: string; readonly at?: number }
  /** Prompts for the ID of a trusted document, or for extensions. */
  | { readonly type: 'identity/ask-sends'; readonly what: 'document' | 'extensions' }
  | { readonly type: 'identity/sends'; readonly sends: SendOptions }
  /** Requests now go to a server known from the configuration. */
  | { readonly type: 'identity/host'; readonly identity: Identity }
  /** Requests now go to another server: secrets are not sent there, and headers that held one can be switched on again. */
  | { readonly type: 'identity/leave'; readonly origin: string }
  | { readonly type: 'identity/auth'; readonly auth: AuthOptions }
  /** Who logged in, for all tabs that have this login. */
  | { readonly type: 'identity/account'; readonly login: OAuth2Options; readonly account: string | undefined }
  /** A request was refused, and the API says where its tokens come from. `id`: of the run or load. */
  | { readonly type: 'identity/offered'; readonly offered: OfferedLogin; readonly id?: number }
  /** The metadata of this offer has been read. */
  | {
      readonly type: 'identity/found';
      readonly tab: number;
      readonly offered: OfferedLogin;
      readonly values: Readonly<Record<string, string>>;
    }
  /** Another server: no kept value goes there. */
  | { readonly type: 'identity/forget-values' }
  /** Offers the logins of the description. */
  | { readonly type: 'identity/described' }
  /** Looks there; opens the form if that is done already. */
  | { readonly type: 'identity/look' };

/** A login form as it was tested: the method's ID, and the fields. */
export interface TestedLogin {
  readonly way: string;
  readonly values: Readonly<Record<string, string>>;
}

export type FormAction =
  /**
   * @param way the initial login method; absent: the current one
   * @param changes the API key being edited
   */
  | {
      readonly type: 'login-form/open';
      readonly way?: string;
      readonly changes?: KeyPlace;
      /** Values that are known already; the cursor is in the first field that is needed. */
      readonly values?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'login-form/move'; readonly by: number }
  /** Tab completes a path, or moves to the next field. */
  | { readonly type: 'login-form/tab' }
  | { readonly type: 'login-form/go'; readonly to: number }
  /** Left and right. */
  | { readonly type: 'login-form/turn'; readonly by: 1 | -1 }
  /** Enter applies the form. */
  | { readonly type: 'login-form/take' }
  | { readonly type: 'login-form/test' }
  /** The server's response. May be untrusted text. */
  | { readonly type: 'login-form/tested'; readonly text: string; readonly ok: boolean; readonly of: TestedLogin };

export type LoginAction =
  /** `pastes`: the reply may be typed or pasted. */
  | { readonly type: 'login/show'; readonly lines: readonly string[]; readonly pastes: boolean }
  /** Enter sends the pasted line to the login. */
  | { readonly type: 'login/answer' }
  /** Esc cancels the login. */
  | { readonly type: 'login/cancel' }
  | { readonly type: 'login/done' };

/** A value of a response, used in what is sent next. */
export type ValuesAction =
  /** Offers the uses of the value under the cursor. */
  | { readonly type: 'values/offer' }
  /** Writes it into the variables. */
  | { readonly type: 'values/variable'; readonly name: string; readonly json: string }
  | { readonly type: 'values/bearer'; readonly value: Secret }
  /** Takes the last use back. */
  | { readonly type: 'values/undo' }
  | { readonly type: 'values/ask-header'; readonly value: KeptValue }
  | { readonly type: 'values/header'; readonly name: string; readonly value: KeptValue }
  /** @param name a proposal */
  | { readonly type: 'values/ask-keep'; readonly name: string; readonly value: KeptValue }
  | { readonly type: 'values/keep'; readonly name: string; readonly value: KeptValue }
  /** `# @capture` of a run. */
  | { readonly type: 'values/captured'; readonly id: number; readonly values: KeptValues }
  /** Prompts for the value of a name. */
  | { readonly type: 'values/ask-value'; readonly name: string }
  /** These names stand for themselves from now on, and the operation runs. */
  | { readonly type: 'values/as-they-are'; readonly names: readonly string[] }
  | { readonly type: 'values/forget'; readonly name: string }
  | { readonly type: 'values/list' };

/** Names the part of a session that belongs to one origin. */
export interface SessionPlace {
  readonly name: string;
  readonly origin: string;
  /** Nothing is kept in it. */
  readonly isReadOnly: boolean;
}

/** A session that was opened, and what it keeps; its cookies stay with io. */
export interface OpenedSession extends SessionPlace {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly values: KeptValues;
}

/** The session whose login, headers, values and cookies the requests of a tab have. */
export interface TabSession extends SessionPlace {
  /** The parts that the tab had before, to return to; headers that are not of these go to the origin only. */
  readonly before: {
    readonly auth: AuthOptions;
    readonly headers: readonly HeaderRow[];
    readonly values: KeptValues;
  };
}

/** A kept session in a list. */
export interface ListedSession {
  readonly name: string;
  /** Its login and headers without secrets. May quote untrusted text. */
  readonly about: string;
}

export type SessionAction =
  /** Lists those of the tab's origin. */
  | { readonly type: 'session/choose' }
  /** `of`: the tab that asked. */
  | {
      readonly type: 'session/listed';
      readonly of: number;
      readonly origin: string;
      readonly sessions: readonly ListedSession[];
    }
  | { readonly type: 'session/ask-name' }
  | { readonly type: 'session/enter'; readonly name: string }
  /** It has been opened. `isLastTime`: because the endpoint was left in it. */
  | {
      readonly type: 'session/opened';
      readonly of: number;
      readonly opened: OpenedSession;
      readonly isLastTime: boolean;
    }
  /** The tab uses it. `keepsLogin`: with the login that the tab has, which is kept in it. */
  | { readonly type: 'session/use'; readonly opened: OpenedSession; readonly keepsLogin: boolean }
  | { readonly type: 'session/leave' };
