/** Words and commands for a shell, run by every shell into which users paste them. */
import { apiclientCommand, curlCommand } from '../../../source/core/request/code/curl.js';
import { joinWords, printfBytes, shellWord } from '../../../source/core/request/shell.js';
import type { RequestSpec } from '../../../source/core/request/spec.js';
import { secret } from '../../../source/core/secret.js';
import { withPrograms } from '../../support/programs.js';
import * as fc from '../../support/property.js';
import { requestFor } from '../../support/requests.js';
import { type CommandShell, callsBy, commandShells } from '../../support/shells/run-command.js';

const pieces = [
  ...`'"$\\!\n\t\r%*?&#~- =a;|<>(){}[]^@:,+/0\`\u001b\u009b\u202eü€`,
  "'\\''",
  '\\\\',
  "\\'",
  '\\n',
  "'$(touch ran)'",
  '$(touch ran)',
  "'(touch ran)'",
  '\u0024{HOME}',
  '$HOME',
  '%self',
  '=ls',
  '-n',
  '\\\n',
  '!!',
];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map(each => each.join(''));
const bytes = fc.uint8Array({ maxLength: 20 });

describe.each(Object.keys(commandShells) as CommandShell[])('%s', shell => {
  withPrograms([shell], () => {
    test('parses every word unchanged, and none of it controls a terminal', () => {
      const texts = fc.array(hostile, { minLength: 100, maxLength: 100 });
      fc.assert(
        fc.property(texts, given => {
          const words = ['', '=ls', '%self', '%', ...given];
          const quoted = words.map(shellWord);
          for (const word of quoted) expect(word).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
          expect(callsBy(shell, `program ${quoted.join(' ')}\n`, 'program')[0]?.argv).toEqual(words);
          const lines = joinWords(quoted.map(word => ['-x', word]));
          expect(callsBy(shell, `program ${lines}\n`, 'program')[0]?.argv).toEqual(words.flatMap(word => ['-x', word]));
        }),
        { numRuns: 8 },
      );
    });

    test('writes every byte', () => {
      const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      const texts = ['--a', '-', '1-', '%d\\n', "'", '\u00017'].map(text => Buffer.from(text));
      const given = [all, Buffer.from([...all].reverse()), ...texts];
      const script = given.map(each => `${printfBytes(each)} | program\n`).join('');
      expect(callsBy(shell, script, 'program').map(call => call.stdin)).toEqual(given);
    });

    test('calls curl and this program with the same request, whatever it contains', () => {
      const body: fc.Arbitrary<RequestSpec['body']> = fc.oneof(
        hostile.map(text => ({ kind: 'bytes', bytes: Buffer.from(text) }) as const),
        bytes.map(each => ({ kind: 'bytes', bytes: Buffer.concat([Buffer.from([0xff]), each]) }) as const),
        fc.tuple(bytes, bytes).map(
          ([before, after]) =>
            ({
              kind: 'sequence',
              pieces: [
                { kind: 'bytes', bytes: before },
                { kind: 'file', path: "it's a \\ file" },
                { kind: 'bytes', bytes: after },
              ],
            }) as never,
        ),
      );
      const requests = fc.array(fc.tuple(hostile, hostile, body), { minLength: 6, maxLength: 6 });
      fc.assert(
        fc.property(requests, given => {
          const file = Buffer.from('in the file');
          let script = '';
          const meant = given.flatMap(([value, password, sent]) => {
            const plain = requestFor('http://a.example/');
            const spec: RequestSpec = {
              ...plain,
              method: 'PUT',
              headers: [...plain.headers, { name: "X-It's", value: `v${value}` }],
              credentials: { apiKeys: [], basic: { user: `u${value}`, password: secret(password) } },
              ...(sent ? { body: sent } : {}),
            };
            script += `${curlCommand(spec, { showSecrets: true })}\n${apiclientCommand(spec, { showSecrets: true })}\n`;
            const words = [`X-It's: v${value}`, `u${value}:${password}`];
            const inArgument = sent?.kind === 'bytes' && sent.bytes[0] !== 0xff;
            const piped =
              sent?.kind === 'sequence'
                ? Buffer.concat(sent.pieces.map(piece => (piece.kind === 'bytes' ? piece.bytes : file)))
                : sent?.kind === 'bytes' && Buffer.from(sent.bytes);
            const one = inArgument
              ? { words: [...words, piped.toString()], stdin: '' }
              : { words, stdin: piped.toString('hex') };
            return [one, one];
          });
          const renamed = script.replace(/(^|\| )curl /gm, '$1program ').replace(/(^|\| )apiclient /gm, '$1program ');
          const calls = callsBy(shell, renamed, 'program', { "it's a \\ file": file });
          expect(
            calls.map(({ argv, stdin }, at) => ({
              words: meant[at]?.words.filter(word => argv.includes(word)),
              stdin: stdin.toString('hex'),
            })),
          ).toEqual(meant);
        }),
        { numRuns: 10 },
      );
    });
  });
});
