import type { CredentialSpec } from '../kind.js';
import { secrecyOfSource } from '../sources.js';

/** A client certificate. The certificate and key are separate files. */
export const certificate: CredentialSpec = {
  name: 'cert',
  flag: '--cert',
  isGiven: ({ network }) => network?.certFile !== undefined,
  configured: { 'key-pass': secrecyOfSource },
  isSent: ({ network }) => network.certFile !== undefined,
  dropCrossOrigin: ({ network: { certFile: _, keyFile: __, keyPass: ___, ...network } }) => ({ network }),
  identity: ({ network }) => network.certFile,
};
