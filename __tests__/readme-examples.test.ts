/**
 * The README is followed from top to bottom, by a shell in an empty home with the built program: what a newcomer copies works, in
 * the order in which it stands there. Only the port is another.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { curlPlace } from '../source/command/curl-word.js';
import { parse } from '../source/command/parse.js';
import { isFailure } from '../source/core/failure.js';
import { type Ended, programCommand, runProgram, temporaryFolder } from './support/program.js';
import { readmeSteps } from './support/readme-commands.js';
import { callsIn } from './support/shells/shell-words.js';

/** The port that the README names. */
const port = '4000';

const steps = readmeSteps();
const home = temporaryFolder();
const bin = temporaryFolder();
const codes = path.join(bin, 'codes');

let demoPort = '';
let stop = (): void => {};
let ended: Promise<Ended> | undefined;

beforeAll(async () => {
  const quoted = programCommand.map(word => `'${word}'`).join(' ');
  const file = path.join(bin, 'apiclient');
  writeFileSync(file, `#!/bin/sh\n${quoted} "$@"\ncode=$?\necho $code >> '${codes}'\nexit $code\n`);
  chmodSync(file, 0o755);

  const serve = steps.flatMap(step => (step.kind === 'command' && / demo --serve/.test(step.line) ? [step.line] : []));
  expect(serve).toHaveLength(1);
  const [argv = []] = callsIn(serve[0] ?? '');
  demoPort = await new Promise<string>((resolve, reject) => {
    ended = runProgram(
      argv.map(word => (word === port ? '0' : word)),
      {
        onStart(child) {
          stop = () => void child.kill('SIGINT');
          child.stdout?.once('data', text => resolve(/:(\d+)\//.exec(`${text}`)?.[1] ?? ''));
          child.once('close', code => reject(new Error(`${serve[0]} ended with ${code}`)));
        },
      },
    );
  });
});

afterAll(async () => {
  stop();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

const here = (text: string): string => text.replaceAll(`:${port}`, `:${demoPort}`);

/** Whether it needs a person: its addresses must be there all the same. The logins among them are in readme-oauth.long.test.ts. */
function isAttended(argv: readonly string[]): boolean {
  if (curlPlace(argv) !== undefined) return false;
  if (argv.some(word => /^(?:authorization_code|device_code):/.test(word))) return true;
  const command = parse(argv);
  if (isFailure(command)) return false;
  return command.kind === 'demo' || (command.kind === 'graphql' && argv.length === 2);
}

/** Every address that a call names. */
const urlsIn = (argv: readonly string[]): readonly string[] =>
  argv.flatMap(word => {
    if (/^:\d/.test(word)) return [`http://localhost${word}`];
    return word.match(/http:\/\/(?:localhost|127\.0\.0\.1):\d+[^\s:]*/g) ?? [];
  });

const exported: string[] = [];

/** Runs the line, and looks at how each call of the program in it ended: a pipe would hide that. */
async function follow(line: string): Promise<void> {
  const script = [
    'command -v jq > /dev/null || jq() { cat; }',
    'command -v curl > /dev/null || curl() { :; }',
    ...exported,
    here(line),
  ].join('\n');
  writeFileSync(codes, '');
  const { stderr } = await runProgram([], {
    command: ['sh', '-c', script],
    home,
    folder: home,
    variables: { PATH: `${bin}:${process.env.PATH}` },
  });
  const wanted = /# .*exit code (\d+)/.exec(line)?.[1] ?? '0';
  const got = readFileSync(codes, 'utf8').split('\n').slice(0, -1);
  expect(got.length).toBeGreaterThan(0);
  // Standard error says why, should a code be another one.
  if (got.some(code => code !== wanted)) expect([got, stderr]).toEqual([got.map(() => wanted), '']);
}

test('there are commands and files to follow', () => {
  expect(steps.filter(({ kind }) => kind === 'command').length).toBeGreaterThan(40);
  expect(steps.filter(({ kind }) => kind === 'file').length).toBeGreaterThan(1);
});

test.each(steps.map(step => [step.kind === 'command' ? step.line : `save ${step.name}`, step] as const))(
  '%s',
  async (_, step) => {
    if (step.kind === 'file') {
      const file = path.join(home, step.name.replace('~/', ''));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, here(step.text));
    } else if (step.line.startsWith('export ')) exported.push(step.line);
    else {
      const [argv = []] = callsIn(here(step.line));
      if (!isAttended(argv)) await follow(step.line);
      else for (const url of urlsIn(argv)) expect([url, (await fetch(url)).status]).not.toEqual([url, 404]);
    }
  },
);
