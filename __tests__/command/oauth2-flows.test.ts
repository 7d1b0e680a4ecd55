/**
 * Each `--oauth2` flag with each flow: either it has an effect, or it is rejected with the names of the flows that support it.
 */

import { flagTable } from '../../source/command/flags.js';
import { parse } from '../../source/command/parse.js';
import type { RequestCommand } from '../../source/core/command.js';
import { authFlags } from '../../source/core/credentials/written-flags.js';
import { isFailure } from '../../source/core/failure.js';
import { hintText } from '../../source/core/hint.js';
import { flowNames, type OAuth2Flow } from '../../source/core/oauth/flows.js';

const at = 'https://a.example';

/** The flags each flow requires. */
const needs: Readonly<Record<OAuth2Flow, readonly string[]>> = {
  authorization_code: [`--oauth2-auth-url=${at}/auth`],
  client_credentials: [],
  password: ['--oauth2-username=ada', '--oauth2-password=env:P'],
  device_code: [`--oauth2-device-url=${at}/device`],
  token_exchange: ['--oauth2-subject-token=env:T'],
  jwt_bearer: ['--oauth2-assertion=env:T'],
  refresh_token: ['--oauth2-refresh-token=env:T'],
};

const every = flowNames;
/** A value of each flag, the flags it requires, and the flows in which it has an effect. */
const rows: Readonly<Record<string, readonly [words: string, flows: readonly OAuth2Flow[]]>> = {
  'oauth2-scope': ['--oauth2-scope=a', every],
  'oauth2-auth-url': [`--oauth2-auth-url=${at}/auth`, ['authorization_code']],
  'oauth2-device-url': [`--oauth2-device-url=${at}/device`, ['device_code']],
  'oauth2-issuer': [`--oauth2-issuer=${at}`, every],
  'oauth2-provider': ['--oauth2-provider=okta:acme', every],
  'oauth2-accept-issuer': [`--oauth2-accept-issuer=${at}/b --oauth2-issuer=${at}`, every],
  'oauth2-revocation-url': [`--oauth2-revocation-url=${at}/r`, every],
  'oauth2-introspection-url': [`--oauth2-introspection-url=${at}/i`, every],
  'oauth2-userinfo-url': [`--oauth2-userinfo-url=${at}/u`, every],
  'oauth2-use': ['--oauth2-use=id_token', every],
  'oauth2-username': ['--oauth2-username=ada', ['password']],
  'oauth2-password': ['--oauth2-password=env:P', ['password']],
  'oauth2-subject-token': ['--oauth2-subject-token=env:T', ['token_exchange']],
  'oauth2-assertion': ['--oauth2-assertion=env:T', ['jwt_bearer']],
  'oauth2-refresh-token': ['--oauth2-refresh-token=env:T', ['refresh_token']],
  'oauth2-account': ['--oauth2-account=work', every],
  'oauth2-port': ['--oauth2-port=9000', ['authorization_code']],
  'oauth2-redirect-uri': ['--oauth2-redirect-uri=https://localhost:1/cb', ['authorization_code']],
  'oauth2-redirect-cert': [
    '--oauth2-redirect-cert=c.pem --oauth2-redirect-uri=https://localhost:1/cb',
    ['authorization_code'],
  ],
  'oauth2-redirect-key': [
    '--oauth2-redirect-key=k.pem --oauth2-redirect-cert=c.pem --oauth2-redirect-uri=https://localhost:1/cb',
    ['authorization_code'],
  ],
  'oauth2-param': ['--oauth2-param=audience=x', every],
  'oauth2-client-auth': ['--oauth2-client-auth=none', every],
  'oauth2-client-key': ['--oauth2-client-key=k.pem', every],
  'oauth2-client-audience': ['--oauth2-client-audience=issuer --oauth2-client-key=k.pem', every],
  'oauth2-dpop': ['--oauth2-dpop', every],
  'oauth2-par': ['--oauth2-par', ['authorization_code']],
  'oauth2-no-pkce': ['--oauth2-no-pkce', ['authorization_code']],
  'oauth2-insecure-http': [`--oauth2-insecure-http --oauth2-issuer=${at}`, every],
  'oauth2-store': ['--oauth2-store=keyring', every],
  'oauth2-no-cache': ['--oauth2-no-cache', every],
  // A promise that no flow breaks.
  browser: ['--no-browser', every],
  qr: ['--qr', every],
};

const line = (flow: OAuth2Flow, ...more: readonly string[]): readonly string[] => [
  'GET',
  at,
  `--oauth2=${flow}:${at}/token:id:env:S`,
  ...needs[flow].filter(word => !more.some(other => other.split('=')[0] === word.split('=')[0])),
  ...more,
];

test('the table has every flag of the group', () => {
  const names = flagTable
    .filter(({ group, name }) => group === 'OAuth 2.0' && name !== 'oauth2')
    .map(({ name }) => name);
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted());
});

test.each(flowNames.flatMap(flow => Object.keys(rows).map(flag => [flow, flag] as const)))(
  '%s with --%s',
  (flow, flag) => {
    const [words, flows] = rows[flag] ?? ['', []];
    const parsed = parse(line(flow, ...words.split(' ')));
    if (flows.includes(flow)) {
      expect(isFailure(parsed) ? parsed.text : parsed.kind).toBe('request');
      return;
    }
    expect(parsed).toMatchObject({
      kind: 'usage',
      text: expect.stringContaining(` has no effect in the flow ${flow}.`),
    });
    for (const name of flows) expect(isFailure(parsed) && hintText(parsed.hint ?? '')).toContain(name);
  },
);

test.each([
  [
    '--oauth2-port=1 --oauth2-redirect-uri=http://127.0.0.1:2/cb',
    /--oauth2-port has no effect with --oauth2-redirect-uri/,
  ],
  ['--oauth2-redirect-cert=c.pem', /--oauth2-redirect-cert has no effect without an https redirect URI/],
  [
    '--oauth2-redirect-key=k.pem --oauth2-redirect-uri=https://localhost:1/',
    /no effect without --oauth2-redirect-cert/,
  ],
  ['--oauth2-insecure-http', /--oauth2-insecure-http has no effect without --oauth2-issuer/],
  ['--oauth2-store=file --oauth2-no-cache', /--oauth2-store has no effect with --oauth2-no-cache/],
])('%s', (words, text) => {
  const parsed = parse(line('authorization_code', ...words.split(' ')));
  expect(parsed).toMatchObject({ kind: 'usage', text: expect.stringMatching(text), hint: expect.anything() });
});

test.each(flowNames)('a login with the flow %s can be written as flags and parsed back', flow => {
  const alone = ['--oauth2-port=9000', '--oauth2-insecure-http', '--oauth2-no-cache'];
  const words = Object.values(rows)
    .filter(([, flows]) => flows.includes(flow))
    .flatMap(([own]) => own.split(' '))
    .filter(word => !alone.includes(word) && !needs[flow].includes(word));
  const all = [line(flow, ...new Set(words), '--oauth2-param=resource=y', '--oauth2-insecure-http')];
  all.push(line(flow, '--oauth2-no-cache'));
  if (flow === 'authorization_code') all.push(line(flow, '--oauth2-port=9000'));
  for (const argv of all) {
    const parsed = parse(argv) as RequestCommand;
    expect(parsed.kind).toBe('request');
    expect(parse(['GET', at, ...authFlags(parsed.auth)])).toEqual(parsed);
  }
});

test('configured flags for other flows or logins are silently dropped', () => {
  const defaults = ['--oauth2-port=9000', '--oauth2-par', '--oauth2-scope=a'];
  expect(parse(['GET', at], defaults)).toMatchObject({ kind: 'request' });
  expect(parse(line('client_credentials'), defaults)).toMatchObject({ auth: { oauth2: { port: 8484, scope: 'a' } } });
  expect(parse(line('authorization_code'), defaults)).toMatchObject({ auth: { oauth2: { port: 9000, par: true } } });
  const uri = 'http://127.0.0.1:1/cb';
  expect(parse(line('authorization_code', `--oauth2-redirect-uri=${uri}`), defaults)).toMatchObject({
    auth: { oauth2: { port: 8484, redirectUri: uri } },
  });
});
