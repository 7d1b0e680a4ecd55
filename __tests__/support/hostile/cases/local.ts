/** Group G: logins, and attacks on the local machine. */
import { answer } from '../../answer.js';
import { type HostileCase, numbered } from '../case.js';

const osc = '\u001b]52;c;ZXZpbA==\u0007';

/** Metadata with this authorization endpoint. */
const opens = (what: string, page: string, naive: HostileCase['naive'] = ['open', 'runs']): HostileCase => ({
  what: `${what} as the authorization endpoint`,
  serve: ({ socket, url }) =>
    socket.end(
      answer(
        ['Content-Type: application/json'],
        JSON.stringify({
          issuer: url,
          authorization_endpoint: page,
          token_endpoint: `${url}/token`,
          response_types_supported: ['code'],
        }),
      ),
    ),
  naive,
  argv: ({ url }) => ['GET', url, '--oauth2', 'authorization_code::id', '--oauth2-issuer', url, '--timeout', '5'],
  code: 7,
  says: /./,
});

/** Response of the token endpoint. */
const token = (what: string, body: object, status: string, more: Partial<HostileCase> = {}): HostileCase => ({
  what,
  serve: ({ socket }) =>
    socket.end(answer(['Content-Type: application/json'], JSON.stringify(body), `HTTP/1.1 ${status}`)),
  naive: ['parsed', 'screen'],
  argv: ({ url }) => ['GET', url, '--oauth2', `client_credentials:${url}/token:id:hush-key`],
  code: 7,
  says: /./,
  ...more,
});

const saves = (what: string, line: string, more: Partial<HostileCase> = {}): HostileCase => ({
  what: `a download whose name ${what}`,
  serve: ({ socket }) => socket.end(answer([`Content-Disposition: attachment; filename="${line}"`], 'content')),
  naive: ['save', 'writes'],
  argv: ({ url }) => ['GET', url, '--download'],
  code: 0,
  says: /saved/i,
  ...more,
});

export const localCases = numbered('G', [
  opens('a shell command', '$(touch pwned)'),
  opens('a javascript: URL', 'javascript:alert(1)', ['open', 'crashes']),
  opens('a file: URL', 'file:///etc/passwd; touch pwned'),
  opens('a browser option', '--version; touch pwned'),
  token('a login error with escapes', { error: 'invalid_client', error_description: osc }, '401 Unauthorized', {
    says: /␛\]52/,
  }),
  token('a login error with status 200, with escapes', { error: osc }, '200 OK'),
  token('a token of an unknown type, with escapes', { access_token: 'a', token_type: osc }, '200 OK'),
  token('a token that is an object', { access_token: { a: osc }, token_type: 'Bearer' }, '200 OK'),
  token('a token with an escape and a line break', { access_token: `a\r\n${osc}`, token_type: 'Bearer' }, '200 OK'),
  token(
    'a login page URL and a code with escapes, to be shown to the user',
    { device_code: 'd', user_code: osc, verification_uri: `http://a.example/${osc}`, expires_in: 1, interval: 5 },
    '200 OK',
    {
      argv: ({ url }) => [
        'GET',
        url,
        '--oauth2',
        `device_code:${url}/token:id`,
        '--oauth2-device-url',
        `${url}/device`,
      ],
      code: 7,
    },
  ),
  saves('is ../pwned', '../pwned'),
  saves('contains escapes', '\u00c2\u009b2J\u00e2\u0080\u00aeexe.txt', { naive: ['print', 'screen'] }),
  saves('has 5,000 letters', 'x'.repeat(5000), { naive: ['save', 'crashes'] }),
  saves('is .bashrc', '.bashrc', { naive: ['believe', 'believed'] }),
]);
