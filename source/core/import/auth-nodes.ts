/** Credentials that Insomnia and Bruno write with the same members, in one of two spellings. */
import type { ImportedAuth } from './collection.js';
import { valueIn } from './nodes.js';

export const awsIn = (node: unknown): ImportedAuth => ({
  kind: 'aws',
  id: valueIn(node, 'accessKeyId'),
  secret: valueIn(node, 'secretAccessKey'),
  session: valueIn(node, 'sessionToken'),
  region: valueIn(node, 'region'),
  service: valueIn(node, 'service'),
});

export const oauth2In = (node: unknown): ImportedAuth => ({
  kind: 'oauth2',
  // Insomnia omits its default.
  flow: valueIn(node, 'grant_type', 'grantType', 'flow') || 'authorization_code',
  tokenUrl: valueIn(node, 'access_token_url', 'accessTokenUrl'),
  authUrl: valueIn(node, 'authorization_url', 'authorizationUrl'),
  id: valueIn(node, 'client_id', 'clientId'),
  secret: valueIn(node, 'client_secret', 'clientSecret'),
  scope: valueIn(node, 'scope'),
  user: valueIn(node, 'username'),
  password: valueIn(node, 'password'),
  audience: valueIn(node, 'audience'),
});
