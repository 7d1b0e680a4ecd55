/** Parameters in addition to the protocol's own: `--oauth2-param`, and the rows of a form. */
import { type Failure, usageError } from '../failure.js';
import { parsedJson } from '../json/loose.js';

type Param = readonly [name: string, value: string];

/** Parameters set by the protocol. `--oauth2-param` cannot set them, because no parameter may occur twice (RFC 6749 3.1). */
const reserved = new Set(
  'response_type client_id client_secret redirect_uri state nonce scope code code_challenge code_challenge_method code_verifier grant_type refresh_token device_code username password request request_uri dpop_jkt client_assertion client_assertion_type subject_token assertion'.split(
    ' ',
  ),
);

/** Returns the first `--oauth2-param` name that the protocol sets itself. */
export const reservedParam = (params: readonly Param[]): string | undefined =>
  params.find(([name]) => reserved.has(name))?.[0];

/** Returns a usage failure for a parameter with a prescribed format (RFC 9396 2) that it does not follow. */
export function malformedParam([name, value]: Param): Failure | undefined {
  if (name !== 'authorization_details' || areDetails(value)) return undefined;
  return usageError(
    'authorization_details is a JSON array of objects, each with a "type" (RFC 9396).',
    `Usage: --oauth2-param 'authorization_details=[{"type":"payment"}]'`,
  );
}

function areDetails(json: string): boolean {
  const parsed = parsedJson(json);
  return Array.isArray(parsed) && parsed.every(each => typeof each?.type === 'string');
}

/**
 * Returns the extra parameters that are also sent to the token endpoint. After a login, these are only the ones with a meaning
 * for that endpoint (RFC 8707 2.2, and the older `audience`): `prompt`, `login_hint` and the like were meant for the login
 * page.
 */
export const tokenParams = (params: readonly Param[], afterLogin: boolean): readonly Param[] =>
  afterLogin ? params.filter(([name]) => name === 'resource' || name === 'audience') : params;

/** Returns the parameter `scope`, if a scope was requested. */
export const scopeParam = ({ scope }: { readonly scope?: string }): readonly Param[] =>
  scope === undefined ? [] : [['scope', scope]];
