import path from 'node:path';
import { FailureError, failure } from '../source/core/failure.js';
import { reportBug } from '../source/main.js';
import { testEnvironment } from './support/environment.js';
import { runProgram } from './support/program.js';

function said(error: unknown): { readonly code: number; readonly text: string } {
  const environment = testEnvironment();
  const code = reportBug(error, environment);
  return { code, text: String((environment.stderr as unknown as { read(): Buffer | null }).read() ?? '') };
}

test('a bug says so, names the version and the place, and shows no stack', () => {
  const { code, text } = said(new TypeError('x is not a function'));
  expect(code).toBe(1);
  expect(text).toMatch(
    /^apiclient: This is a bug in apiclient \S+: TypeError: x is not a function \(bug\.test\.ts:\d+:\d+\)\n {2}Please report it .*\n$/,
  );
});

test('a bug cannot drive the terminal', () => {
  expect(said(new Error('\u001b[2J')).text).toContain('␛[2J');
});

test('a failure that was thrown is told as that failure', () => {
  const { code, text } = said(new FailureError(failure('timeout', 'No answer in 3 s.')));
  expect([code, text]).toEqual([8, 'apiclient: No answer in 3 s.\n']);
});

test('a reader that went away ends the program in silence', () => {
  expect(said(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toEqual({ code: 141, text: '' });
});

test('a program that has nothing left to wait for has not succeeded', async () => {
  const preload = path.resolve('__tests__/support/nothing-to-wait-for.cjs');
  const ended = await runProgram(['GET', 'http://127.0.0.1:9/'], {
    variables: { NODE_OPTIONS: `--require ${preload}` },
  });
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toContain('This is a bug in apiclient');
});
