/** Finds `--oauth2` flags that would have no effect. They are rejected, because the user must have expected one. */

import { type Failure, usageError } from '../failure.js';
import { hint, step } from '../hint.js';
import { orList } from '../or-list.js';
import { readUrl } from '../request/read-url.js';
import { flowsOfFlag, type OAuth2Flow, takesFlag } from './flows.js';

/** Long flags that were given, including dashes, and the redirect URI. */
interface OAuthFlags {
  readonly flow: OAuth2Flow;
  readonly flags: readonly string[];
  readonly redirectUri?: string | undefined;
}

type IsIdle = (has: (flag: string) => boolean, redirectUri: string | undefined) => boolean;

/** Flags that have no effect without another flag, or in combination with one. */
const idle: readonly (readonly [flag: string, isIdle: IsIdle, why: string, hint: string])[] = [
  [
    '--oauth2-port',
    (_, redirectUri) => redirectUri !== undefined,
    'with --oauth2-redirect-uri, which contains the port',
    'Put the port in the redirect URI: http://127.0.0.1:9000/callback',
  ],
  [
    '--oauth2-redirect-cert',
    (_, redirectUri) => readUrl(redirectUri ?? '')?.protocol !== 'https:',
    'without an https redirect URI',
    'Usage: --oauth2-redirect-uri https://localhost:8484/callback',
  ],
  [
    '--oauth2-redirect-key',
    has => !has('--oauth2-redirect-cert'),
    'without --oauth2-redirect-cert',
    'Usage: --oauth2-redirect-cert FILE --oauth2-redirect-key FILE',
  ],
  [
    '--oauth2-client-audience',
    has => !has('--oauth2-client-key') && !has('--oauth2-client-auth'),
    'without a signed client assertion',
    'Usage: --oauth2-client-key FILE --oauth2-client-audience token-url',
  ],
  ['--oauth2-store', has => has('--oauth2-no-cache'), 'with --oauth2-no-cache', 'Remove one of them.'],
  [
    '--oauth2-accept-issuer',
    has => !has('--oauth2-issuer') && !has('--oauth2-provider'),
    'without --oauth2-issuer',
    'Usage: --oauth2-issuer https://login.example.com --oauth2-accept-issuer https://other.example.com',
  ],
  [
    '--oauth2-insecure-http',
    has => !has('--oauth2-issuer') && !has('--oauth2-provider'),
    'without --oauth2-issuer',
    'Usage: --oauth2-issuer http://login.example.com --oauth2-insecure-http',
  ],
];

/**
 * Returns the first flag that has no effect in its flow or lacks a flag it depends on, with a usage failure that explains it.
 */
export function idleFlag(given: OAuthFlags): { readonly flag: string; readonly failure: Failure } | undefined {
  const { flow, flags, redirectUri } = given;
  const stray = flags.find(flag => !takesFlag(flow, flag));
  if (stray !== undefined) {
    const flows = flowsOfFlag(stray);
    const other = step('change-login', `Remove it, or use --oauth2 ${flows[0]}:…`);
    return {
      flag: stray,
      failure: usageError(
        `${stray} has no effect in the flow ${flow}.`,
        hint`It applies only to ${orList(flows)}. ${other}`,
      ),
    };
  }
  const has = (flag: string): boolean => flags.includes(flag);
  const unused = idle.find(([flag, isIdle]) => has(flag) && isIdle(has, redirectUri));
  if (unused === undefined) return undefined;
  const [flag, , why, fix] = unused;
  return { flag, failure: usageError(`${flag} has no effect ${why}.`, fix) };
}
