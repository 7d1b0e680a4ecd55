import { bullets, reveal } from '../../secret.js';
import type { CredentialSpec } from '../kind.js';
import { secrecyOfSource, textAfter } from '../sources.js';

/** Pairs in the query of the URL. `../api-keys.ts` appends and masks them. */
export const apiKeys: CredentialSpec = {
  name: 'api-key-query',
  flag: '-K',
  isGiven: ({ auth }) => auth.apiKeys.length > 0,
  sources: ({ apiKeys: keys }) => keys.map(key => ['-K', key.value]),
  configured: { 'api-key-query': text => secrecyOfSource(textAfter(text, '=')) },
  isSent: ({ credentials }) => credentials.apiKeys.length > 0,
  secretsOutsideHeaders: ({ apiKeys: keys }) => keys.map(key => key.value),
  dropCrossOrigin: ({ credentials }) => ({ credentials: { ...credentials, apiKeys: [] } }),
  identity: ({ credentials }) => credentials.apiKeys.map(key => [key.name, reveal(key.value)]),
  describe: ({ auth }) => auth.apiKeys.map(key => `${key.name}=${bullets}`),
};
