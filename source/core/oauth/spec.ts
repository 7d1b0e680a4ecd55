/** Parses `--oauth2 flow:token_url:client_id[:client_secret]`. No secrets are read here. */

import { type Failure, usageError } from '../failure.js';
import { hint, step } from '../hint.js';
import { nearest } from '../near-miss.js';
import { readUrl } from '../request/read-url.js';
import { flowNames, isFlow, type OAuth2Flow } from './flows.js';

/** The parts of the `--oauth2` value. The secret is as typed, so it may be `env:` or `file:`. */
interface OAuth2Parts {
  readonly flow: OAuth2Flow;
  /** Absent only if the URL is empty (`flow::id`), which requires an issuer. */
  readonly tokenUrl?: string;
  /** `%3A` is a colon, and `%253A` a literal `%3A`. */
  readonly clientId: string;
  /**
   * Secret as typed, including colons and slashes. Empty for a confidential client whose secret is prompted for, and absent for
   * a public client.
   */
  readonly secret?: string;
}

/** Client ID of a login whose client does not exist yet. */
export const unknownClient = 'CLIENT_ID';

const form = hint`Usage: ${step('set-login', '--oauth2 FLOW:TOKEN_URL:CLIENT_ID[:CLIENT_SECRET]')}`;

/**
 * Splits the value of `--oauth2`. The URL ends at the first colon after its authority. If it has no path, digits after the host
 * are a port only if another field follows. A colon inside the URL's path or the ID is written `%3A`. The host must be
 * unambiguous: if the URL standard could find a different host in the text, it is rejected.
 */
export function splitOAuth2(text: string): OAuth2Parts | Failure {
  const [flow, afterFlow] = cut(text, text.indexOf(':'));
  if (flow === 'implicit' || flow === 'hybrid') {
    return usageError(
      `The ${flow} flow is deprecated, because its tokens are sent in URLs (RFC 9700, section 2.1.2).`,
      'Use authorization_code, which such servers also support.',
    );
  }
  if (!isFlow(flow)) {
    const near = nearest(flow.replaceAll('-', '_'), flowNames);
    return usageError(
      '--oauth2 does not begin with a known flow.',
      near ? `Did you mean ${near}:…?` : `Use one of ${flowNames.map(flow => `${flow}:`).join(', ')}`,
    );
  }
  if (afterFlow?.startsWith(':')) return withId(flow, undefined, afterFlow.slice(1));
  if (afterFlow === undefined || !/^https?:\/\//i.test(afterFlow)) {
    return usageError(`--oauth2 needs a token URL with http:// or https:// after "${flow}:".`, form);
  }
  if (unclearHost(afterFlow)) {
    return usageError(
      'The token URL of --oauth2 has an ambiguous host: an @, a backslash or a line break precedes its path.',
      hint`Usage: ${step('set-login', `--oauth2 ${flow}:https://HOST/PATH:CLIENT_ID:CLIENT_SECRET; id and secret may hold an @ once a / ends the host.`)}`,
    );
  }
  const end = urlEnd(afterFlow);
  const [tokenUrl, rest] = cut(afterFlow, end);
  const refused = refusedPort(tokenUrl, rest);
  if (refused)
    return usageError(
      refused,
      hint`Usage: ${step('set-login', `--oauth2 ${flow}:https://HOST:PORT/PATH:CLIENT_ID:CLIENT_SECRET`)}`,
    );
  if (!isUrl(tokenUrl)) return usageError(`The token URL of --oauth2 is not a URL.`, form);
  return withId(flow, tokenUrl, rest);
}

/** Splits a text at a colon. The second part is undefined if `at` is outside the text. */
function cut(text: string, at: number): readonly [string, string | undefined] {
  return at < 0 || at >= text.length ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Returns why the text after a host without a path is more likely a mistyped port than an ID, or undefined if it is an ID. A
 * wrong guess would send the ID and secret to another port.
 */
function refusedPort(tokenUrl: string, rest = ''): string | undefined {
  if (!/^https?:\/\/(?:\[[^\]]*\]|[^:/?#[\]]+)$/i.test(tokenUrl)) return undefined;
  const [, digits, after = ''] = /^(\d*)([:/?#]?)/.exec(rest) ?? [];
  if (digits && after && Number(digits) > 65_535)
    return `The token URL of --oauth2 has the port ${digits.slice(0, 20)}, but the maximum is 65535.`;
  if (digits === '' && /[/?#]/.test(after)) return 'The port of the token URL of --oauth2 is empty.';
  if (/^[^:]*[/?#]/.test(rest))
    return 'The token URL of --oauth2 has no path, but a slash after its host, so port and client ID are ambiguous.';
  return undefined;
}

/**
 * Returns true if the host or port may contain characters that the URL standard drops, or interprets as a slash or the end of a
 * user name.
 */
const unclearHost = (text: string): boolean => /^https?:\/\/[^/?#]*[@\\\t\r\n]/i.test(text);

/** Returns the end of the URL at the start of `text`: the index of a colon, or the length of the text. */
function urlEnd(text: string): number {
  const start = text.indexOf('//') + 2;
  const host = /^(?:\[[^\]]*(?:\]|$)|[^:/?#[])*/.exec(text.slice(start))?.[0].length ?? 0;
  const afterHost = start + host;
  const nextColon = (from: number) => {
    const colon = text.indexOf(':', from);
    return colon < 0 ? text.length : colon;
  };
  if (text[afterHost] !== ':') return nextColon(afterHost);
  const port = /^:(\d+)(?=[:/?#])/.exec(text.slice(afterHost));
  return port && Number(port[1]) <= 65_535 ? nextColon(afterHost + port[0].length) : afterHost;
}

/** Returns a client ID as written in the value of `--oauth2`. */
export const typedClientId = (id: string): string => id.replace(/%(?=(?:25)*3A)/gi, '%25').replaceAll(':', '%3A');

function withId(flow: OAuth2Flow, tokenUrl: string | undefined, rest: string | undefined): OAuth2Parts | Failure {
  const [id, secret] = rest === undefined ? ['', undefined] : cut(rest, rest.indexOf(':'));
  if (id === '') return usageError('--oauth2 has no client ID after the token URL.', form);
  if (/^https?$/i.test(id) && secret?.startsWith('//')) {
    return usageError(
      'The client ID of --oauth2 is a URL, so its colon must be written as %3A.',
      hint`Usage: ${step('set-login', `--oauth2 ${flow}:${tokenUrl ?? ''}:${id}%3A//HOST/PATH`)}`,
    );
  }
  return {
    flow,
    tokenUrl,
    clientId: id.replace(/%25(?=(?:25)*3A)|%3A/gi, match => (match === '%25' ? '%' : ':')),
    secret,
  };
}

/** Returns true for an absolute http(s) URL without white space. */
function isUrl(text: string): boolean {
  if (readUrl(text) === undefined || /[\u0000- \u007f\\]/.test(text)) return false;
  // In `https:///x`, the URL standard would interpret the next part as the host.
  return !/^https?:\/\/[/?#:]/i.test(text);
}
