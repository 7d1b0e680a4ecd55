import { namesUser } from '../../request/url.js';
import type { CredentialSpec } from '../kind.js';

/** Credentials for the proxy, which do not depend on the origin. */
export const proxyUser: CredentialSpec = {
  name: 'proxy',
  flag: '-x',
  isGiven: ({ network }) => namesUser(network?.proxy ?? ''),
  configured: { proxy: text => (namesUser(text) ? 'secret' : 'nothing') },
  isSent: () => false,
  dropCrossOrigin: () => ({}),
};
