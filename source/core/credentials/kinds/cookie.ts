import type { CredentialSpec } from '../kind.js';

/** Cookies set with `-b`. */
export const cookie: CredentialSpec = {
  name: 'cookie',
  flag: '-b',
  isGiven: ({ network }) => !!network?.cookies.length,
  configured: { cookie: () => 'secret' },
  isSent: ({ network }) => network.cookies.length > 0,
  // A cookie jar restricts cookies to their domain.
  dropCrossOrigin: ({ network }) => ({ network: { ...network, cookies: [] } }),
  identity: ({ network }) => network.cookies,
};
