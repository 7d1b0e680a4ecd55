/** The hidden prompt on a real pseudo-terminal, shown by the built program. */
import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { spawn } from '@lydell/node-pty';
import { cliFile, runProgram, temporaryFolder } from '../support/program.js';
import { tenthOf } from '../support/property.js';
import { keepCode, warm } from '../support/run/warm-home.js';
import { certificates } from '../support/servers/certificates.js';
import { closeServers, httpServer, type TestServer } from '../support/servers/http-server.js';

afterEach(closeServers);

interface PromptResult {
  readonly screen: string;
  readonly code: number;
}

/** Runs a shell line on a terminal, types at the prompt, and returns everything that was on the screen. */
function ask(line: string, typed: string): Promise<PromptResult> {
  const home = temporaryFolder();
  warm(home);
  return new Promise(resolve => {
    const terminal = spawn('/bin/sh', ['-c', line], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, CLI: `${process.execPath} ${cliFile}` },
    });
    let screen = '';
    let done = false;
    terminal.onData(text => {
      screen += text;
      if (!done && screen.includes(': ')) {
        done = true;
        terminal.write(typed);
      }
    });
    terminal.onExit(({ exitCode }) => {
      keepCode(home);
      resolve({ screen, code: exitCode });
    });
  });
}

const authorization = (server: TestServer) => {
  const value = server.seen[0]?.headers.authorization ?? '';
  return Buffer.from(value.replace('Basic ', ''), 'base64').toString();
};

test('a password is prompted for on the terminal without an echo, even if standard input is a pipe', async () => {
  const server = await httpServer(response => response.end('in\n'));
  const { screen, code } = await ask(
    `echo body | $CLI POST ${server.url} -u me -d @-`,
    'zä5q-wrong\x7f\x7f\x7f\x7f\x7f\x7fjkl\r',
  );
  expect(code).toBe(0);
  expect(authorization(server)).toBe('me:zä5qjkl');
  expect(server.seen[0]?.body.toString()).toBe('body\n');
  expect(screen).not.toMatch(/zä5q|jkl/);
});

test.each(
  tenthOf([
    ['Ctrl-W', 'two 💥💥 wörds  \x17ends', 'two 💥💥 ends'],
    ['Ctrl-U', 'wrong one\x15right', 'right'],
    ['Ctrl-W with nothing left', 'one\x17\x17other', 'other'],
  ]),
)('%s erases the typed part of a password', async (_, typed, sent) => {
  const server = await httpServer(response => response.end());
  const { screen, code } = await ask(`$CLI POST ${server.url} -u me`, `${typed}\r`);
  expect(code).toBe(0);
  expect(authorization(server)).toBe(`me:${sent}`);
  expect(screen).not.toMatch(/wrong|right|ends|other/);
});

test("Ctrl-C at the prompt exits with 130, sends nothing, and restores the terminal's echo", async () => {
  const server = await httpServer(response => response.end());
  const { screen, code } = await ask(
    `$CLI GET ${server.url} -u me; echo code=$?; stty -a | tr ' ;' '\\n\\n' | grep -x echo; exit 5`,
    'abc\x03',
  );
  expect(screen).toContain('code=130');
  expect(screen).toMatch(/^echo\r?$/m);
  expect(code).toBe(5);
  expect(server.seen).toHaveLength(0);
});

describe('a client key with a passphrase', () => {
  const made = certificates();
  const locked = path.join(made.folder, 'locked.key');
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'open sesame' };
  writeFileSync(locked, createPrivateKey(made.client.key).export({ type: 'sec1', format: 'pem', ...cipher }));
  const tls = { ...made.server, ca: made.ca, requestCert: true };
  const line = (url: string) =>
    `$CLI GET ${url} -L --cacert ${made.caFile} --cert ${made.client.certFile} --key ${locked}; echo code=$?`;

  test('is prompted for once, even with redirects and new connections', async () => {
    const subjects: unknown[] = [];
    const server = await httpServer((response, seen, request) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      subjects.push(subject?.CN);
      response.setHeader('connection', 'close');
      if (seen.path === '/') response.writeHead(302, { location: '/there' });
      response.end('in\n');
    }, tls);
    const { screen } = await ask(line(server.url), 'open sesame\r');
    expect(subjects).toEqual(['client', 'client']);
    expect(screen.split('Passphrase for')).toHaveLength(2);
    expect(screen).toContain('code=0');
    expect(screen).not.toContain('sesame');
  });

  test('without a terminal for the prompt, the hint names an existing alternative', async () => {
    const ended = await runProgram(['GET', 'https://127.0.0.1:1/', '--cert', made.client.certFile, '--key', locked]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`Passphrase for ${locked}: no terminal for the prompt.`);
    expect(ended.stderr).toContain('openssl pkey');
  });

  test('a wrong one is reported as wrong, and nothing is sent', async () => {
    const server = await httpServer(response => response.end(), tls);
    const { screen } = await ask(line(server.url), 'close sesame\r');
    expect(screen).toContain('The passphrase is wrong for the key.');
    expect(screen).toContain('code=1');
    expect(server.seen).toHaveLength(0);
  });
});
