import { digestProblem } from '../../../core/credentials/digest.js';
import type { RequestCredentials } from '../../../core/credentials/kind.js';
import { hasAuthorization } from '../../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { Credentials } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';

/**
 * Adds credentials from `.netrc` for `host` unless Authorization is set otherwise (`--netrc`). An unreadable file is a failure.
 */
export async function withNetrc(
  cargo: RequestCredentials,
  host: string,
  environment: Environment,
  note?: (text: string) => void,
): Promise<Credentials | Failure> {
  const { credentials, network } = cargo;
  if (!network.netrc || hasAuthorization(cargo)) return credentials;
  const { readNetrc } = await import('./netrc.js');
  const basic = await readNetrc(host, environment, undefined, note);
  if (isFailure(basic)) return basic;
  if (!basic || !network.netrcDigest) return basic ? { ...credentials, basic } : credentials;
  const problem = digestProblem(basic.user);
  if (problem) return problem;
  const { digestSigner } = await import('./digest.js');
  return { ...credentials, digest: { ...basic, signer: digestSigner(basic.user, basic.password, environment) } };
}
