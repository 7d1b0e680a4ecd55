/** A token's claims, compared with the expected ones. */
import { claimProblems } from '../../../source/core/oauth/jwt.js';

const now = Date.UTC(2030, 0, 1);
const seconds = now / 1000;
const issuer = 'https://login.example';
const good = { iss: issuer, aud: 'app', exp: seconds + 60, nbf: seconds - 60 };
const problems = (claims: Readonly<Record<string, unknown>>, expected: object) =>
  claimProblems({ header: {}, claims }, { now, ...expected });

const asIdToken = { issuer, clientId: 'app' };

test.each([
  ['all is well', good, asIdToken, []],
  ['one of several audiences', { ...good, aud: ['other', 'app'] }, asIdToken, []],
  ['an access token is for another than us', { ...good, aud: 'https://api.example' }, { issuer }, []],
  ['an access token need not name its issuer', { exp: seconds + 60 }, { issuer }, []],
  ['no times at all', { iss: issuer, aud: 'app' }, asIdToken, []],
  ['expired', { ...good, exp: seconds }, asIdToken, ['It expired at 2030-01-01T00:00:00Z.']],
  ['not yet', { ...good, nbf: seconds + 1 }, asIdToken, ['It is not valid before 2030-01-01T00:00:01Z.']],
  [
    'another issuer',
    { ...good, iss: 'https://evil.example' },
    asIdToken,
    ['Its issuer is https://evil.example, not https://login.example.'],
  ],
  ['no issuer', { aud: 'app' }, asIdToken, ['It contains no issuer.']],
  ['another audience', { ...good, aud: ['a', 'b'] }, asIdToken, ['It is meant for a, b, not for the client app.']],
  ['times that no calendar has', { ...good, exp: 1e300, nbf: -1e300 }, asIdToken, []],
])('%s', (_, claims, expected, words) => {
  expect(problems(claims, expected)).toEqual(words);
});
