import type { CredentialSpec } from '../kind.js';

/** Sent over a WebSocket, not over HTTP. See `streamTransport`. */
export const connectionParams: CredentialSpec = {
  name: 'connection-params',
  flag: '--connection-params',
  isGiven: ({ connectionParams: text, objects }) => (text ?? objects?.connectionParams) !== undefined,
  configured: { 'connection-params': () => 'secret' },
  isSent: () => false,
  dropCrossOrigin: () => ({}),
};
