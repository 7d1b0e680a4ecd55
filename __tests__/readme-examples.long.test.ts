/** The README's lines work when copied in order. */
import path from 'node:path';
import { type Follower, follower, pagePort } from './support/pages/followed-page.js';
import { stepsOf } from './support/pages/readme-commands.js';
import { type Ended, runProgram } from './support/program.js';
import { callsIn } from './support/shells/shell-words.js';

const steps = stepsOf(path.resolve('README.md'));

let reader: Follower;
let stop = (): void => {};
let ended: Promise<Ended> | undefined;

beforeAll(async () => {
  const serve = steps.flatMap(step => (step.kind === 'command' && / demo --serve/.test(step.line) ? [step.line] : []));
  expect(serve).toHaveLength(1);
  const [argv = []] = callsIn(serve[0] ?? '');
  const port = await new Promise<string>((resolve, reject) => {
    ended = runProgram(
      argv.map(word => (word === pagePort ? '0' : word)),
      {
        onStart(child) {
          stop = () => void child.kill('SIGINT');
          child.stdout?.once('data', text => resolve(/:(\d+)\//.exec(`${text}`)?.[1] ?? ''));
          child.once('close', code => reject(new Error(`${serve[0]} ended with ${code}`)));
        },
      },
    );
  });
  reader = follower(port);
});

afterAll(async () => {
  stop();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

test('there are commands and files to follow', () => {
  expect(steps.filter(({ kind }) => kind === 'command').length).toBeGreaterThan(40);
  expect(steps.filter(({ kind }) => kind === 'file').length).toBeGreaterThan(1);
});

test.each(steps.map(step => [step.kind === 'command' ? step.line : `save ${step.name}`, step] as const))(
  '%s',
  async (_, step) => {
    await reader.follow(step);
  },
);
