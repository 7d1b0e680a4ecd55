/** Credentials of exports, whose members have different names in each tool. */
import type { ImportedAuth } from './collection.js';
import { plainText } from './nodes.js';

/**
 * Converts credentials. Members that only one of the tools has are read from all.
 * @param type name of the kind of credentials, such as `bearer`
 * @param member returns a member by its name
 */
export function authOfType(type: string, member: (name: string) => unknown): ImportedAuth {
  const value = (...names: readonly string[]): string =>
    names.map(name => plainText(member(name))).find(text => text !== '') ?? '';
  switch (type) {
    case 'none':
    case 'noauth':
      return { kind: 'none' };
    case 'basic':
    case 'digest':
      return { kind: type, user: value('username'), password: value('password') };
    case 'bearer':
      return { kind: 'bearer', token: value('token'), prefix: value('prefix') || 'Bearer' };
    case 'apikey': {
      const typed = value('in', 'addTo', 'placement');
      const place = typed === 'cookie' ? 'cookie' : 'header';
      return { kind: 'key', name: value('key'), value: value('value'), place: /query/i.test(typed) ? 'query' : place };
    }
    case 'iam':
    case 'awsv4':
      return {
        kind: 'aws',
        id: value('accessKeyId', 'accessKey'),
        secret: value('secretAccessKey', 'secretKey'),
        session: value('sessionToken'),
        region: value('region'),
        service: value('service'),
      };
    case 'oauth2':
      return {
        kind: 'oauth2',
        // Insomnia and Postman omit their default.
        flow: value('grant_type', 'grantType', 'flow') || 'authorization_code',
        tokenUrl: value('access_token_url', 'accessTokenUrl'),
        authUrl: value('authorization_url', 'authorizationUrl', 'authUrl'),
        id: value('client_id', 'clientId'),
        secret: value('client_secret', 'clientSecret'),
        scope: value('scope'),
        user: value('username'),
        password: value('password'),
        audience: value('audience'),
        isInQuery: value('addTokenTo') === 'queryParams',
      };
    default:
      return { kind: 'unsupported', name: type };
  }
}
