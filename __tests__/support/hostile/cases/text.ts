/** Group A: text that reaches the screen. */
import { answer } from '../../answer.js';
import { type HostileCase, numbered } from '../case.js';
import { acceptUpgrade, closing, frame, onMessages } from '../server.js';

const osc = '\u001b]52;c;ZXZpbA==\u0007';

const body = (what: string, text: string, type = 'text/plain; charset=utf-8'): HostileCase => ({
  what: `${what}, in a body`,
  serve: ({ socket }) => socket.end(answer([`Content-Type: ${type}`], `before ${text} after`)),
  naive: ['print', 'screen'],
  code: 0,
  shows: /before [\s\S]* after/,
});

const head = (
  what: string,
  line: string,
  status = 'HTTP/1.1 200 OK',
  flags: readonly string[] = ['-i'],
): HostileCase => ({
  what,
  serve: ({ socket }) => socket.end(answer([line], 'body', status)),
  naive: ['print', 'screen'],
  argv: ({ url }) => ['GET', url, ...flags],
  code: 0,
  shows: /body/,
});

const json = (what: string, text: string): HostileCase => ({
  what: `${what}, in JSON`,
  serve: ({ socket }) => socket.end(answer(['Content-Type: application/json'], text)),
  naive: ['parsed', 'screen'],
  code: 0,
});

const graphql = (what: string, text: string, code: number, says?: RegExp): HostileCase => ({
  what,
  serve: ({ socket }) => socket.end(answer(['Content-Type: application/json'], text)),
  naive: ['parsed', 'screen'],
  argv: ({ url }) => ['graphql', url, '--query', '{ a }', '--no-validate'],
  code,
  ...(says ? { says } : {}),
});

const subscription = (
  what: string,
  answerTo: (type: string, id: string) => readonly Buffer[],
  code: number,
  says: RegExp,
): HostileCase => ({
  what,
  serve(peer) {
    acceptUpgrade(peer);
    onMessages(peer, answerTo);
  },
  naive: ['socket', 'screen'],
  argv: ({ url }) => ['graphql', url, '--query', 'subscription { a }', '--no-validate', '--timeout', '5'],
  code,
  says,
});

const acknowledged = frame('{"type":"connection_ack"}');

export const textCases = numbered('A', [
  body('a clipboard write terminated by BEL (OSC 52)', osc),
  body('a clipboard write terminated by ST', '\u001b]52;c;ZXZpbA==\u001b\\'),
  body(
    'a link whose text shows another URL (OSC 8)',
    '\u001b]8;;http://evil.example\u001b\\http://good.example\u001b]8;;\u001b\\',
  ),
  body('a title, and a request to report the title', '\u001b]2;evil\u0007\u001b[21t'),
  body('queries whose replies would be typed into the shell', '\u001b[6n\u001b[c\u001bP$qm\u001b\\'),
  body('sequences that clear, reset and leave the screen', '\u001b[2J\u001b[H\u001bc\u001b[?1049h\u001b[?1049l'),
  body(
    'sequences that hide the cursor, set a scroll region and enable the mouse',
    '\u001b[?25l\u001b[5;6r\u001b[?1000h',
  ),
  body(
    'unterminated strings that swallow the rest',
    'A\u001b]0;swallow\u001bPswallow\u001b_swallow\u001b^swallow\u001bXswallow',
  ),
  body('C1 controls as characters', '\u009d52;c;ZXZpbA==\u009c\u009b2J\u0090q\u0085'),
  body('CR, BS, VT, FF, SO and SI that overwrite earlier text', 'good\revil\b\b\b\u000b\u000c\u000e\u000f'),
  body('a character repeated thousands of times (REP)', 'x\u001b[5000b'),
  body('colours that hide text', '\u001b[31mred\u001b[8mhidden\u001b[0m'),
  body('bidi overrides', 'user\u202etxt.exe\u2066\u2069\u200f\u061c'),
  body('zero-width characters', 'pay\u200bpal\ufeff'),
  body('10,000 combining marks on one letter, and an escape', `e${'\u0301'.repeat(10_000)}\u001b[2J`),
  body('an escape in HTML', `<p title="${osc}">${osc}</p>`, 'text/html'),
  body('an escape in XML', `<a b="${osc}"/>`, 'application/xml'),
  body('an escape in an event stream', `\ndata: ${osc}\n\n`, 'text/event-stream'),
  body('an escape in JSON lines', `\n{"a":"${osc}"}\n`, 'application/x-ndjson'),
  json('an escape written as \\u001b in a string', '{"a":"\\u001b]52;c;eA==\\u0007"}'),
  json('an escape written as \\u001b in a key', '{"\\u001b]52;c;eA==\\u0007":1}'),
  json('raw escapes in a syntax error', `{"a": ${osc} nonsense`),
  head('an escape in the reason phrase', 'X-A: b', `HTTP/1.1 200 ${osc}`),
  head('C1 bytes in a header value', 'X-Odd: a\u00c2\u009b2J\u00c2\u009d52;c;ZXZpbA==\u00c2\u009cb'),
  head('C1 bytes in Location', 'Location: /\u00c2\u009b2J', 'HTTP/1.1 201 Made'),
  head('C1 bytes in WWW-Authenticate', 'WWW-Authenticate: Basic realm="\u00c2\u009b2J"'),
  head('C1 bytes in Set-Cookie', 'Set-Cookie: a=\u00c2\u009b2J'),
  head('C1 bytes in the charset', 'Content-Type: text/plain; charset=\u00c2\u009b2J'),
  graphql(
    'an escape in the message, path and code of an error',
    JSON.stringify({ data: null, errors: [{ message: osc, path: [osc, 0], extensions: { code: osc } }] }),
    9,
    /␛\]52/,
  ),
  graphql(
    'malformed errors with escapes',
    JSON.stringify({ data: { a: osc }, errors: [null, {}, { message: 5 }, osc] }),
    9,
    /an error without a message[\s\S]*␛\]52/,
  ),
  graphql('an escape in data', JSON.stringify({ data: { [osc]: osc } }), 0),
  subscription(
    'an escape in the close reason of a WebSocket',
    () => [closing(4400, '\u001b]52;c;eA==\u0007')],
    1,
    /␛\]52/,
  ),
  subscription(
    'an escape in an error over WebSocket',
    (type, id) => [
      type === 'subscribe'
        ? frame(`{"id":"${id}","type":"error","payload":[{"message":${JSON.stringify(osc)}}]}`)
        : acknowledged,
    ],
    9,
    /␛\]52/,
  ),
]);
