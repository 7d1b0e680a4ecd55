import type { CredentialKind, CredentialSpec } from '../kind.js';
import { apiKeys } from './api-keys.js';
import { aws } from './aws.js';
import { basic } from './basic.js';
import { bearer } from './bearer.js';
import { certificate } from './certificate.js';
import { connectionParams } from './connection-params.js';
import { cookie } from './cookie.js';
import { digest } from './digest.js';
import { header } from './header.js';
import { oauth2 } from './oauth2.js';
import { proxyUser } from './proxy-user.js';

/** Do not change the order: `identityText` depends on it, and its hash is part of file names. */
export const credentialKinds: Readonly<Record<CredentialKind, CredentialSpec>> = {
  basic,
  digest,
  aws,
  bearer,
  oauth2,
  apiKeys,
  header,
  cookie,
  certificate,
  proxyUser,
  connectionParams,
};

export const allKinds: readonly CredentialSpec[] = Object.values(credentialKinds);
