/** Secrets in the bodies of imported requests become private variables. */

import { SecretVariables, withoutSecrets } from '../../../source/core/import/secrets.js';

test('a string after a secret name becomes a variable, in JSON, variables and GraphQL', () => {
  const secrets = new SecretVariables(() => false);
  const hidden = (query: string, variables: string) =>
    withoutSecrets(
      {
        kind: 'request',
        name: 'a',
        method: 'POST',
        url: '/',
        headers: [],
        body: { kind: 'graphql', query, variables },
      },
      secrets,
    ).body;
  expect(
    hidden(
      '{ a(password: "s3cret-1", clientSecret: """s3cret-2""", author: "Ada", key: "k") }',
      '{"apiKey": "s3cret-3", "pin": 12, "secret": {"a": "b"}, "token": "{{token}}"}',
    ),
  ).toEqual({
    kind: 'graphql',
    query: '{ a(password: "{{password}}", clientSecret: """{{clientSecret}}""", author: "Ada", key: "k") }',
    variables: '{"apiKey": "{{apiKey}}", "pin": 12, "secret": {"a": "b"}, "token": "{{token}}"}',
  });
  expect([...secrets.values]).toEqual([
    ['password', 's3cret-1'],
    ['clientSecret', 's3cret-2'],
    ['apiKey', 's3cret-3'],
  ]);
});
