/** Logins of descriptions as frameworks write them. */
import { exampleCall } from '../../../source/core/openapi/describe.js';
import { describedLogins } from '../../../source/core/openapi/login-form.js';
import { findOperation } from '../../../source/core/openapi/look-up.js';
import { loginsOf, missingLogins } from '../../../source/core/openapi/security.js';
import { describeText } from '../../support/fixtures/descriptions.js';

const none = { auth: { apiKeys: [] }, headers: [], network: { cookies: [], netrc: false } };

/** Flags of a login, and the values of its form. */
function loginOf(scheme: object, servers: readonly string[], source?: string) {
  const description = describeText(
    JSON.stringify({
      openapi: '3.1.0',
      servers: servers.map(url => ({ url })),
      paths: { '/a': { get: { security: [{ it: [] }] } } },
      components: { securitySchemes: { it: scheme } },
    }),
    source,
  );
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const [[login] = []] = loginsOf(description, operation);
  return { flag: login?.flag, form: describedLogins(description, operation, none)[0]?.values };
}

const password = (tokenUrl: string) => ({ type: 'oauth2', flows: { password: { tokenUrl, scopes: {} } } });

test.each([
  // The default of FastAPI.
  ['token', [], 'https://api.example.com/token'],
  ['token', ['https://eu.example.com/v1/'], 'https://eu.example.com/v1/token'],
  ['/auth/token', ['/v1'], 'https://api.example.com/auth/token'],
  ['https://id.example.com/token', ['/v1'], 'https://id.example.com/token'],
])('the token URL %s of an API at %j is %s', (tokenUrl, servers, absolute) => {
  expect(loginOf(password(tokenUrl), servers, 'https://api.example.com/docs/openapi.json')).toEqual({
    flag: `--oauth2 password:${absolute}:CLIENT_ID`,
    form: { tokenUrl: absolute },
  });
});

test('a URL of a file without a server remains relative, and a missing one is a placeholder', () => {
  expect(loginOf(password('token'), [], 'file:///tmp/api.yaml').flag).toBe('--oauth2 password:token:CLIENT_ID');
  expect(loginOf(password(''), []).flag).toBe('--oauth2 password:TOKEN_URL:CLIENT_ID');
  const oidc = { type: 'openIdConnect', openIdConnectUrl: '/realm/.well-known/openid-configuration' };
  expect(loginOf(oidc, []).form).toEqual({ issuer: 'https://api.example.com/realm' });
});

test('the flag of another HTTP scheme has its name as described', () => {
  expect(loginOf({ type: 'http', scheme: 'Token' }, []).flag).toBe("-H 'Authorization: Token …'");
  expect(loginOf({ type: 'http', scheme: 'BEARER' }, []).flag).toBe('-B TOKEN');
});

test('an operation whose only login is a parameter for Authorization requires a login', () => {
  const description = describeText(`
openapi: 3.0.0
paths:
  /required: {get: {parameters: [{name: authorization, in: header, required: true}]}}
  /optional: {get: {parameters: [{name: Authorization, in: header}]}}
  /described: {get: {security: [{key: []}], parameters: [{name: Authorization, in: header, required: true}]}}
  /none: {get: {}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
`);
  const flags = (path: string) => {
    const operation = findOperation(description, path);
    if (operation === undefined) throw new Error(`There is no ${path}.`);
    expect(exampleCall(description, operation).call).toBe(`--call 'GET ${path}'`);
    const [offered, missing] = [loginsOf(description, operation), missingLogins(description, operation, none)];
    return [offered, missing].map(ways => ways.flat().map(({ flag }) => flag));
  };
  const undescribed = '-B TOKEN, -u USER:PASS or -H';
  expect(flags('/required')).toEqual([[undescribed], [undescribed]]);
  expect(flags('/optional')).toEqual([[undescribed], []]);
  expect(flags('/described')).toEqual([["-H 'X-Key: VALUE'"], ["-H 'X-Key: VALUE'"]]);
  expect(flags('/none')).toEqual([[], []]);
});
