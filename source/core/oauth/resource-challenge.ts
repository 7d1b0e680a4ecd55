/** A 401 that names where the metadata of its API is (RFC 9728 5.1). */
import { readChallenges } from '../credentials/challenges.js';
import { resourceMetadataUrl } from './protected-resource.js';

/** A refusal that says where to find out how to log in. Untrusted text. */
export interface ResourceChallenge {
  /** https, or http on this machine. */
  readonly metadataUrl: string;
  /** The scopes that the refused request takes. */
  readonly scope?: string;
}

/** Reads the header fields of a 401; undefined: it names no metadata, or none that may be fetched. */
export function resourceChallenge(
  headers: readonly (readonly [name: string, value: string])[],
): ResourceChallenge | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
  const challenges = readChallenges(values);
  const metadataUrl = resourceMetadataUrl(challenges);
  if (metadataUrl === undefined) return undefined;
  const scope = challenges.map(({ params }) => params.get('scope')).find(each => each !== undefined);
  return { metadataUrl, scope };
}
