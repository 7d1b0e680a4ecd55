import type { CredentialSpec } from '../kind.js';

/** Sent in a WebSocket, not over HTTP: see `streamTransport`. */
export const connectionParams: CredentialSpec = {
  name: 'connection-params',
  flag: '--connection-params',
  isGiven: ({ connectionParams: text, objects }) => (text ?? objects?.connectionParams) !== undefined,
  configured: { 'connection-params': () => 'secret' },
  isSent: () => false,
  dropCrossOrigin: () => ({}),
};
