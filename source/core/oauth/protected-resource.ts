/** Protected resource metadata (RFC 9728): where to get tokens for an API, and the command to do so. All of it is untrusted. */
import { type Challenge, readChallenges } from '../credentials/challenges.js';
import { type Failure, failure } from '../failure.js';
import { isLoopback } from '../request/loopback.js';
import { readUrl } from '../request/read-url.js';
import { shellWord } from '../request/shell.js';
import { fieldValues } from '../response/field-values.js';
import type { JsonObject } from './token-response.js';

/** Where to get tokens for an API. */
export interface ProtectedResource {
  /** The API's identifier, for which a token is requested (RFC 8707). */
  readonly resource: string;
  /** The first of its authorization servers. */
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/** Returns the metadata URL from a 401 (RFC 9728 5.1). It must use https or refer to this machine. */
export function resourceMetadataUrl(challenges: readonly Challenge[]): string | undefined {
  for (const { params } of challenges) {
    const url = readUrl(params.get('resource_metadata') ?? '');
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url.href;
  }
  return undefined;
}

/** A 401 that specifies where to find out how to log in. Untrusted text. */
export interface ResourceChallenge {
  /** URL with https, or with http on this machine. */
  readonly metadataUrl: string;
  /** Scopes that the rejected request requires. */
  readonly scope?: string;
}

/** Reads the header fields of a 401. Returns undefined if they specify no metadata URL, or one that must not be fetched. */
export function resourceChallenge(
  headers: readonly (readonly [name: string, value: string])[],
): ResourceChallenge | undefined {
  const challenges = readChallenges(fieldValues(headers, 'www-authenticate'));
  const metadataUrl = resourceMetadataUrl(challenges);
  if (metadataUrl === undefined) return undefined;
  const scope = challenges.map(({ params }) => params.get('scope')).find(each => each !== undefined);
  return { metadataUrl, scope };
}

/**
 * Parses the metadata (RFC 9728 2). Metadata of another resource is rejected (3.3), because otherwise a server could request
 * tokens for another API.
 * @param requested URL that returned 401
 */
export function readProtectedResource(metadata: JsonObject, requested: string): ProtectedResource | Failure {
  const { authorization_servers: servers, resource, scopes_supported: scopes } = metadata;
  const [own, asked] = [typeof resource === 'string' ? readUrl(resource) : undefined, readUrl(requested)];
  const path = own?.pathname.replace(/\/$/, '') ?? '';
  const isItsOwn =
    own !== undefined &&
    own.origin === asked?.origin &&
    (asked.pathname === own.pathname || asked.pathname === path || asked.pathname.startsWith(`${path}/`));
  if (!isItsOwn) return unusable('The metadata belongs to another resource, so it is ignored (RFC 9728 3.3).');
  const issuer = Array.isArray(servers)
    ? servers.find(each => typeof each === 'string' && readUrl(each) !== undefined)
    : undefined;
  if (typeof issuer !== 'string') return unusable('The metadata contains no authorization server.');
  return {
    resource: String(resource),
    issuer,
    scopes: Array.isArray(scopes) ? scopes.filter(each => typeof each === 'string') : [],
  };
}

const unusable = (text: string): Failure =>
  failure('login', text, { hint: 'Ask the operator of the API for its authorization server.' });

/**
 * Returns the flags that get a token for the resource. `CLIENT_ID` is a placeholder, because only the user knows the client ID.
 */
export const loginFlags = ({ issuer, resource, scopes }: ProtectedResource, scope?: string): string =>
  [
    '--oauth2 authorization_code::CLIENT_ID',
    `--oauth2-issuer ${shellWord(issuer)}`,
    ...(scope === undefined && scopes.length === 0 ? [] : [`--oauth2-scope ${shellWord(scope ?? scopes.join(' '))}`]),
    `--oauth2-param ${shellWord(`resource=${resource}`)}`,
  ].join(' ');
