import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unexpectedFailure } from '../source/core/bug.js';
import { FailureError, failure } from '../source/core/failure.js';
import { reveal, secret, secretsInUse } from '../source/core/secret.js';
import { reportBug } from '../source/main.js';
import { testEnvironment } from './support/environment.js';
import { runProgram, temporaryFolder } from './support/program.js';

/** Reports an exception that is thrown here. The tests of a run are bundled in `tests.js`. */
function said(error: unknown): { readonly code: number; readonly text: string } {
  const environment = testEnvironment();
  const code = reportBug(error, environment);
  return { code, text: String((environment.stderr as unknown as { read(): Buffer | null }).read() ?? '') };
}

test('a bug report contains the version and the location, but no stack trace', () => {
  const { code, text } = said(new TypeError('x is not a function'));
  expect(code).toBe(1);
  expect(text).toMatch(
    /^apiclient: This is a bug in apiclient \S+: TypeError: x is not a function \(tests\.js:\d+:\d+\)\n {2}Please report it .*\n$/,
  );
});

test.each([
  ['verbatim', 'cannot use correct-horse-battery here'],
  ['cut off', 'Unexpected token in "…orse-batt"… is not valid JSON'],
  ['in a URL', 'Invalid URL: /?key=correct%2Dhorse-battery'],
  ['after a long text', `${'x'.repeat(1990)} correct-horse-battery`],
])('a bug report contains no secrets: %s', (_, message) => {
  secret('correct-horse-battery');
  const { text } = said(new SyntaxError(message));
  expect(text).toMatch(/: SyntaxError: .* \(tests\.js:\d+:\d+\)\n/);
  expect(text).not.toMatch(/correct|horse|orse-b|batt/);
  expect(unexpectedFailure(new SyntaxError(message)).text).not.toMatch(/correct|horse|orse-b|batt/);
});

test('the message of a bug is not mistaken for its location', () => {
  const { text } = said(new TypeError('(secret.txt:1:2)\n    at x (/a/b.ts:3:4)'));
  expect(text).toMatch(/ \(tests\.js:\d+:\d+\)\n/);
});

test('a secret in use is remembered, however many were created since', () => {
  const password = secret('the-first-password');
  for (let count = 0; count < 1000; count++) {
    secret(`one of many ${count}`);
    if (count % 100 === 0) reveal(password);
  }
  expect(said(new Error('it was the-first-password')).text).not.toContain('first');
  expect(secretsInUse().length).toBeLessThan(1000);
});

test('a bug report cannot control the terminal', () => {
  expect(said(new Error('\u001b[2J')).text).toContain('␛[2J');
});

test('a thrown failure is reported as that failure', () => {
  const { code, text } = said(new FailureError(failure('timeout', 'No answer in 3 s.')));
  expect([code, text]).toEqual([8, 'apiclient: No answer in 3 s.\n']);
});

test('a disconnected reader ends the program silently', () => {
  expect(said(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toEqual({ code: 141, text: '' });
});

describe('the event loop runs empty', () => {
  const variables = { NODE_OPTIONS: `--require ${path.resolve('__tests__/support/nothing-to-wait-for.cjs')}` };
  const stalled = 'The connection stalled without a response or an error.';

  test('a pending exchange fails and is not reported as a bug', async () => {
    const { code, stdout, stderr } = await runProgram(['GET', 'http://127.0.0.1:9/'], { variables });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^apiclient: ${stalled}\n {2}\\S.*\n$`));
  });

  test('`run` sends the next request and writes its report', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'two.http'), 'GET http://127.0.0.1:9/a\n\n###\nGET http://127.0.0.1:9/b\n');
    const { code, stderr } = await runProgram(['run', 'two.http', '--keep-going', '--report', 'json=report.json'], {
      folder,
      variables,
    });
    expect(code).toBe(1);
    expect(stderr).not.toContain('bug in apiclient');
    const report = readFileSync(path.join(folder, 'report.json'), 'utf8');
    expect(report.split(stalled)).toHaveLength(3);
  });

  test('without an exchange it is reported as a bug', async () => {
    const { code, stderr } = await runProgram(['run', 'none.http'], {
      variables: { ...variables, STOP_READING: '1' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('This is a bug in apiclient');
  });
});

test.each([
  [
    { code: 'EMFILE', syscall: 'open', path: '/opt/apiclient/dist/chunks/x.js' },
    'Cannot open /opt/apiclient/dist/chunks/x.js: too many files are open.',
  ],
  [{ code: 'ENOMEM', syscall: 'spawn' }, 'The call spawn failed: there is not enough memory.'],
  [{ code: 'ERR_MODULE_NOT_FOUND' }, /A file of apiclient \S+ is missing/],
  [{ code: 'ENOENT', syscall: 'open', path: '/opt/apiclient/dist/tui.cjs' }, /A file of apiclient \S+ is missing/],
])('a system error is not a bug, and suggests a next step: %j', (members, words) => {
  const { code, text } = said(Object.assign(new Error('x'), members));
  expect(code).toBe(1);
  expect(text).toMatch(words);
  expect(text).toMatch(/\n {2}\S.*\n$/);
  expect(text).not.toContain('bug');
});

test('an invalid file descriptor of ours is still a bug', () => {
  expect(said(Object.assign(new Error('x'), { code: 'EBADF', syscall: 'read' })).text).toContain('This is a bug');
});
