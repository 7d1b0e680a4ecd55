/**
 * All writers to standard output, standard error or a terminal: each is made to write hostile text, and none of it controls the
 * terminal.
 */
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { spawn } from '@lydell/node-pty';
import { needsSafeText } from '../source/core/response/safe-text.js';
import { main } from '../source/main.js';
import { testEnvironment } from './support/environment.js';
import { calledWhile } from './support/hostile/called-files.js';
import { sourcesIn } from './support/import-graph.js';
import { withPrograms } from './support/programs.js';
import { closeServers, httpServer } from './support/servers/http-server.js';
import { scriptedServer } from './support/servers/websocket-server.js';

afterAll(closeServers);

/** Hostile text in a head can only have one byte per character. */
const harm = '\u001b]52;c;eA==\u0007\u009b2J\u202ex\u007f';
const inHead = '\u009b2J\u009d52;c;eA==\u009c';

/**
 * A run of the program in this process, on a terminal or into a pipe; `files` are those it leaves, in addition to its input.
 */
async function run(argv: readonly string[], { terminal = true, input = '', variables = {} } = {}): Promise<string[]> {
  const plain = testEnvironment(variables, input);
  const wrote: string[] = [];
  const stream = () =>
    Object.assign(new PassThrough(), { isTTY: terminal, columns: 100, rows: 30 }).on('data', chunk =>
      wrote.push(String(chunk)),
    );
  const environment = { ...plain, stdout: stream(), stderr: stream() } as unknown as typeof plain;
  const { url } = await httpServer((response, { path: asked }) => {
    if (asked.startsWith('/token')) {
      const kept = { access_token: 't', token_type: 'Bearer', scope: `a${harm}`, expires_in: 600 };
      return response.end(JSON.stringify(kept));
    }
    if (asked.startsWith('/refused'))
      return response.writeHead(400).end(JSON.stringify({ error: harm, error_description: harm }));
    if (asked.startsWith('/graphql')) {
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { a: harm }, errors: [{ message: harm, path: [harm] }] }).replaceAll('\\u', '\\u'));
    }
    response.writeHead(200, `OK ${inHead}`, { 'content-type': 'text/plain; charset=utf-8', 'x-odd': inHead });
    return response.end(`${harm}\n`);
  });
  const file = (name: string, text: string): void => writeFileSync(path.join(plain.folder, name), text);
  file('harm.graphql', `"""${harm}""" type Query { "${harm.replace('\u0007', '')}" zed: Int }`);
  file('bad.graphql', `{ zed(x: "${harm}") } # ${harm}`);
  file('trust.http', `GET http://127.0.0.1:9/\n\n> ./${harm}\n`);
  file(
    'harm.json',
    JSON.stringify({
      info: { name: harm },
      item: [{ name: harm, request: { url: `http://x/${harm}`, auth: { type: harm } } }],
    }),
  );
  file('harm.http', `### ${harm}\n# @assert body == "${harm}"\nPOST {{base}}/\n\n${harm}\n`);
  if (argv[0] === 'profiles') {
    const configured = path.join(plain.folder, '.config/apiclient');
    mkdirSync(configured, { recursive: true });
    const odd = { url: `http://127.0.0.1:9/\u202ex`, flags: { auth: `u\u202e:env:P` } };
    writeFileSync(path.join(configured, 'config.json'), JSON.stringify({ profiles: { odd } }));
  }
  for (const line of argv.join('\0').split('\0;\0')) {
    const words = line.split('\0').map(word => word.replace('URL', url));
    await main(words, environment);
  }
  await new Promise(resolve => setImmediate(resolve));
  for (const name of argv.flatMap(word => /^(?:\w+=)?(left-.*)/.exec(word)?.[1] ?? []))
    wrote.push(readFileSync(path.join(plain.folder, name), 'utf8'));
  return wrote;
}

/** A separate terminal, and the output on it. */
async function onTerminal(
  act: (terminal: string, type: (keys: string) => void) => Promise<unknown>,
): Promise<string[]> {
  const wrote: string[] = [];
  const held = spawn('/bin/sh', ['-c', 'echo ready; exec sleep 60'], { cols: 100, rows: 20 });
  try {
    await new Promise<void>(resolve => {
      held.onData(data => {
        wrote.push(data);
        if (wrote.join('').includes('ready')) resolve();
      });
    });
    wrote.length = 0;
    await act(readlinkSync(`/proc/${held.pid}/fd/0`), keys => held.write(keys));
    return wrote;
  } finally {
    held.kill('SIGKILL');
  }
}

const request = () =>
  run([
    'GET',
    'URL/',
    '-v',
    '-w',
    '%header{x-odd}\n%output{left-out}%header{x-odd}',
    '--debug-log',
    'left-log',
    '--meta',
    'left-meta',
  ]);
const inLines = () =>
  run(['graphql', 'URL/graphql', '--linear'], { terminal: false, input: 'docs\nopen\nrun\nquit\n' });
const login = ['--oauth2', 'client_credentials:URL/token:me:s'];
const other = ['--oauth2', 'client_credentials:URL/token:you:s'];
const requests = ['run', 'harm.http', 'base=URL'];
const trusted = ['run', 'trust.http'];
const screenOf = (from: string) => ({ by: from });

/** Each writer and how it is made to write. `by` is the test that does so with the built program. */
const writers: Readonly<Record<string, (() => Promise<string[]>) | { readonly by: string }>> = {
  'core/response/write-out/format.ts': request,
  'plain/parts/write-out.ts': request,
  'io/ask-line.ts': () =>
    onTerminal(async (terminal, type) => {
      const { askLine } = await import('../source/io/ask-line.js');
      const asked = askLine(`Paste ${harm}`, terminal, testEnvironment(), new AbortController().signal);
      type('x\r');
      return asked;
    }),
  'io/debug-log.ts': request,
  // Writes into a file only: TLS secrets in hexadecimal.
  'io/http/connection/key-log.ts': screenOf('program/input/tls-variables.test.ts'),
  'io/hidden-prompt.ts': () =>
    onTerminal(async (controllingTerminal, type) => {
      const { hiddenPrompt } = await import('../source/io/hidden-prompt.js');
      const asked = hiddenPrompt(`Password for ${harm}`, { ...testEnvironment(), controllingTerminal });
      type('x\r');
      return asked;
    }),
  'io/oauth/login/line-login.ts': async () => {
    const { lineLoginUi } = await import('../source/io/oauth/login/line-login.js');
    const environment = testEnvironment();
    const ui = lineLoginUi(environment, { silent: false });
    ui.note(harm);
    ui.warn(harm);
    ui.show({ kind: 'code', url: harm, userCode: harm, completeUrl: harm, expiresInSeconds: 60 });
    ui.show({ kind: 'page', url: harm, opened: false, port: 1, forward: harm });
    return [String((environment.stderr as unknown as PassThrough).read())];
  },
  'main.ts': () => run(['--version', ';', 'completion', 'bash', ';', 'help', harm], { terminal: false }),
  'plain/auth.ts': () => run(['GET', 'URL/', ...login, ';', 'auth', 'status']),
  'plain/auth/stored-tokens.ts': () =>
    run(['GET', 'URL/', ...login, ';', 'GET', 'URL/', ...other, ';', 'auth', 'token']),
  'plain/auth/logout.ts': () => run(['GET', 'URL/', ...login, ';', 'auth', 'logout', '--all']),
  'plain/auth/doctor.ts': () => run(['auth', 'doctor', 'URL/issuer', 'id']),
  'plain/auth/register.ts': () => run(['auth', 'register', '--oauth2-issuer', 'URL/issuer']),
  'plain/auth/token.ts': () => run(['auth', 'token', ...login]),
  'plain/diff.ts': () => run(['GET', 'URL/', '--diff', 'bad.graphql']),
  'plain/graphql/describe.ts': () =>
    run(['graphql', 'URL/graphql', '--query', `{ a(x: "${harm}") }`, '--no-validate', '--curl']),
  'plain/graphql/output.ts': () => run(['graphql', 'URL/graphql', '--query', '{ a }', '--no-validate', '-v']),
  'plain/graphql/sink.ts': () => run(['graphql', '--schema', 'harm.graphql', '--describe', 'Query']),
  'plain/graphql/words.ts': () =>
    run(['graphql', 'URL/graphql', '--schema', 'harm.graphql', '--query', '@bad.graphql']),
  'plain/import/run.ts': () => run(['import', 'harm.json', '--dry-run', ';', 'import', 'harm.json']),
  'plain/load/load.ts': () => run(['GET', 'URL/', '--repeat', '2', '-a', 'max < 0', ';', ...requests, '--repeat', '2']),
  'plain/note.ts': () =>
    run([
      ...['graphql', 'URL/graphql', '--query', '{ a }', '--no-validate', ';'],
      ...['GET', 'URL/', '--oauth2', 'client_credentials:URL/refused:me:s'],
    ]),
  'plain/output.ts': request,
  'plain/pager.ts': () =>
    run(['GET', 'URL/refused', '-p', 'b', '--pager'], { variables: { PAGER: 'cat > /dev/null' } }),
  'plain/parts/exchange-reporter.ts': request,
  'plain/print-body.ts': request,
  'plain/print-head.ts': request,
  'plain/profile/list.ts': () => run(['profiles']),
  'plain/progress.ts': screenOf('plain/progress.test.ts'),
  'plain/run-request.ts': request,
  'plain/run/describe.ts': () =>
    run([...requests, '--dry-run', ';', ...requests, '--curl', ';', ...requests, '--print-code', 'http']),
  'io/files/write-named.ts': () =>
    run(
      ['junit', 'json', 'tap', 'html']
        .flatMap(format => [...requests, '--report', `${format}=left-${format}`, ';'])
        .slice(0, -1),
    ),
  'plain/run/print-exchange.ts': () => run([...requests, '-v']),
  'plain/run/reports.ts': () =>
    run(
      ['tap', 'junit', 'json', 'html', 'github'].flatMap(format => [...requests, '--report', format, ';']).slice(0, -1),
    ),
  'plain/run/run.ts': () => run([...requests, '--strict']),
  'plain/run/graph.ts': () =>
    run([...requests, '--list', ';', ...requests, '--graph', ';', ...requests, '--graph', '--json']),
  'plain/run/send-all.ts': () => run([...requests, '--jobs', '2', '-v']),
  'plain/run/result-lines.ts': () => run(requests),
  'plain/sessions/sessions.ts': () =>
    run(['GET', 'URL/', '--session', 'x', '-H', `X-A: ${harm}`, ';', 'sessions', ';', 'sessions', 'show', 'x']),
  'plain/trust/ask.ts': () => run(trusted),
  'plain/trust/command.ts': () => run(['trust', 'trust.http', ';', 'trust', '--list']),
  'plain/trust/run.ts': () => run([...trusted, '--manifest', ';', ...trusted, '--manifest', '--json']),
  'plain/websocket/print-message.ts': async () => {
    const { close, url } = await scriptedServer({ onConnection: socket => socket.send(harm) });
    const wrote = await run(['ws', url, '--max-events', '1']);
    await close();
    return wrote;
  },
  'plain/saving/save.ts': () => run(['GET', 'URL/', '-o', 'saved', '-i']),
  'plain/show-response.ts': request,
  'run-history.ts': () =>
    run(['GET', 'URL/\u202e', `a=${harm}`, '-H', `X-A: ${harm}`, ';', 'history', ';', 'history', '--json']),
  'run-complete.ts': () =>
    run(
      [
        ...['__complete', 'fish', 'graphql', '--schema', 'harm.graphql', '--pick', '', ';'],
        ...['__complete', 'zsh', 'graphql', '--schema', 'harm.graphql', `--pick=${harm}: `],
      ],
      { terminal: false },
    ),
  'plain/context.ts': request,
  'plain/verbose/live.ts': request,
  'run-demo.ts': screenOf('demo/command.test.ts'),
  'run-help.ts': () => run(['help', ';', 'help', 'keys']),
  'tui/effects/app.ts': screenOf('tui/effects/copy.test.ts'),
  'tui/linear/line-session.ts': inLines,
  'tui/linear/typing.ts': screenOf('tui/linear/typing.long.test.ts'),
  'tui/linear/output.ts': inLines,
  'tui/terminal/channel.ts': screenOf('program/hostile/screen.long.test.ts'),
};

/** Writing to a stream or a descriptor, or passing on a standard stream. */
const writes =
  /(?:\b(?:stdout|stderr|output)|#stream)\)?\??\.(?:write|end)\(|\bwriteSync\(|\bpipeline\(|\bnew Output\(|\bto\.text \+=|\benvironment\.(?:stdout|stderr)\b(?!\??\.)/;

const sources = sourcesIn(path.resolve('source')).filter(({ file }) => !/^(?:build|demo)\//.test(file));

test('every module that writes to a terminal has a row', () => {
  const found = sources.filter(({ code }) => writes.test(code)).map(({ file }) => file);
  expect(found.sort()).toEqual(Object.keys(writers).sort());
});

/** The control sequences that apiclient writes itself: colours, prompt modes and line endings. */
const ours = /\u001b\[[\d;]*m|\u001b\[\d*[GJKCD]|\u001b\[\?2004[hl]|\r/g;

interface Watched {
  readonly wrote: readonly string[];
  readonly called: ReadonlySet<string>;
}

const watched = new Map<() => Promise<string[]>, Promise<Watched>>();

/** Several rows have the same run. */
function once(act: () => Promise<string[]>): Promise<Watched> {
  const known = watched.get(act) ?? watch(act);
  watched.set(act, known);
  return known;
}

async function watch(act: () => Promise<string[]>): Promise<Watched> {
  let wrote: readonly string[] = [];
  const called = await calledWhile(async () => {
    wrote = await act();
  });
  return { wrote, called };
}

describe.each(Object.entries(writers))('%s', (file, row) => {
  if (typeof row !== 'function') {
    test(`is made to write by ${row.by}`, () => {
      expect(readFileSync(path.join('__tests__', row.by), 'utf8')).toMatch(/\btest/);
    });
    return;
  }
  withPrograms(/ask-line|hidden/.test(file) ? ['procfs'] : [], () => {
    test('writes nothing that controls a terminal', async () => {
      const { called, wrote } = await once(row);
      expect([...called]).toContain(file);
      const text = wrote.join('').replace(ours, '');
      expect(text).not.toBe('');
      expect([text, needsSafeText(text)]).toEqual([text, false]);
    });
  });
});

test('drawn and coloured text is made safe where it is created, not by those who draw it', () => {
  for (const file of ['plain/paint.ts', 'core/response/body-view.ts', 'tui/components/line.ts']) {
    const code = sources.find(each => each.file === file)?.code;
    expect([file, code]).toEqual([file, expect.stringMatching(/\bsafe(?:Line|Text)\(/)]);
  }
});
