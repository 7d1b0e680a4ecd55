/** Repeats many kinds of plain commands in one home directory: the number of files they create does not grow with the number of runs. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { demoClient, demoSecret } from '../../source/demo/oauth-client.js';
import { startDemo } from '../../source/demo/start.js';
import { cliFile } from '../support/program.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { filesIn, type Result } from './result.js';

type Demo = Extract<Awaited<ReturnType<typeof startDemo>>, { graphqlUrl: string }>;

/** Commands to run, with the expected exit code of each. */
const kinds = ({ url, graphqlUrl }: Demo): readonly (readonly [code: number, ...argv: string[]])[] => {
  const login = (client: string): string => `client_credentials:${url}/oauth/token:${client}:${demoSecret}`;
  return [
    [0, 'GET', `${url}/books`],
    [0, 'GET', `${url}/books`, '-o', 'books.json', '--meta', 'meta.json'],
    [0, 'GET', `${url}/books`, '--cookie-jar', 'jar.txt', '-v', '--timing'],
    [0, 'GET', `${url}/me`, '--oauth2', login(demoClient)],
    [0, 'graphql', graphqlUrl, '--query', '{ books { total } }'],
    [0, 'graphql', graphqlUrl, '--print-schema'],
    [0, 'graphql', graphqlUrl, '--pick', 'books.total'],
    [0, 'graphql', graphqlUrl, '--query', 'subscription { ticks(count: 3, every: 1) { number } }'],
    [4, 'GET', `${url}/nowhere`, '--check-status', '-o', 'nowhere.json'],
    [2, 'GET', `${url}/books`, '-X', 'GET'],
    [1, 'GET', 'http://127.0.0.1:1/', '-o', 'refused.json'],
    [7, 'GET', `${url}/me`, '--oauth2', login('nobody')],
    [8, 'GET', `${url}/books`, '--timeout', '0.001', '-o', 'late.json'],
  ];
};

/** Runs a command once. Returns a description of the failure, or `undefined` if it exited as expected. */
function run(home: string, [code, ...argv]: readonly [number, ...string[]]): Promise<string | undefined> {
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: path.join(home, 'tmp'), LANG: 'C.UTF-8' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliFile, ...argv], { cwd: path.join(home, 'work'), env, stdio: 'ignore' });
    child.once('error', reject);
    child.once('close', ended =>
      resolve(ended === code ? undefined : `${argv.join(' ')} ended with ${ended}, not ${code}`),
    );
  });
}

/** Runs the commands the given number of times, two at a time. */
export async function soakPlain(scale: number, tell: (line: string) => void): Promise<Result> {
  const home = passingFolder();
  for (const folder of ['tmp', 'work']) mkdirSync(path.join(home, folder));
  const demo = await startDemo({ port: 0 });
  if (!('graphqlUrl' in demo)) throw new Error(demo.text);
  const all = kinds(demo);
  const count = Math.max(all.length, Math.round(2000 * scale));
  const wrong = new Set<string>();
  const many = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i += 2) {
      const pair = [i, i + 1].filter(each => each < to).map(each => run(home, all[each % all.length] as never));
      for (const found of await Promise.all(pair)) if (found !== undefined) wrong.add(found);
    }
  };
  try {
    tell('warming up: plain runs');
    await many(0, (scale === 0 ? 1 : 2) * all.length);
    const files = filesIn(home);
    tell(`${count} plain runs`);
    const begun = performance.now();
    await many(0, count);
    const seconds = (performance.now() - begun) / 1000;
    const now = filesIn(home);
    if (now > files) wrong.add(`${now - files} files left`);
    return {
      part: 'plain',
      done: `${count.toLocaleString('en')} plain runs of ${all.length} kinds`,
      seconds,
      files: [files, now],
      wrong: [...wrong],
    };
  } finally {
    await demo.close();
  }
}
