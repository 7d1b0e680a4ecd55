/**
 * Checks the callback of a login page, received by the loopback listener or pasted by the user (RFC 6749 4.1.2 and 10.12, RFC
 * 9207 2.4). A third-party callback (wrong or missing state) never ends the login. Only a response to *our* request does.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { type Failure, failure } from '../../failure.js';
import type { Hint } from '../../hint.js';
import type { OAuth2Options } from '../../options.js';
import { percentDecoded } from '../../request/url.js';
import { truncate } from '../../truncate.js';
import { serverErrorFailure } from '../error-words.js';
import { nextStep } from '../next-steps.js';

/** Expected parameters of the callback. */
export interface ExpectedCallback {
  readonly state: string;
  /** Issuer of the authorization server, if known. */
  readonly issuer?: string;
  /** True if the metadata contains `authorization_response_iss_parameter_supported`. */
  readonly issuerPromised: boolean;
}

/** Effect of a callback on the pending login. */
export type CallbackVerdict =
  | { readonly kind: 'code'; readonly code: string }
  /** A response to our request, which ends the login. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Not a response to our request, so the login continues to wait. */
  | {
      readonly kind: 'stranger';
      readonly why: string;
      /** Error that the server may have reported, and the next step. */
      readonly report?: string;
      readonly hint?: Hint | undefined;
    };

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf16le').digest();

/** Compares in constant time, so that the duration reveals neither the expected text nor the length of the other text. */
export const equalInConstantTime = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** Checks the query of a callback. The state is checked first, and nothing else is trusted without it, not even `error`. */
export function checkCallback(
  query: URLSearchParams,
  expected: ExpectedCallback,
  options: OAuth2Options,
  redirectUri: string,
): CallbackVerdict {
  const twice = ['state', 'code', 'error', 'iss'].find(name => query.getAll(name).length > 1);
  if (twice) return { kind: 'stranger', why: `It has ${twice} twice.` };
  const state = query.get('state');
  const error = query.get('error');
  // Several servers omit it from errors. Only shown, because any page in the browser can send one.
  if (!state && error) {
    const description = query.get('error_description') ?? undefined;
    const hint = nextStep({ code: error, description, options, redirectUri });
    return { kind: 'stranger', why: noState, report: reportOf(error, query), hint };
  }
  if (!state) return { kind: 'stranger', why: 'It has no state, so it does not belong to this login.' };
  if (!equalInConstantTime(state, expected.state)) {
    return { kind: 'stranger', why: 'Its state belongs to another login, or to none.' };
  }
  const issuer = query.get('iss') || undefined;
  if (expected.issuer !== undefined && issuer !== undefined && issuer !== expected.issuer) {
    return failed(
      `The login response comes from the issuer ${truncate(issuer, 200)}, but ${expected.issuer} was expected.`,
      'Do not trust this server until you know the reason.',
    );
  }
  if (expected.issuerPromised && issuer === undefined) {
    return failed(
      `The login response has no issuer, although ${expected.issuer ?? 'the server'} promises to send one.`,
      'Do not trust this server until you know the reason.',
    );
  }
  if (error) return errorIn(error, query, options, redirectUri);
  const code = query.get('code');
  if (!code) return { kind: 'stranger', why: 'It has no code.' };
  return { kind: 'code', code };
}

const noState = 'It contains no state, so another page may have sent it.';

/** Quotes an error that may not belong to this login. */
const reportOf = (error: string, query: URLSearchParams): string =>
  `The server reports ${truncate(error, 80)}${query.get('error_description') ? `: "${truncate(query.get('error_description') ?? '', 300)}"` : ''}.`;

function errorIn(error: string, query: URLSearchParams, options: OAuth2Options, redirectUri: string): CallbackVerdict {
  const description = query.get('error_description') || undefined;
  const serverError = { code: error, description, uri: query.get('error_uri') || undefined };
  return { kind: 'failed', failure: serverErrorFailure('The login', serverError, { options, redirectUri }) };
}

const failed = (text: string, hint: string): CallbackVerdict => ({
  kind: 'failed',
  failure: failure('login', text, { code: 'iss', hint }),
});

/** Returns true if a signed response was requested (JARM 2.3). A response without a signature is then not trusted. */
export const asksSigned = ({ params }: Pick<OAuth2Options, 'params'>): boolean =>
  params.some(([name, value]) => name === 'response_mode' && /(?:^|\.)jwt$/.test(value));

export const unsigned = 'It is not signed, but a signed response was requested (response_mode).';

/**
 * Checks the text that the user pasted: the complete redirect URL (which must contain our state), its query, or only the code,
 * which PKCE binds to this login. Without PKCE, a code alone is rejected. The text may be percent-encoded again, as in
 * address bars and chats, or contain line breaks.
 */
export function checkPasted(
  text: string,
  expected: ExpectedCallback,
  options: OAuth2Options,
  redirectUri: string,
  pkce: boolean,
): CallbackVerdict {
  const joined = text.trim().replace(/\s+/g, run => (/[\r\n]/.test(run) ? '' : run));
  const bare = joined.replace(/^(["'<])(.*)["'>]$/, '$2');
  const line = /^[a-z][a-z0-9+.-]*%3a%2f%2f|%3f(?:code|error|state)%3d/i.test(bare) ? percentDecoded(bare) : bare;
  if (line === '') return { kind: 'stranger', why: 'Nothing was pasted.' };
  if (asksSigned(options)) return { kind: 'stranger', why: `${unsigned} The browser has to bring it by itself.` };
  const query = queryOf(line);
  const error = query?.get('error');
  // The user vouches for a pasted error.
  if (query && error && !query.has('state')) return errorIn(error, query, options, redirectUri);
  if (query && isLoginPage(line, query)) return { kind: 'stranger', why: loginPage };
  if (query) return checkCallback(query, expected, options, redirectUri);
  if (/\s/.test(line)) return { kind: 'stranger', why: 'That is neither a URL nor a code.' };
  if (!pkce) return { kind: 'stranger', why: 'Without PKCE a bare code is not safe. Paste the whole URL.' };
  return { kind: 'code', code: percentDecoded(line.replace(/^code=/, '')) };
}

/** Returns true for the address of the login page, which has our parameters but no response. */
const isLoginPage = (line: string, query: URLSearchParams): boolean =>
  /^https?:/i.test(line) &&
  !query.has('code') &&
  !query.has('error') &&
  ['client_id', 'response_type', 'redirect_uri', 'request_uri'].some(name => query.has(name));

const loginPage =
  'That is the address of the login page. Log in there first. Then paste the last address in the browser, even if that page does not load.';

function queryOf(line: string): URLSearchParams | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(line)) {
    const [whole = '', ...fragment] = line.split('#');
    const query = new URLSearchParams(whole.split('?').slice(1).join('?'));
    const behind = new URLSearchParams(fragment.join('#'));
    // Some servers put the response in the fragment (`response_mode=fragment`).
    return !query.has('state') && behind.has('state') ? behind : query;
  }
  // "?code=…&state=…", or the path that a browser shows after a refused connection
  if (/[?&](code|error|state)=/.test(line)) return new URLSearchParams(line.slice(line.indexOf('?') + 1));
  return /^(code|error|state)=[^&]*&/.test(line) ? new URLSearchParams(line) : undefined;
}
