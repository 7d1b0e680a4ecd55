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

test.each([
  ['password: "', 'password: "'],
  ['password: "s3cret', 'password: "{{password}}'],
  ['password: "s3cret\nn: 1', 'password: "{{password}}\nn: 1'],
  ['password: "x\\"', 'password: "{{password}}'],
  ['password: """s3cret', 'password: """{{password}}'],
  ['password: ""', 'password: ""'],
])('a string that is not closed is hidden without changing the rest: %j', (text, expected) => {
  const secrets = new SecretVariables(() => false);
  const request = { kind: 'request', name: 'a', method: 'POST', url: '/', headers: [] } as const;
  expect(withoutSecrets({ ...request, body: { kind: 'text', text } }, secrets).body).toEqual({
    kind: 'text',
    text: expected,
  });
});

test.each([
  ['{ a } # b(password: "s3cret")', '{ a } # b(password: "{{password}}")'],
  ['# password: "s3#cret" # it is # "x', '# password: "{{password}}" # it is # "x'],
  ['{ a(password: # note: "x"\n "s3cret") }', '{ a(password: # note: "x"\n "{{password}}") }'],
  ['# a {\n{ b(n: 1) }', '# a {\n{ b(n: 1) }'],
])('secrets in comments of a query are hidden: %j', (query, expected) => {
  const secrets = new SecretVariables(() => false);
  const request = { kind: 'request', name: 'a', method: 'POST', url: '/', headers: [] } as const;
  const { body } = withoutSecrets({ ...request, body: { kind: 'graphql', query, variables: '' } }, secrets);
  expect(body).toEqual({ kind: 'graphql', query: expected, variables: '' });
});
