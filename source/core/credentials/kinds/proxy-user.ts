import { namesUser } from '../../request/url.js';
import type { CredentialSpec } from '../kind.js';

/** For the proxy, whatever the origin. */
export const proxyUser: CredentialSpec = {
  name: 'proxy',
  flag: '-x',
  isGiven: ({ network }) => namesUser(network?.proxy ?? ''),
  configured: { proxy: text => (namesUser(text) ? 'secret' : 'nothing') },
  isSent: () => false,
  dropCrossOrigin: () => ({}),
};
