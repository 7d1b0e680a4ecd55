import { bullets, reveal } from '../../secret.js';
import { carriesCredential, mayCarryCredential } from '../header.js';
import type { CredentialSpec } from '../kind.js';
import { secrecyByName } from '../sources.js';

/** A header whose name indicates a credential. Only `Authorization` sets that header; see `fillsAuthorization`. */
export const header: CredentialSpec = {
  name: 'header',
  flag: '-H',
  isGiven: ({ headers }) => headers.some(mayCarryCredential),
  // Header lines in a file are not copied to the configuration.
  configured: { header: text => (text.startsWith('@') ? 'nothing' : secrecyByName(':')(text)) },
  isSent: ({ headers }) => headers.some(line => line.isBound || carriesCredential(line)),
  dropCrossOrigin: ({ headers }) => ({ headers: headers.filter(line => !line.isBound && !carriesCredential(line)) }),
  // Include all headers: a tenant header is not a credential but may select another schema.
  identity: ({ headers }) => headers.map(line => [line.name.toLowerCase(), reveal(line.value)]),
  describe: ({ headers }) =>
    headers.flatMap(each => (each.kind !== 'file' && mayCarryCredential(each) ? [`${each.name} ${bullets}`] : [])),
};
