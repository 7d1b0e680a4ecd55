/** Reads a 401 that specifies the location of the API's metadata (RFC 9728 5.1). */
import { readChallenges } from '../credentials/challenges.js';
import { fieldValues } from '../response/field-values.js';
import { resourceMetadataUrl } from './protected-resource.js';

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
