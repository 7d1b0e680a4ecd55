/**
 * No output contains a secret in any encoding. Each secret contains a marker, which all encodings except Base64 leave
 * unchanged.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import * as fc from '../../support/property.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { startInTerminal } from '../../support/terminal.js';

afterEach(closeServers);

const marker = 'hUnT3r';
const odd = fc.constantFrom(...[...' %+&=<>"\'\\/:;@?#,|^`~!$()[]*-_é漢😀'], ...['a', 'Z', '4', '%41', '&lt;', '\\n']);
const affix = fc.array(odd, { maxLength: 7 }).map(pieces => pieces.join(''));
const secretText = fc
  .tuple(affix, affix)
  .map(([before, after]) => `x${before}${marker}${after}y`)
  .filter(text => !text.includes('{{'));
const secrets = fc.array(secretText, { minLength: 8, maxLength: 8 });

/** Whether a text contains the marker, also in Base64. */
function leaks(text: string): string | undefined {
  const at = text.indexOf(marker);
  if (at >= 0) return text.slice(Math.max(0, at - 60), at + 60);
  return text
    .match(/[\w+/-]{8,}={0,2}/g)
    ?.find(word =>
      [0, 1, 2, 3].some(skip => Buffer.from(word.slice(skip), 'base64').toString('latin1').includes(marker)),
    );
}

/** A server that echoes the request in headers and body, and redirects on request. */
const echoing = () =>
  httpServer((response, { path: target, headers, body }) => {
    const { authorization = '', 'x-note': note = '' } = headers;
    response.setHeader('X-Target', target);
    response.setHeader('X-Login', authorization);
    response.setHeader('X-Note', note);
    if (target.startsWith('/away')) {
      response.writeHead(302, { Location: target.replace('/away', '/there') }).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ target, authorization, note, body: body.toString('utf8') }));
  });

const entryOf = (at: number): string => `### number ${at}
# @assert status == 201
# @assert url == nothing
# @assert body == {{s${at}}}
# @assert $.target == "nothing {{s${at}}}"
# @assert $.body == nothing
# @assert $.note == nothing
# @assert header X-Target == nothing
# @assert header X-Login == nothing
# @assert header X-Note matches /^nothing {{s${at}}}$/
POST {{base}}/away/{{s${at}}}?password={{s${at}}}&n={{s${at}}}&m={{%s${at}}}
Authorization: Basic ada:{{s${at}}}
X-Note: {{s${at}}}
Content-Type: application/json

{"note": "{{s${at}}}", "list": ["{{s${at}}}"]}
`;

const allFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => path.join(folder, name))
    .filter(file => statSync(file).isFile());

test('`run` prints no secret of its environment in any report, note, failed check, head, summary or described request', async () => {
  const { url } = await echoing();
  await fc.assert(
    fc.asyncProperty(secrets, async texts => {
      const folder = temporaryFolder();
      const values = Object.fromEntries(texts.map((text, at) => [`s${at}`, text]));
      writeFileSync(path.join(folder, 'all.http'), texts.map((_, at) => entryOf(at)).join('\n'));
      writeFileSync(path.join(folder, 'http-client.private.env.json'), JSON.stringify({ dev: values }));
      mkdirSync(path.join(folder, 'out'));
      const run = ['run', 'all.http', '--env', 'dev', '--keep-going', '-L'];
      const lines = [
        [
          '-v',
          ...['junit', 'json', 'html', 'tap'].map(kind => `--report=${kind}=out/${kind}`),
          '--meta=out/meta',
          `base=${url}`,
        ],
        ['--report=tap', `base=${url}`],
        ['--dry-run', `base=${url}`],
        ['--curl', `base=${url}`],
        ['--print-code=fetch', `base=${url}`],
        ['--print-code=http', `base=${url}`],
        ['--list', `base=${url}`],
        ['--retry=1', '-s', 'base=http://127.0.0.1:1'],
        ['--repeat=2', '--report=json=out/load', `base=${url}`],
      ];
      for (const words of lines) {
        const { stdout, stderr } = await runProgram([...run, ...words], { folder });
        // The body of a response is printed unchanged.
        const printed = stdout.replace(/\{"target".*/g, '');
        expect([words, leaks(printed), leaks(stderr)]).toEqual([words, undefined, undefined]);
        expect(stdout + stderr).not.toContain('This is a bug');
      }
      const written = allFiles(path.join(folder, 'out'));
      expect(written.length).toBeGreaterThanOrEqual(6);
      for (const file of written) expect([file, leaks(readFileSync(file, 'utf8'))]).toEqual([file, undefined]);
    }),
    { numRuns: 10 },
  );
}, 120_000);

/** A home whose profile `shop` has the value `{{word}}`, read from the variable WORD. */
function homeWith(profile: object): string {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const values = { word: 'env:WORD' };
  const config = { profiles: { shop: { ...profile, values }, gone: { url: 'http://127.0.0.1:1', values } } };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify(config), { mode: 0o600 });
  return home;
}

test('a single request prints no secret of its profile in heads, notes, checks, the summary, the debug log or errors', async () => {
  const { url } = await echoing();
  await fc.assert(
    fc.asyncProperty(secretText, async word => {
      const home = homeWith({ url });
      const request = (profile: string) => [
        'POST',
        `@${profile}/away/{{word}}?n={{word}}`,
        'm=={{word}}',
        'note={{word}}',
        ...['-H', 'X-Note: {{word}}'],
      ];
      const operation = ['--query', 'query Q($a: String) { a }', '--variables', '{"a": "{{word}}"}'];
      const checks = ['$.target == 1', '$.body == 1', 'url == 1', 'header X-Target == 1'].flatMap(text => ['-a', text]);
      const lines = [
        [...request('shop'), '-v', '-L', '--meta', 'meta', '--debug-log', 'log', '-o', 'body', ...checks],
        [...request('shop'), '--print', 'HBm', '-L', '-w', '%{url} %{json}'],
        [...request('shop'), '--dry-run'],
        [...request('shop'), '--curl'],
        [...request('gone'), '--debug-log', 'log', '--meta', 'meta', '--retry', '1'],
        ['graphql', '@shop', ...operation, '-v', '-o', 'body'],
        ['graphql', '@shop', ...operation, '--get', '-v', '-o', 'body', '--debug-log', 'log', '--meta', 'meta'],
      ];
      for (const words of lines) {
        const { stdout, stderr } = await runProgram(words, { home, variables: { WORD: word } });
        expect([words, leaks(stdout), leaks(stderr)]).toEqual([words, undefined, undefined]);
        expect(stderr).not.toMatch(/This is a bug|no value|Unknown/);
      }
      for (const file of ['meta', 'log'])
        expect([file, leaks(readFileSync(path.join(home, file), 'utf8'))]).toEqual([file, undefined]);
    }),
    { numRuns: 10 },
  );
}, 120_000);

test('the full screen shows no secret of its profile, and writes none to the history or the debug log', async () => {
  const { url } = await httpServer(response => response.end('{"a": 1}'));
  const word = `p@ss w"${marker}/é+%41`;
  const home = homeWith({ url });
  const terminal = startInTerminal(['openapi', '@shop', '--debug-log', 'log'], {
    columns: 120,
    rows: 40,
    home,
    folder: home,
    variables: { WORD: word },
  });
  await terminal.untilShown('continue without a description');
  terminal.write('c');
  await terminal.untilShown('No description');
  terminal.write(`2iPOST ${url}/a/{{word}}?n={{word}}\r\r{"a": "{{word}}"}\u001b\u0012`);
  await terminal.untilShown('200 ');
  expect(leaks(terminal.screen())).toBeUndefined();
  terminal.write('q');
  await terminal.ended;
  const files = allFiles(home).filter(file => !/config\.json$|cache/.test(file));
  expect(files.map(file => path.basename(file))).toEqual(expect.arrayContaining(['history.jsonl', 'log']));
  for (const file of files) expect([file, leaks(readFileSync(file, 'utf8'))]).toEqual([file, undefined]);
});
