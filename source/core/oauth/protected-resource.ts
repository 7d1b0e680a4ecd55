/** Protected resource metadata (RFC 9728): where an API's tokens come from, and the command that gets one. All of it is untrusted. */
import type { Challenge } from '../credentials/challenges.js';
import { type Failure, failure } from '../failure.js';
import { readUrl } from '../request/read-url.js';
import { shellWord } from '../request/shell.js';
import type { JsonObject } from './token-response.js';

/** Where an API's tokens come from. */
export interface ProtectedResource {
  /** The API's own name for itself: what a token is asked for (RFC 8707). */
  readonly resource: string;
  /** The first of its authorization servers. */
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/** The URL of the metadata that a 401 names (RFC 9728 5.1); only https, or this machine. */
export function resourceMetadataUrl(challenges: readonly Challenge[]): string | undefined {
  for (const { params } of challenges) {
    const url = readUrl(params.get('resource_metadata') ?? '');
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url.href;
  }
  return undefined;
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/**
 * Reads the metadata (RFC 9728 2). That of another resource must not be used (3.3): else one server could ask for tokens that
 * open another.
 * @param requested the URL that was answered with 401
 */
export function readProtectedResource(metadata: JsonObject, requested: string): ProtectedResource | Failure {
  const { authorization_servers: servers, resource, scopes_supported: scopes } = metadata;
  const [own, asked] = [typeof resource === 'string' ? readUrl(resource) : undefined, readUrl(requested)];
  const path = own?.pathname.replace(/\/$/, '') ?? '';
  const isItsOwn =
    own !== undefined &&
    own.origin === asked?.origin &&
    (asked.pathname === own.pathname || asked.pathname === path || asked.pathname.startsWith(`${path}/`));
  if (!isItsOwn) {
    return failure('login', 'The metadata is that of another resource, and is not used (RFC 9728 3.3).', {
      hint: 'Ask whoever runs the API where its tokens come from.',
    });
  }
  const issuer = Array.isArray(servers)
    ? servers.find(each => typeof each === 'string' && readUrl(each) !== undefined)
    : undefined;
  if (typeof issuer !== 'string') {
    return failure('login', 'The metadata names no authorization server.', {
      hint: 'Ask whoever runs the API where its tokens come from.',
    });
  }
  return {
    resource: String(resource),
    issuer,
    scopes: Array.isArray(scopes) ? scopes.filter(each => typeof each === 'string') : [],
  };
}

/** The flags that get a token for the resource; `CLIENT_ID` is what only its owner knows. */
export const loginFlags = ({ issuer, resource, scopes }: ProtectedResource, scope?: string): string =>
  [
    '--oauth2 authorization_code::CLIENT_ID',
    `--oauth2-issuer ${shellWord(issuer)}`,
    ...(scope === undefined && scopes.length === 0 ? [] : [`--oauth2-scope ${shellWord(scope ?? scopes.join(' '))}`]),
    `--oauth2-param ${shellWord(`resource=${resource}`)}`,
  ].join(' ');
