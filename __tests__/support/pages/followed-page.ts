/**
 * Follows a page from top to bottom. A shell with an empty home runs its commands with the built program, and files are saved
 * as the page instructs. Only the port of the demo differs.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { curlPlace } from '../../../source/command/curl-word.js';
import { parse } from '../../../source/command/parse.js';
import { isFailure } from '../../../source/core/failure.js';
import { programCommand, runProgram, temporaryFolder } from '../program.js';
import { callsIn } from '../shells/shell-words.js';
import type { PageStep } from './readme-commands.js';

/** The port used in pages. */
export const pagePort = '4000';

/** The home folder in which a page is followed. */
export interface Follower {
  readonly home: string;
  follow(step: PageStep): Promise<void>;
}

/** True for a line with a server that is not on this machine. Other tests check its syntax. */
const isElsewhere = (line: string): boolean => /\bexample\.com\b|localhost:(?!4000)\d/.test(line);

/** True if a line needs a person. The URLs in it must exist anyway. readme-oauth.long.test.ts follows the logins. */
function isAttended(argv: readonly string[]): boolean {
  if (curlPlace(argv) !== undefined) return false;
  if (argv.some(word => /^(?:authorization_code|device_code):/.test(word))) return true;
  const command = parse(argv);
  if (isFailure(command)) return false;
  return command.kind === 'demo' || (command.kind === 'graphql' && argv.length === 2);
}

/** All URLs in a command line. */
const urlsIn = (argv: readonly string[]): readonly string[] =>
  argv.flatMap(word => {
    if (/^:\d/.test(word)) return [`http://localhost${word}`];
    return word.match(/http:\/\/(?:localhost|127\.0\.0\.1):\d+[^\s:]*/g) ?? [];
  });

/** A machine on which pages are followed. */
export interface Machine {
  /** The user's home, as named in this process. */
  readonly home: string;
  /** An empty folder for helper programs, as named in this process and on the machine. It comes first in `PATH`. */
  readonly bin: string;
  readonly binThere: string;
  /** Shell words that start the program. */
  readonly program: string;
  /** Shell lines that provide programs the machine may lack. */
  readonly standIns: readonly string[];
  /** Runs a script in the home folder. */
  sh(script: string): Promise<{ readonly stderr: string }>;
  /** Runs the program without a shell. */
  call?(
    argv: readonly string[],
    variables: Variables,
  ): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

type Variables = Readonly<Record<string, string>>;

/** The local machine, with an empty home. */
function thisMachine(): Machine {
  const home = temporaryFolder();
  const bin = temporaryFolder();
  return {
    home,
    bin,
    binThere: bin,
    program: programCommand.map(word => `'${word}'`).join(' '),
    standIns: ['command -v jq > /dev/null || jq() { cat; }', 'command -v curl > /dev/null || curl() { :; }'],
    sh: script =>
      runProgram([], {
        command: ['sh', '-c', script],
        home,
        folder: home,
        variables: { PATH: `${bin}:${process.env.PATH}` },
      }),
  };
}

/** The local machine. Lines without shell syntax run in the test's process, in a tenth of the time. */
export function quickMachine(): Machine {
  const machine = thisMachine();
  const { bin, home } = machine;
  const call = (argv: readonly string[], variables: Variables) =>
    runProgram(argv, { home, folder: home, variables: { PATH: `${bin}:${process.env.PATH}`, ...variables } });
  return { ...machine, call };
}

/** A line with one call of the program and no shell syntax other than quotes. */
const isPlainCall = (line: string): boolean =>
  /^apiclient(?: (?:[\w./:@=,+%-]+|'[^']*'|"[^"$`\\]*"))+(?: +#.*)?$/.test(line);

/** Variables of `export` lines, or undefined if only a shell can evaluate them. */
function variablesOf(exported: readonly string[]): Variables | undefined {
  if (exported.some(line => !/^export(?: \w+=[\w./:@+-]+)+$/.test(line))) return undefined;
  const words = exported.flatMap(line => line.split(' ').slice(1));
  return Object.fromEntries(words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
}

/** @param demoPort port of the demo */
export function follower(demoPort: string, machine: Machine = thisMachine()): Follower {
  const { bin, binThere, home, program, sh, standIns } = machine;
  const codes = path.join(bin, 'codes');
  const exported: string[] = [];
  const file = path.join(bin, 'apiclient');
  writeFileSync(file, `#!/bin/sh\n${program} "$@"\ncode=$?\necho $code >> '${binThere}/codes'\nexit $code\n`);
  chmodSync(file, 0o755);
  const here = (text: string): string => text.replaceAll(`:${pagePort}`, `:${demoPort}`);

  /** Runs the line, and checks the exit code of each call of the program in it, which a pipe would hide. */
  async function run(line: string): Promise<void> {
    const clipboard = 'xclip() { echo curl http://localhost:4000/books/1; }';
    writeFileSync(codes, '');
    chmodSync(codes, 0o666);
    const wanted = /# .*exit code (\d+)/.exec(line)?.[1] ?? '0';
    const variables = variablesOf(exported.map(here));
    if (machine.call && variables && isPlainCall(line)) {
      const { code, stderr } = await machine.call(callsIn(here(line))[0] ?? [], variables);
      if (String(code) !== wanted) expect([code, stderr]).toEqual([wanted, '']);
      return;
    }
    const { stderr } = await sh(here([...standIns, clipboard, ...exported, line].join('\n')));
    const got = readFileSync(codes, 'utf8').split('\n').slice(0, -1);
    expect(got.length).toBeGreaterThan(0);
    // If the exit code is unexpected, standard error contains the reason.
    if (got.some(code => code !== wanted)) expect([got, stderr]).toEqual([got.map(() => wanted), '']);
    expect(stderr).not.toMatch(/: not found$/m);
  }

  return {
    home,
    async follow(step) {
      if (step.kind === 'file') {
        const saved = path.join(home, step.name.replace('~/', ''));
        mkdirSync(path.dirname(saved), { recursive: true });
        writeFileSync(saved, here(step.text));
      } else if (step.line.startsWith('export ')) exported.push(step.line);
      else if (!isElsewhere(step.line)) {
        const [argv = []] = callsIn(here(step.line));
        if (!isAttended(argv)) await run(step.line);
        else
          for (const url of argv[0] === 'demo' ? [] : urlsIn(argv))
            expect([url, (await fetch(url)).status]).not.toEqual([url, 404]);
      }
    },
  };
}
