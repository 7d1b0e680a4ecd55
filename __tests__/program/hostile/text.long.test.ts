/** Text of a hostile server, as a user at a terminal sees it: none of it controls the terminal. */
import { answer } from '../../support/answer.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer, sayingServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** Control bytes from a server that must never reach a terminal; our own output has newlines and SGR colours. */
function liveBytes(program: TerminalProgram): string[] {
  const own = program.bytes.replace(/\u001b\[[\d;]*m/g, '').replace(/\r\n/g, '\n');
  return (
    own.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g) ??
    []
  );
}

async function view(bytes: Buffer, argv: readonly string[] = []) {
  const { url } = await sayingServer(bytes);
  const program = startInTerminal(['GET', `${url}/`, ...argv], { columns: 100, rows: 40 });
  const { code } = await program.ended;
  return { program, code };
}

/** The same text in every position in which a server can put it. */
const attacks: readonly (readonly [string, string])[] = [
  ['a clipboard write ended by BEL', '\u001b]52;c;ZXZpbA==\u0007'],
  ['a clipboard write ended by ST', '\u001b]52;c;ZXZpbA==\u001b\\'],
  ['a link that shows another address', '\u001b]8;;http://evil.example\u001b\\http://good.example\u001b]8;;\u001b\\'],
  ['a title, and a request to report it', '\u001b]2;evil\u0007\u001b[21t'],
  ['questions whose answers would be typed', '\u001b[6n\u001b[c\u001bP$qm\u001b\\'],
  ['clearing and leaving the screen', '\u001b[2J\u001b[H\u001bc\u001b[?1049h\u001b[?1049l'],
  ['a hidden cursor, a scroll region, the mouse', '\u001b[?25l\u001b[5;6r\u001b[?1000h'],
  ['strings without an end', 'A\u001b]0;swallow\u001bPswallow\u001b_swallow\u001b^swallow\u001bXswallow'],
  ['C1 controls as characters', '\u009d52;c;ZXZpbA==\u009c\u009b2J\u0090q\u0085'],
  ['CR, BS, VT, FF, SO, SI', 'good\revil\b\b\b\u000b\u000c\u000e\u000f'],
  ['a repeat a million times', 'x\u001b[1000000000b'],
  ['colours, and text that is hidden by them', '\u001b[31mred\u001b[8mhidden\u001b[0m'],
  ['bidi overrides', 'user\u202etxt.exe\u2066\u2069\u200f\u061c'],
  ['characters without width', 'pay\u200bpal\ufeff'],
];

test('the check used by these tests detects what such text does to a terminal', async () => {
  const all = attacks.map(([, text]) => text.replace(/[\u0080-\uffff]/g, '')).join('\n');
  const shown = startInTerminal([], { command: ['/usr/bin/printf', '%s', all] });
  await shown.ended;
  expect(shown.effects).toContain('title evil');
  expect(shown.effects).toContain('osc 52 c;ZXZpbA==');
  expect(shown.effects.some(each => each.startsWith('answer '))).toBe(true);
  expect(liveBytes(shown)).not.toEqual([]);
});

describe('nothing that a server sends controls the terminal', () => {
  test.each(['application/json', 'text/html', 'text/event-stream', 'application/x-ndjson'])(
    'all of it raw, in %s',
    async kind => {
      const body = attacks.map(
        ([, text]) => `{"key ${text}": "value ${text}"}\ndata: {"a": "${text}"}\n<p title="${text}">${text}</p>\n`,
      );
      const { program } = await view(answer([`Content-Type: ${kind}; charset=utf-8`], body.join('')));
      expect([program.effects, liveBytes(program)]).toEqual([[], []]);
    },
  );

  test('the head printed by -i is safe in a pipe as well', async () => {
    const { url } = await sayingServer(answer(['X-Odd: \u009b2J'], '\u001b[2J', 'HTTP/1.1 200 \u001b]0;x\u0007'));
    const { stdout, code } = await runProgram(['GET', url, '-i']);
    const [head, body] = stdout.split('\n\n');
    expect(head).toContain('HTTP/1.1 200 ␛]0;x␇');
    expect(head).toContain('X-Odd: <U+009B>2J');
    expect([body, code]).toEqual(['\u001b[2J', 0]);
  });

  test('JSON escapes remain escapes, in keys and in values', async () => {
    const { program } = await view(
      answer(['Content-Type: application/json'], '{"\\u001b[2J":"\\u001b]52;c;eA==\\u0007"}'),
    );
    expect(program.effects).toEqual([]);
    expect(program.screen()).toContain('"\\u001b[2J": "\\u001b]52;c;eA==\\u0007"');
  });

  test('a failure that quotes the server is safe', async () => {
    const { program, code } = await view(Buffer.from('SSH-2.0-\u001b]52;c;eA==\u0007 hello\r\n\r\n'));
    expect(code).toBe(1);
    expect([program.effects, liveBytes(program)]).toEqual([[], []]);
    expect(program.screen()).toContain('apiclient: ');
    expect(program.screen()).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

test('an ID token that could control the terminal is invalid: auth token --id does not print it', async () => {
  const { url } = await httpServer(response =>
    response.end(JSON.stringify({ access_token: 't', token_type: 'Bearer', id_token: '\u001b]52;c;ZXZpbA==\u0007' })),
  );
  const home = temporaryFolder();
  const variables = { SECRET: 's' };
  const login = ['--oauth2', `client_credentials:${url}/token:me:env:SECRET`];
  expect((await runProgram(['GET', url, ...login], { home, variables })).code).toBe(0);
  const program = startInTerminal(['auth', 'token', '--id'], { home, columns: 100 });
  expect((await program.ended).code).toBe(7);
  expect(liveBytes(program)).toEqual([]);
});
