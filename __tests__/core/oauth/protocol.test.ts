/** `-v` during a login: every message with its parameters explained, and without secrets. */
import { protocolLines } from '../../../source/core/oauth/protocol/lines.js';
import { bodyParameters, formParameters, shownParameter } from '../../../source/core/oauth/protocol/step.js';
import { type CheckFacts, claimsOf } from '../../../source/core/oauth/token-checks.js';
import * as fc from '../../support/property.js';

const jwt = (claims: object): string =>
  ['{"alg":"ES256"}', JSON.stringify(claims), 'signature']
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.');
const now = Date.parse('2026-08-01T12:00:00Z');

test('a token request as lines', () => {
  const parameters = [
    shownParameter('Authorization', 'Basic bWU6aHVzaA=='),
    ...formParameters(
      new URLSearchParams('grant_type=authorization_code&code=c0de&code_verifier=v&resource=https://a.example'),
    ),
  ];
  const step = {
    kind: 'request',
    name: 'The token request',
    method: 'POST',
    url: 'https://s.example/token',
    parameters,
  } as const;
  expect(protocolLines(step, now)).toEqual([
    'OAuth: The token request: POST https://s.example/token',
    '  Authorization: Basic ••••  (authenticates the client)',
    '  grant_type: authorization_code  (grant used to request the token)',
    '  code: ••••  (counts once, for a token)',
    '  code_verifier: ••••  (the secret of this run (PKCE, RFC 7636))',
    '  resource: https://a.example  (the API the token is for (RFC 8707))',
  ]);
});

test('a signed token is decoded, and never shown', () => {
  const token = jwt({ sub: 'ada', exp: now / 1000 + 3600 });
  const [access] = bodyParameters(JSON.stringify({ access_token: token, token_type: 'Bearer' }));
  expect(access).toMatchObject({ value: '••••', jwt: { header: { alg: 'ES256' }, claims: { sub: 'ada' } } });
  const lines = protocolLines(
    { kind: 'response', name: 'The token request', status: 200, parameters: access ? [access] : [] },
    now,
  );
  expect(lines.join('\n')).toContain('expires 2026-08-01 13:00 UTC (1 h left)');
  expect(lines.join('\n')).toContain('signature not verified here');
  expect(lines.join('\n')).not.toContain(token.slice(0, 20));
  // Under any name.
  expect(shownParameter('logout_hint', token).value).toBe('••••');
});

test('an Authorization value without a scheme is masked entirely', () => {
  expect(shownParameter('authorization', 's3cret').value).toBe('••••');
  expect(shownParameter('authorization', 'DPoP s3cret').value).toBe('DPoP ••••');
});

test.each(
  'client_secret client_assertion assertion subject_token actor_token refresh_token access_token id_token password code code_verifier device_code token registration_access_token'.split(
    ' ',
  ),
)('%s is never shown, in a request or a response', name => {
  fc.assert(
    fc.property(fc.string({ minLength: 24 }), value => {
      const shown = [formParameters([[name, value]]), bodyParameters(JSON.stringify({ [name]: value }))];
      expect(JSON.stringify(shown)).not.toContain(JSON.stringify(value).slice(1, -1));
    }),
  );
});

const facts: CheckFacts = {
  issuer: 'https://s.example',
  clientId: 'app',
  isIdToken: true,
  nonceChecked: true,
  now,
};
const good = { iss: 'https://s.example', aud: ['app'], exp: now / 1000 + 60 };

test.each([
  [good, {}, ['checked', 'checked', 'checked', 'checked']],
  [
    { ...good, iss: 'https://evil.example' },
    {},
    ['wrong: "https://evil.example" is not https://s.example', 'checked', 'checked', 'checked'],
  ],
  [{ ...good, aud: 'other' }, {}, ['checked', 'wrong: "other" is not app', 'checked', 'checked']],
  [{ ...good, exp: 1 }, {}, ['checked', 'checked', 'checked', 'wrong: it has expired']],
  [{ ...good, nbf: now / 1000 + 600 }, {}, ['checked', 'checked', 'checked', 'wrong: it is not good yet']],
  [
    good,
    { nonceChecked: false },
    ['checked', 'checked', 'not checked: this token was not asked for with one', 'checked'],
  ],
  [
    good,
    { isIdToken: false },
    [
      'checked',
      'not checked: only the API can check the audience of an access token',
      'not checked: only ID tokens have one',
      'checked',
    ],
  ],
  [
    {},
    {},
    [
      'not checked: the token contains no issuer',
      'wrong: none is not app',
      'checked',
      'not checked: the token contains no expiry time',
    ],
  ],
])('the checks on %j', (claims, more, [issuer, audience, nonce, time]) => {
  expect(claimsOf({ header: {}, claims }, { ...facts, ...more } as CheckFacts).checks).toEqual({
    signature: 'checked',
    issuer,
    audience,
    nonce,
    time,
  });
});
