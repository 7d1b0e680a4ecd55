/**
 * Group D: credentials and redirects. The program has a token, a key and a cookie, none of which may reach the other origin.
 */
import { answer } from '../../answer.js';
import { type HostileCase, numbered, type Peer } from '../case.js';

/** Each kind of credential, as flags. */
const carrying: readonly (readonly [what: string, flags: readonly string[]])[] = [
  ['a Bearer token', ['-B', 'hush-token']],
  ['a user and password', ['-u', 'ada:hush-password']],
  ['a key in a header', ['-H', 'X-API-Key: hush-key']],
  ['a request signature', ['-H', 'X-Sig: hush-signature']],
  ['a DPoP proof', ['-H', 'DPoP: hush-proof']],
  ['a cookie', ['-b', 'sid=hush-cookie']],
];

const to = (status: number, location: (peer: Peer) => string) => (peer: Peer) =>
  void peer.socket.end(answer([`Location: ${location(peer)}`], '', `HTTP/1.1 ${status} Elsewhere`));

const other = ({ other: origin }: Peer): string => `${origin}/taken`;

const taken = (
  what: string,
  flags: readonly string[],
  serve: HostileCase['serve'],
  more: Partial<HostileCase> = {},
): HostileCase => ({
  what,
  serve,
  naive: ['follow', 'leaks'],
  argv: ({ url }) => ['GET', url, '-L', ...flags],
  code: 0,
  says: /without your credentials/,
  ...more,
});

const refused = (what: string, location: string): HostileCase => ({
  what: `a redirect to ${what}`,
  serve: to(302, () => location),
  naive: ['follow', 'crashes'],
  argv: ({ url }) => ['GET', url, '-L', '-B', 'hush-token'],
  code: 1,
  says: /./,
});

export const redirectCases = numbered('D', [
  ...carrying.map(([what, flags]) => taken(`302 to another origin, with ${what}`, flags, to(302, other))),
  ...[301, 303, 307, 308].map(status => taken(`${status} to another origin`, ['-B', 'hush-token'], to(status, other))),
  taken('307 to another origin, which gets the body but not the token', [], to(307, other), {
    argv: ({ url }) => ['POST', url, '-L', '-B', 'hush-token', '-d', 'title=Emma'],
  }),
  taken(
    'a scheme-relative URL of another origin',
    ['-B', 'hush-token'],
    to(302, peer => other(peer).replace('http:', '')),
  ),
  taken(
    'another origin, with this origin as the user name in the URL',
    ['-B', 'hush-token'],
    to(302, ({ url, other: origin }) =>
      `http://${new URL(url).host}@${new URL(origin).host}/taken`.replace('127.0.0.1:', '127.0.0.1%3A'),
    ),
  ),
  taken('302 to another origin and back: the token is not sent again', ['-B', 'hush-token'], peer =>
    peer.rest === ''
      ? to(302, other)(peer)
      : void peer.socket.end(answer([], /hush/.test(peer.head) ? 'leaked' : 'ok')),
  ),
  taken('302 to another origin, with a key in the query', ['-K', 'key=hush-key'], to(302, other)),
  taken(
    'a URL that repeats the key from the query',
    ['-K', 'key=hush-key'],
    ({ socket, url }) => void socket.end(answer([`Location: ${url}/again?key=hush-key`], '', 'HTTP/1.1 201 Made')),
    {
      naive: ['print', 'shows'],
      says: /Trying/,
      argv: ({ url }) => ['GET', url, '-v', '-K', 'key=hush-key'],
    },
  ),
  refused('a javascript: URL', 'javascript:alert(1)'),
  refused('a file: URL', 'file:///etc/passwd'),
  refused('a data: URL', 'data:text/html,x'),
  refused('an ftp: URL', 'ftp://127.0.0.1/'),
  {
    what: 'a cookie for another host, 10,000 cookies, and one with an escape',
    serve: ({ socket }) =>
      socket.end(
        answer([
          'Set-Cookie: a=b; Domain=evil.example',
          'Set-Cookie: c=\u00c2\u009b2J',
          ...Array.from({ length: 3000 }, (_, at) => `Set-Cookie: n${at}=${at}`),
        ]),
      ),
    naive: ['print', 'screen'],
    argv: ({ url }) => ['GET', url, '--cookie-jar', 'jar'],
    code: 0,
  },
  {
    what: '401 for every request',
    serve: ({ socket, url, rest }) =>
      socket.end(
        answer(
          ['WWW-Authenticate: Bearer error="invalid_token"', `Content-Location: ${url}${rest}/and`],
          '',
          'HTTP/1.1 401 No',
        ),
      ),
    naive: ['follow', 'endless'],
    argv: ({ url }) => ['GET', url, '-B', 'hush-token'],
    code: 0,
    says: /^apiclient: 401 No\. The server rejected the credentials\.\n$/,
  },
  {
    what: 'fifty challenges, one of them unterminated, with an escape',
    serve: ({ socket }) =>
      socket.end(
        answer(
          [
            ...Array.from({ length: 50 }, (_, at) => `WWW-Authenticate: Digest realm="${at}`),
            'WWW-Authenticate: Basic realm="\u00c2\u009b2J',
          ],
          '',
          'HTTP/1.1 401 No',
        ),
      ),
    naive: ['print', 'screen'],
    argv: ({ url }) => ['GET', url],
    code: 0,
    says: /requires Digest/,
  },
]);
