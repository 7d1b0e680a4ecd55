import { bullets, reveal } from '../../secret.js';
import { carriesCredential, mayCarryCredential } from '../header.js';
import type { CredentialSpec } from '../kind.js';
import { secrecyByName } from '../sources.js';

/** A header with the name of a credential. Only `Authorization` fills that header: see `fillsAuthorization`. */
export const header: CredentialSpec = {
  name: 'header',
  flag: '-H',
  isGiven: ({ headers }) => headers.some(mayCarryCredential),
  // Lines of a file stay in the file.
  configured: { header: text => (text.startsWith('@') ? 'nothing' : secrecyByName(':')(text)) },
  isSent: ({ headers }) => headers.some(line => line.isBound || carriesCredential(line)),
  dropCrossOrigin: ({ headers }) => ({ headers: headers.filter(line => !line.isBound && !carriesCredential(line)) }),
  // All headers: a tenant header is no credential but may select another schema.
  identity: ({ headers }) => headers.map(line => [line.name.toLowerCase(), reveal(line.value)]),
  describe: ({ headers }) =>
    headers.flatMap(each => ('value' in each && mayCarryCredential(each) ? [`${each.name} ${bullets}`] : [])),
};
